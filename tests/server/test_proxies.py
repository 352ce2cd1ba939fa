"""Behind a proxy: whose request it is, and that limits hold for people, not for the proxy."""

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

from rumpus.server.limits import UNLIMITED, Limits, Rate
from rumpus.server.lines import SECONDS, Phase
from rumpus.server.proxies import MOST_HOPS, Networks, network, person_of
from rumpus.terminal.main import main

from .client import api, at_table, make, sit, until
from .conftest import OpenRoom
from .test_lines import HALF_A_BODY, HALF_A_HEAD, all_of, goes_on, knock
from .test_serve import address, room

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
def test_the_last_address_that_no_proxy_has_is_the_person(
    peer: str, said: list[str], person: str
) -> None:
    assert person_of(TRUSTED, peer, headers(*said)) == person


@pytest.mark.parametrize("peer", ["198.51.100.7", "2001:db8::9", "local", ""])
def test_whoever_is_no_proxy_is_not_listened_to(peer: str) -> None:
    said = headers("X-Forwarded-For: 203.0.113.9", "Forwarded: for=203.0.113.9")
    assert person_of(TRUSTED, peer, said) == peer
    assert person_of((), "10.0.0.1", said) == "10.0.0.1"


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
def test_what_is_no_address_ends_the_search(said: str) -> None:
    """Whatever stands before it may be anybody's word, so it is not looked at."""
    assert person_of(TRUSTED, "10.0.0.1", headers(said)) == "10.0.0.1"


def test_so_many_proxies_nobody_has() -> None:
    long = "X-Forwarded-For: 203.0.113.9" + ", 10.0.0.2" * (MOST_HOPS + 1)
    assert person_of(TRUSTED, "10.0.0.1", headers(long)) == "10.0.0.2"


@pytest.mark.parametrize(
    "wrong", ["proxy.example", "10.0.0.5/8", "10.0.0.0/33", "0.0.0.0/0", "::/0"]
)
def test_what_is_no_proxys_address_is_refused(wrong: str) -> None:
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
    """Calls of somebody, as a proxy hands them on."""
    return httpx.AsyncClient(
        base_url=base, headers={"X-Forwarded-For": forwarded}, timeout=60,
        transport=httpx.AsyncHTTPTransport(local_address=at),
    )  # fmt: skip


async def statuses(http: httpx.AsyncClient, times: int) -> list[int]:
    return [(await http.get("/api/games")).status_code for _ in range(times)]


FEW = replace(UNLIMITED, requests=Rate(1e-9, 3))


async def test_each_person_has_limits_of_their_own(tmp_path: Path) -> None:
    with room_behind(tmp_path, FEW, PROXY) as opened:
        async with person(opened.url, ANN) as ann, person(opened.url, BOB) as bob:
            assert await statuses(ann, 4) == [200, 200, 200, 429]
            assert await statuses(bob, 4) == [200, 200, 200, 429]
            spoofed = {"X-Forwarded-For": f"192.0.2.77, {ANN}"}
            assert (await ann.get("/api/games", headers=spoofed)).status_code == 429


async def test_a_connection_of_a_proxy_brings_many_people(tmp_path: Path) -> None:
    with room_behind(tmp_path, FEW, PROXY) as opened:
        async with person(opened.url, ANN) as proxy:
            for number in range(10):
                forwarded = {"X-Forwarded-For": f"198.51.100.{number}"}
                assert (await proxy.get("/api/games", headers=forwarded)).status_code == 200
            assert opened.server.lines.count == 1
            assert all(a.lines.total() == 0 for a in opened.room.addresses.known.values())


async def test_others_cannot_say_who_they_are(tmp_path: Path) -> None:
    with room_behind(tmp_path, FEW, PROXY) as opened:
        async with person(opened.url, ANN, at=OTHER) as liar, person(opened.url, ANN) as ann:
            for number in range(3):
                forwarded = {"X-Forwarded-For": f"198.51.100.{number}", "Forwarded": f"for={BOB}"}
                assert (await liar.get("/api/games", headers=forwarded)).status_code == 200
            assert await statuses(liar, 1) == [429]
            assert await statuses(ann, 1) == [200]


async def test_without_the_option_nobody_is_listened_to(tmp_path: Path) -> None:
    with room_behind(tmp_path, FEW) as opened:
        async with person(opened.url, ANN) as ann, person(opened.url, BOB) as bob:
            assert await statuses(ann, 3) == [200, 200, 200]
            assert await statuses(bob, 1) == [429]


async def test_sockets_count_for_who_opened_them(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, connections=2)
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
            await goes_on(first)
            known = opened.room.addresses.known
            assert known[ANN].connections.total() == 2 and known[BOB].connections.total() == 1
        await until(lambda: not (known[ANN].lines.total() or known[BOB].lines.total()))


async def test_what_one_sends_slows_nobody_else(tmp_path: Path) -> None:
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


async def test_a_proxy_has_as_many_connections_as_it_needs(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, lines=3, knocking=3)
    with room_behind(tmp_path, limits, PROXY) as opened, ExitStack() as stack:
        half = HALF_A_HEAD.replace(b"/health", b"/api/games")
        halves = [stack.enter_context(closing(knock(opened.url, half))) for _ in range(12)]
        for number, raw in enumerate(halves):
            raw.sendall(f"X-Forwarded-For: 198.51.100.{number}\r\n\r\n".encode())
            assert b" 200 " in await asyncio.to_thread(raw.recv, 4096)


async def test_who_sends_many_halves_of_requests_through_a_proxy_is_refused(
    tmp_path: Path,
) -> None:
    limits = replace(UNLIMITED, lines=3)
    slow = HALF_A_BODY.replace(b"\r\n\r\n", f"\r\nX-Forwarded-For: {ANN}\r\n\r\n".encode())
    with room_behind(tmp_path, limits, PROXY) as opened, ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(closing(knock(opened.url, slow)))
        known = opened.room.addresses.known
        await until(lambda: ANN in known and known[ANN].lines.total() == 3)
        with closing(knock(opened.url, slow)) as beyond:
            assert b" 503 " in await asyncio.to_thread(all_of, beyond)
        async with person(opened.url, BOB) as bob:
            assert await statuses(bob, 1) == [200]


async def test_whoever_breaks_off_is_counted_no_longer(tmp_path: Path) -> None:
    slow = HALF_A_BODY.replace(b"\r\n\r\n", f"\r\nX-Forwarded-For: {ANN}\r\n\r\n".encode())
    with room_behind(tmp_path, UNLIMITED, PROXY) as opened:
        lines, known = opened.server.lines, opened.room.addresses.known
        with closing(knock(opened.url, slow)):
            await until(lambda: ANN in known and known[ANN].lines.total() == 1)
        await until(lambda: not (lines.count or opened.server.server_state.tasks))
        assert known[ANN].lines.total() == lines.proxies_own.lines.total() == 0


@pytest.mark.parametrize(
    ("phase", "said"), [(Phase.HEAD, HALF_A_HEAD), (Phase.BODY, HALF_A_BODY)], ids=["head", "body"]
)
def test_what_a_proxy_sends_has_its_time_too(
    tmp_path: Path, phase: Phase, said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SECONDS, phase, 0.05)
    with room_behind(tmp_path, UNLIMITED, PROXY) as opened, closing(knock(opened.url, said)) as raw:
        assert b" 408 " in all_of(raw)


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
async def test_the_command_says_whom_to_trust(
    tmp_path: Path, processes: str, options: list[str], *, is_trusted: bool
) -> None:
    """Who asks for the same table again has it; somebody else gets another."""
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
