"""The levels of bots, and the function with which they choose.

Weaker levels err as people do: they overlook some of their choices.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.optional.race import Reaction, reaction_of
from rumpus.rulekit.sentence import quoted, say
from rumpus.running.backend import Backend
from rumpus.running.engine import OVERLOOKED

from .search import NO_LIMIT, Budget, think

SEED_BITS = 62


class UnknownLevel(Complaint):
    """There is no such level."""


@dataclass(frozen=True)
class Level:
    """How well a bot plays.

    A level that is not `sensible` plays at random. `overlooks` is the share of its choices that it
    does not see. With a `budget` it searches ahead, otherwise it follows the game's advice.
    """

    level: str
    title: str
    help: str
    sensible: bool = True
    overlooks: float = 0.0
    budget: Budget | None = None

    @property
    def seconds(self) -> float:
        """The most seconds that it thinks."""
        return self.budget.milliseconds / 1000 if self.budget else 0.0

    @property
    def live_help(self) -> str:
        """What to expect of it in real time, where it reacts instead of thinking."""
        return reaction_words(reaction_of(self.level))


def reaction_words(reaction: Reaction) -> str:
    """A sentence about a level's reactions."""
    chooses = "Does anything that is allowed, " if not reaction.ideas else "Reacts "
    missed = round(100 * (1 - reaction.notices))
    misses = f"misses {missed} of 100 chances" if missed else "misses nothing"
    return f"{chooses}after about {reaction.median / 1000:.2g} seconds, and {misses}."


def sensible(advice: dict[int, int]) -> list[int]:
    """The actions that the game's advice does not rule out, or all of them if it rules out all."""
    return [action for action, weight in advice.items() if weight > 0] or list(advice)


def sees(actions: list[int], overlooks: float, rng: Random) -> list[int]:
    """The actions that a bot notices, at least one."""
    seen = [action for action in actions if rng.random() >= overlooks]
    return seen or [rng.choice(actions)]


HARD = Budget(iterations=100, milliseconds=160, decisions=6_000)
EXPERT = Budget(iterations=8_000, milliseconds=800, trees=2, decisions=80_000)

LEVELS = (
    Level("random", "Random", "Does anything that is allowed.", sensible=False),
    Level(
        "easy",
        "Easy",
        "Knows what is usually good, but often does not see it.",
        overlooks=OVERLOOKED["easy"] / 100,
    ),
    Level(
        "gentle",
        "Gentle",
        "Knows what is usually good, and now and then does not see it.",
        overlooks=OVERLOOKED["gentle"] / 100,
    ),
    Level(
        "normal",
        "Normal",
        "Plays by good rules of thumb, and seldom misses one.",
        overlooks=OVERLOOKED["normal"] / 100,
    ),
    Level(
        "hard",
        "Hard",
        "Imagines a hundred games before every choice, and misses little.",
        overlooks=0.05,
        budget=HARD,
    ),
    Level(
        "expert",
        "Expert",
        "Imagines some thousand games before every choice, and misses nothing.",
        budget=EXPERT,
    ),
)
QUICK = Level("quick", "Quick", "Plays by good rules of thumb, and misses nothing.")
"""The engine's own bot for simulations; not offered at tables."""
_BY_NAME = {level.level: level for level in (*LEVELS, QUICK)}


def level_of(name: str) -> Level:
    """A level by its name."""
    if name not in _BY_NAME:
        raise UnknownLevel(
            say(
                "There is no level '{name}'; choose {known:or}.",
                name=quoted(name),
                known=tuple(_BY_NAME),
            )
        )
    return _BY_NAME[name]


def choose(
    backend: Backend, known: Any, seat: int, level: str, rng: Random, *, hurries: bool = True
) -> int:
    """The action of a bot, from the redacted state of its seat.

    A bot that does not hurry ignores the clock, so that its choice does not depend on the machine.
    """
    wanted = level_of(level)
    if not wanted.sensible:
        return rng.choice(backend.legal(known, seat))
    if wanted.budget is None:
        return by_advice(backend, known, seat, wanted.overlooks, rng)
    budget = wanted.budget if hurries else replace(wanted.budget, milliseconds=NO_LIMIT)
    advice = backend.advice(known, seat)
    seen = sees(list(advice), wanted.overlooks, rng)
    thought = think(backend, known, seat, rng.getrandbits(SEED_BITS), budget)
    if thought.best in seen:
        return thought.best
    others = [action for action in sensible(advice) if action in seen]
    return next((c.action for c in thought.choices if c.action in others), thought.best)


def by_advice(backend: Backend, known: Any, seat: int, overlooks: float, rng: Random) -> int:
    """A random action, weighted by the game's advice, among those that the bot sees."""
    advice = backend.advice(known, seat)
    seen = sees(sensible(advice), overlooks, rng)
    weights = [advice[action] for action in seen]
    return rng.choices(seen, weights)[0] if any(weights) else rng.choice(seen)
