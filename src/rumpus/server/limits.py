"""Limits on what clients can send: token buckets, for each connection and each address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

MESSAGE_BYTES = 4096
BODY_BYTES = 16 * 1024
RECORD_BYTES = 256 * 1024
MOST_STEPS = 2000
ADDRESSES_KEPT = 10_000


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
    thoughts: int = 24  # an address's hints and analyses that wait
    connections: int = 200  # an address's open sockets
    faults: int = 10  # unreadable messages until a socket is closed
    outbox: int = 1_000_000  # bytes that wait for a slow client


UNLIMITED = Limits(
    *(Rate(1e9, 1e9),) * 8,
    thoughts=1_000_000, connections=1_000_000, faults=1_000_000, outbox=64_000_000,
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

    def spend(self, amount: float, now: float) -> None:
        """Use some up that was needed, also beyond what there is; no more is owed than a burst."""
        self.refill(now)
        self.left = max(self.left - amount, -self.rate.burst)

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


class Address:
    """What one address has used up."""

    __slots__ = (
        "connections", "messages", "replays", "requests", "served", "tables", "thinking",
    )  # fmt: skip

    def __init__(self, limits: Limits, now: float) -> None:
        self.messages = Bucket(limits.address_messages, now)
        self.requests = Bucket(limits.requests, now)
        self.tables = Bucket(limits.tables, now)
        self.replays = Bucket(limits.replays, now)
        self.thinking = Bucket(limits.thinking, now)
        self.served = 0  # when it last had its turn to think
        self.connections = 0

    def is_idle(self, now: float) -> bool:
        """Whether it can be forgotten."""
        buckets = (self.messages, self.requests, self.tables, self.replays, self.thinking)
        return not self.connections and all(bucket.is_full(now) for bucket in buckets)


class Addresses:
    """All addresses that have used something up."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self.limits, self.clock = limits, clock
        self.known: dict[str, Address] = {}

    def at(self, name: str) -> Address:
        """What an address has used up."""
        found = self.known.get(name)
        if found is None:
            now = self.clock()
            if len(self.known) >= ADDRESSES_KEPT:
                self.known = {n: a for n, a in self.known.items() if not a.is_idle(now)}
            found = self.known[name] = Address(self.limits, now)
        return found
