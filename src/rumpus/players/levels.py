"""The levels at which a bot can play, and the one function that lets it choose.

Weaker levels err as people do: they do not see everything that they could do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from rumpus.rulekit.backend import Backend
from rumpus.rulekit.errors import one_of
from rumpus.rulekit.game import Game

from .search import Budget, think

Pick = Callable[[Backend, Any, int, Random], int]
SEED_BITS = 62


class UnknownLevel(ValueError):
    """A level that no bot plays at."""


@dataclass(frozen=True)
class Level:
    """How well a bot plays; `seconds` is the longest that it thinks."""

    level: str
    title: str
    help: str
    pick: Pick
    seconds: float = 0.0


def pick_any(backend: Backend, known: Any, seat: int, rng: Random) -> int:
    """Any legal action, each as likely."""
    return rng.choice(backend.legal(known, seat))


def by_rules_of_thumb(overlooks: float) -> Pick:
    """An action as often as the game's own advice weighs it, among those that the bot sees."""

    def pick(backend: Backend, known: Any, seat: int, rng: Random) -> int:
        advice = backend.advice(known, seat)
        seen = sees(list(advice), overlooks, rng)
        weights = [advice[action] for action in seen]
        return rng.choices(seen, weights)[0] if any(weights) else rng.choice(seen)

    return pick


def by_thinking(overlooks: float, budget_for: Callable[[Game], Budget]) -> Pick:
    """The best that a search finds, among the actions that the bot sees."""

    def pick(backend: Backend, known: Any, seat: int, rng: Random) -> int:
        seen = sees(backend.legal(known, seat), overlooks, rng)
        budget = budget_for(backend.game)
        thought = think(backend, known, seat, rng.getrandbits(SEED_BITS), budget)
        return next((c.action for c in thought.choices if c.action in seen), thought.best)

    return pick


def sees(actions: list[int], overlooks: float, rng: Random) -> list[int]:
    """The actions that a bot notices: at least one."""
    seen = [action for action in actions if rng.random() >= overlooks]
    return seen or [rng.choice(actions)]


HARD = Budget(milliseconds=160, decisions=25_000)
EXPERT = Budget(iterations=8_000, milliseconds=800, trees=2, decisions=120_000)


def hard_budget(game: Game) -> Budget:
    """As many imagined games as the game wants of a hard bot."""
    return replace(HARD, iterations=game.foresight)


def expert_budget(_game: Game) -> Budget:
    """The same in every game."""
    return EXPERT


LEVELS = (
    Level("random", "Random", "Does anything that is allowed.", pick_any),
    Level(
        "easy",
        "Easy",
        "Knows what is usually good, but often does not see it.",
        by_rules_of_thumb(overlooks=0.40),
    ),
    Level(
        "normal",
        "Normal",
        "Plays by good rules of thumb.",
        by_rules_of_thumb(overlooks=0.0),
    ),
    Level(
        "hard",
        "Hard",
        "Imagines some hundred games before every choice, and misses little.",
        by_thinking(overlooks=0.04, budget_for=hard_budget),
        HARD.milliseconds / 1000,
    ),
    Level(
        "expert",
        "Expert",
        "Imagines some thousand games before every choice, and misses nothing.",
        by_thinking(overlooks=0.0, budget_for=expert_budget),
        EXPERT.milliseconds / 1000,
    ),
)
OTHER_NAMES = {"quick": "normal"}
_BY_NAME = {level.level: level for level in LEVELS}


def level_of(name: str) -> Level:
    """A level by its name, or a sentence on which there are."""
    level = _BY_NAME.get(OTHER_NAMES.get(name, name))
    if level is None:
        raise UnknownLevel(f"There is no level {name[:40]!r}; there is {one_of(_BY_NAME)}.")
    return level


def choose(backend: Backend, known: Any, seat: int, level: str, rng: Random) -> int:
    """The action that a bot of a level takes, from the state as its seat may know it."""
    return level_of(level).pick(backend, known, seat, rng)
