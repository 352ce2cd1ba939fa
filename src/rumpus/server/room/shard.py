"""One process among those of a room on one machine, and the metrics that all share.

The dispatcher sends everybody who asks for a table to the same process, by the table's id. Which
process may write the table is decided by the store alone.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass
from zlib import crc32

from rumpus.server.network.shared_counters import SharedCounters

from .table_ids import new_id


def process_for(table: str, processes: int) -> int:
    """The number of the process to which the dispatcher sends people of a table."""
    return crc32(table.encode()) % processes


@dataclass(frozen=True)
class Shard:
    """One process among several; by default the only one.

    `board` is shared memory with a row of metrics for every process.
    """

    number: int = 0
    processes: int = 1
    board: MutableSequence[float] | None = None
    counters: SharedCounters | None = None

    def is_sent(self, table: str) -> bool:
        """Whether people of a table are sent to this process."""
        return process_for(table, self.processes) == self.number

    def new_id(self) -> str:
        """An id for a new table whose people are sent to this process."""
        while not self.is_sent(table := new_id()):
            pass
        return table

    def publish(self, figures: list[float]) -> list[tuple[float, ...]]:
        """Write this process's metrics to the board; returns each metric for all processes."""
        if self.board is None:
            return [(figure,) for figure in figures]
        width = len(figures)
        self.board[self.number * width : (self.number + 1) * width] = figures
        return [tuple(self.board[figure::width]) for figure in range(width)]
