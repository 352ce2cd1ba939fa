"""A tournament: a series of games whose gears are added up. For the table; no rule calls it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .options import ELIMINATION, EXTRA_GAME


class Standing(NamedTuple):
    """How a tournament stands after a game: who plays the next one, or who has won."""

    playing: tuple[int, ...]
    winners: tuple[int, ...]


def after_game(
    totals: Sequence[int], playing: Iterable[int], values: Mapping[str, int]
) -> Standing:
    """Go on, or end (TI-TOURN-6, 7, 8).

    `totals` are the gears of every seat, this game's included; `playing` the seats that played it;
    `values` the table's settings.
    """
    target, players = values["tournament_target"], tuple(playing)
    below = tuple(seat for seat in players if totals[seat] < target)
    if values["tournament_end"] == ELIMINATION:
        if len(below) > 1:
            return Standing(below, ())
        players = below or players
    elif max(totals) < target:
        return Standing(players, ())
    fewest = min(totals[seat] for seat in players)
    best = tuple(seat for seat in players if totals[seat] == fewest)
    if len(best) > 1 and values["tournament_tie"] == EXTRA_GAME:
        return Standing(best, ())
    return Standing((), best)
