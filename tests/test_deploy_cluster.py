"""The files for several servers on one database: read by their programs, and true to the room."""

from __future__ import annotations

import re
import tomllib
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

import rumpus.store
from rumpus.server.cli.serve import PORT, serve
from rumpus.server.http.api import ROUTES
from rumpus.server.network.connections import PHASE_SECONDS, RequestPhase
from rumpus.server.network.passing_on import PASSED_ON, is_place, place_of
from rumpus.server.network.proxies import network
from rumpus.server.operations.metrics import METRICS
from rumpus.server.sessions.session import PREFIX
from rumpus.store.postgres import LEASE_SECONDS
from tests.server.network.real_proxies import DEPLOY, HAPROXY_FILE, needs
from tests.test_deploy import CONTAINERFILE, checked, options

COMPOSE = yaml.safe_load((DEPLOY / "cluster" / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
ROOMS = ("room-1", "room-2")
HAPROXY = HAPROXY_FILE.read_text()
PAGE = (DEPLOY.parent / "docs" / "hosting" / "cluster.md").read_text()
SECONDS = {"ms": 0.001, "s": 1}
PING_SECONDS = 20


def seconds(setting: str, text: str = HAPROXY) -> float:
    """A time in HAProxy's file."""
    found = re.search(rf"\b{setting} (\d+)(ms|s)\b", text)
    assert found, setting
    return int(found[1]) * SECONDS[found[2]]


def backend(name: str) -> str:
    """A back end of HAProxy's file."""
    return HAPROXY.partition(f"\nbackend {name}\n")[2].partition("\nbackend ")[0]


def number(setting: str, text: str) -> int:
    found = re.search(rf"\b{setting} (\d+)\b", text)
    assert found, setting
    return int(found[1])


# --------------------------------------------------------------------------------- HAProxy
def test_haproxy_takes_its_file() -> None:
    places = {f"RUMPUS_ROOM_{n}": f"127.0.0.1:{PORT + n}" for n in (1, 2)}
    said = checked(needs("haproxy"), "-c", "-f", HAPROXY_FILE, **places)
    assert "Configuration file is valid" in said
    assert "Warning" not in said


def test_haproxy_knows_every_server_where_the_others_reach_it() -> None:
    preset = dict(re.findall(r"presetenv (RUMPUS_ROOM_\d) (\S+)", HAPROXY))
    for n, name in enumerate(ROOMS, 1):
        asked = options(SERVICES[name]["command"])
        assert is_place(asked["reach_at"])
        assert place_of(asked["reach_at"]) == (name, PORT)
        assert preset[f"RUMPUS_ROOM_{n}"] == f"{name}:{PORT}"
    for name in ("tables", "rooms"):
        servers = re.findall(r'^ +server (\S+) "\$\{(\w+)\}" check$', backend(name), re.MULTILINE)
        assert dict(servers) == dict(zip(ROOMS, preset, strict=True))


def test_haproxy_finds_the_table_in_every_path_that_has_one() -> None:
    paths = [route.path for route in ROUTES if "{table}" in route.path] + [f"{PREFIX}{{table}}"]
    field, *beginnings = re.findall(r"path,field\((\d),/\) if \{ path_beg (\S+) (\S+) \}", HAPROXY)[
        0
    ]
    assert all(path.startswith(tuple(beginnings)) for path in paths)
    assert {path.split("/")[int(field) - 1] for path in paths} == {"{table}"}


def test_haproxy_asks_whether_a_server_is_ready() -> None:
    method, path = re.findall(r"option httpchk (\S+) (\S+)", HAPROXY)[0]
    assert (method, path) == ("GET", "/health/ready")
    assert any(route.path == path for route in ROUTES)


def test_haproxy_waits_longer_than_the_room() -> None:
    assert seconds("timeout server") > PHASE_SECONDS[RequestPhase.ANSWER]
    assert seconds("timeout client") > PHASE_SECONDS[RequestPhase.BODY]
    assert seconds("timeout tunnel") > 2 * PING_SECONDS
    caddy = (DEPLOY / "Caddyfile").read_text()
    assert seconds("timeout http-keep-alive") > seconds("keepalive", caddy)
    assert "option http-server-close" in HAPROXY


def test_people_leave_a_server_soon_after_its_lease_and_not_before() -> None:
    falls = number("fall", backend("tables"))
    last = (falls - 1) * (seconds("timeout check") + seconds("fastinter")) + seconds(
        "timeout check"
    )
    assert LEASE_SECONDS < last + seconds("inter") < 2 * LEASE_SECONDS


def test_only_servers_say_for_whom_they_pass_a_request_on() -> None:
    assert f"http-request del-header {PASSED_ON.decode()} " in HAPROXY
    assert "option forwardfor" in HAPROXY


# --------------------------------------------------------------------------------- containers
@pytest.mark.parametrize("name", SERVICES)
def test_containers_can_do_little(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] and service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else [])
    kept = {volume.split(":")[0] for volume in service.get("volumes", ())}
    files = {path for path in kept if path.startswith(".")}
    assert kept - files <= set(COMPOSE["volumes"])
    assert all((DEPLOY / "cluster" / path).is_file() for path in files)
    assert set(service["networks"]) <= set(COMPOSE["networks"])
    assert ("ports" in service) == (name == "caddy")


def test_the_servers_differ_only_in_where_they_are_reached() -> None:
    def without_place(name: str) -> dict[str, Any]:
        service = dict(SERVICES[name])
        words = [word.replace("${RUMPUS_SITE}", "${RUMPUS_SITE:?") for word in service["command"]]
        del service["networks"]
        service["command"] = [word.partition(":?")[0] for word in words if "--reach-at" not in word]
        return service

    assert without_place("room-1") == without_place("room-2")


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_trusts_the_network_where_the_proxies_are(name: str) -> None:
    asked = options(SERVICES[name]["command"])
    inside = COMPOSE["networks"]["inside"]
    assert list(asked["proxies"]) == [
        network(entry["subnet"]) for entry in inside["ipam"]["config"]
    ]
    assert asked["urls"] == ("https://games.example",)
    assert inside["internal"] and COMPOSE["networks"]["storage"]["internal"]
    assert SERVICES["database"]["networks"] == ["storage"]
    assert SERVICES["proxy"]["networks"] == ["inside"]
    assert list(SERVICES[name]["networks"]) == ["inside", "storage"]


def test_a_room_can_be_asked_for_its_metrics_at_its_own_address() -> None:
    (entry,) = COMPOSE["networks"]["inside"]["ipam"]["config"]
    places = [SERVICES[name]["networks"]["inside"]["ipv4_address"] for name in ROOMS]
    assert all(ip_address(place) in network(entry["subnet"]) for place in places)
    assert not any(ip_address(place) in network(entry["ip_range"]) for place in places)
    assert str([f"{place}:{PORT}" for place in places]).replace("'", '"') in PAGE


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_finds_the_database(name: str) -> None:
    room, database = SERVICES[name]["environment"], SERVICES["database"]["environment"]
    option = next(option for option in serve.params if option.name == "database")
    assert option.envvar in room
    address = urlsplit(room["RUMPUS_DATABASE"])
    assert address.scheme == "postgresql" and address.hostname in SERVICES
    assert address.username == database["POSTGRES_USER"]
    assert address.path == f"/{database['POSTGRES_USER']}", "the image gives it the user's name"
    assert address.password is None
    assert "${RUMPUS_DATABASE_PASSWORD:?" in room["PGPASSWORD"]
    assert database["POSTGRES_PASSWORD"] == "${RUMPUS_DATABASE_PASSWORD}"
    assert SERVICES[name]["depends_on"]["database"] == {"condition": "service_healthy"}
    assert "healthcheck" in SERVICES["database"]


def test_the_image_can_use_the_database() -> None:
    assert "[postgres]" in CONTAINERFILE
    package = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())
    assert any(
        "psycopg" in wanted for wanted in package["project"]["optional-dependencies"]["postgres"]
    )


def test_caddy_is_told_what_its_file_asks_for() -> None:
    asked = set(re.findall(r"\{\$(\w+)", (DEPLOY / "Caddyfile").read_text()))
    told = SERVICES["caddy"]["environment"]
    assert set(told) <= asked and told["RUMPUS_ROOM"] == f"proxy:{PORT}"
    assert f"presetenv RUMPUS_LISTEN :{PORT}" in HAPROXY


def test_what_is_built_is_there() -> None:
    build = SERVICES["room-1"]["build"]
    context = DEPLOY / "cluster" / build["context"]
    assert context.resolve() == DEPLOY.parent / "dist"
    assert (context / build["dockerfile"]).resolve() == DEPLOY / "Containerfile"


def test_the_password_is_not_published() -> None:
    assert "deploy/cluster/.env\n" in (DEPLOY.parent / ".gitignore").read_text()


# --------------------------------------------------------------------------------- the page
def test_the_page_names_what_compose_asks_for() -> None:
    asked = set(re.findall(r"\$\{(RUMPUS_\w+)", str(COMPOSE)))
    assert asked <= set(re.findall(r"RUMPUS_\w+", PAGE))


def test_the_page_opens_a_server_with_options_that_exist() -> None:
    command = PAGE.partition("    rumpus serve ")[2].partition("\n\n")[0]
    asked = options(command.replace("\\\n", " ").split())
    assert asked["database"].startswith("postgresql://")
    assert place_of(asked["reach_at"]) == (asked["host"], asked["port"])
    options_named = {name for name in re.findall(r"`(--[a-z-]+)", PAGE) if name != "--wait"}
    assert options_named <= {name for option in serve.params for name in option.opts}


def test_the_page_names_what_can_be_watched() -> None:
    assert set(re.findall(r"\brumpus_\w+", PAGE)) <= {f"rumpus_{one.name}" for one in METRICS}
    store = Path(rumpus.store.__file__).parent
    source = (store / "postgres.py").read_text() + (store / "writing.py").read_text()
    for line in ("the lease of this server has run out", "cannot save", "saving works again"):
        assert line in " ".join(PAGE.split()) and f'"{line}' in source
