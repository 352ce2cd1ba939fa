"""Making tables: a new one, and a rematch with the same people."""

from __future__ import annotations

from collections.abc import Mapping

from rumpus.rulekit.backend import Backend
from rumpus.rulekit.options import Setting

from . import deal
from .data import OVER, PLAYING, TableData
from .errors import NotNow
from .seat import PERSON, Seat
from .series import next_game
from .settings import Settings, checked, starter_option
from .table import Table


def new_table(
    backend: Backend,
    table_id: str,
    players: int,
    options: Mapping[str, Setting],
    settings: Settings,
    now: float,
    *,
    created: float = 0.0,
    secret: bytes | None = None,
) -> Table:
    """An empty table."""
    game = backend.game
    data = TableData(
        id=table_id,
        game=game.name,
        version=game.version,
        players=players,
        options=game.settings(players, options),
        settings=checked(settings),
        seats=[Seat() for _ in range(players)],
        secret=(secret or deal.new_secret()).hex(),
        created=created,
    )
    return Table(backend, data, now)


def rematch_of(
    table: Table, table_id: str, created: float, nonces: Mapping[int, str] | None = None
) -> TableData:
    """The same people at a new table, where the seat left of the last starter starts.

    In a series only those who are still in it play on. Their tokens open the table. Nonces are
    new: those that were given, and the room's own for the others.
    """
    play, data = table.game_on(), table.data
    if data.status != OVER:
        raise NotNow("The game is not over yet.")
    if data.rematch:
        raise NotNow("There is a rematch already.")
    following = next_game(table)
    people, options = following.people, dict(data.options)
    given = {following.seats.get(n): nonce for n, nonce in (nonces or {}).items()}
    if option := starter_option(table.game):
        named = options[option.key]
        options[option.key] = ((named if named >= 0 else play.starter) + 1) % len(people)
    seats = [
        Seat(
            kind=seat.kind,
            name=seat.name,
            avatar=seat.avatar,
            level=seat.level,
            token=seat.token,
            nonce=deal.read_nonce(given.get(n, "")).hex() if seat.kind == PERSON else "",
        )
        for n, seat in enumerate(people)
    ]
    persons = (n for n, seat in enumerate(seats) if seat.kind == PERSON)
    host = following.seats[data.host] if data.host in following.seats else next(persons, -1)
    data.rematch = table_id
    return TableData(
        id=table_id,
        game=data.game,
        version=data.version,
        players=len(people),
        options=options,
        settings=data.settings,
        seats=seats,
        secret=deal.new_secret().hex(),
        created=created,
        status=PLAYING,
        host=host,
        series=following.series,
    )
