"""What a custom bot is given: the table as its seat may know it, and nothing more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rumpus.running.backend import Backend
from rumpus.running.engine import DICE, QUICK

MOST_DECISIONS = 100_000
"""A game longer than this counts as unfinished."""


@dataclass(frozen=True)
class BotView:
    """A decision to make.

    `legal` are the actions to choose from, `known` is the state redacted for `seat`, `backend` the
    rules that read it, and `random` the bot's own random numbers: the same in every run.
    """

    backend: Backend
    known: Any
    seat: int
    legal: tuple[int, ...]
    random: Random

    @property
    def players(self) -> int:
        """The number of players."""
        return self.backend.players(self.known)

    @property
    def advice(self) -> dict[int, int]:
        """The game's quick advice: a weight for each choice."""
        return self.backend.advice(self.known, self.seat)

    def field(self, name: str) -> Any:
        """A field of the state: a number, or nested lists of numbers."""
        return self.backend.field(self.known, name)

    def notation(self, action: int) -> str:
        """An action in the game's notation."""
        return self.backend.game.words.notation(action, self.seat, self.players)

    def playout(self, action: int) -> float:
        """Our win share after the action, in one imagined world that quick bots play to the end."""
        backend, seed = self.backend, self.random.getrandbits(32)
        world = backend.imagined(self.known, self.seat, seed=seed)
        backend.run("apply", world, self.seat, action)
        bots, dice = backend.row(self.players, [QUICK] * self.players), backend.row(DICE)
        backend.run("seed_dice", dice, seed, 0)
        backend.run("playout", world, bots, dice, MOST_DECISIONS)
        return win_share(backend.places(world), [self.seat]) if backend.is_over(world) else 0.0


def win_share(places: Sequence[int], seats: Sequence[int]) -> float:
    """The share of the win that some seats have; a shared win is split between its winners.

    >>> win_share([1, 2, 1], [0])
    0.5
    """
    return sum(places[seat] == 1 for seat in seats) / places.count(1)
