"""Rate limits: token buckets for each connection and each address."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from math import inf
from typing import Protocol

from .shared_counters import COUNTS, SharedCounters, local_count

MESSAGE_BYTES = 4096
BODY_BYTES = 16 * 1024
RECORD_BYTES = 256 * 1024
ADDRESSES_KEPT = 10_000
EXACT = 6
"""Decimals kept when a shared bucket's level is computed from a time; hides rounding errors."""


class Evictable(Protocol):
    """A connection that can make way for another."""

    def evict(self) -> None:
        """Close it to make room."""


@dataclass(frozen=True)
class Rate:
    """A sustained rate and a burst."""

    per_second: float
    burst: float


@dataclass(frozen=True)
class Limits:
    """Every limit that a room enforces."""

    messages: Rate = Rate(10, 40)  # messages of a connection
    chat: Rate = Rate(0.5, 6)  # chat lines of a connection
    address_messages: Rate = Rate(60, 400)
    requests: Rate = Rate(20, 120)  # HTTP requests of an address
    tables: Rate = Rate(300 / 3600, 300)  # tables created by an address
    replays: Rate = Rate(0.5, 20)  # records replayed by an address
    thinking: Rate = Rate(1, 20)  # seconds of bots, hints and analyses for an address
    hints: Rate = Rate(0.5, 5)  # seconds of hints for a connection
    tries: Rate = Rate(0.1, 2)  # seconds of tries for a connection
    work: Rate = Rate(60, 400)  # cost of the frames that a socket sends (see websocket.py)
    address_work: Rate = Rate(600, 4000)
    patience: Rate = Rate(0.2, 8)  # throttles of a socket before it is closed
    thoughts: int = 24  # queued hints and analyses of an address
    websockets: int = 200  # open WebSockets of an address
    connections: int = 300  # connections of an address, of every kind
    pending: int = 64  # of those, the ones whose request is incomplete
    faults: int = 10  # unreadable messages before a socket is closed
    outbox: int = 1_000_000  # unsent bytes before a slow client is dropped


UNLIMITED = Limits(
    *(Rate(1e9, 1e9),) * 12,
    thoughts=1_000_000, websockets=1_000_000, connections=1_000_000, pending=1_000_000,
    faults=1_000_000, outbox=64_000_000,
)  # fmt: skip
"""For load tests on your own machine."""


class Bucket:
    """A token bucket."""

    __slots__ = ("at", "left", "rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate, self.left, self.at = rate, rate.burst, now

    def take(self, now: float) -> bool:
        """Take one token, if there is one."""
        self.refill(now)
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def spend(self, amount: float, now: float) -> float:
        """Spend tokens, going into debt by at most one burst; returns the seconds until the debt is
        paid off."""
        self.refill(now)
        self.left = max(self.left - amount, -self.rate.burst)
        if self.left >= 0:
            return 0.0
        return -self.left / self.rate.per_second if self.rate.per_second else inf

    def left_at(self, now: float) -> float:
        """The level; zero or less if the budget is spent."""
        self.refill(now)
        return self.left

    def refill(self, now: float) -> None:
        """Add what has accrued since the last call."""
        self.left = min(self.rate.burst, self.left + (now - self.at) * self.rate.per_second)
        self.at = now

    def is_full(self, now: float) -> bool:
        """Whether it is full, so that it can be forgotten."""
        self.refill(now)
        return self.left >= self.rate.burst


class SharedBucket(Bucket):
    """A token bucket in shared memory, stored as the time at which it will be full again."""

    __slots__ = ("board", "place")

    def __init__(self, rate: Rate, now: float, board: MutableSequence[float], place: int) -> None:
        super().__init__(rate, now)
        self.board, self.place = board, place

    def take(self, now: float) -> bool:
        """Take one token, if there is one."""
        is_taken = super().take(now)
        if is_taken:
            self._keep(now)
        return is_taken

    def spend(self, amount: float, now: float) -> float:
        """Spend tokens, possibly going into debt."""
        wait = super().spend(amount, now)
        self._keep(now)
        return wait

    def refill(self, now: float) -> None:
        """Read the level from shared memory."""
        missing = max(0.0, self.board[self.place] - now) * self.rate.per_second
        self.left, self.at = round(self.rate.burst - missing, EXACT), now

    def _keep(self, now: float) -> None:
        self.board[self.place] = now + (self.rate.burst - self.left) / self.rate.per_second


class AddressUsage:
    """What one address uses."""

    __slots__ = (
        "connections",
        "messages",
        "pending",
        "pending_count",
        "replays",
        "requests",
        "served",
        "tables",
        "thinking",
        "thoughts",
        "websockets",
        "work",
    )  # fmt: skip

    def __init__(
        self, limits: Limits, now: float, name: str = "", counters: SharedCounters | None = None
    ) -> None:
        rates = (
            limits.address_messages, limits.requests, limits.tables, limits.replays,
            limits.thinking, limits.address_work,
        )  # fmt: skip
        if counters:
            row = counters.row(name)
            counts = [counters.count(row, which) for which in range(COUNTS)]
            buckets: list[Bucket] = [
                SharedBucket(rate, now, counters.board, counters.bucket(row, which))
                for which, rate in enumerate(rates)
            ]
        else:
            counts = [local_count() for _ in range(COUNTS)]
            buckets = [Bucket(rate, now) for rate in rates]
        self.messages, self.requests, self.tables, self.replays, self.thinking, self.work = buckets
        self.websockets, self.connections, self.pending_count, self.thoughts = counts
        self.served = 0  # its last turn in the thinking pool
        self.pending: dict[Evictable, None] = {}  # of this process

    def is_idle(self, now: float) -> bool:
        """Whether forgetting it changes nothing."""
        buckets = (
            self.messages, self.requests, self.tables, self.replays, self.thinking, self.work,
        )  # fmt: skip
        counts = (self.websockets, self.connections, self.pending_count, self.thoughts)
        is_here = any(count.total() for count in counts)
        return not is_here and all(bucket.is_full(now) for bucket in buckets)


class AddressUsages:
    """The usage of every known address."""

    def __init__(
        self, limits: Limits, clock: Callable[[], float], counters: SharedCounters | None = None
    ) -> None:
        self.limits, self.clock, self.counters = limits, clock, counters
        self.processes = counters.processes if counters else 1
        self.known: dict[str, AddressUsage] = {}

    def at(self, name: str) -> AddressUsage:
        """The usage of an address."""
        found = self.known.get(name)
        if found is None:
            now = self.clock()
            if len(self.known) >= ADDRESSES_KEPT:
                self.known = {n: a for n, a in self.known.items() if not a.is_idle(now)}
            found = self.known[name] = AddressUsage(self.limits, now, name, self.counters)
        return found
