"""One process's shard of the room: the tables that it owns, and the metrics that all share.

A table's id determines the process that owns it. All its players meet there, so processes never
have to agree on anything about a table.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass
from zlib import crc32

from rumpus.server.network.shared_counters import SharedCounters

from .table_ids import new_id


def process_for(table: str, processes: int) -> int:
    """The number of the process that owns a table."""
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

    def owns(self, table: str) -> bool:
        """Whether this process owns a table."""
        return process_for(table, self.processes) == self.number

    def new_id(self) -> str:
        """An id for a new table that this process owns."""
        while not self.owns(table := new_id()):
            pass
        return table

    def publish(self, figures: list[float]) -> list[tuple[float, ...]]:
        """Write this process's metrics to the board; returns each metric for all processes."""
        if self.board is None:
            return [(figure,) for figure in figures]
        width = len(figures)
        self.board[self.number * width : (self.number + 1) * width] = figures
        return [tuple(self.board[figure::width]) for figure in range(width)]
