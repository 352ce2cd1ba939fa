"""What a table needs from its room."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from rumpus.store import Claim, Store, StoreChange
from rumpus.table.table import Table

from .connection import Connection


@dataclass
class EventCounts:
    """Counters since the room was opened."""

    actions: int = 0
    refused: int = 0
    received: int = 0
    sent: int = 0
    tables: int = 0
    requests: int = 0
    limited: int = 0
    faults: int = 0


class TableContext(Protocol):
    """The room, as its tables see it."""

    store: Store
    counts: EventCounts
    rng: Random

    def now(self) -> float:
        """The time that table clocks use."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task in the background; a failure is logged."""

    def report(self, error: BaseException) -> str:
        """Log a fault; returns its id in the log."""

    def write(self, *changes: StoreChange, claim: Claim) -> asyncio.Future[None]:
        """Write to disk, if the table is still ours."""

    async def think(self, table: Table, there: Iterable[Connection], known: Any, seat: int) -> int:
        """Let a bot choose, charged to the connected clients."""

    async def stored(self, claim: Claim) -> Table:
        """A table as it is stored."""

    def drop(self, claim: Claim, seq: int) -> None:
        """Forget a table until somebody asks for it again."""
