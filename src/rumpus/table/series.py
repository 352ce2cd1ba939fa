"""A series: games by the same people, with points added up; each game has its own table.

A rematch continues the series, or starts a new one when it is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from rumpus.rulekit.optional.series import Standings

from .data.seat import Seat, hash_of
from .data.table_data import OVER, SeriesData
from .table import Table


class Entrant(msgspec.Struct, frozen=True):
    """A player in a series: their seat at this table (-1: none) and their points in every game."""

    name: str
    avatar: str
    seat: int
    points: list[int | None]
    total: int
    out: bool


class SeriesView(msgspec.Struct, frozen=True):
    """The public view of a series; `winners` are indexes into `players`."""

    game: int
    target: int
    players: list[Entrant]
    over: bool
    winners: tuple[int, ...]


class NextGame(NamedTuple):
    """The people at the next table, the new seat of each old one, and the series."""

    people: list[Seat]
    seats: dict[int, int]
    series: SeriesData | None


def series_so_far(table: Table) -> SeriesData:
    """The series including this table's game, if it is over."""
    data = table.data
    before = data.series or SeriesData(data.seats, list(range(data.players)), [])
    people = list(before.people)
    for chair, seat in zip(before.chairs, data.seats, strict=True):
        people[chair] = seat
    games = list(before.games)
    if table.play and data.status == OVER:
        points = dict(zip(before.chairs, table.backend.scores(table.play.state), strict=True))
        games.append([points.get(chair) for chair in range(len(people))])
    return SeriesData(people, before.chairs, games)


def standings_of(table: Table, series: SeriesData) -> Standings | None:
    """The standings of a table's series, or None if there is no series."""
    return table.game.series(len(series.people), series.games, table.data.options)


def next_game(table: Table) -> NextGame:
    """Who plays the next game: those still in the series, or everybody in a new one."""
    now = series_so_far(table)
    standings = standings_of(table, now)
    if standings and standings.playing:
        chairs = list(standings.playing)
        series = SeriesData(now.people, chairs, now.games)
    else:
        chairs, series = list(range(len(now.people))), None
    seats = {n: chairs.index(chair) for n, chair in enumerate(now.chairs) if chair in chairs}
    return NextGame([now.people[chair] for chair in chairs], seats, series)


def dropped_out(table: Table, tokens: Iterable[str]) -> bool:
    """Whether the tokens belong to somebody in the series who is not at this table."""
    series = table.data.series
    if series is None:
        return False
    hashes = {hash_of(token) for token in tokens}
    away = [seat for n, seat in enumerate(series.people) if n not in series.chairs]
    return any(seat.token and seat.token in hashes for seat in away)


def view_of_series(table: Table) -> SeriesView | None:
    """The series as clients see it, if there is one."""
    if table.data.closed:
        return None
    now = series_so_far(table)
    standings = standings_of(table, now)
    if standings is None:
        return None
    over = not standings.playing
    finished = len(now.games) - (table.data.status == OVER)
    return SeriesView(
        game=finished + 1,
        target=standings.target,
        players=[
            Entrant(
                name=seat.name or f"Seat {n + 1}",
                avatar=seat.avatar,
                seat=now.chairs.index(n) if n in now.chairs else -1,
                points=[points[n] for points in now.games],
                total=standings.totals[n],
                out=not over and n not in standings.playing,
            )
            for n, seat in enumerate(now.people)
        ],
        over=over,
        winners=standings.winners,
    )
