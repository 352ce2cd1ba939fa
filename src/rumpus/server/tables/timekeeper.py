"""The interface of timekeepers: what drives a game, with turns or in real time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from rumpus.rulekit.sentence import Sentence, say
from rumpus.table.errors import NotNow
from rumpus.table.showing.lobby import ComingView
from rumpus.table.timing.clock import TimeLeft

from .connection import Connection


class TimekeeperStep(NamedTuple):
    """One result: an action that was carried out or refused, or an announcement.

    `number` is the claim that it answers; a refusal is only for the claimant.
    """

    number: int
    seat: int
    action: int
    by: str
    refusal: Sentence | None = None
    is_done: bool = True


class Timekeeper(Protocol):
    """Decides which claim is next and what happens on its own. The caller passes the time.

    `forbidden` are actions that the table's settings rule out.
    """

    forbidden: frozenset[int]

    def welcome(self, client: Connection) -> None:
        """A client has joined."""

    def claim(self, client: Connection, seat: int, action: int, now: float) -> int:
        """Queue an action; returns the number that its step will carry."""

    def update(self, now: float) -> None:
        """Adapt to who plays and whether the clock runs."""

    def steps(self, now: float) -> Iterator[TimekeeperStep]:
        """Carry out everything that is due, one step at a time."""

    def due(self) -> float | None:
        """When something will happen on its own."""

    def is_still(self) -> bool:
        """Whether it can be dropped, and made again later."""

    def withdraw(self, now: float) -> list[TimekeeperStep]:
        """The game is paused: refuse all open claims."""

    def game_time(self, now: float) -> TimeLeft | None:
        """The time left in the whole game, if it is kept here."""

    def coming(self, now: float) -> ComingView | None:
        """What the table itself will do next, for clients."""


class IdleTimekeeper:
    """The timekeeper where no game is in progress."""

    forbidden: frozenset[int] = frozenset()

    def welcome(self, client: Connection) -> None:
        """A client has joined."""

    def claim(self, client: Connection, seat: int, action: int, now: float) -> int:
        """Refuse: there is no game."""
        raise NotNow(say("The game has not started yet."))

    def update(self, now: float) -> None:
        """Do nothing."""

    def steps(self, now: float) -> Iterator[TimekeeperStep]:
        """There are no steps."""
        return iter(())

    def due(self) -> float | None:
        """Nothing is scheduled."""
        return None

    def is_still(self) -> bool:
        """Nothing is kept here."""
        return True

    def withdraw(self, now: float) -> list[TimekeeperStep]:
        """There are no claims."""
        return []

    def game_time(self, now: float) -> TimeLeft | None:
        """There is no clock."""
        return None

    def coming(self, now: float) -> ComingView | None:
        """Nothing is coming."""
        return None


IDLE_TIMEKEEPER = IdleTimekeeper()
