"""Behind a proxy: limits apply to its clients, not to the proxy."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from websockets.exceptions import InvalidStatus

from rumpus.server.network.connections import PHASE_SECONDS, RequestPhase
from rumpus.server.network.limits import UNLIMITED, Limits, Rate
from rumpus.server.network.proxies import MAX_HOPS, Networks, client_address, network
from rumpus.terminal.main import main
from tests.patience import PATIENCE
from tests.server.client import api, at_table, make, sit, until
from tests.server.conftest import OpenRoom
from tests.server.programs import address, room
from tests.server.raw import HALF_A_BODY, HALF_A_HEAD, can_still_act, open_raw, read_all

PROXY, OTHER = "127.0.0.1", "127.0.0.2"
ANN, BOB = "198.51.100.7", "203.0.113.9"
TRUSTED: Networks = (network("10.0.0.0/8"), network("192.0.2.1"), network("2001:db8:1::/48"))


def headers(*lines: str) -> list[tuple[bytes, bytes]]:
    pairs = (line.partition(": ") for line in lines)
    return [(name.lower().encode(), value.encode("latin-1")) for name, _, value in pairs]


@pytest.mark.parametrize(
    ("peer", "said", "person"),
    [
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["X-Forwarded-For: 198.51.100.7"], ANN),
        ("::ffff:10.0.0.1", ["X-Forwarded-For: 198.51.100.7"], ANN),
        ("2001:db8:1::5", ["X-Forwarded-For: 198.51.100.7"], ANN),
        ("10.0.0.1", ["X-Forwarded-For: 203.0.113.9, 198.51.100.7"], ANN),
        ("10.0.0.1", ["X-Forwarded-For: 203.0.113.9, 198.51.100.7, 192.0.2.1"], ANN),
        ("10.0.0.1", ["X-Forwarded-For: 203.0.113.9", "X-Forwarded-For: 198.51.100.7"], ANN),
        ("10.0.0.1", ["X-Forwarded-For: 198.51.100.7:5123"], ANN),
        ("10.0.0.1", ["X-Forwarded-For: ::ffff:198.51.100.7"], ANN),
        ("10.0.0.1", ["X-Forwarded-For: 2001:db8::9"], "2001:db8::9"),
        ("10.0.0.1", ["X-Forwarded-For: [2001:db8::9]:443"], "2001:db8::9"),
        ("10.0.0.1", ["X-Forwarded-For: 10.0.0.7"], "10.0.0.7"),
        ("10.0.0.1", ["Forwarded: for=198.51.100.7"], ANN),
        ("10.0.0.1", ['Forwarded: For="[2001:db8::9]:4711";proto=https'], "2001:db8::9"),
        ("10.0.0.1", ["Forwarded: by=10.0.0.1;for=203.0.113.9, for=198.51.100.7"], ANN),
        ("10.0.0.1", ['Forwarded: for="203.0.113.9', "Forwarded: for=198.51.100.7"], ANN),
        ("10.0.0.1", ["Forwarded: for=203.0.113.9", "X-Forwarded-For: 198.51.100.7"], ANN),
    ],
)  # fmt: skip
def test_the_last_untrusted_address_is_the_client(peer: str, said: list[str], person: str) -> None:
    assert client_address(TRUSTED, peer, headers(*said)) == person


@pytest.mark.parametrize("peer", ["198.51.100.7", "2001:db8::9", "local", ""])
def test_headers_of_an_untrusted_peer_are_ignored(peer: str) -> None:
    said = headers("X-Forwarded-For: 203.0.113.9", "Forwarded: for=203.0.113.9")
    assert client_address(TRUSTED, peer, said) == peer
    assert client_address((), "10.0.0.1", said) == "10.0.0.1"


@pytest.mark.parametrize(
    "said",
    [
        "X-Forwarded-For: ", "X-Forwarded-For: unknown", "X-Forwarded-For: 203.0.113.9,",
        "X-Forwarded-For: 203.0.113.9, 1.2.3", "X-Forwarded-For: 203.0.113.9, \xff",
        "X-Forwarded-For: 203.0.113.9, 999.1.1.1", "Forwarded: for=_hidden",
        "Forwarded: for=203.0.113.9, for=unknown", "Forwarded: for=",
        "Forwarded: ;;=,", "Forwarded: by=1.1.1.1",
        "X-Forwarded-For: 203.0.113.9, [", "X-Forwarded-For: 203.0.113.9, 1.2.3.4/8",
    ],
)  # fmt: skip
def test_an_invalid_address_ends_the_search(said: str) -> None:
    """Whatever precedes it may be forged, so it is ignored."""
    assert client_address(TRUSTED, "10.0.0.1", headers(said)) == "10.0.0.1"


def test_only_so_many_hops_are_read() -> None:
    long = "X-Forwarded-For: 203.0.113.9" + ", 10.0.0.2" * (MAX_HOPS + 1)
    assert client_address(TRUSTED, "10.0.0.1", headers(long)) == "10.0.0.2"


@pytest.mark.parametrize(
    "wrong", ["proxy.example", "10.0.0.5/8", "10.0.0.0/33", "0.0.0.0/0", "::/0"]
)
def test_an_invalid_proxy_address_is_refused(wrong: str) -> None:
    done = CliRunner().invoke(main, ["serve", "--behind-proxy", wrong])
    assert done.exit_code == 2
    assert "A proxy is an address or a network, such as 10.0.0.5 or 10.0.0.0/8, not" in " ".join(
        done.output.replace("│", " ").split()
    )


# --------------------------------------------------------------------------------- a room
@contextmanager
def room_behind(folder: Path, limits: Limits, *proxies: str) -> Iterator[OpenRoom]:
    opened = OpenRoom(folder, limits, proxies=tuple(map(network, proxies)))
    try:
        yield opened
    finally:
        opened.close()


def person(base: str, forwarded: str, at: str = PROXY) -> httpx.AsyncClient:
    """An HTTP client as seen through a proxy."""
    return httpx.AsyncClient(
        base_url=base, headers={"X-Forwarded-For": forwarded}, timeout=PATIENCE,
        transport=httpx.AsyncHTTPTransport(local_address=at),
    )  # fmt: skip


async def statuses(http: httpx.AsyncClient, times: int) -> list[int]:
    return [(await http.get("/api/games")).status_code for _ in range(times)]


FEW = replace(UNLIMITED, requests=Rate(1e-9, 3))


async def test_each_client_behind_a_proxy_has_its_own_limits(tmp_path: Path) -> None:
    with room_behind(tmp_path, FEW, PROXY) as opened:
        async with person(opened.url, ANN) as ann, person(opened.url, BOB) as bob:
            assert await statuses(ann, 4) == [200, 200, 200, 429]
            assert await statuses(bob, 4) == [200, 200, 200, 429]
            spoofed = {"X-Forwarded-For": f"192.0.2.77, {ANN}"}
            assert (await ann.get("/api/games", headers=spoofed)).status_code == 429


async def test_one_proxy_connection_serves_many_clients(tmp_path: Path) -> None:
    with room_behind(tmp_path, FEW, PROXY) as opened:
        async with person(opened.url, ANN) as proxy:
            for number in range(10):
                forwarded = {"X-Forwarded-For": f"198.51.100.{number}"}
                assert (await proxy.get("/api/games", headers=forwarded)).status_code == 200
            assert opened.server.tracker.count == 1
            assert all(a.connections.total() == 0 for a in opened.room.addresses.known.values())


async def test_an_untrusted_peer_cannot_forge_its_address(tmp_path: Path) -> None:
    with room_behind(tmp_path, FEW, PROXY) as opened:
        async with person(opened.url, ANN, at=OTHER) as liar, person(opened.url, ANN) as ann:
            for number in range(3):
                forwarded = {"X-Forwarded-For": f"198.51.100.{number}", "Forwarded": f"for={BOB}"}
                assert (await liar.get("/api/games", headers=forwarded)).status_code == 200
            assert await statuses(liar, 1) == [429]
            assert await statuses(ann, 1) == [200]


async def test_without_the_option_no_proxy_is_trusted(tmp_path: Path) -> None:
    with room_behind(tmp_path, FEW) as opened:
        async with person(opened.url, ANN) as ann, person(opened.url, BOB) as bob:
            assert await statuses(ann, 3) == [200, 200, 200]
            assert await statuses(bob, 1) == [429]


async def test_sockets_are_charged_to_the_client_behind_the_proxy(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, websockets=2)
    with room_behind(tmp_path, limits, PROXY) as opened:
        made = await make(opened.url, "yh", options={"starter": 0, "turns": 60})
        async with AsyncExitStack() as stack:

            async def open_for(who: str) -> Any:
                forwarded = {"X-Forwarded-For": who}
                return await stack.enter_async_context(
                    at_table(opened.url, made["table"], additional_headers=forwarded)
                )

            first = await open_for(ANN)
            await first.hello(made["token"])
            await open_for(ANN)
            with pytest.raises(InvalidStatus) as refused:
                await open_for(ANN)
            assert refused.value.response.status_code == 429
            bob = await open_for(BOB)
            await bob.hello()
            await can_still_act(first)
            known = opened.room.addresses.known
            assert known[ANN].websockets.total() == 2 and known[BOB].websockets.total() == 1
        await until(lambda: not (known[ANN].connections.total() or known[BOB].connections.total()))


async def test_one_clients_flood_does_not_slow_others(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, address_messages=Rate(1e-9, 5))
    with room_behind(tmp_path, limits, PROXY) as opened:
        made = await make(opened.url, "yo", options={"starter": 0, "turns": 60})
        seat = await sit(opened.url, made["table"])
        async with (
            at_table(opened.url, made["table"], additional_headers={"X-Forwarded-For": ANN}) as ann,
            at_table(opened.url, made["table"], additional_headers={"X-Forwarded-For": BOB}) as bob,
        ):
            await ann.hello(made["token"])
            await bob.hello(seat["token"])
            answers = [(await ann.ask("chat", text="x"))["type"] for _ in range(6)]
            assert answers == ["done"] * 4 + ["refused"] * 2
            assert (await bob.ask("chat", text="still here"))["type"] == "done"


async def test_a_proxy_has_no_connection_limit(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, connections=3, pending=3)
    with room_behind(tmp_path, limits, PROXY) as opened, ExitStack() as stack:
        half = HALF_A_HEAD.replace(b"/health", b"/api/games")
        halves = [stack.enter_context(closing(open_raw(opened.url, half))) for _ in range(12)]
        for number, raw in enumerate(halves):
            raw.sendall(f"X-Forwarded-For: 198.51.100.{number}\r\n\r\n".encode())
            assert b" 200 " in await asyncio.to_thread(raw.recv, 4096)


async def test_half_sent_bodies_through_a_proxy_are_limited(
    tmp_path: Path,
) -> None:
    limits = replace(UNLIMITED, connections=3)
    slow = HALF_A_BODY.replace(b"\r\n\r\n", f"\r\nX-Forwarded-For: {ANN}\r\n\r\n".encode())
    with room_behind(tmp_path, limits, PROXY) as opened, ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(closing(open_raw(opened.url, slow)))
        known = opened.room.addresses.known
        await until(lambda: ANN in known and known[ANN].connections.total() == 3)
        with closing(open_raw(opened.url, slow)) as beyond:
            assert b" 503 " in await asyncio.to_thread(read_all, beyond)
        async with person(opened.url, BOB) as bob:
            assert await statuses(bob, 1) == [200]


async def test_an_aborted_request_is_no_longer_counted(tmp_path: Path) -> None:
    slow = HALF_A_BODY.replace(b"\r\n\r\n", f"\r\nX-Forwarded-For: {ANN}\r\n\r\n".encode())
    with room_behind(tmp_path, UNLIMITED, PROXY) as opened:
        tracker, known = opened.server.tracker, opened.room.addresses.known
        with closing(open_raw(opened.url, slow)):
            await until(lambda: ANN in known and known[ANN].connections.total() == 1)
        await until(lambda: not (tracker.count or opened.server.server_state.tasks))
        assert known[ANN].connections.total() == tracker.proxy_address.connections.total() == 0


@pytest.mark.parametrize(
    ("phase", "said"),
    [(RequestPhase.HEAD, HALF_A_HEAD), (RequestPhase.BODY, HALF_A_BODY)],
    ids=["head", "body"],
)
def test_request_deadlines_apply_to_proxies(
    tmp_path: Path, phase: RequestPhase, said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PHASE_SECONDS, phase, 0.05)
    with (
        room_behind(tmp_path, UNLIMITED, PROXY) as opened,
        closing(open_raw(opened.url, said)) as raw,
    ):
        assert b" 408 " in read_all(raw)


# --------------------------------------------------------------------------------- the command
@pytest.mark.parametrize(
    ("options", "is_trusted"),
    [
        (["--behind-proxy"], True),
        (["--behind-proxy", "192.0.2.1", "--behind-proxy", "127.0.0.1"], True),
        (["--behind-proxy", "192.0.2.0/24"], False),
        ([], False),
    ],
    ids=["loopback", "addresses", "another", "none"],
)
@pytest.mark.parametrize("processes", ["1", "2"])
async def test_behind_proxy_option_names_trusted_proxies(
    tmp_path: Path, processes: str, options: list[str], *, is_trusted: bool
) -> None:
    """The same client gets the same table again; another client gets another."""
    url = "https://games.example"
    with room(tmp_path, "--processes", processes, "--url", url, *options) as (_, line):
        base = address(line)
        async with api(base) as http:
            while (await http.get("/health")).status_code == 503:  # its processes are opening
                pass
        body = {"game": "mantis", "name": "Ann", "again": "0123456789abcdef"}
        async with person(base, ANN) as ann, person(base, BOB) as bob:
            made = [(await who.post("/api/tables", json=body)).json() for who in (ann, ann, bob)]
        assert made[0] == made[1]
        assert (made[2] != made[0]) == is_trusted
        assert all(table["link"].startswith(f"{url}/t/") for table in made)
