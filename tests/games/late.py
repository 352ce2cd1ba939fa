"""The action taken for a player whose time is up, at every decision of some games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from rumpus.rulekit.options import Setting
from rumpus.running.backend import Backend


class Late(NamedTuple):
    """A decision: what the seat knows, what it may do, and what is done for it."""

    known: Any
    seat: int
    stage: int
    legal: list[int]
    advice: dict[int, int]
    action: int

    def best(self) -> int:
        """What the game advises most."""
        return most(self.advice)


def most(advice: dict[int, int]) -> int:
    """The greatest weight; of equals the lowest number."""
    return min(advice, key=lambda action: (-advice[action], action))


def decisions(
    backend: Backend, settings: list[dict[str, Setting]], games: int, most: int = 400
) -> Iterator[Late]:
    """Every decision of some games in which people act at random, sometimes sensibly."""
    for number in range(games):
        wanted = dict(settings[number % len(settings)])
        players = int(wanted.pop("players", 3))
        s = backend.start(players, wanted, seed=7, number=number)
        rng = Random(number)
        for _ in range(most):
            if backend.is_over(s):
                break
            for seat in backend.asks(s):
                known = backend.redacted(s, seat)
                advice = backend.advice(known, seat)
                late = backend.timeout(known, seat, Random(number))
                stage = backend.field(known, "stage")
                yield Late(known, seat, stage, list(advice), advice, late)
            seat = rng.choice(backend.asks(s))
            advice = backend.advice(backend.redacted(s, seat), seat)
            weights = list(advice.values()) if rng.random() < 0.5 else None
            backend.apply(s, seat, rng.choices(list(advice), weights)[0])
