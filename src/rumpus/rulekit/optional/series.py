"""A series of games between the same people, scored together in the game's own way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Points = Sequence[int | None]
"""Everybody's result in one game; None for those who did not play in it."""


class Standings(NamedTuple):
    """The standings of a series: who plays its next game, or if nobody does, who has won."""

    totals: tuple[int, ...]
    target: int
    playing: tuple[int, ...]
    winners: tuple[int, ...]


def single_games(people: int, games: Sequence[Points], values: Mapping[str, int]) -> None:
    """No series: every game counts on its own."""
