"""Somebody who plays in the terminal, and what is remembered of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from rumpus.table.play import PERSON
from rumpus.table.table import Table

from .saving import save
from .screen import Screen


@dataclass
class Sitting:
    """Somebody plays at a table.

    `heard` counts the events that were told, `shown` is the table as it was last printed, `rest`
    what was typed for the next questions. Who need not act and leaves it is not asked again while
    the same seats are waited for (`passed`), or before the own turn (`goes_on`).
    """

    table: Table
    screen: Screen
    random: Random
    read: Callable[[str], str]
    file: Path | None = None
    heard: int = 0
    shown: list[list[str]] = field(default_factory=list)
    rest: str = ""
    goes_on: bool = False
    passed: tuple[int, ...] = ()

    @property
    def you(self) -> int | None:
        """The player's seat; none for somebody who is out of a series."""
        seats = self.table.seats
        return next((n for n, seat in enumerate(seats) if seat.kind == PERSON), None)


def keep(sitting: Sitting) -> None:
    """Write the game down, if it is recorded."""
    if sitting.file:
        save(sitting.table, sitting.file)
