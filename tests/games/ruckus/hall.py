"""A table of Ruckus with a clock. Times are milliseconds after the deal of seven."""

from __future__ import annotations

from typing import Any

from rumpus.games.ruckus import game
from rumpus.games.ruckus.realtime.clock import RealTime
from rumpus.rulekit.optional.race import Answer
from rumpus.rulekit.options import Setting

from .table import Table

IDLE = {"A": "a b c", "B": "d e f", "C": "g h i"}


class Hall:
    """A table with a clock."""

    def __init__(self, t: Table, settings: dict[str, Setting], **more: Any) -> None:
        self.t = t
        options = game.settings(t.players, settings)
        self.clock = RealTime(t.backend, t.s, options, 0.0, **more)
        self.answers: list[Answer] = []

    def claim(self, text: str, at: float, round_trip: float = 0.0) -> int:
        """Somebody's claim arrives."""
        self.run(at - 0.001)
        return self.clock.claim(*self.t.action(text), at, round_trip)

    def run(self, now: float) -> list[Answer]:
        """Let the time pass."""
        new = self.clock.run(now)
        self.answers += [answer for answer in new if answer.number or answer.events]
        self.t.count_cards()
        return new

    def times_of(self, action: int) -> list[float]:
        """When an action was carried out."""
        return [a.at for a in self.answers if a.action == action and a.events]

    def answer(self, number: int) -> Answer:
        return next(answer for answer in self.answers if answer.number == number)

    def refusal(self, number: int) -> str:
        return str(self.answer(number).refusal or "")
