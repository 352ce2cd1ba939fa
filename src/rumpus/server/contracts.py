"""What a table needs of the room that it stands in."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from rumpus.store import Change, Store
from rumpus.table.table import Table

from .connection import Connection


@dataclass
class Counts:
    """What has happened since the room was opened."""

    actions: int = 0
    refused: int = 0
    received: int = 0
    sent: int = 0
    tables: int = 0
    requests: int = 0
    limited: int = 0
    faults: int = 0


class Home(Protocol):
    """The room, as its tables know it."""

    store: Store
    counts: Counts
    rng: Random

    def now(self) -> float:
        """The time that clocks at tables run by."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something run on its own; a failure is logged."""

    def report(self, error: BaseException) -> str:
        """Log a fault; returns the id under which it stands in the log."""

    def write(self, *changes: Change) -> asyncio.Future[None]:
        """Write to disk."""

    async def think(self, table: Table, there: Iterable[Connection], known: Any, seat: int) -> int:
        """Let a bot choose, at the expense of those who are there."""

    def drop(self, table: Table) -> None:
        """Know a table no more, until somebody asks for it again."""
