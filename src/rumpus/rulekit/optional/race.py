"""A race: what a game in real time brings beside its rules, which know no clock.

One ordered queue of claims, a clock on which the table itself acts, and bots that react like
people. Times are milliseconds; a race is told the time and never asks for it. What it accepts, the
table's own acts included, is all a record needs: played again without a clock, it is the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import log
from random import Random
from typing import NamedTuple, Protocol

from rumpus.rulekit.log import Event
from rumpus.rulekit.sentence import Sentence

FASTEST = 300
"""Nobody reacts faster, in milliseconds."""


class Reaction(NamedTuple):
    """How somebody reacts: after how long, with what spread, how often a chance is noticed at all,
    and of how many ideas the best is taken (without any it is a matter of chance)."""

    median: float
    sigma: float
    notices: float
    ideas: int = 1

    def time(self, random: Random) -> float:
        """A time to react; drawn anew if nobody is so fast, so that no two are ever equal."""
        while (drawn := random.lognormvariate(log(self.median), self.sigma)) < FASTEST:
            pass
        return drawn


REACTIONS = {
    "random": Reaction(3500, 0.45, 0.70, ideas=0),
    "easy": Reaction(2200, 0.40, 0.80),
    "gentle": Reaction(1800, 0.38, 0.87),
    "normal": Reaction(1400, 0.35, 0.93),
    "hard": Reaction(900, 0.30, 0.98, ideas=3),
    "expert": Reaction(550, 0.25, 1.00, ideas=9),
}
"""How bots of each level react, like people from slow to fast."""


def reaction_of(level: str) -> Reaction:
    """How a bot of a level reacts; who is at no level reacts like most."""
    return REACTIONS.get(level, REACTIONS["normal"])


Act = Callable[[int, int, int], list[Event]]
"""Carries out the action of a seat: (number of the claim, seat, action); 0 is the table's own."""


class Answer(NamedTuple):
    """What came of a claim, or what the table did by itself (number 0).

    A refusal is for the claimant alone; what was accepted is told to everybody by its events.
    Without either, something was announced.
    """

    number: int
    seat: int
    action: int
    at: float
    refusal: Sentence | None = None
    events: tuple[Event, ...] = ()


class Coming(NamedTuple):
    """What the table itself will do: after how long, of how long a wait, and whether it is certain
    by now; and how long it takes until claims are taken."""

    action: int
    after: float
    of: float
    announced: bool
    opens: float


class Race(Protocol):
    """A table with its queue, its clock and its bots.

    `forbidden` are the actions of the rules that the table's settings rule out.
    """

    forbidden: frozenset[int]

    def claim(self, seat: int, action: int, now: float, round_trip: float = 0.0) -> int:
        """Put a claim into the queue; its answer will carry the number that is returned."""

    def seat_bots(self, levels: Mapping[int, str], now: float) -> None:
        """From now on bots of these levels play these seats, and people the others."""

    def due(self) -> float | None:
        """When something will happen by itself; None after the game."""

    def steps(self, now: float) -> Iterator[Answer]:
        """Let everything happen that is due up to now, one thing at a time."""

    def put_off(self, by: float) -> None:
        """The clock stood still for so long: whatever was to come comes so much later."""

    def withdraw(self, now: float) -> list[Answer]:
        """The game is paused: no claim that waits is taken, and bots forget what they planned."""

    def left(self, now: float) -> tuple[float, float] | None:
        """How long the whole game may still take, of how long; None without a limit."""

    def coming(self, now: float) -> Coming | None:
        """What the table itself will do next; None after the game."""


StartRace = Callable[..., Race]
"""Starts a race: (backend, state, options, now, act=..., seed=..., left=...). What is left of a
game that was broken off is given in milliseconds."""


def no_race(options: Mapping[str, int]) -> StartRace | None:
    """A game that waits for its players."""
    return None
