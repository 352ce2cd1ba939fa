"""Host names: another name that points at the room is refused."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner
from websockets.exceptions import InvalidStatus

from rumpus.server.http.security_headers import policy_for
from rumpus.server.network.hostnames import HostNames, UnknownHost, check_host, host_names_for
from rumpus.server.network.requests import is_same_origin
from rumpus.terminal.main import main
from tests.server.client import api, at_table, make
from tests.server.programs import address, room

PUBLIC = ("--url", "https://Games.example/", "--url", "http://play.example:8080")


@pytest.fixture
def called_ann(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Ann-PC.fritz.box")


@pytest.mark.usefixtures("called_ann")
@pytest.mark.parametrize(
    "host",
    [
        "", "localhost", "LocalHost:4210", "localhost.:4210", "127.0.0.1:4210", "192.168.1.7",
        "[::1]:4210", "[fe80::1]", "ann-pc", "ANN-PC.local:4210", "ann-pc.lan", "ann-pc.fritz.box",
        "games.example", "games.example:443", "attic",
    ],
)  # fmt: skip
def test_the_rooms_own_names_are_accepted(host: str) -> None:
    check_host(host_names_for("attic", ["https://Games.example"]), host)


@pytest.mark.usefixtures("called_ann")
@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:4210", "localhost.evil.example", "ann-pc.evil.example",
        "127.0.0.1.evil.example", "games.example.evil", "x; script-src *", "[evil]", "1.2.3",
        "127.0.0.1@evil.example", "local", "\xff",
    ],
)  # fmt: skip
def test_other_host_names_are_refused(host: str) -> None:
    with pytest.raises(UnknownHost, match="This room is not called"):
        check_host(host_names_for("0.0.0.0", ["https://games.example"]), host)


def test_an_origin_given_by_url_is_accepted_behind_a_proxy() -> None:
    names = host_names_for("127.0.0.1", ["https://games.example"])
    scope = {"headers": [(b"host", b"127.0.0.1:4210"), (b"origin", b"https://games.example")]}
    assert is_same_origin(names, scope) and not is_same_origin(HostNames(), scope)
    assert b"connect-src 'self' ws://127.0.0.1:4210 wss://127.0.0.1:4210 wss://games.example;" in (
        policy_for(names, scope)
    )
    other = {"headers": [(b"host", b"127.0.0.1"), (b"origin", b"https://evil.example")]}
    assert not is_same_origin(names, other)


@pytest.mark.parametrize(
    "url",
    ["games.example", "ftp://a", "https://", "https://a/b", "http://a:x", "https://u@a", "//"],
)
def test_an_invalid_room_url_is_refused(url: str) -> None:
    done = CliRunner().invoke(main, ["serve", "--url", url])
    assert done.exit_code == 2
    assert "A room's URL is like https://games.example" in " ".join(done.output.split())


async def test_a_wrong_host_is_refused_for_calls_pages_and_sockets(base: str) -> None:
    made = await make(base)
    for path in ("/", "/api/games", f"/api/tables/{made['table']}", "/health", "/nothing"):
        async with api(base) as http:
            answer = await http.get(path, headers={"Host": "evil.example"})
        assert answer.status_code == 421
        assert answer.json()["error"].startswith("This room is not called 'evil.example'.")
    with pytest.raises(InvalidStatus) as refused:
        port = int(base.rpartition(":")[2])
        rebound = f"http://evil.example:{port}"
        async with at_table(rebound, made["table"], host="127.0.0.1", port=port, origin=rebound):
            pass
    assert refused.value.response.status_code == 421
    assert "not called" in json.loads(refused.value.response.body or b"")["error"]


@pytest.mark.parametrize("processes", ["1", "2"])
async def test_a_room_answers_to_its_urls(tmp_path: Path, processes: str) -> None:
    with room(tmp_path, "--processes", processes, *PUBLIC) as (_, line):
        base = address(line)
        async with api(base) as http:
            while (await http.get("/health")).status_code == 503:  # its processes are opening
                pass
        for host, origin in (
            ("games.example", "https://games.example"),
            ("play.example:8080", "http://play.example:8080"),
            ("127.0.0.1", "https://games.example"),
        ):
            async with api(base) as http:
                body = {"game": "mantis", "name": "Ann"}
                headers = {"Host": host, "Origin": origin}
                answer = await http.post("/api/tables", json=body, headers=headers)
                assert answer.status_code == 201
                assert answer.json()["link"].startswith("https://games.example/t/")
                refused = await http.get("/health", headers={"Host": "evil.example"})
                assert refused.status_code == 421
