"""The dispatcher of a room with several processes: passes each connection to the right one.

The request line names the table. The dispatcher peeks at it without consuming it, then sends the
whole connection to the process that owns the table and is out of the way. A request about no table
goes to the processes in turn. Every HTTP response closes its connection, so that the next request
comes to the dispatcher again.
"""

from __future__ import annotations

import asyncio
import re
import socket
from contextlib import suppress
from itertools import count
from urllib.parse import unquote

from rumpus.rulekit.sentence import say
from rumpus.server.network.connections import LINGER_SECONDS, http_answer
from rumpus.server.room.shard import process_for

TABLE = re.compile(r"/(?:api|ws)/tables/([^/]+)")
END_OF_LINE = b"\n"
MAX_LINE_BYTES = 2048
REQUEST_LINE_SECONDS = 15.0
"""How long a client may take to send the request line."""
MAX_WAITING = 256
"""Connections without a request line; beyond that, the oldest is dropped."""
MAX_HANDOVERS = 2000
"""Connections waiting for a process to open; beyond that, clients are refused."""
OPENING_SECONDS = 120.0
"""How long a process may take to open on a busy machine."""
ACCEPT_RETRY_SECONDS = 0.01
HANDOVER = b"!"
UNAVAILABLE = say("This part of the room is being opened again; try again in a moment.")

Channel = socket.socket
ProcessChannel = asyncio.Future[Channel | None]
"""The channel to a process: pending while it opens, None while it is unavailable."""


class ConnectionDispatcher:
    """Accepts connections; `channels` lead to the processes, in the order of their numbers."""

    def __init__(self, listening: socket.socket, channels: list[ProcessChannel]) -> None:
        self.listening, self.channels = listening, channels
        self.locks = [asyncio.Lock() for _ in channels]
        self.turns = count()
        self.waiting: dict[asyncio.Task[None], None] = {}
        self.handovers: set[asyncio.Task[None]] = set()
        self.peeks = 0

    async def run(self) -> None:
        """Accept connections until cancelled."""
        self.listening.setblocking(False)
        while True:
            await wait_until_ready(self.listening, "reader")
            try:
                client, _ = self.listening.accept()
            except OSError:  # out of descriptors, or the client is gone
                await asyncio.sleep(ACCEPT_RETRY_SECONDS)
                continue
            client.setblocking(False)
            self._accept(client)

    def _accept(self, client: socket.socket) -> None:
        """Start serving a client; if too many wait, the oldest is dropped."""
        if len(self.waiting) >= MAX_WAITING:
            oldest = next(iter(self.waiting))
            del self.waiting[oldest]
            oldest.cancel()
        task = asyncio.get_running_loop().create_task(self._serve(client))
        self.waiting[task] = None
        task.add_done_callback(self._forget)

    def _forget(self, task: asyncio.Task[None]) -> None:
        self.waiting.pop(task, None)
        self.handovers.discard(task)

    async def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError, TimeoutError):
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            async with asyncio.timeout(REQUEST_LINE_SECONDS):
                line = await self._first_line(client)
            if line:
                await self._hand_over_or_refuse(client, self._process_for(line))

    async def _hand_over_or_refuse(self, client: socket.socket, process: int) -> None:
        """Hand a client over to its process, or refuse it."""
        task = asyncio.current_task()
        assert task
        self.waiting.pop(task, None)
        self.handovers.add(task)
        if len(self.handovers) > MAX_HANDOVERS or not await self._hand_over(client, process):
            await refuse(client)

    async def _first_line(self, client: socket.socket) -> bytes:
        """Peek at the request line; empty if the client closes before sending it.

        The low-water mark keeps the socket from being readable until more data has arrived.
        """
        size = 0
        while True:
            _wake_at(client, size + 1)
            await wait_until_ready(client, "reader")
            self.peeks += 1
            seen = client.recv(MAX_LINE_BYTES, socket.MSG_PEEK)
            if END_OF_LINE in seen or len(seen) == MAX_LINE_BYTES:
                _wake_at(client, 1)
                return seen.partition(END_OF_LINE)[0].rstrip()
            if len(seen) <= size:  # the client has closed
                return b""
            size = len(seen)

    def _process_for(self, line: bytes) -> int:
        """The process for a request line; requests about no table take turns."""
        match = TABLE.match(path_of(line))
        if match:
            return process_for(match[1], len(self.channels))
        turn = next(self.turns)
        turns = [(turn + number) % len(self.channels) for number in range(len(self.channels))]
        return next((n for n in turns if not is_unavailable(self.channels[n])), turns[0])

    async def _hand_over(self, client: socket.socket, process: int) -> bool:
        """Hand a client over once the process is open; whether that succeeded."""
        with suppress(OSError, TimeoutError):  # the process is gone or too slow
            async with asyncio.timeout(OPENING_SECONDS), self.locks[process]:
                channel = await asyncio.shield(self.channels[process])
                while channel:
                    try:
                        socket.send_fds(channel, [HANDOVER], [client.fileno()])
                    except BlockingIOError:  # the channel is full
                        await wait_until_ready(channel, "writer")
                    else:
                        return True
        return False


def path_of(line: bytes) -> str:
    """The path in a request line, unescaped just as the server does it."""
    _, _, rest = line.decode("latin-1").partition(" ")
    target, _, _ = rest.partition(" ")
    return unquote(target.partition("?")[0])


def is_unavailable(channel: ProcessChannel) -> bool:
    """Whether a process cannot be reached now."""
    return channel.done() and channel.result() is None


def _wake_at(client: socket.socket, size: int) -> None:
    """Make a socket readable only once `size` bytes have arrived."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, size)


async def wait_until_ready(opened: socket.socket, kind: str) -> None:
    """Wait until a socket is ready for its reader or writer."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    getattr(loop, f"add_{kind}")(opened, ready.set)
    try:
        await ready.wait()
    finally:
        getattr(loop, f"remove_{kind}")(opened)


async def refuse(client: socket.socket) -> None:
    """Answer 503 and wait briefly until the client has read it."""
    client.send(http_answer(503, UNAVAILABLE))
    client.shutdown(socket.SHUT_WR)
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            while await asyncio.get_running_loop().sock_recv(client, MAX_LINE_BYTES):
                pass


def received_sockets(channel: socket.socket) -> list[socket.socket] | None:
    """The connections handed over since the last call; None if the dispatcher is gone."""
    found = []
    with suppress(BlockingIOError):
        while True:
            data, numbers, _, _ = socket.recv_fds(channel, 1, 1)
            if not data:
                return None
            found += [socket.socket(fileno=number) for number in numbers]
    return found
