"""A real Caddy, nginx or HAProxy in front of test rooms, configured by `deploy/`."""

from __future__ import annotations

import csv
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.ports import free_port

DEPLOY = Path(__file__).parents[3] / "deploy"
NAME = "localhost"


def needs(program: str) -> str:
    """The path of a program; without it the test is skipped, or fails in continuous integration."""
    found = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/usr/bin")
    if not found:
        if os.environ.get("RUMPUS_NEEDS_PROXIES"):
            pytest.fail(f"{program} is missing")
        pytest.skip(f"{program} is missing")
    return found


def changed(text: str, *changes: tuple[str, str]) -> str:
    """A text with replacements, each of which must match."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def new_certificate(folder: Path) -> tuple[Path, Path]:
    """A self-signed certificate for this machine, and its key."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        [
            needs("openssl"), "req", "-x509", "-nodes", "-days", "2",
            "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
            "-keyout", key, "-out", certificate,
        ],
        check=True, capture_output=True,
    )  # fmt: skip
    return certificate, key


def caddy_environment(folder: Path, room: str, port: int) -> dict[str, str]:
    """The environment that the Caddyfile reads, and where Caddy keeps its certificates."""
    return {
        "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder),
        "RUMPUS_SITE": f"https://{NAME}", "RUMPUS_ROOM": room,
        "RUMPUS_HTTP_PORT": str(free_port()), "RUMPUS_HTTPS_PORT": str(port),
    }  # fmt: skip


def nginx_file(folder: Path, room: str, port: int) -> Path:
    """A complete configuration around `deploy/nginx.conf`."""
    certificate, key = new_certificate(folder)
    server = changed(
        (DEPLOY / "nginx.conf").read_text(),
        ("server 127.0.0.1:4210;", f"server {room};"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        ("/etc/ssl/games.example/fullchain.pem", str(certificate)),
        ("/etc/ssl/games.example/privkey.pem", str(key)),
        ("server_name games.example;", f"server_name {NAME};"),
    )
    temporary = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "\n".join(f"{name}_temp_path {folder / name};" for name in temporary)
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off; pid {folder / 'pid'}; error_log stderr; worker_processes 1;\n"
        f"events {{ worker_connections 1024; }}\nhttp {{ access_log off;\n{paths}\n{server}\n}}\n"
    )
    return whole


def is_open(port: int) -> bool:
    """Whether a TLS server answers."""
    try:
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as raw:
            unchecked = ssl.create_default_context()
            unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
            with unchecked.wrap_socket(raw, server_hostname=NAME):
                return True
    except OSError:
        return False


def listens(port: int) -> bool:
    """Whether a server accepts connections."""
    try:
        socket.create_connection(("127.0.0.1", port), PATIENCE).close()
    except OSError:
        return False
    return True


@contextmanager
def running(
    command: list[str],
    port: int,
    answers: Callable[[int], bool] = is_open,
    log: Path | None = None,
    /,
    **environment: str,
) -> Iterator[None]:
    """Run a proxy; entered once it answers."""
    with (
        (log or Path(os.devnull)).open("w", encoding="utf-8") as said,
        subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdout=said,
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        try:
            end = time.monotonic() + PATIENCE
            while not answers(port):
                assert process.poll() is None, process.stderr and process.stderr.read()
                assert time.monotonic() < end, "the proxy does not answer"
                time.sleep(0.02)
            yield
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)


@contextmanager
def caddy(folder: Path, room: str, port: int) -> Iterator[ssl.SSLContext]:
    """Run Caddy in front of a room; yields the context that trusts its certificates."""
    command = [
        needs("caddy"),
        "run",
        "--adapter",
        "caddyfile",
        "--config",
        f"{DEPLOY / 'Caddyfile'}",
    ]
    with running(command, port, **caddy_environment(folder, room, port)):
        root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        yield ssl.create_default_context(cafile=str(root))


@contextmanager
def nginx(folder: Path, room: str, port: int) -> Iterator[ssl.SSLContext]:
    """The same with nginx."""
    command = [needs("nginx"), "-p", str(folder), "-c", str(nginx_file(folder, room, port))]
    with running(command, port):
        yield ssl.create_default_context(cafile=str(folder / "certificate.pem"))


PROXIES = {"caddy": caddy, "nginx": nginx}


HAPROXY_FILE = DEPLOY / "cluster" / "haproxy.cfg"


@dataclass(frozen=True)
class HaProxy:
    """What HAProxy knows of its servers."""

    folder: Path

    def states(self, number: int) -> set[str]:
        """The states of a server, which is in two back ends."""
        with socket.socket(socket.AF_UNIX) as line, line.makefile() as answer:
            line.connect(str(self.folder / "socket"))
            line.sendall(b"show stat\n")
            rows = csv.DictReader(answer)
            return {row["status"] for row in rows if row["svname"] == f"room-{number + 1}"}

    def was_late(self) -> bool:
        """Whether it took a server for dead that was slow, as on a busy machine."""
        return "timeout" in (self.folder / "log").read_text(encoding="utf-8")


@contextmanager
def haproxy(port: int, *servers: str) -> Iterator[HaProxy]:
    """Run HAProxy in front of two servers of a room."""
    environment = {f"RUMPUS_ROOM_{n}": place for n, place in enumerate(servers, 1)}
    with tempfile.TemporaryDirectory(prefix="rumpus-haproxy-") as name:
        proxy, more = HaProxy(Path(name)), Path(name) / "more.cfg"
        more.write_text(f"global\n    stats socket {name}/socket\n", encoding="utf-8")
        command = [needs("haproxy"), "-db", "-f", str(HAPROXY_FILE), "-f", str(more)]
        environment["RUMPUS_LISTEN"] = f"127.0.0.1:{port}"
        with running(command, port, listens, proxy.folder / "log", **environment):
            yield proxy
