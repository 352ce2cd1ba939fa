"""A race: what a real-time game has besides its rules, which know no clock.

One ordered queue of claims, a clock by which the table itself acts, and bots that react like
people. Times are milliseconds and are passed in; a race never reads a clock. A record needs only
the accepted actions, the table's own included: replayed without a clock, they give the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import log
from random import Random
from typing import NamedTuple, Protocol

from rumpus.rulekit.log import Event
from rumpus.rulekit.sentence import Sentence

FASTEST = 300
"""The fastest possible reaction, in milliseconds."""


class Reaction(NamedTuple):
    """How somebody reacts: after how long, with what spread, how often they notice a chance at all,
    and how many ideas they compare to take the best (with none they pick at random)."""

    median: float
    sigma: float
    notices: float
    ideas: int = 1

    def time(self, random: Random) -> float:
        """A reaction time; impossibly fast ones are drawn again, so that no two are equal."""
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
    """How a bot of a level reacts; without a known level, like the average."""
    return REACTIONS.get(level, REACTIONS["normal"])


Act = Callable[[int, int, int], list[Event]]
"""Carries out the action of a seat: (number of the claim, seat, action); 0 is the table's own."""


class Answer(NamedTuple):
    """The answer to a claim, or something the table did on its own (number 0).

    A refusal is for the claimant only; an accepted claim is told to everybody by its events. An
    answer with neither is an announcement.
    """

    number: int
    seat: int
    action: int
    at: float
    refusal: Sentence | None = None
    events: tuple[Event, ...] = ()


class Coming(NamedTuple):
    """What the table itself will do: in how long, out of how long a wait, and whether that is
    certain by now; and how long until claims are accepted."""

    action: int
    after: float
    of: float
    announced: bool
    opens: float


class Race(Protocol):
    """A table with its queue, its clock and its bots.

    `forbidden` are legal actions that the table's settings rule out.
    """

    forbidden: frozenset[int]

    def claim(self, seat: int, action: int, now: float, round_trip: float = 0.0) -> int:
        """Put a claim into the queue; its answer will carry the number that is returned."""

    def seat_bots(self, levels: Mapping[int, str], now: float) -> None:
        """From now on bots of these levels play these seats, and people play the others."""

    def due(self) -> float | None:
        """When the next thing will happen on its own; None after the game."""

    def steps(self, now: float) -> Iterator[Answer]:
        """Do everything that is due by now, one thing at a time."""

    def put_off(self, by: float) -> None:
        """The clock was stopped for this long: postpone whatever is due by as much."""

    def withdraw(self, now: float) -> list[Answer]:
        """The game is paused: drop all waiting claims and the bots' plans."""

    def left(self, now: float) -> tuple[float, float] | None:
        """The time left for the whole game, and the total; None without a limit."""

    def coming(self, now: float) -> Coming | None:
        """What the table itself will do next; None after the game."""


StartRace = Callable[..., Race]
"""Starts a race: (backend, state, options, now, act=..., seed=..., left=...). The time left in a
game that was interrupted is in milliseconds."""


def no_race(options: Mapping[str, int]) -> StartRace | None:
    """Not a race: the game waits for its players."""
    return None
