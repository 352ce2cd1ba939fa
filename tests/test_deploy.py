"""The files for servers: read by the programs they are for, and true to what the room does."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from rumpus.server.cli.serve import PORT, serve
from rumpus.server.network.connections import PHASE_SECONDS, RequestPhase
from rumpus.server.network.proxies import network
from tests.server.network.real_proxies import DEPLOY, caddy_environment, needs, nginx_file

CONTAINERFILE = (DEPLOY / "Containerfile").read_text()
UNIT = (DEPLOY / "rumpus.service").read_text()
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SITE = {"RUMPUS_SITE": "games.example"}


def checked(*command: str | Path, **environment: str) -> str:
    """The output of a program without complaints."""
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def options(words: list[str]) -> dict[str, Any]:
    """What the room understands by some options."""
    filled = [re.sub(r"\$\{(\w+)[^}]*\}", lambda name: SITE[name[1]], word) for word in words]
    understood: dict[str, Any] = serve.make_context("serve", filled).params
    return understood


def instruction(name: str) -> str:
    """The last instruction of this kind in a Containerfile, with its continuation lines."""
    found: list[str] = re.findall(rf"^{name} ((?:.*\\\n)*.*)$", CONTAINERFILE, re.MULTILINE)
    return found[-1]


# --------------------------------------------------------------------------------- proxies
def test_caddy_takes_its_file(tmp_path: Path) -> None:
    caddy, file = needs("caddy"), DEPLOY / "Caddyfile"
    environment = {**caddy_environment(tmp_path, "127.0.0.1:4210", 443), **SITE}
    said = checked(caddy, "validate", "--adapter", "caddyfile", "--config", file, **environment)
    assert "Valid configuration" in said
    assert checked(caddy, "fmt", file) == file.read_text()


def test_nginx_takes_its_file(tmp_path: Path) -> None:
    file = nginx_file(tmp_path, "127.0.0.1:4210", 8443)
    assert "is successful" in checked(needs("nginx"), "-t", "-p", tmp_path, "-c", file)


def test_proxies_give_idle_connections_up_before_the_room_does() -> None:
    for name in ("Caddyfile", "nginx.conf"):
        seconds = re.findall(r"keepalive(?:_timeout)? (\d+)s", (DEPLOY / name).read_text())
        assert seconds and all(int(text) < PHASE_SECONDS[RequestPhase.HEAD] for text in seconds)


# --------------------------------------------------------------------------------- systemd
def test_systemd_takes_the_unit_and_finds_it_tight(tmp_path: Path) -> None:
    analyze, program = needs("systemd-analyze"), tmp_path / "rumpus"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "rumpus.service"
    assert "/opt/rumpus/bin/rumpus" in UNIT
    unit.write_text(UNIT.replace("/opt/rumpus/bin/rumpus", str(program)))
    assert checked(analyze, "verify", "--man=no", unit) == ""
    checked(analyze, "security", "--offline=true", "--threshold=15", "--no-pager", unit)


def test_the_unit_opens_a_room_behind_a_proxy_on_the_same_machine() -> None:
    command = re.findall(r"^ExecStart=(.*)$", UNIT, re.MULTILINE)[0].split()
    room = options(command[2:])
    assert command[1] == "serve" and not room["browser"]
    assert room["host"] == "127.0.0.1" and room["port"] == PORT
    assert network("127.0.0.0/8") in room["proxies"] and network("::1") in room["proxies"]
    assert "StateDirectory=rumpus\n" in UNIT and "RUMPUS_DATA=%S/rumpus" in UNIT


# --------------------------------------------------------------------------------- containers
def test_the_container_opens_a_room_for_all_that_reach_it() -> None:
    command = json.loads(instruction("ENTRYPOINT"))
    room = options(command[2:])
    assert command[:2] == ["rumpus", "serve"]
    assert room["host"] == "0.0.0.0" and not room["browser"]
    assert instruction("EXPOSE") == str(room["port"])
    assert f":{room['port']}/health" in instruction("HEALTHCHECK")
    assert instruction("VOLUME") == "/data" and "RUMPUS_DATA=/data" in instruction("ENV")


def test_the_container_has_no_root() -> None:
    user, _, group = instruction("USER").partition(":")
    assert int(user) and int(group)
    assert f"-o {user} -g {group} -m 0700 /data" in instruction("RUN")


@pytest.mark.parametrize("name", ["room", "caddy"])
def test_containers_can_do_little(name: str) -> None:
    service = COMPOSE["services"][name]
    assert service["read_only"] and service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else [])
    kept = {volume.split(":")[0] for volume in service["volumes"]}
    assert kept - {"./Caddyfile"} <= set(COMPOSE["volumes"])
    assert set(service["networks"]) <= set(COMPOSE["networks"])


def test_the_room_trusts_the_network_where_only_caddy_is() -> None:
    room, caddy = COMPOSE["services"]["room"], COMPOSE["services"]["caddy"]
    asked = options(room["command"])
    inside = COMPOSE["networks"]["inside"]
    subnets = [network(entry["subnet"]) for entry in inside["ipam"]["config"]]
    assert list(asked["proxies"]) == subnets
    assert asked["urls"] == ("https://games.example",)
    assert room["networks"] == ["inside"] and inside["internal"] and "ports" not in room
    assert "inside" in caddy["networks"]


def test_caddy_is_told_what_its_file_asks_for() -> None:
    asked = set(re.findall(r"\{\$(\w+)", (DEPLOY / "Caddyfile").read_text()))
    told = COMPOSE["services"]["caddy"]["environment"]
    assert set(told) <= asked and told["RUMPUS_ROOM"] == f"room:{PORT}"
    assert told["RUMPUS_SITE"] == "${RUMPUS_SITE}"


def test_what_is_built_is_there() -> None:
    build = COMPOSE["services"]["room"]["build"]
    context = (DEPLOY / build["context"]).resolve()
    assert context == DEPLOY.parent / "dist"
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DEPLOY / "Containerfile"


def test_options_that_do_not_exist_would_be_noticed() -> None:
    with pytest.raises(click.NoSuchOption):
        options(["--behind-a-proxy"])
