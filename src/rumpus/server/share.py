"""A process's share of the room: the tables that it alone has, and figures that all add up to.

A table belongs to one process, told from its id: all who sit at it meet there, and nothing about
it has to be agreed on with the others.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass
from zlib import crc32

from .ids import new_id
from .tallies import Tallies


def process_of(table: str, processes: int) -> int:
    """The number of the process that a table belongs to."""
    return crc32(table.encode()) % processes


@dataclass(frozen=True)
class Share:
    """What one of some processes has; by default one process has everything.

    `board` has a row of figures for every process, in memory that they share.
    """

    number: int = 0
    processes: int = 1
    board: MutableSequence[float] | None = None
    tallies: Tallies | None = None

    def has(self, table: str) -> bool:
        """Whether a table belongs to this process."""
        return process_of(table, self.processes) == self.number

    def new_id(self) -> str:
        """An id for a new table of this process."""
        while not self.has(table := new_id()):
            pass
        return table

    def write(self, figures: list[float]) -> list[tuple[float, ...]]:
        """Put this process's figures on the board; every figure as the processes have it."""
        if self.board is None:
            return [(figure,) for figure in figures]
        width = len(figures)
        self.board[self.number * width : (self.number + 1) * width] = figures
        return [tuple(self.board[figure::width]) for figure in range(width)]
