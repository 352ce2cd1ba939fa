"""The levels at which a bot can play, and the one function that lets it choose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from rumpus.rulekit.backend import Backend
from rumpus.rulekit.errors import one_of

OVERLOOKS = 0.35
"""How often an easy bot does not see a choice."""

Pick = Callable[[Backend, Any, int, Random], int]


class UnknownLevel(ValueError):
    """A level that no bot plays at."""


@dataclass(frozen=True)
class Level:
    """How well a bot plays."""

    level: str
    title: str
    help: str
    pick: Pick


def pick_any(backend: Backend, known: Any, seat: int, rng: Random) -> int:
    """Any legal action, each as likely."""
    return rng.choice(backend.legal(known, seat))


def pick_sensible(backend: Backend, known: Any, seat: int, rng: Random) -> int:
    """An action as often as the game's own advice weighs it."""
    return _weighed(backend.advice(known, seat), rng)


def pick_with_slips(backend: Backend, known: Any, seat: int, rng: Random) -> int:
    """Like `pick_sensible`, but overlooking now and then what would have been best."""
    advice = backend.advice(known, seat)
    seen = {action: weight for action, weight in advice.items() if rng.random() >= OVERLOOKS}
    return _weighed(seen or advice, rng)


def _weighed(advice: dict[int, int], rng: Random) -> int:
    actions, weights = list(advice), list(advice.values())
    return rng.choices(actions, weights)[0] if any(weights) else rng.choice(actions)


LEVELS = (
    Level("easy", "Easy", "Knows what is good, and overlooks it now and then.", pick_with_slips),
    Level("quick", "Normal", "Weighs every choice at a glance and rarely errs.", pick_sensible),
    Level("random", "Random", "Does anything that is allowed.", pick_any),
)
_BY_NAME = {level.level: level for level in LEVELS}


def level_of(name: str) -> Level:
    """A level by its name, or a sentence on which there are."""
    if name not in _BY_NAME:
        raise UnknownLevel(f"There is no level {name[:40]!r}; there is {one_of(_BY_NAME)}.")
    return _BY_NAME[name]


def choose(backend: Backend, known: Any, seat: int, level: str, rng: Random) -> int:
    """The action that a bot of a level takes, from the state as its seat may know it."""
    return level_of(level).pick(backend, known, seat, rng)
