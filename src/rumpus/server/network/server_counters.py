"""Usage by address, shared by the servers on one database.

A server publishes what addresses use of it each time it renews its lease, and hears at the same
moment what they use of the others: that is missing from its own buckets too, and counted with its
own counts. So for about a second servers do not know of each other's usage.

All servers together fill a bucket at its rate: each fills the part of it that was taken here, in
proportion to the whole. An address that asks several servers gets no more than from one.

Addresses are published as keyed hashes, which only the room's own servers can compute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from .limits import (
    BUCKETS,
    COUNTS,
    EXACT,
    AddressCount,
    AddressUsage,
    AddressUsages,
    Bucket,
    Rate,
)

PUBLISHED_MOST = 1000
"""How many addresses are published: those that have used the most of any limit."""
STALE_SECONDS = 10.0
"""For so long what was heard is believed."""
NAME_BYTES = 8
DECIMALS = 2
Usage = Sequence[float]
"""What is missing in each bucket of an address, then its counts."""
NOTHING: Usage = (0.0,) * (BUCKETS + COUNTS)

read_usages = msgspec.json.Decoder(dict[str, list[float]]).decode


class News(NamedTuple):
    """What addresses use of all other servers together, and when that was heard."""

    at: float
    servers: int
    used: Mapping[str, Usage]


class ServerCounters:
    """The counters of one server, and what it has heard of the others."""

    def __init__(self, key: bytes, clock: Callable[[], float]) -> None:
        self.key, self.clock = key, clock
        self.news = News(clock(), 0, {})
        self.touched: set[str] = set()
        """The addresses that may use something here."""

    @property
    def processes(self) -> int:
        """How many servers count together."""
        return 1 + self.news.servers

    def hashed(self, name: str) -> str:
        """What stands for an address in the database."""
        text = name.encode("utf-8", "replace")
        return blake2b(text, key=self.key, digest_size=NAME_BYTES, person=b"address").hexdigest()

    def bucket(self, name: str, which: int, rate: Rate, now: float) -> ServerBucket:
        """An address's bucket of a kind."""
        return ServerBucket(rate, now, self, name, which)

    def count(self, name: str, which: int) -> ServerCount:
        """An address's count of a kind."""
        return ServerCount(self, name, BUCKETS + which)

    def hear(self, told: Sequence[str]) -> None:
        """Take in what each of the other servers has published."""
        used: dict[str, list[float]] = {}
        for name, usage in _read(told):
            sums = used.setdefault(name, list(NOTHING))
            for which, amount in enumerate(usage[: len(NOTHING)]):
                sums[which] += amount
        self.news = News(self.clock(), len(told), used)

    def publish(self, addresses: AddressUsages) -> str:
        """What addresses use here, as others hear it; asked for in the store's thread."""
        busy = self._busy(addresses)
        if len(busy) > PUBLISHED_MOST:
            limits = addresses.limits
            most = [*(rate.burst for rate in limits.address_rates), *limits.address_counts]
            busy.sort(key=lambda row: -max(n / m for n, m in zip(row[1], most, strict=True)))
        shown = {self.hashed(name): shortened(usage) for name, usage in busy[:PUBLISHED_MOST]}
        return msgspec.json.encode(shown).decode() if shown else ""

    def _busy(self, addresses: AddressUsages) -> list[tuple[str, Usage]]:
        """The addresses that use something, which are the only ones to look at next time."""
        now = self.clock()
        busy: list[tuple[str, Usage]] = []
        for name in list(self.touched):
            self.touched.discard(name)  # first: it may be touched again while this looks
            found = addresses.known.get(name)
            if found and any(usage := usage_of(found, now)):
                self.touched.add(name)
                busy.append((name, usage))
        return busy


class ServerBucket(Bucket):
    """A token bucket, from which others take too: `mine` is what was taken here and not filled yet,
    and `others` what was taken elsewhere."""

    __slots__ = ("counters", "hashed", "mine", "name", "news", "others", "which")

    def __init__(
        self, rate: Rate, now: float, counters: ServerCounters, name: str, which: int
    ) -> None:
        super().__init__(rate, now)
        self.counters, self.name, self.which = counters, name, which
        self.hashed = counters.hashed(name)
        self.mine = self.others = 0.0
        self.news: News | None = None

    def take(self, now: float) -> bool:
        """Take one token, if there is one."""
        is_taken = super().take(now)
        self._keep(self.mine + is_taken)
        return is_taken

    def spend(self, amount: float, now: float) -> float:
        """Spend tokens, possibly going into debt."""
        wait = super().spend(amount, now)
        self._keep(max(self.mine, self.rate.burst - self.left - self.others))
        return wait

    def _keep(self, mine: float) -> None:
        self.mine = mine
        self.counters.touched.add(self.name)

    def refill(self, now: float) -> None:
        """Add what has accrued, and learn what others have taken."""
        news = self.counters.news
        if news is not self.news:
            self._fill(news.at)
            self.news, self.others = news, news.used.get(self.hashed, NOTHING)[self.which]
        self._fill(now)
        burst = self.rate.burst
        self.left = max(-burst, round(burst - self.mine - self.others, EXACT))

    def _fill(self, now: float) -> None:
        rest = self._rest_at(now)
        self.mine, self.others, self.at = self.mine * rest, self.others * rest, max(self.at, now)

    def _rest_at(self, now: float) -> float:
        """The part of what was missing that is missing still."""
        missing, passed = self.mine + self.others, max(0.0, now - self.at)
        return max(0.0, 1 - passed * self.rate.per_second / missing) if missing else 0.0

    def missing_at(self, now: float) -> float:
        """What was taken here and is still missing."""
        return self.mine * self._rest_at(now)


class ServerCount(AddressCount):
    """How many of something an address has, here and at the other servers."""

    __slots__ = ("counters", "hashed", "name", "which")

    def __init__(self, counters: ServerCounters, name: str, which: int) -> None:
        super().__init__()
        self.counters, self.name, self.which = counters, name, which
        self.hashed = counters.hashed(name)

    def add(self, by: int) -> None:
        """Change this server's count."""
        super().add(by)
        self.counters.touched.add(self.name)

    def total(self) -> int:
        """The sum over all servers, as far as they were heard lately."""
        news = self.counters.news
        is_fresh = self.counters.clock() - news.at < STALE_SECONDS
        others = news.used.get(self.hashed, NOTHING)[self.which] if is_fresh else 0
        return self.mine + int(others)


def usage_of(address: AddressUsage, now: float) -> list[float]:
    """What an address uses here."""
    missing = [round(bucket.missing_at(now), DECIMALS) for bucket in address.buckets]
    return [*missing, *(count.mine for count in address.counts)]


def shortened(usage: Sequence[float]) -> list[float]:
    """A usage without the zeros at its end."""
    last = max(which for which, amount in enumerate(usage) if amount)
    return list(usage[: last + 1])


def _read(told: Iterable[str]) -> Iterable[tuple[str, list[float]]]:
    """What servers have published; one that writes in another way is not understood."""
    for text in filter(None, told):
        try:
            yield from read_usages(text).items()
        except msgspec.DecodeError:
            continue
