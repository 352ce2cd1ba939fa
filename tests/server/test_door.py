"""The door of a room of several processes: it hands on who comes, and half a line costs little."""

from __future__ import annotations

import asyncio
import gc
import socket
import warnings
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import pytest

from rumpus.server.door import AWAY, Door, Way, path_of, visitors

from .client import api, is_cut, until


@asynccontextmanager
async def door() -> AsyncIterator[tuple[Door, socket.socket, tuple[str, int]]]:
    """A door to one process, the process's end of the channel, and where the door is."""
    ours, theirs = socket.socketpair()
    with socket.socket() as listening, ours, theirs:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        ours.setblocking(False)
        theirs.setblocking(False)
        way: Way = asyncio.get_running_loop().create_future()
        way.set_result(ours)
        opened = Door(listening, [way])
        standing = asyncio.create_task(opened.stand_open())
        yield opened, theirs, listening.getsockname()
        standing.cancel()
        for visit in opened.visits:
            visit.cancel()
        await asyncio.gather(standing, *opened.visits, return_exceptions=True)


def has_looked(opened: Door, times: int) -> bool:
    """Whether the door has looked for a first line so often."""
    return opened.looks == times


async def test_a_first_line_is_read_in_pieces_and_left_where_it_is() -> None:
    async with door() as (opened, channel, where):
        with socket.create_connection(where) as client:
            for looks, piece in enumerate((b"GET /api", b"/tables/x HTTP/1.1\r"), 1):
                client.sendall(piece)
                await until(partial(has_looked, opened, looks))
            assert visitors(channel) == []
            client.sendall(b"\nHost: y\r\n")
            (visitor,) = await until(lambda: visitors(channel))
            with visitor:
                assert visitor.recv(100) == b"GET /api/tables/x HTTP/1.1\r\nHost: y\r\n"


async def test_who_says_half_a_line_wakes_the_door_once() -> None:
    async with door() as (opened, channel, where), AsyncExitStack() as clients:
        for n in range(5):
            client = clients.enter_context(socket.create_connection(where))
            client.sendall(b"GET /api/tab")
            await until(partial(has_looked, opened, n + 1))
        for n in range(20):  # others come and go, and the door is awake for them alone
            with socket.create_connection(where) as other:
                other.sendall(b"GET / HTTP/1.1\r\n\r\n")
                (visitor,) = await until(lambda: visitors(channel))
                visitor.close()
            assert opened.looks == 5 + n + 1
        assert len(opened.visits) == 5


async def test_who_says_half_a_line_and_goes_is_let_go() -> None:
    async with door() as (opened, channel, where):
        for words in (b"", b"GET /api"):
            with socket.create_connection(where) as client:
                client.sendall(words)
                await until(lambda: opened.visits)
            await until(lambda: not opened.visits)
        assert visitors(channel) == []


async def test_where_too_many_wait_at_the_door_the_first_has_to_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rumpus.server.door.MOST_VISITORS", 3)
    async with door() as (opened, channel, where), AsyncExitStack() as clients:
        slow = []
        for n in range(4):
            slow.append(clients.enter_context(socket.create_connection(where)))
            slow[-1].sendall(b"GET /half")
            await until(partial(has_looked, opened, n + 1))
        assert await asyncio.to_thread(is_cut, slow[0])
        assert len(opened.visits) == 3
        slow[1].sendall(b" HTTP/1.1\r\n")
        (visitor,) = await until(lambda: visitors(channel))
        visitor.close()


async def test_who_comes_while_the_door_is_shut_is_left_to_nobody() -> None:
    with socket.socket() as listening, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ResourceWarning)
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        standing = asyncio.create_task(Door(listening, []).stand_open())
        await asyncio.sleep(0)
        with socket.create_connection(listening.getsockname()):
            for _ in range(2):  # the loop has taken the visitor in, the door has not seen them
                await asyncio.sleep(0)
            standing.cancel()
            await asyncio.gather(standing, return_exceptions=True)
        gc.collect()
    assert [str(warning.message) for warning in told] == []


@pytest.mark.parametrize("ending", [b"\r\n", b"\n"])
async def test_both_ends_of_a_line_are_known(ending: bytes) -> None:
    async with door() as (_, channel, where):
        with socket.create_connection(where) as client:
            client.sendall(b"GET / HTTP/1.1" + ending)
            (visitor,) = await until(lambda: visitors(channel))
            visitor.close()


@pytest.mark.parametrize(
    ("line", "path"),
    [
        (b"GET /api/tables/plum-owl HTTP/1.1", "/api/tables/plum-owl"),
        (b"GET /%61pi/tables/%70lum%2Dowl?x=/y HTTP/1.1", "/api/tables/plum-owl"),
        (b"POST /api/tables/plum-owl%2Fseats HTTP/1.1", "/api/tables/plum-owl/seats"),
        (b"GET /%E2%82%AC%zz\xff HTTP/1.1", "/\u20ac%zz\xff"),
        (b"nonsense", ""),
    ],
)
def test_a_path_is_read_as_the_server_reads_it(line: bytes, path: str) -> None:
    assert path_of(line) == path


async def test_who_wants_a_process_that_is_away_is_told_so() -> None:
    async with door() as (opened, _, (host, port)), api(f"http://{host}:{port}") as http:
        away: Way = asyncio.get_running_loop().create_future()
        away.set_result(None)
        opened.ways[0] = away
        for call in (http.get("/health"), http.post("/api/tables", content=b"x" * 10_000)):
            answer = await call
            assert answer.status_code == 503
            assert answer.json()["error"] == str(AWAY)
