"""Admission of connections: how many there may be, and how long each may take.

A connection belongs to an address. It is pending until its request has arrived in full. When too
many are pending, a newcomer evicts the one that has been pending longest, so half-sent requests
cannot keep others out. When the room or an address has reached its limit, a newcomer is only told
so, or gets a health check answered.

A proxy may open as many connections as it needs: each is charged to the client whose request it
carries, for as long as that request takes. So may another server of the room that passes requests
on: it has counted the client's connections and requests already, and they are counted once.
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
from rumpus.server.protocol.bodies import error_of

from .limits import AddressUsage, AddressUsages, Evictable
from .proxies import Networks, client_address, is_trusted_proxy
from .requests import address_of

MAX_DESCRIPTORS = 65_536
RESERVED_DESCRIPTORS = 128
"""Descriptors kept for the store, the log, the threads and connections over the limit."""
MAX_OVER_LIMIT = 32
"""Connections over the limit that are held at once, just long enough to refuse them."""
DEFAULT_DESCRIPTORS = 1024
"""Assumed where the platform reports no limit."""
LINGER_SECONDS = 1.0
"""How long an evicted client has to read the reason."""
EVICTION_SECONDS = 0.25
"""How often each process checks the pending requests of an address across all processes."""
ALWAYS_ANSWERED = ("/health", "/health/live", "/health/ready", "/metrics")
"""Paths that are answered even when the room is full."""
K = TypeVar("K", bound=Evictable)
ROOM_IS_FULL = say("The room is full; come back in a moment.")


class RequestPhase(Enum):
    """What a connection is waiting for."""

    HEAD = auto()
    BODY = auto()
    ANSWER = auto()


PHASE_SECONDS = {RequestPhase.HEAD: 10.0, RequestPhase.BODY: 20.0, RequestPhase.ANSWER: 180.0}
"""How long each phase may take."""


def http_answer(status: int, sentence: Sentence) -> bytes:
    """A complete HTTP response, written without the application, that closes the connection."""
    said = msgspec.json.encode(error_of(sentence))
    return (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
        f"connection: close\r\ncontent-length: {len(said)}\r\n\r\n"
    ).encode() + said


TOO_SLOW = http_answer(408, say("The request took too long to arrive."))


def raise_descriptor_limit() -> int:
    """Raise the descriptor limit as far as the system allows; returns it."""
    if sys.platform == "win32":
        return DEFAULT_DESCRIPTORS
    import resource  # noqa: PLC0415

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def max_connections(number: int) -> int:
    """How many connections to allow: each may need a second descriptor while a file is sent."""
    return max(MAX_OVER_LIMIT, (number - RESERVED_DESCRIPTORS) // 2)


class UpgradedSocket(Protocol):
    """The WebSocket that a connection was upgraded to."""

    def shutdown(self) -> None:
        """Close because the room is shutting down."""


class TrackedConnection:
    """One connection, from accept to close."""

    __slots__ = (
        "address",
        "counted",
        "home",
        "is_over_limit",
        "phase",
        "socket",
        "timer",
        "tracker",
        "transport",
    )

    def __init__(
        self, tracker: ConnectionTracker, transport: asyncio.Transport, home: AddressUsage
    ) -> None:
        self.tracker, self.transport, self.address, self.home = tracker, transport, home, home
        self.counted = home  # whose connection it is
        self.is_over_limit = False
        self.phase: RequestPhase | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.socket: UpgradedSocket | None = None

    def enter(self, phase: RequestPhase | None) -> None:
        """Start the deadline of a phase, or none."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
        if self.phase is RequestPhase.HEAD:
            self.tracker.stop_awaiting(self)
        self.phase = phase
        if phase is RequestPhase.HEAD:
            self.tracker.await_request(self)
        if phase:
            loop = asyncio.get_running_loop()
            self.timer = loop.call_later(PHASE_SECONDS[phase], self.evict)

    def begin_request(self, scope: dict[str, Any], phase: RequestPhase | None) -> None:
        """A request has arrived: charge its client, which a proxy names in a header."""
        self.enter(phase)
        if client := self.tracker.client_of(scope):
            scope["client"] = (client, 0)
            self._belong_to(self.tracker.addresses.at(address_of(scope)), self.tracker.others)
            return
        if self.home is self.tracker.proxy_address:
            peer = scope["client"] or ("",)
            client = client_address(self.tracker.proxies, peer[0], scope["headers"])
            scope["client"] = (client, 0)
        if client:
            address = self.tracker.addresses.at(address_of(scope))
            self._belong_to(address, address)
            most = self.tracker.addresses.limits.connections
            self.is_over_limit = (
                self in self.tracker.over_limit or self.address.connections.total() > most
            )

    @property
    def is_passed_on(self) -> bool:
        """Whether another server of the room passes its request on."""
        return self.counted is self.tracker.others

    def end_request(self) -> None:
        """The request was answered."""
        self.enter(None)
        self._belong_to(self.home, self.home)

    def _belong_to(self, address: AddressUsage, counted: AddressUsage) -> None:
        if self in self.tracker.all:  # it may have closed meanwhile
            self.counted.connections.add(-1)
            self.address, self.counted = address, counted
            self.counted.connections.add(1)

    def evict(self) -> None:
        """Close it: it took too long, or others need its slot."""
        is_answered = self.phase is RequestPhase.ANSWER
        self.enter(None)
        if is_answered or self.transport.is_closing():
            self.transport.abort()
            return
        self.transport.write(TOO_SLOW)
        self.transport.close()
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(LINGER_SECONDS, self.transport.abort)

    def closed(self) -> None:
        """The connection is closed."""
        self.enter(None)
        self.tracker.remove(self)


def nobody(_: dict[str, Any]) -> str:
    """Nobody's request is passed on here."""
    return ""


class ConnectionTracker:
    """All connections of one process."""

    def __init__(
        self,
        addresses: AddressUsages,
        most: int,
        proxies: Networks = (),
        client_of: Callable[[dict[str, Any]], str] = nobody,
    ) -> None:
        self.addresses, self.most, self.proxies = addresses, most, proxies
        self.client_of = client_of
        """The client for whom another server of the room passes a request on."""
        self.proxy_address = AddressUsage(addresses.limits, addresses.clock())
        self.others = AddressUsage(addresses.limits, addresses.clock())
        """The other servers of the room, for the requests that they pass on."""
        self.all: set[TrackedConnection] = set()
        self.pending: dict[TrackedConnection, None] = {}
        self.over_limit: dict[TrackedConnection, None] = {}

    @property
    def count(self) -> int:
        """How many connections are open."""
        return len(self.all)

    def add(self, transport: asyncio.Transport) -> TrackedConnection:
        """Admit a connection."""
        address = self._home_of(transport.get_extra_info("peername"))
        connection = TrackedConnection(self, transport, address)
        is_full = self.count >= self.most
        has_all = address.connections.total() >= self.addresses.limits.connections
        if is_full and self.pending:
            self._evict_oldest(self.pending)
        elif is_full or (has_all and address is not self.proxy_address):
            connection.is_over_limit = True
            self.over_limit[connection] = None
            if len(self.over_limit) > MAX_OVER_LIMIT:
                self._evict_oldest(self.over_limit)
        self.all.add(connection)
        address.connections.add(1)
        connection.enter(RequestPhase.HEAD)
        return connection

    def _home_of(self, peer: Any) -> AddressUsage:
        """Who is charged for a connection between requests."""
        if peer and is_trusted_proxy(self.proxies, peer[0]):
            return self.proxy_address
        return self.addresses.at(address_of({"client": peer}))

    def remove(self, connection: TrackedConnection) -> None:
        """Forget a closed connection."""
        self.all.discard(connection)
        connection.counted.connections.add(-1)
        self.over_limit.pop(connection, None)

    def await_request(self, connection: TrackedConnection) -> None:
        """Mark a connection as pending; evicts the oldest if there are too many."""
        self.pending[connection] = connection.address.pending[connection] = None
        connection.address.pending_count.add(1)
        self._evict_surplus_of(connection.address)

    def stop_awaiting(self, connection: TrackedConnection) -> None:
        """A connection is no longer pending."""
        self.pending.pop(connection, None)
        connection.address.pending.pop(connection, None)
        connection.address.pending_count.add(-1)

    def close_websockets(self) -> None:
        """Close every WebSocket."""
        for connection in list(self.all):
            if connection.socket:
                connection.socket.shutdown()

    def abort_all(self) -> None:
        """Abort every connection, dropping unsent data."""
        for connection in list(self.all):
            connection.transport.abort()

    async def evict_periodically(self) -> None:
        """Evict surplus connections while the process runs."""
        while True:
            await asyncio.sleep(EVICTION_SECONDS)
            self.evict_surplus()

    def evict_surplus(self) -> None:
        """Evict where an address has since opened connections to other processes."""
        for address in {connection.address for connection in self.pending}:
            self._evict_surplus_of(address)

    def _evict_surplus_of(self, address: AddressUsage) -> None:
        """Keep an address within its limit; each process keeps at least its share."""
        most = self.addresses.limits.pending
        part = max(1, most // self.addresses.processes)
        if address is self.proxy_address:
            return
        while address.pending_count.total() > most and len(address.pending) > part:
            self._evict_oldest(address.pending)

    @staticmethod
    def _evict_oldest(connections: dict[K, None]) -> None:
        oldest = next(iter(connections))
        del connections[oldest]
        oldest.evict()


class ConnectionGuard(asyncio.Protocol):
    """Wraps uvicorn's HTTP protocol: admits the connection and enforces request deadlines.

    The tracked connection travels in the state of every request; the application marks on it when
    the request has arrived and when it was answered. A WebSocket takes it over.
    """

    def __init__(
        self, tracker: ConnectionTracker, http: Callable[[dict[str, Any]], asyncio.Protocol]
    ) -> None:
        self.tracker, self.http = tracker, http

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit a new connection."""
        self.connection = self.tracker.add(cast("asyncio.Transport", transport))
        self.inner = self.http({"connection": self.connection})
        self.inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass on part of a request."""
        if self.connection.phase is None:
            self.connection.enter(RequestPhase.HEAD)
        self.inner.data_received(data)

    def eof_received(self) -> bool | None:
        """The client will send nothing more."""
        return self.inner.eof_received()

    def pause_writing(self) -> None:
        """Pass on backpressure."""
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        """Backpressure is over."""
        self.inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.connection.closed()
        self.inner.connection_lost(exc)
