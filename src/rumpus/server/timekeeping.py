"""Timekeeping: what makes a game go on, the same for games with turns and games in real time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from rumpus.rulekit.sentence import Sentence, say
from rumpus.table.clock import Time
from rumpus.table.errors import NotNow
from rumpus.table.views import ComingView

from .connection import Connection


class Step(NamedTuple):
    """Something that has its turn: an action that was carried out or refused, or an announcement.

    `number` is that of the claim it answers; a refusal is for the claimant alone.
    """

    number: int
    seat: int
    action: int
    by: str
    refusal: Sentence | None = None
    is_done: bool = True


class Timekeeper(Protocol):
    """Says whose claim has its turn, and what happens by itself. It is told the time.

    `forbidden` are the actions of the rules that the table's settings rule out.
    """

    forbidden: frozenset[int]

    def welcome(self, at: Connection) -> None:
        """Somebody has come."""

    def claim(self, at: Connection, seat: int, action: int, now: float) -> int:
        """Somebody wants to act: queue it; its step will carry the number that is returned."""

    def settle(self, now: float) -> None:
        """See who plays, and whether time passes."""

    def steps(self, now: float) -> Iterator[Step]:
        """Carry out everything that has its turn by now, one thing at a time."""

    def due(self) -> float | None:
        """When something will happen by itself."""

    def withdraw(self, now: float) -> list[Step]:
        """The game is paused: the claims that nobody gets any more."""

    def game_time(self, now: float) -> Time | None:
        """The time of the whole game, where it is kept here."""

    def coming(self, now: float) -> ComingView | None:
        """What the table itself will do next, for clients."""


class Still:
    """Keeps no time: where no game is going on."""

    forbidden: frozenset[int] = frozenset()

    def welcome(self, at: Connection) -> None:
        """Somebody has come."""

    def claim(self, at: Connection, seat: int, action: int, now: float) -> int:
        """There is nothing to act in."""
        raise NotNow(say("The game has not started yet."))

    def settle(self, now: float) -> None:
        """Nothing changes."""

    def steps(self, now: float) -> Iterator[Step]:
        """Nothing happens."""
        return iter(())

    def due(self) -> float | None:
        """Nothing will happen."""
        return None

    def withdraw(self, now: float) -> list[Step]:
        """Nothing was claimed."""
        return []

    def game_time(self, now: float) -> Time | None:
        """No time passes."""
        return None

    def coming(self, now: float) -> ComingView | None:
        """Nothing will be done."""
        return None


STILL = Still()
