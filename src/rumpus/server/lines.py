"""Lines: every connection to the room, how many there may be, and how long each may take.

A line belongs to an address. Those whose request has not arrived in full are knocking: when there
are too many of them, a newcomer takes the place of the one that has been at it the longest, so
that half-sent requests keep nobody out. When the room or an address has as many lines as it may
have, a newcomer is only told so, or how the room is.

A proxy has as many lines as it needs: each belongs to whoever's request it brings, for as long as
that takes.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from enum import Enum, auto
from http import HTTPStatus
from typing import Any, Protocol, TypeVar, cast

import msgspec

from rumpus.rulekit.sentence import Sentence, say

from .bodies import error_of
from .limits import Address, Addresses, Knocking
from .proxies import Networks, is_proxy, person_of
from .security import address_of

MOST_DESCRIPTORS = 65_536
KEPT_BACK = 128
"""Descriptors for the store, the log, the threads and the lines that are beyond the limit."""
BEYOND = 32
"""Lines beyond the limit at the same time: long enough to be told so."""
WITHOUT_LIMIT = 1024
"""Descriptors where the platform does not say how many there may be."""
LAST_SECONDS = 1.0
"""How long somebody who is let go may take to read why."""
LOOK_SECONDS = 0.25
"""How often a process looks whether an address knocks too often at all of them together."""
ALWAYS = ("/health", "/health/live", "/health/ready", "/metrics")
"""What is answered however full the room is."""
K = TypeVar("K", bound=Knocking)
FULL = say("The room is full; come back in a moment.")


class Phase(Enum):
    """What a line is at."""

    HEAD = auto()
    BODY = auto()
    ANSWER = auto()


SECONDS = {Phase.HEAD: 10.0, Phase.BODY: 20.0, Phase.ANSWER: 180.0}
"""How long that may take."""


def http_answer(status: int, sentence: Sentence) -> bytes:
    """A whole answer that needs no application; the last one on its line."""
    said = msgspec.json.encode(error_of(sentence))
    return (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
        f"connection: close\r\ncontent-length: {len(said)}\r\n\r\n"
    ).encode() + said


TOO_SLOW = http_answer(408, say("The request took too long to arrive."))


def descriptors() -> int:
    """How many descriptors the process can have, raised as far as the system lets it."""
    if sys.platform == "win32":
        return WITHOUT_LIMIT
    import resource  # noqa: PLC0415

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def room_for(number: int) -> int:
    """How many lines so many descriptors are enough for: each may be sent a file meanwhile."""
    return max(BEYOND, (number - KEPT_BACK) // 2)


class Socket(Protocol):
    """A socket that a line has become."""

    def shutdown(self) -> None:
        """The room is being closed."""


class Line:
    """One connection, from when it was taken in until it is gone."""

    __slots__ = ("address", "home", "is_beyond", "lines", "phase", "socket", "timer", "transport")

    def __init__(self, lines: Lines, transport: asyncio.Transport, home: Address) -> None:
        self.lines, self.transport, self.address, self.home = lines, transport, home, home
        self.is_beyond = False
        self.phase: Phase | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.socket: Socket | None = None

    def expect(self, phase: Phase | None) -> None:
        """Something begins that has its time, or nothing does."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
        if self.phase is Phase.HEAD:
            self.lines.leave(self)
        self.phase = phase
        if phase is Phase.HEAD:
            self.lines.knock(self)
        if phase:
            loop = asyncio.get_running_loop()
            self.timer = loop.call_later(SECONDS[phase], self.turn_away)

    def serve(self, scope: dict[str, Any], phase: Phase | None) -> None:
        """A request has arrived, and what it says of its sender is looked at."""
        self.expect(phase)
        if self.home is self.lines.proxies_own:
            peer = scope["client"] or ("",)
            scope["client"] = (person_of(self.lines.proxies, peer[0], scope["headers"]), 0)
            self._belong_to(self.lines.addresses.at(address_of(scope)))
            most = self.lines.addresses.limits.lines
            self.is_beyond = self in self.lines.beyond or self.address.lines.total() > most

    def served(self) -> None:
        """A request was answered."""
        self.expect(None)
        self._belong_to(self.home)

    def _belong_to(self, address: Address) -> None:
        if self in self.lines.all:  # it may have ended meanwhile
            self.address.lines.add(-1)
            self.address = address
            self.address.lines.add(1)

    def turn_away(self) -> None:
        """It took too long, or others need its place."""
        is_answered = self.phase is Phase.ANSWER
        self.expect(None)
        if is_answered or self.transport.is_closing():
            self.transport.abort()
            return
        self.transport.write(TOO_SLOW)
        self.transport.close()
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(LAST_SECONDS, self.transport.abort)

    def gone(self) -> None:
        """It has ended."""
        self.expect(None)
        self.lines.remove(self)


class Lines:
    """All lines of a process."""

    def __init__(self, addresses: Addresses, most: int, proxies: Networks = ()) -> None:
        self.addresses, self.most, self.proxies = addresses, most, proxies
        self.proxies_own = Address(addresses.limits, addresses.clock())
        self.all: set[Line] = set()
        self.knocking: dict[Line, None] = {}
        self.beyond: dict[Line, None] = {}

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.all)

    def add(self, transport: asyncio.Transport) -> Line:
        """Take a connection in."""
        address = self._home_of(transport.get_extra_info("peername"))
        line = Line(self, transport, address)
        is_full = self.count >= self.most
        has_all = address.lines.total() >= self.addresses.limits.lines
        if is_full and self.knocking:
            self._turn_away_oldest(self.knocking)
        elif is_full or (has_all and address is not self.proxies_own):
            line.is_beyond = True
            self.beyond[line] = None
            if len(self.beyond) > BEYOND:
                self._turn_away_oldest(self.beyond)
        self.all.add(line)
        address.lines.add(1)
        line.expect(Phase.HEAD)
        return line

    def _home_of(self, peer: Any) -> Address:
        """Whose a line is while it brings no request."""
        if peer and is_proxy(self.proxies, peer[0]):
            return self.proxies_own
        return self.addresses.at(address_of({"client": peer}))

    def remove(self, line: Line) -> None:
        """A line has ended."""
        self.all.discard(line)
        line.address.lines.add(-1)
        self.beyond.pop(line, None)

    def knock(self, line: Line) -> None:
        """Wait for a request; where too many do, whoever has waited longest goes."""
        self.knocking[line] = line.address.knocking[line] = None
        line.address.knocks.add(1)
        self._make_room_at(line.address)

    def leave(self, line: Line) -> None:
        """A request has arrived, or never will."""
        self.knocking.pop(line, None)
        line.address.knocking.pop(line, None)
        line.address.knocks.add(-1)

    def shut_sockets(self) -> None:
        """Say goodbye to everybody at a table."""
        for line in list(self.all):
            if line.socket:
                line.socket.shutdown()

    def cut(self) -> None:
        """End every connection at once, whatever still waits."""
        for line in list(self.all):
            line.transport.abort()

    async def keep_room(self) -> None:
        """Let go again and again who has to."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.make_room()

    def make_room(self) -> None:
        """Let some go where others of their address have come to other processes since."""
        for address in {line.address for line in self.knocking}:
            self._make_room_at(address)

    def _make_room_at(self, address: Address) -> None:
        """See that no more wait than may; every process can have its part of them."""
        most = self.addresses.limits.knocking
        part = max(1, most // self.addresses.processes)
        if address is self.proxies_own:
            return
        while address.knocks.total() > most and len(address.knocking) > part:
            self._turn_away_oldest(address.knocking)

    @staticmethod
    def _turn_away_oldest(lines: dict[K, None]) -> None:
        oldest = next(iter(lines))
        del lines[oldest]
        oldest.turn_away()


class Guard(asyncio.Protocol):
    """Stands before uvicorn's HTTP: counts a connection, and sees that requests arrive in time.

    A line is handed on in the state of every request; the application says on it when a request
    has arrived and when it was answered. A socket takes its line along.
    """

    def __init__(self, lines: Lines, http: Callable[[dict[str, Any]], asyncio.Protocol]) -> None:
        self.lines, self.http = lines, http

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody is there."""
        self.line = self.lines.add(cast("asyncio.Transport", transport))
        self.inner = self.http({"line": self.line})
        self.inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Part of a request."""
        if self.line.phase is None:
            self.line.expect(Phase.HEAD)
        self.inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Nothing more will be asked."""
        return self.inner.eof_received()

    def pause_writing(self) -> None:
        """The client reads slowly."""
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        """The client has read."""
        self.inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        self.line.gone()
        self.inner.connection_lost(exc)
