"""One client's socket: the seats it holds, and what it may still send."""

from __future__ import annotations

from typing import Protocol

from rumpus.rulekit.sentence import say
from rumpus.table.errors import NotYours

from .limits import Address, Bucket, Limits

NOBODY = -1


class Outlet(Protocol):
    """Where frames go."""

    round_trip: float

    def put(self, frame: bytes) -> None:
        """Send a frame."""

    def measure(self) -> None:
        """Find out how long it takes to the client and back."""

    def waiting(self) -> int:
        """How many bytes were not taken yet."""

    async def receive(self) -> bytes | None:
        """The next message; None when no more will come."""

    def close(self, code: int, reason: str) -> None:
        """Say goodbye."""

    def cut(self) -> None:
        """End it at once."""


class Connection:
    """A socket that never holds the table up: who cannot keep pace is let go, and comes back.

    Several people may share its device: `holder` is the seat of the one who has it. It is covered
    while nobody does.
    """

    __slots__ = (
        "address", "chat", "dropped_out", "faults", "hints", "holder", "is_asking", "is_open",
        "keys", "limits", "messages", "seats", "tries", "wire",
    )  # fmt: skip

    def __init__(self, wire: Outlet, address: Address, limits: Limits, now: float) -> None:
        self.wire, self.address, self.limits = wire, address, limits
        self.seats: tuple[int, ...] = ()
        self.keys: tuple[str, ...] = ()  # the hashes of its tokens
        self.holder = NOBODY
        self.messages, self.chat = Bucket(limits.messages, now), Bucket(limits.chat, now)
        self.hints, self.tries = Bucket(limits.hints, now), Bucket(limits.tries, now)
        self.faults = 0
        self.is_open = True
        self.dropped_out = False
        self.is_asking = False  # has asked for something that waits for its turn

    def put(self, frame: bytes) -> None:
        """Send a message."""
        if self.is_open:
            self.wire.put(frame)
            if self.wire.waiting() > self.limits.outbox:
                self.close()

    def close(self) -> None:
        """Let the client go at once, whatever still waits."""
        if self.is_open:
            self.is_open = False
            self.wire.cut()

    def finish(self, code: int, reason: str) -> None:
        """Say why, and close."""
        if self.is_open:
            self.is_open = False
            self.wire.close(code, reason)

    def take_seats(self, seats: tuple[int, ...]) -> None:
        """Hold these seats; a device that nobody shares is always in its owner's hands."""
        if seats != self.seats:
            self.holder = seats[0] if len(seats) == 1 else NOBODY
        self.seats = seats

    def covered(self) -> tuple[int, ...]:
        """The seats whose people cannot see the table now."""
        return tuple(seat for seat in self.seats if seat != self.holder)

    def seat_meant(self, seat: int) -> int:
        """The seat that a command is for: the one it names, if that is held, or the first."""
        return seat if seat in self.seats else min(self.seats, default=-1)

    def may_send(self, now: float) -> bool:
        """Whether the client keeps to its limits."""
        return self.messages.take(now) and self.address.messages.take(now)


def check_seated(connection: Connection) -> None:
    """Refuse whoever only watches."""
    if not connection.seats:
        raise NotYours(say("You are watching; only those who sit at the table can do that."))


def check_held(connection: Connection, seat: int) -> None:
    """Refuse what is asked for somebody else's seat."""
    if seat not in connection.seats:
        raise NotYours(say("That seat is not yours."))
