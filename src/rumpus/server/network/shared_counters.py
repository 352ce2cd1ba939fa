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

ROWS = 65_536
BUCKETS, COUNTS = 6, 4


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

    def bucket(self, row: int, which: int) -> int:
        """The index of a bucket."""
        return row * BUCKETS + which

    def count(self, row: int, which: int) -> AddressCount:
        """One of an address's counts."""
        places = [
            counts_of(number).start + row * COUNTS + which for number in range(self.processes)
        ]
        return AddressCount(self.board, places[self.number], places)


class AddressCount:
    """How many of something an address has, summed over all processes."""

    __slots__ = ("board", "mine", "places")

    def __init__(self, board: MutableSequence[float], mine: int, places: Sequence[int]) -> None:
        self.board, self.mine, self.places = board, mine, places

    def add(self, by: int) -> None:
        """Change this process's count."""
        self.board[self.mine] += by

    def total(self) -> int:
        """The sum over all processes."""
        return int(sum(self.board[place] for place in self.places))


def local_count() -> AddressCount:
    """A count for a single process."""
    return AddressCount([0.0], 0, (0,))
