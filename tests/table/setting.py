"""Tables for tests, made in a line."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from rumpus.games import find
from rumpus.running.backend import Backend
from rumpus.table.backends import table_backend
from rumpus.table.data.settings import Settings
from rumpus.table.making import new_table
from rumpus.table.table import Table

from .parley import game as parley

SECRET = bytes(range(32))


@cache
def backend_of(name: str) -> Backend:
    return table_backend(parley if name == "parley" else find(name))


def token(seat: int) -> str:
    return f"token-{seat}"


def make(
    seats: str = "pp",
    *,
    game: str = "parley",
    options: dict[str, Any] | None = None,
    now: float = 0.0,
    here: bool = True,
    start: bool = True,
    **settings: Any,
) -> Table:
    """A table: `p` a person, `b` a bot, `r` a random bot, `o` open. People are connected."""
    table = new_table(
        backend_of(game),
        "plum-otter-aaaaaaaaaaaaaaaa",
        len(seats),
        options or {},
        Settings(**({"timer": False} | settings)),
        now,
        secret=SECRET,
    )
    for n, kind in enumerate(seats):
        if kind == "p":
            table.sit(n, f"Ann{n}", "cat", token(n), f"{n:02x}" * 16)
            if here:
                table.arrive(n, now)
        elif kind in "br":
            table.fill(n, "bot", {"b": "quick", "r": "random"}[kind])
    if start and "o" not in seats:
        table.start(now)
    return table


def act(table: Table, notation: str, now: float = 0.0, seat: int | None = None) -> None:
    """An action by its notation, for the seat that is asked."""
    seat = table.game_on().asked()[0] if seat is None else seat
    table.act(seat, table.game.words.parse(notation, seat, table.players), now)


def play_out(table: Table, now: float = 0.0) -> None:
    """Take the first action that passes the turn until the game is over."""
    while table.is_playing:
        seat = table.game_on().asked()[0]
        table.act(seat, table.game_on().timeout_of(seat, Random(seat)), now)
