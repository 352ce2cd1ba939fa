"""A tournament: a series of games whose gears are added up. For the table; no rule calls it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.rulekit.optional.series import Points, Standings

from .options import ELIMINATION, EXTRA_GAME, OFF

Seats = tuple[int, ...]


def tournament(people: int, games: Sequence[Points], values: Mapping[str, int]) -> Standings | None:
    """The standings of a tournament after some games (TI-TOURN-1)."""
    if values["tournament"] == OFF:
        return None
    totals = tuple(sum(gears[n] or 0 for gears in games) for n in range(people))
    playing: Seats = tuple(range(people))
    winners: Seats = ()
    if games:
        played = tuple(n for n, gears in enumerate(games[-1]) if gears is not None)
        playing, winners = after_game(totals, played, values)
    return Standings(totals, values["tournament_target"], playing, winners)


def after_game(
    totals: Sequence[int], played: Seats, values: Mapping[str, int]
) -> tuple[Seats, Seats]:
    """Who plays the next game, or who has won (TI-TOURN-6, 7, 8)."""
    target = values["tournament_target"]
    below = tuple(n for n in played if totals[n] < target)
    if values["tournament_end"] == ELIMINATION:
        if len(below) > 1:
            return below, ()
    elif max(totals) < target:
        return played, ()
    fewest = min(totals[n] for n in played)
    best = tuple(n for n in played if totals[n] == fewest)
    if len(best) > 1 and values["tournament_tie"] == EXTRA_GAME:
        return best, ()
    return (), best
