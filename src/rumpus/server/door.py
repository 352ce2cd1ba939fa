"""The door of a room with several processes: hands every connection to the one it belongs to.

The first line of a request says which table it is about. It is looked at and left where it is, and
the whole connection goes to the process that has the table: from then on the door is out of the
way. A request about no table goes to each process in turn. Every HTTP answer closes its connection,
so that the next request comes to the door again.
"""

from __future__ import annotations

import asyncio
import re
import socket
from contextlib import suppress
from itertools import count

from .share import process_of

TABLE = re.compile(rb"[A-Z]+ /(?:api|ws)/tables/([^/? ]+)[/? ]")
END_OF_LINE = b"\r\n"
LONGEST_LINE = 2048
PATIENCE_SECONDS = 15.0
"""For somebody who connects and says nothing."""
MOST_VISITORS = 256
"""Who has not said what they want; beyond that, whoever has taken longest has to go."""
A_MOMENT, A_WHILE = 0.01, 0.64
KNOCK = b"!"


class Door:
    """Lets everybody in; `channels` lead to the processes, in the order of their numbers."""

    def __init__(self, listening: socket.socket, channels: list[socket.socket]) -> None:
        self.listening, self.channels = listening, channels
        self.turns = count()
        self.visits: dict[asyncio.Task[None], None] = {}

    async def stand_open(self) -> None:
        """Let people in until cancelled."""
        loop = asyncio.get_running_loop()
        self.listening.setblocking(False)
        while True:
            try:
                visitor, _ = await loop.sock_accept(self.listening)
            except OSError:  # no descriptor is left, or they went away: others will come
                await asyncio.sleep(A_MOMENT)
                continue
            if len(self.visits) >= MOST_VISITORS:
                oldest = next(iter(self.visits))
                del self.visits[oldest]
                oldest.cancel()
            visit = loop.create_task(self._let_in(visitor))
            self.visits[visit] = None
            visit.add_done_callback(self._forget)

    def _forget(self, visit: asyncio.Task[None]) -> None:
        self.visits.pop(visit, None)

    async def _let_in(self, visitor: socket.socket) -> None:
        with visitor, suppress(OSError, TimeoutError):
            visitor.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            async with asyncio.timeout(PATIENCE_SECONDS):
                line = await first_line(visitor)
            if line:
                await self._hand_over(visitor, self._process_for(line))

    def _process_for(self, line: bytes) -> int:
        about = TABLE.match(line)
        if about is None:
            return next(self.turns) % len(self.channels)
        return process_of(about[1].decode("latin-1"), len(self.channels))

    async def _hand_over(self, visitor: socket.socket, process: int) -> None:
        while True:
            try:
                socket.send_fds(self.channels[process], [KNOCK], [visitor.fileno()])
            except BlockingIOError:  # many wait for this process already
                await asyncio.sleep(A_MOMENT)
            else:
                return


async def first_line(visitor: socket.socket) -> bytes:
    """The first line of a request, which stays where it is; nothing if the visitor went away."""
    wait = A_MOMENT
    while True:
        await is_readable(visitor)
        seen = visitor.recv(LONGEST_LINE, socket.MSG_PEEK)
        if END_OF_LINE in seen or len(seen) == LONGEST_LINE or not seen:
            return seen.partition(END_OF_LINE)[0]
        await asyncio.sleep(wait)
        wait = min(2 * wait, A_WHILE)


async def is_readable(visitor: socket.socket) -> None:
    """Wait until there is something to read."""
    loop = asyncio.get_running_loop()
    something = asyncio.Event()
    loop.add_reader(visitor, something.set)
    try:
        await something.wait()
    finally:
        loop.remove_reader(visitor)


def visitors(channel: socket.socket) -> list[socket.socket] | None:
    """Who was handed over since the last look; None when the door is gone."""
    found = []
    with suppress(BlockingIOError):
        while True:
            knock, numbers, _, _ = socket.recv_fds(channel, 1, 1)
            if not knock:
                return None
            found += [socket.socket(fileno=number) for number in numbers]
    return found
