"""Limits on what clients can send: token buckets, for each connection and each address."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from math import inf
from typing import Protocol

from .tallies import COUNTS, Tallies, own_count

MESSAGE_BYTES = 4096
BODY_BYTES = 16 * 1024
RECORD_BYTES = 256 * 1024
ADDRESSES_KEPT = 10_000
EXACT = 6
"""Decimals of what is left in a bucket that is kept as a time: less is lost in reckoning."""


class Knocking(Protocol):
    """A connection whose request has not arrived in full."""

    def turn_away(self) -> None:
        """Others need its place."""


@dataclass(frozen=True)
class Rate:
    """So many a second, and so many at once after a quiet time."""

    per_second: float
    burst: float


@dataclass(frozen=True)
class Limits:
    """Every limit of a room."""

    messages: Rate = Rate(10, 40)  # a connection's messages
    chat: Rate = Rate(0.5, 6)  # a connection's chat
    address_messages: Rate = Rate(60, 400)
    requests: Rate = Rate(20, 120)  # an address's HTTP requests
    tables: Rate = Rate(300 / 3600, 300)  # the tables an address makes
    replays: Rate = Rate(0.5, 20)  # the records an address has played again
    thinking: Rate = Rate(1, 20)  # seconds that bots, hints and analyses think for an address
    hints: Rate = Rate(0.5, 5)  # seconds that hints think for a connection
    tries: Rate = Rate(0.1, 2)  # seconds that tries take for a connection
    work: Rate = Rate(60, 400)  # what a socket gives the room to read, in prices of the wire
    address_work: Rate = Rate(600, 4000)
    patience: Rate = Rate(0.2, 8)  # how often a socket is slowed before it is cut
    thoughts: int = 24  # an address's hints and analyses that wait
    connections: int = 200  # an address's open sockets
    lines: int = 300  # an address's connections of every kind
    knocking: int = 64  # of them: those whose request has not arrived in full
    faults: int = 10  # unreadable messages until a socket is closed
    outbox: int = 1_000_000  # bytes that wait for a slow client


UNLIMITED = Limits(
    *(Rate(1e9, 1e9),) * 12,
    thoughts=1_000_000, connections=1_000_000, lines=1_000_000, knocking=1_000_000,
    faults=1_000_000, outbox=64_000_000,
)  # fmt: skip
"""For load tests on one's own machine."""


class Bucket:
    """A token bucket."""

    __slots__ = ("at", "left", "rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate, self.left, self.at = rate, rate.burst, now

    def take(self, now: float) -> bool:
        """Use one up, if there is one."""
        self.refill(now)
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def spend(self, amount: float, now: float) -> float:
        """Use some up, also beyond what there is, but no more is owed than a burst; how many
        seconds it takes until nothing is."""
        self.refill(now)
        self.left = max(self.left - amount, -self.rate.burst)
        if self.left >= 0:
            return 0.0
        return -self.left / self.rate.per_second if self.rate.per_second else inf

    def left_at(self, now: float) -> float:
        """How much there is; nothing or less if all is spent."""
        self.refill(now)
        return self.left

    def refill(self, now: float) -> None:
        """Add what the time since the last look brings."""
        self.left = min(self.rate.burst, self.left + (now - self.at) * self.rate.per_second)
        self.at = now

    def is_full(self, now: float) -> bool:
        """Whether forgetting it would change nothing."""
        self.refill(now)
        return self.left >= self.rate.burst


class SharedBucket(Bucket):
    """A token bucket of several processes: when it is full again stands in their memory."""

    __slots__ = ("board", "place")

    def __init__(self, rate: Rate, now: float, board: MutableSequence[float], place: int) -> None:
        super().__init__(rate, now)
        self.board, self.place = board, place

    def take(self, now: float) -> bool:
        """Use one up, if there is one."""
        is_taken = super().take(now)
        if is_taken:
            self._keep(now)
        return is_taken

    def spend(self, amount: float, now: float) -> float:
        """Use some up, also beyond what there is."""
        wait = super().spend(amount, now)
        self._keep(now)
        return wait

    def refill(self, now: float) -> None:
        """See how much there is."""
        missing = max(0.0, self.board[self.place] - now) * self.rate.per_second
        self.left, self.at = round(self.rate.burst - missing, EXACT), now

    def _keep(self, now: float) -> None:
        self.board[self.place] = now + (self.rate.burst - self.left) / self.rate.per_second


class Address:
    """What one address has used up."""

    __slots__ = (
        "connections", "knocking", "knocks", "lines", "messages", "replays", "requests", "served",
        "tables", "thinking", "thoughts", "work",
    )  # fmt: skip

    def __init__(
        self, limits: Limits, now: float, name: str = "", tallies: Tallies | None = None
    ) -> None:
        rates = (
            limits.address_messages, limits.requests, limits.tables, limits.replays,
            limits.thinking, limits.address_work,
        )  # fmt: skip
        if tallies:
            row = tallies.row(name)
            counts = [tallies.count(row, which) for which in range(COUNTS)]
            buckets: list[Bucket] = [
                SharedBucket(rate, now, tallies.board, tallies.bucket(row, which))
                for which, rate in enumerate(rates)
            ]
        else:
            counts = [own_count() for _ in range(COUNTS)]
            buckets = [Bucket(rate, now) for rate in rates]
        self.messages, self.requests, self.tables, self.replays, self.thinking, self.work = buckets
        self.connections, self.lines, self.knocks, self.thoughts = counts
        self.served = 0  # when it last had its turn to think
        self.knocking: dict[Knocking, None] = {}  # those of this process

    def is_idle(self, now: float) -> bool:
        """Whether it can be forgotten."""
        buckets = (
            self.messages, self.requests, self.tables, self.replays, self.thinking, self.work,
        )  # fmt: skip
        counts = (self.connections, self.lines, self.knocks, self.thoughts)
        is_here = any(count.total() for count in counts)
        return not is_here and all(bucket.is_full(now) for bucket in buckets)


class Addresses:
    """All addresses that have used something up."""

    def __init__(
        self, limits: Limits, clock: Callable[[], float], tallies: Tallies | None = None
    ) -> None:
        self.limits, self.clock, self.tallies = limits, clock, tallies
        self.processes = tallies.processes if tallies else 1
        self.known: dict[str, Address] = {}

    def at(self, name: str) -> Address:
        """What an address has used up."""
        found = self.known.get(name)
        if found is None:
            now = self.clock()
            if len(self.known) >= ADDRESSES_KEPT:
                self.known = {n: a for n, a in self.known.items() if not a.is_idle(now)}
            found = self.known[name] = Address(self.limits, now, name, self.tallies)
        return found
