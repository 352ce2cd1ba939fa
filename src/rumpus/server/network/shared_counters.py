"""Usage by address, in memory shared by all processes of a room.

Every address has a row, found by a keyed hash. A bucket is one number: the time at which it will be
full again. It is written atomically, so there is no lock: two processes that write at the same
moment let one request too many through. What an address has open (connections, pending requests,
queued thinking) is counted by each process in cells of its own, which are cleared when it ends.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from .limits import BUCKETS, COUNTS, EXACT, AddressCount, Bucket, Rate

ROWS = 65_536


def counters_size(processes: int) -> int:
    """The size of the shared array."""
    return ROWS * (BUCKETS + COUNTS * processes)


def counts_of(number: int) -> slice:
    """The cells of one process."""
    first = ROWS * (BUCKETS + COUNTS * number)
    return slice(first, first + ROWS * COUNTS)


def clear_process(board: MutableSequence[float], number: int) -> None:
    """Zero the counts of a process that has ended."""
    board[counts_of(number)] = [0.0] * (ROWS * COUNTS)


@dataclass(frozen=True)
class SharedCounters:
    """The shared array as one process sees it."""

    board: MutableSequence[float]
    key: bytes
    number: int
    processes: int

    def row(self, name: str) -> int:
        """The row of an address."""
        digest = blake2b(name.encode("utf-8", "replace"), key=self.key, digest_size=8).digest()
        return int.from_bytes(digest) % ROWS

    def bucket(self, name: str, which: int, rate: Rate, now: float) -> SharedBucket:
        """An address's bucket of a kind."""
        return SharedBucket(rate, now, self.board, self.row(name) * BUCKETS + which)

    def count(self, name: str, which: int) -> SharedCount:
        """An address's count of a kind."""
        cell = self.row(name) * COUNTS + which
        places = [counts_of(number).start + cell for number in range(self.processes)]
        return SharedCount(self.board, places[self.number], places)


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
        self.left, self.at = round(self.rate.burst - self.missing_at(now), EXACT), now

    def missing_at(self, now: float) -> float:
        """What is missing, whichever process took it."""
        return max(0.0, self.board[self.place] - now) * self.rate.per_second

    def _keep(self, now: float) -> None:
        self.board[self.place] = now + (self.rate.burst - self.left) / self.rate.per_second


class SharedCount(AddressCount):
    """How many of something an address has, summed over all processes."""

    __slots__ = ("board", "place", "places")

    def __init__(self, board: MutableSequence[float], place: int, places: Sequence[int]) -> None:
        super().__init__()
        self.board, self.place, self.places = board, place, places

    def add(self, by: int) -> None:
        """Change this process's count."""
        self.board[self.place] += by

    def total(self) -> int:
        """The sum over all processes."""
        return int(sum(self.board[place] for place in self.places))
