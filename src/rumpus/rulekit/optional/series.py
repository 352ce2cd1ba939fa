"""A series of games by the same people whose points are added up, as a game reckons it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Points = Sequence[int | None]
"""What everybody got in one game; None who did not play in it."""


class Standings(NamedTuple):
    """How a series stands: who plays its next game, or, when nobody does, who has won it."""

    totals: tuple[int, ...]
    target: int
    playing: tuple[int, ...]
    winners: tuple[int, ...]


def single_games(people: int, games: Sequence[Points], values: Mapping[str, int]) -> None:
    """Every game stands for itself."""
