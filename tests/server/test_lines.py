"""Connections: how many there may be, how long they may take, and that nobody keeps others out."""

from __future__ import annotations

import asyncio
import resource
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import (
    AsyncExitStack,
    ExitStack,
    asynccontextmanager,
    closing,
    contextmanager,
    suppress,
)
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from rumpus.server.limits import UNLIMITED, Limits
from rumpus.server.lines import ALWAYS, BEYOND, KEPT_BACK, SECONDS, Phase, room_for

from .client import PATIENCE, Client, api, at_table, make, seated, until
from .conftest import OpenRoom

HALF_A_HEAD = b"GET /health HTTP/1.1\r\nhost: localhost\r\n"
HALF_A_BODY = b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\nContent-Length: 100\r\n\r\n{"
WHOLE = b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n"
FEW = 256


@contextmanager
def room_with(folder: Path, limits: Limits) -> Iterator[OpenRoom]:
    room = OpenRoom(folder, limits)
    try:
        yield room
    finally:
        room.close()


def knock(base: str, said: bytes, at: str = "127.0.0.1") -> socket.socket:
    """A connection that says something and waits; it comes from an address of this machine."""
    host, port = base.removeprefix("http://").split(":")
    raw = socket.socket()
    raw.settimeout(PATIENCE)
    raw.bind((at, 0))
    raw.connect((host, int(port)))
    raw.sendall(said)
    return raw


def all_of(raw: socket.socket) -> bytes:
    """Everything that is said until the connection ends."""
    heard = b""
    while part := raw.recv(4096):
        heard += part
    return heard


async def goes_on(client: Client) -> None:
    """Somebody who sits there can go on."""
    assert (await client.act(0, "aim 1"))["type"] == "done"
    assert (await client.ask("undo", seat=0))["type"] == "done"


@asynccontextmanager
async def somebody(base: str) -> AsyncIterator[Client]:
    made = await make(base, "yh", options={"starter": 0, "turns": 60})
    async with seated(base, made["table"], made["token"]) as client:
        yield client


@pytest.mark.parametrize(
    ("phase", "first", "second"),
    [
        (Phase.HEAD, b"", b""),
        (Phase.HEAD, b"", HALF_A_HEAD),
        (Phase.BODY, b"", HALF_A_BODY),
        (Phase.HEAD, WHOLE, HALF_A_HEAD),
        (Phase.HEAD, HALF_A_BODY.replace(b"POST /api/tables", b"GET /health"), b"{"),
    ],
    ids=["nothing", "a head", "a body", "a second head", "a body that nobody waits for"],
)
def test_a_request_that_never_comes_to_its_end_is_cut_off(
    base: str, phase: Phase, first: bytes, second: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SECONDS, phase, 0.05)
    with closing(knock(base, first)) as raw:
        if first:
            assert b" 200 " in raw.recv(4096)
        raw.sendall(second)
        heard = all_of(raw)
    assert b"408 Request Timeout" in heard
    assert b"The request took too long to arrive." in heard


async def test_who_does_not_read_the_answer_is_cut_off(
    opened: OpenRoom, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SECONDS, Phase.ANSWER, 0.05)
    with closing(knock(base, b"")) as raw:
        async with asyncio.timeout(PATIENCE):
            own = f"{raw.getsockname()[1]}"
            while own not in ports(opened):
                await asyncio.sleep(0.01)
            raw.setblocking(False)
            asks = WHOLE.replace(b"/health", b"/api/openapi.json") * 100
            while own in ports(opened):
                with suppress(BlockingIOError, ConnectionError):
                    raw.send(asks)
                await asyncio.sleep(0.01)


def ports(room: OpenRoom) -> set[str]:
    """The other ends of all connections."""
    ends = [line.transport.get_extra_info("peername") for line in list(room.server.lines.all)]
    return {str(end[1]) for end in ends if end}


async def test_half_sent_requests_keep_nobody_out(tmp_path: Path) -> None:
    with room_with(tmp_path, replace(UNLIMITED, knocking=5)) as room, ExitStack() as stack:
        async with somebody(room.url) as client:
            halves = [stack.enter_context(closing(knock(room.url, HALF_A_HEAD)))]
            halves += [stack.enter_context(closing(knock(room.url, HALF_A_HEAD))) for _ in range(8)]
            await goes_on(client)
            async with api(room.url) as http:
                assert (await http.get("/health")).is_success
            for half in halves[:4]:
                assert b" 408 " in await asyncio.to_thread(all_of, half)
            halves[-1].sendall(b"\r\n")
            assert b" 200 " in await asyncio.to_thread(halves[-1].recv, 4096)


async def test_a_full_room_says_so_at_once_and_those_there_go_on(tmp_path: Path) -> None:
    with room_with(tmp_path, UNLIMITED) as room:
        base = room.url
        made = await make(base, "yb")
        await until(lambda: room.room.is_warm)
        async with somebody(base) as first, somebody(base) as second:
            room.server.lines.most = room.server.lines.count
            async with api(base) as http:
                for path in ALWAYS:
                    assert (await http.get(path)).is_success
                for path in ("/", "/api/games", f"/api/tables/{made['table']}"):
                    answer = await http.get(path)
                    assert answer.status_code == 503
                    assert answer.json()["error"] == "The room is full; come back in a moment."
                    assert answer.headers["connection"] == "close"
            with pytest.raises(InvalidStatus) as refused:
                async with at_table(base, made["table"]):
                    pass
            assert refused.value.response.status_code == 503
            await goes_on(first)
            await goes_on(second)
            room.server.lines.most += 1
            async with seated(base, made["table"], made["token"]):
                pass


async def test_who_waits_at_a_full_room_waits_for_little(tmp_path: Path) -> None:
    with room_with(tmp_path, UNLIMITED) as room, ExitStack() as stack:
        async with somebody(room.url) as client:
            room.server.lines.most = 1
            halves = [
                stack.enter_context(closing(knock(room.url, HALF_A_HEAD)))
                for _ in range(BEYOND + 5)
            ]
            for half in halves[:5]:
                assert b" 408 " in await asyncio.to_thread(all_of, half)
            await goes_on(client)


async def test_an_address_has_its_share_of_the_lines_and_no_more(tmp_path: Path) -> None:
    with room_with(tmp_path, replace(UNLIMITED, lines=3)) as room, ExitStack() as stack:
        for _ in range(3):
            greedy = stack.enter_context(closing(knock(room.url, WHOLE, at="127.0.0.2")))
            assert b" 200 " in await asyncio.to_thread(greedy.recv, 4096)
        page = WHOLE.replace(b"/health", b"/api/games")
        with closing(knock(room.url, page, at="127.0.0.2")) as beyond:
            assert b" 503 " in await asyncio.to_thread(all_of, beyond)
        async with somebody(room.url) as client:
            await goes_on(client)


async def test_lines_that_end_are_no_longer_counted(opened: OpenRoom, base: str) -> None:
    lines = opened.server.lines
    async with AsyncExitStack() as stack:
        before = lines.count
        client = await stack.enter_async_context(somebody(base))
        await goes_on(client)
        assert lines.count > before
        with closing(knock(base, HALF_A_HEAD)), closing(knock(base, b"no HTTP\r\n\r\n")) as odd:
            assert b" 400 " in await asyncio.to_thread(all_of, odd)
    async with asyncio.timeout(PATIENCE):
        while lines.count > before or lines.knocking or lines.beyond:
            await asyncio.sleep(0.01)
    assert not lines.addresses.at("127.0.0.1").knocking
    assert lines.addresses.at("127.0.0.1").lines.total() == lines.count


def test_there_are_always_some_descriptors_left() -> None:
    for number in (64, 256, 1024, 65_536):
        assert room_for(number) >= BEYOND
    for number in (256, 1024, 65_536):
        assert 2 * room_for(number) + KEPT_BACK <= number


async def test_more_half_sent_requests_than_descriptors_keep_nobody_out(tmp_path: Path) -> None:
    """The room may have few descriptors, and begins with still fewer."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    limits = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (64, {FEW}))"
    program = f"{limits}; from rumpus.server.commands import serve; serve()"
    command = [sys.executable, "-c", program, "--no-browser", "--no-limits", "--port", "0"]
    with (
        subprocess.Popen(
            [*command, "--data", str(tmp_path)], stdout=subprocess.PIPE, text=True
        ) as room,
        ExitStack() as stack,
    ):
        assert room.stdout
        try:
            base = room.stdout.readline().strip().removeprefix("Rumpus is open at ")
            made = await make(base, "yb", game="mantis", players=2)
            async with seated(base, made["table"], made["token"]) as ann:
                for _ in range(3 * FEW):
                    stack.enter_context(closing(knock(base, HALF_A_HEAD)))
                assert (await ann.ask("chat", text="still here"))["type"] == "done"
                async with api(base) as http:
                    assert (await http.get("/health")).is_success
                async with seated(base, made["table"]) as eve:
                    assert eve.table["watching"] == 1
        finally:
            room.kill()
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
