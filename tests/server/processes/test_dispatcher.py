"""The dispatcher hands connections over, and half-sent lines cost little."""

from __future__ import annotations

import asyncio
import gc
import socket
import warnings
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import pytest

from rumpus.server.processes.dispatcher import (
    UNAVAILABLE,
    ConnectionDispatcher,
    ProcessChannel,
    path_of,
    received_sockets,
)
from tests.server.client import api, is_cut, until


@asynccontextmanager
async def dispatcher() -> AsyncIterator[
    tuple[ConnectionDispatcher, socket.socket, tuple[str, int]]
]:
    """A dispatcher for one process, the process's end of the channel, and its address."""
    ours, theirs = socket.socketpair()
    with socket.socket() as listening, ours, theirs:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        ours.setblocking(False)
        theirs.setblocking(False)
        way: ProcessChannel = asyncio.get_running_loop().create_future()
        way.set_result(ours)
        opened = ConnectionDispatcher(listening, [way])
        standing = asyncio.create_task(opened.run())
        yield opened, theirs, listening.getsockname()
        standing.cancel()
        for visit in opened.waiting:
            visit.cancel()
        await asyncio.gather(standing, *opened.waiting, return_exceptions=True)


def has_peeked(opened: ConnectionDispatcher, times: int) -> bool:
    """Whether the dispatcher has peeked this often."""
    return opened.peeks == times


async def test_a_request_line_in_pieces_is_peeked_not_consumed() -> None:
    async with dispatcher() as (opened, channel, where):
        with socket.create_connection(where) as client:
            for looks, piece in enumerate((b"GET /api", b"/tables/x HTTP/1.1\r"), 1):
                client.sendall(piece)
                await until(partial(has_peeked, opened, looks))
            assert received_sockets(channel) == []
            client.sendall(b"\nHost: y\r\n")
            (client_socket,) = await until(lambda: received_sockets(channel))
            with client_socket:
                assert client_socket.recv(100) == b"GET /api/tables/x HTTP/1.1\r\nHost: y\r\n"


async def test_a_half_sent_line_wakes_the_dispatcher_once() -> None:
    async with dispatcher() as (opened, channel, where), AsyncExitStack() as clients:
        for n in range(5):
            client = clients.enter_context(socket.create_connection(where))
            client.sendall(b"GET /api/tab")
            await until(partial(has_peeked, opened, n + 1))
        for n in range(20):  # others come and go, and the dispatcher wakes up only for them
            with socket.create_connection(where) as other:
                other.sendall(b"GET / HTTP/1.1\r\n\r\n")
                (client_socket,) = await until(lambda: received_sockets(channel))
                client_socket.close()
            assert opened.peeks == 5 + n + 1
        assert len(opened.waiting) == 5


async def test_a_client_that_closes_after_half_a_line_is_forgotten() -> None:
    async with dispatcher() as (opened, channel, where):
        for words in (b"", b"GET /api"):
            with socket.create_connection(where) as client:
                client.sendall(words)
                await until(lambda: opened.waiting)
            await until(lambda: not opened.waiting)
        assert received_sockets(channel) == []


async def test_with_too_many_waiting_the_oldest_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rumpus.server.processes.dispatcher.MAX_WAITING", 3)
    async with dispatcher() as (opened, channel, where), AsyncExitStack() as clients:
        slow = []
        for n in range(4):
            slow.append(clients.enter_context(socket.create_connection(where)))
            slow[-1].sendall(b"GET /half")
            await until(partial(has_peeked, opened, n + 1))
        assert await asyncio.to_thread(is_cut, slow[0])
        assert len(opened.waiting) == 3
        slow[1].sendall(b" HTTP/1.1\r\n")
        (client_socket,) = await until(lambda: received_sockets(channel))
        client_socket.close()


async def test_a_client_accepted_at_shutdown_leaks_no_socket() -> None:
    with socket.socket() as listening, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ResourceWarning)
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        standing = asyncio.create_task(ConnectionDispatcher(listening, []).run())
        await asyncio.sleep(0)
        with socket.create_connection(listening.getsockname()):
            for _ in range(
                2
            ):  # the loop has taken the client_socket in, the dispatcher has not seen them
                await asyncio.sleep(0)
            standing.cancel()
            await asyncio.gather(standing, return_exceptions=True)
        gc.collect()
    assert [str(warning.message) for warning in told] == []


@pytest.mark.parametrize("ending", [b"\r\n", b"\n"])
async def test_both_line_endings_are_accepted(ending: bytes) -> None:
    async with dispatcher() as (_, channel, where):
        with socket.create_connection(where) as client:
            client.sendall(b"GET / HTTP/1.1" + ending)
            (client_socket,) = await until(lambda: received_sockets(channel))
            client_socket.close()


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


async def test_an_unavailable_process_is_answered_with_503() -> None:
    async with dispatcher() as (opened, _, (host, port)), api(f"http://{host}:{port}") as http:
        away: ProcessChannel = asyncio.get_running_loop().create_future()
        away.set_result(None)
        opened.channels[0] = away
        for call in (http.get("/health"), http.post("/api/tables", content=b"x" * 10_000)):
            answer = await call
            assert answer.status_code == 503
            assert answer.json()["error"] == str(UNAVAILABLE)
