"""Connection limits and deadlines: nobody can block others."""

from __future__ import annotations

import asyncio
import resource
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

from rumpus.server.network.connections import (
    ALWAYS_ANSWERED,
    MAX_OVER_LIMIT,
    PHASE_SECONDS,
    RESERVED_DESCRIPTORS,
    RequestPhase,
    max_connections,
)
from rumpus.server.network.limits import UNLIMITED, Limits
from tests.patience import PATIENCE
from tests.server.client import Client, api, at_table, make, seated, until
from tests.server.conftest import OpenRoom
from tests.server.raw import HALF_A_BODY, HALF_A_HEAD, WHOLE, can_still_act, open_raw, read_all

FEW = 256


@contextmanager
def room_with(folder: Path, limits: Limits) -> Iterator[OpenRoom]:
    room = OpenRoom(folder, limits)
    try:
        yield room
    finally:
        room.close()


@asynccontextmanager
async def somebody(base: str) -> AsyncIterator[Client]:
    made = await make(base, "yh", options={"starter": 0, "turns": 60})
    async with seated(base, made["table"], made["token"]) as client:
        yield client


@pytest.mark.parametrize(
    ("phase", "first", "second"),
    [
        (RequestPhase.HEAD, b"", b""),
        (RequestPhase.HEAD, b"", HALF_A_HEAD),
        (RequestPhase.BODY, b"", HALF_A_BODY),
        (RequestPhase.HEAD, WHOLE, HALF_A_HEAD),
        (RequestPhase.HEAD, HALF_A_BODY.replace(b"POST /api/tables", b"GET /health"), b"{"),
    ],
    ids=["nothing", "a head", "a body", "a second head", "a body that nobody waits for"],
)
def test_an_unfinished_request_times_out(
    base: str, phase: RequestPhase, first: bytes, second: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PHASE_SECONDS, phase, 0.05)
    with closing(open_raw(base, first)) as raw:
        if first:
            assert b" 200 " in raw.recv(4096)
        raw.sendall(second)
        heard = read_all(raw)
    assert b"408 Request Timeout" in heard
    assert b"The request took too long to arrive." in heard


async def test_a_client_that_does_not_read_is_disconnected(
    opened: OpenRoom, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PHASE_SECONDS, RequestPhase.ANSWER, 0.05)
    with closing(open_raw(base, b"")) as raw:
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
    """The ports of all connected clients."""
    ends = [line.transport.get_extra_info("peername") for line in list(room.server.tracker.all)]
    return {str(end[1]) for end in ends if end}


async def test_half_sent_requests_do_not_block_others(tmp_path: Path) -> None:
    with room_with(tmp_path, replace(UNLIMITED, pending=5)) as room, ExitStack() as stack:
        async with somebody(room.url) as client:
            halves = [stack.enter_context(closing(open_raw(room.url, HALF_A_HEAD)))]
            halves += [
                stack.enter_context(closing(open_raw(room.url, HALF_A_HEAD))) for _ in range(8)
            ]
            await can_still_act(client)
            async with api(room.url) as http:
                assert (await http.get("/health")).is_success
            for half in halves[:4]:
                assert b" 408 " in await asyncio.to_thread(read_all, half)
            halves[-1].sendall(b"\r\n")
            assert b" 200 " in await asyncio.to_thread(halves[-1].recv, 4096)


async def test_a_full_room_refuses_newcomers_and_keeps_its_clients(tmp_path: Path) -> None:
    with room_with(tmp_path, UNLIMITED) as room:
        base = room.url
        made = await make(base, "yb")
        await until(lambda: room.room.is_warm)
        async with somebody(base) as first, somebody(base) as second:
            room.server.tracker.most = room.server.tracker.count
            async with api(base) as http:
                for path in ALWAYS_ANSWERED:
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
            await can_still_act(first)
            await can_still_act(second)
            room.server.tracker.most += 1
            async with seated(base, made["table"], made["token"]):
                pass


async def test_connections_over_the_limit_are_dropped_oldest_first(tmp_path: Path) -> None:
    with room_with(tmp_path, UNLIMITED) as room, ExitStack() as stack:
        async with somebody(room.url) as client:
            room.server.tracker.most = 1
            halves = [
                stack.enter_context(closing(open_raw(room.url, HALF_A_HEAD)))
                for _ in range(MAX_OVER_LIMIT + 5)
            ]
            for half in halves[:5]:
                assert b" 408 " in await asyncio.to_thread(read_all, half)
            await can_still_act(client)


async def test_an_address_may_open_only_so_many_connections(tmp_path: Path) -> None:
    with room_with(tmp_path, replace(UNLIMITED, connections=3)) as room, ExitStack() as stack:
        for _ in range(3):
            greedy = stack.enter_context(closing(open_raw(room.url, WHOLE, at="127.0.0.2")))
            assert b" 200 " in await asyncio.to_thread(greedy.recv, 4096)
        page = WHOLE.replace(b"/health", b"/api/games")
        with closing(open_raw(room.url, page, at="127.0.0.2")) as beyond:
            assert b" 503 " in await asyncio.to_thread(read_all, beyond)
        async with somebody(room.url) as client:
            await can_still_act(client)


async def test_closed_connections_are_no_longer_counted(opened: OpenRoom, base: str) -> None:
    tracker = opened.server.tracker
    async with AsyncExitStack() as stack:
        before = tracker.count
        client = await stack.enter_async_context(somebody(base))
        await can_still_act(client)
        assert tracker.count > before
        with (
            closing(open_raw(base, HALF_A_HEAD)),
            closing(open_raw(base, b"no HTTP\r\n\r\n")) as odd,
        ):
            assert b" 400 " in await asyncio.to_thread(read_all, odd)
    async with asyncio.timeout(PATIENCE):
        while tracker.count > before or tracker.pending or tracker.over_limit:
            await asyncio.sleep(0.01)
    assert not tracker.addresses.at("127.0.0.1").pending
    assert tracker.addresses.at("127.0.0.1").connections.total() == tracker.count


def test_some_descriptors_are_always_reserved() -> None:
    for number in (64, 256, 1024, 65_536):
        assert max_connections(number) >= MAX_OVER_LIMIT
    for number in (256, 1024, 65_536):
        assert 2 * max_connections(number) + RESERVED_DESCRIPTORS <= number


async def test_more_half_sent_requests_than_descriptors_do_not_block_others(tmp_path: Path) -> None:
    """The room has a low descriptor limit, which it first has to raise."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    limits = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (64, {FEW}))"
    program = f"{limits}; from rumpus.server.cli.serve import serve; serve()"
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
                    stack.enter_context(closing(open_raw(base, HALF_A_HEAD)))
                assert (await ann.ask("chat", text="still here"))["type"] == "done"
                async with api(base) as http:
                    assert (await http.get("/health")).is_success
                async with seated(base, made["table"]) as eve:
                    assert eve.table["watching"] == 1
        finally:
            room.kill()
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
