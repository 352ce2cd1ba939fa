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
from urllib.parse import unquote

from rumpus.rulekit.sentence import say

from .lines import LAST_SECONDS, http_answer
from .share import process_of

TABLE = re.compile(r"/(?:api|ws)/tables/([^/]+)")
END_OF_LINE = b"\n"
LONGEST_LINE = 2048
PATIENCE_SECONDS = 15.0
"""For somebody who connects and says nothing, or only half a line."""
MOST_VISITORS = 256
"""Who has not said what they want; beyond that, whoever has taken longest has to go."""
MOST_HANDED = 2000
"""Who waits for a process that is being opened; others are told to come back."""
OPENING_SECONDS = 120.0
"""For a process to be opened, on a machine that has much else to do."""
A_MOMENT = 0.01
KNOCK = b"!"
AWAY = say("This part of the room is being opened again; try again in a moment.")

Channel = socket.socket
Way = asyncio.Future[Channel | None]
"""To a process: pending while it is opened, None while it cannot be."""


class Door:
    """Lets everybody in; `ways` lead to the processes, in the order of their numbers."""

    def __init__(self, listening: socket.socket, ways: list[Way]) -> None:
        self.listening, self.ways = listening, ways
        self.locks = [asyncio.Lock() for _ in ways]
        self.turns = count()
        self.visits: dict[asyncio.Task[None], None] = {}
        self.handed: set[asyncio.Task[None]] = set()
        self.looks = 0

    async def stand_open(self) -> None:
        """Let people in until cancelled."""
        self.listening.setblocking(False)
        while True:
            await is_ready(self.listening, "reader")
            try:
                visitor, _ = self.listening.accept()
            except OSError:  # no descriptor is left, or they went away: others will come
                await asyncio.sleep(A_MOMENT)
                continue
            visitor.setblocking(False)
            self._welcome(visitor)

    def _welcome(self, visitor: socket.socket) -> None:
        """Look after somebody who has just come; where many wait, the first of them has to go."""
        if len(self.visits) >= MOST_VISITORS:
            oldest = next(iter(self.visits))
            del self.visits[oldest]
            oldest.cancel()
        visit = asyncio.get_running_loop().create_task(self._let_in(visitor))
        self.visits[visit] = None
        visit.add_done_callback(self._forget)

    def _forget(self, visit: asyncio.Task[None]) -> None:
        self.visits.pop(visit, None)
        self.handed.discard(visit)

    async def _let_in(self, visitor: socket.socket) -> None:
        with visitor, suppress(OSError, TimeoutError):
            visitor.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            async with asyncio.timeout(PATIENCE_SECONDS):
                line = await self._first_line(visitor)
            if line:
                await self._see_through(visitor, self._process_for(line))

    async def _see_through(self, visitor: socket.socket, process: int) -> None:
        """Hand somebody over who has said what they want, or tell them to come back."""
        visit = asyncio.current_task()
        assert visit
        self.visits.pop(visit, None)
        self.handed.add(visit)
        if len(self.handed) > MOST_HANDED or not await self._hand_over(visitor, process):
            await refuse(visitor)

    async def _first_line(self, visitor: socket.socket) -> bytes:
        """The first line of a request, which stays where it is; nothing if there will be none.

        The socket counts as readable only when there is more to read than at the last look.
        """
        size = 0
        while True:
            _wake_at(visitor, size + 1)
            await is_ready(visitor, "reader")
            self.looks += 1
            seen = visitor.recv(LONGEST_LINE, socket.MSG_PEEK)
            if END_OF_LINE in seen or len(seen) == LONGEST_LINE:
                _wake_at(visitor, 1)
                return seen.partition(END_OF_LINE)[0].rstrip()
            if len(seen) <= size:  # nothing more will come
                return b""
            size = len(seen)

    def _process_for(self, line: bytes) -> int:
        """The process that a request belongs to, by its path as the server reads it."""
        about = TABLE.match(path_of(line))
        if about:
            return process_of(about[1], len(self.ways))
        turn = next(self.turns)
        turns = [(turn + number) % len(self.ways) for number in range(len(self.ways))]
        return next((n for n in turns if not is_away(self.ways[n])), turns[0])

    async def _hand_over(self, visitor: socket.socket, process: int) -> bool:
        """Hand somebody over, as soon as the process is there; whether that could be done."""
        with suppress(OSError, TimeoutError):  # the process is gone, or takes nobody
            async with asyncio.timeout(OPENING_SECONDS), self.locks[process]:
                channel = await asyncio.shield(self.ways[process])
                while channel:
                    try:
                        socket.send_fds(channel, [KNOCK], [visitor.fileno()])
                    except BlockingIOError:  # many wait for this process already
                        await is_ready(channel, "writer")
                    else:
                        return True
        return False


def path_of(line: bytes) -> str:
    """The path in the first line of a request as the server reads it, escaped letters too."""
    _, _, rest = line.decode("latin-1").partition(" ")
    target, _, _ = rest.partition(" ")
    return unquote(target.partition("?")[0])


def is_away(way: Way) -> bool:
    """Whether a process cannot be reached for now."""
    return way.done() and way.result() is None


def _wake_at(visitor: socket.socket, size: int) -> None:
    """Let a socket be readable when so many bytes have arrived."""
    visitor.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, size)


async def is_ready(opened: socket.socket, kind: str) -> None:
    """Wait until a socket has something for its reader, or room for its writer."""
    loop = asyncio.get_running_loop()
    something = asyncio.Event()
    getattr(loop, f"add_{kind}")(opened, something.set)
    try:
        await something.wait()
    finally:
        getattr(loop, f"remove_{kind}")(opened)


async def refuse(visitor: socket.socket) -> None:
    """Say that the process is away, and wait a moment until that is read."""
    visitor.send(http_answer(503, AWAY))
    visitor.shutdown(socket.SHUT_WR)
    with suppress(TimeoutError):
        async with asyncio.timeout(LAST_SECONDS):
            while await asyncio.get_running_loop().sock_recv(visitor, LONGEST_LINE):
                pass


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
