"""Creating tables: a new one, or a rematch with the same people."""

from __future__ import annotations

from collections.abc import Mapping

from rumpus.rulekit.options import Setting
from rumpus.rulekit.sentence import say
from rumpus.running.backend import Backend

from .data.seat import PERSON, Seat
from .data.settings import Settings, checked
from .data.table_data import OPEN, OVER, PLAYING, TableData
from .dealing import keys
from .errors import NotNow
from .series import NextGame, next_game
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
        secret=(secret or keys.new_secret()).hex(),
        created=created,
    )
    return Table(backend, data, now)


def rematch_of(
    table: Table, table_id: str, created: float, nonces: Mapping[int, str] | None = None
) -> TableData:
    """The same people at a new table; the rules decide who starts (`starts_next`).

    In a series, only those still in it play on. Their tokens stay valid. Nonces are new: those
    given, and random ones for the others.
    """
    data = table.data
    table.game_on()
    if data.status != OVER:
        raise NotNow(say("The game is not over yet."))
    if data.rematch:
        raise NotNow(say("There is a rematch already."))
    following = next_game(table)
    people, options = following.people, dict(data.options)
    given = {following.seats.get(n): nonce for n, nonce in (nonces or {}).items()}
    if starter := table.game.starter:
        options[starter] = next_starter(table, following)
    seats = [
        Seat(
            kind=seat.kind,
            name=seat.name,
            avatar=seat.avatar,
            level=seat.level,
            token=seat.token,
            nonce=keys.read_nonce(given.get(n, "")).hex() if is_plain(seat) else "",
            seals=seat.seals,
            muted=seat.muted,
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
        secret=keys.new_secret().hex(),
        created=created,
        status=OPEN if any(seat.seals for seat in seats) else PLAYING,
        dealing=any(seat.seals for seat in seats),
        host=host,
        series=following.series,
    )


def is_plain(seat: Seat) -> bool:
    """Whether a player's nonce is not sealed."""
    return seat.kind == PERSON and not seat.seals


def next_starter(table: Table, following: NextGame) -> int:
    """Who starts the next game: as the rules say, or the seat left of the last starter."""
    play = table.game_on()
    seat = table.backend.run("starts_next", play.state)
    if seat in following.seats:
        return following.seats[seat]
    named = table.data.options[table.game.starter]
    return ((named if named >= 0 else play.starter) + 1) % len(following.people)
