"""A client at a table: its socket, its seats and its rate limits."""

from __future__ import annotations

from typing import Protocol

from rumpus.rulekit.sentence import say
from rumpus.server.network.limits import AddressUsage, Bucket, Limits
from rumpus.table.errors import NotYours

NOBODY = -1


class ClientSocket(Protocol):
    """The part of a WebSocket that a connection uses."""

    round_trip: float

    def send(self, frame: bytes) -> None:
        """Send a frame."""

    def measure(self) -> None:
        """Measure the latency."""

    def unsent_bytes(self) -> int:
        """How many bytes are still unsent."""

    async def receive(self) -> bytes | None:
        """Wait for the next message; None once the socket is closed."""

    def close(self, code: int, reason: str) -> None:
        """Close with a code and a reason."""

    def abort(self) -> None:
        """Close at once, dropping unsent data."""


class Connection:
    """A client's connection; one that cannot keep up is dropped, and may reconnect.

    Several people may share its device: `holder` is the seat of whoever has it now. While nobody
    does, the device is covered.
    """

    __slots__ = (
        "address",
        "chat",
        "dropped_out",
        "faults",
        "hints",
        "holder",
        "is_asking",
        "is_open",
        "keys",
        "limits",
        "messages",
        "seats",
        "socket",
        "tries",
    )  # fmt: skip

    def __init__(
        self, socket: ClientSocket, address: AddressUsage, limits: Limits, now: float
    ) -> None:
        self.socket, self.address, self.limits = socket, address, limits
        self.seats: tuple[int, ...] = ()
        self.keys: tuple[str, ...] = ()  # the hashes of its tokens
        self.holder = NOBODY
        self.messages, self.chat = Bucket(limits.messages, now), Bucket(limits.chat, now)
        self.hints, self.tries = Bucket(limits.hints, now), Bucket(limits.tries, now)
        self.faults = 0
        self.is_open = True
        self.dropped_out = False
        self.is_asking = False  # is waiting for a command that needs the lock

    def send(self, frame: bytes) -> None:
        """Send a frame; drops a client that is too slow."""
        if self.is_open:
            self.socket.send(frame)
            if self.socket.unsent_bytes() > self.limits.outbox:
                self.drop()

    def drop(self) -> None:
        """Drop the client at once, with unsent data."""
        if self.is_open:
            self.is_open = False
            self.socket.abort()

    def close(self, code: int, reason: str) -> None:
        """Close with a code and a reason."""
        if self.is_open:
            self.is_open = False
            self.socket.close(code, reason)

    def take_seats(self, seats: tuple[int, ...]) -> None:
        """Hold these seats; a device with one seat is always held by it."""
        if seats != self.seats:
            self.holder = seats[0] if len(seats) == 1 else NOBODY
        self.seats = seats

    def covered(self) -> tuple[int, ...]:
        """The seats that cannot see the table now."""
        return tuple(seat for seat in self.seats if seat != self.holder)

    def seat_meant(self, seat: int) -> int:
        """The seat that a command is for: the one it names, if held, or else the first."""
        return seat if seat in self.seats else min(self.seats, default=-1)

    def may_send(self, now: float) -> bool:
        """Charge a message to the connection and its address; whether both allow it."""
        return self.messages.take(now) and self.address.messages.take(now)


def check_seated(connection: Connection) -> None:
    """Refuse spectators."""
    if not connection.seats:
        raise NotYours(say("You are watching; only those who sit at the table can do that."))


def check_held(connection: Connection, seat: int) -> None:
    """Refuse a command for somebody else's seat."""
    if seat not in connection.seats:
        raise NotYours(say("That seat is not yours."))
