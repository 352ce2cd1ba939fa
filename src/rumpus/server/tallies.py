"""What addresses have used up, in memory that all processes of a room share.

A row for every address, told from a hash that nobody outside can reckon. A bucket is one number:
when it will be full again. It is written in one go, so there is no lock: two processes that write
at the same moment let one more through. What an address has now (connections, half-sent requests,
waiting thoughts) is counted by every process in places of its own, which are wiped when it ends.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from hashlib import blake2b

ROWS = 65_536
BUCKETS, COUNTS = 6, 4


def width(processes: int) -> int:
    """How many numbers there are."""
    return ROWS * (BUCKETS + COUNTS * processes)


def counts_of(number: int) -> slice:
    """Where a process counts."""
    first = ROWS * (BUCKETS + COUNTS * number)
    return slice(first, first + ROWS * COUNTS)


def wipe(board: MutableSequence[float], number: int) -> None:
    """A process has ended, and has nothing any more."""
    board[counts_of(number)] = [0.0] * (ROWS * COUNTS)


@dataclass(frozen=True)
class Tallies:
    """All rows, as one of some processes sees them."""

    board: MutableSequence[float]
    key: bytes
    number: int
    processes: int

    def row(self, name: str) -> int:
        """The row of an address."""
        digest = blake2b(name.encode("utf-8", "replace"), key=self.key, digest_size=8).digest()
        return int.from_bytes(digest) % ROWS

    def bucket(self, row: int, which: int) -> int:
        """The place of a bucket."""
        return row * BUCKETS + which

    def count(self, row: int, which: int) -> Count:
        """One of the counts of an address."""
        places = [
            counts_of(number).start + row * COUNTS + which for number in range(self.processes)
        ]
        return Count(self.board, places[self.number], places)


class Count:
    """A number of something that an address has now, in all processes."""

    __slots__ = ("board", "mine", "places")

    def __init__(self, board: MutableSequence[float], mine: int, places: Sequence[int]) -> None:
        self.board, self.mine, self.places = board, mine, places

    def add(self, by: int) -> None:
        """There are more here, or fewer."""
        self.board[self.mine] += by

    def total(self) -> int:
        """How many there are."""
        return int(sum(self.board[place] for place in self.places))


def own_count() -> Count:
    """A count of one process alone."""
    return Count([0.0], 0, (0,))
