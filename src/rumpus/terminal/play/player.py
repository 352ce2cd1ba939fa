"""The player at the terminal, and what to remember between questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from rumpus.table.play import PERSON
from rumpus.table.table import Table
from rumpus.terminal.screen import Screen

from .saving import save


@dataclass
class TerminalPlayer:
    """The player at the terminal.

    `heard` counts the events already printed, `shown` is the table as last printed, `rest` is what
    was typed for the next questions. A player who passes out of turn is not asked again while the
    same seats are to act (`passed`), or until their own turn (`goes_on`).
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
        """The player's seat, or None once they are out of a series."""
        seats = self.table.seats
        return next((n for n, seat in enumerate(seats) if seat.kind == PERSON), None)


def keep(player: TerminalPlayer) -> None:
    """Save the game, if it has a file."""
    if player.file:
        save(player.table, player.file)
