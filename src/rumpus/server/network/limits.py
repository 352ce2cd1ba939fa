"""Rate limits: token buckets for each connection and each address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Protocol

MESSAGE_BYTES = 4096
BODY_BYTES = 16 * 1024
RECORD_BYTES = 256 * 1024
ADDRESSES_KEPT = 10_000
EXACT = 6
"""Decimals kept when the level of a shared bucket is computed; hides rounding errors."""
BUCKETS, COUNTS = 6, 4
"""How many kinds of each an address has."""


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

    @property
    def address_rates(self) -> tuple[Rate, ...]:
        """The rates of an address's buckets, by their numbers."""
        return (
            self.address_messages, self.requests, self.tables, self.replays, self.thinking,
            self.address_work,
        )  # fmt: skip

    @property
    def address_counts(self) -> tuple[int, ...]:
        """The most of an address's counts, by their numbers."""
        return self.websockets, self.connections, self.pending, self.thoughts


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

    def missing_at(self, now: float) -> float:
        """What is missing here; changes nothing, so that any thread may ask."""
        return max(0.0, self.rate.burst - self.left - (now - self.at) * self.rate.per_second)

    def is_full(self, now: float) -> bool:
        """Whether it is full, so that it can be forgotten."""
        self.refill(now)
        return self.left >= self.rate.burst


class AddressCount:
    """How many of something an address has."""

    __slots__ = ("mine",)

    def __init__(self) -> None:
        self.mine = 0

    def add(self, by: int) -> None:
        """Change the count of this process."""
        self.mine += by

    def total(self) -> int:
        """How many there are, wherever they are counted."""
        return self.mine


class Counters(Protocol):
    """Where the usage of addresses is counted: each kind of bucket and of count has a number."""

    @property
    def processes(self) -> int:
        """How many processes count together."""

    def bucket(self, name: str, which: int, rate: Rate, now: float) -> Bucket:
        """An address's bucket of a kind."""

    def count(self, name: str, which: int) -> AddressCount:
        """An address's count of a kind."""


class LocalCounters:
    """The counters of a process that shares none."""

    processes = 1

    def bucket(self, _name: str, _which: int, rate: Rate, now: float) -> Bucket:
        """A bucket of its own."""
        return Bucket(rate, now)

    def count(self, _name: str, _which: int) -> AddressCount:
        """A count of its own."""
        return AddressCount()


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
        self, limits: Limits, now: float, name: str = "", counters: Counters | None = None
    ) -> None:
        counters = counters or LocalCounters()
        rates = enumerate(limits.address_rates)
        buckets = [counters.bucket(name, which, rate, now) for which, rate in rates]
        counts = [counters.count(name, which) for which in range(COUNTS)]
        self.messages, self.requests, self.tables, self.replays, self.thinking, self.work = buckets
        self.websockets, self.connections, self.pending_count, self.thoughts = counts
        self.served = 0  # its last turn in the thinking pool
        self.pending: dict[Evictable, None] = {}  # of this process

    @property
    def buckets(self) -> tuple[Bucket, ...]:
        """Its buckets, by their numbers."""
        return (
            self.messages, self.requests, self.tables, self.replays, self.thinking, self.work,
        )  # fmt: skip

    @property
    def counts(self) -> tuple[AddressCount, ...]:
        """Its counts, by their numbers."""
        return self.websockets, self.connections, self.pending_count, self.thoughts

    def is_idle(self, now: float) -> bool:
        """Whether forgetting it changes nothing."""
        is_here = any(count.total() for count in self.counts)
        return not is_here and all(bucket.is_full(now) for bucket in self.buckets)


class AddressUsages:
    """The usage of every known address."""

    def __init__(
        self, limits: Limits, clock: Callable[[], float], counters: Counters | None = None
    ) -> None:
        self.limits, self.clock, self.counters = limits, clock, counters or LocalCounters()
        self.known: dict[str, AddressUsage] = {}

    @property
    def processes(self) -> int:
        """How many processes count together."""
        return self.counters.processes

    def at(self, name: str) -> AddressUsage:
        """The usage of an address."""
        found = self.known.get(name)
        if found is None:
            now = self.clock()
            if len(self.known) >= ADDRESSES_KEPT:
                self.known = {n: a for n, a in self.known.items() if not a.is_idle(now)}
            found = self.known[name] = AddressUsage(self.limits, now, name, self.counters)
        return found
