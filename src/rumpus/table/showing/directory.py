"""The directory: tables that anybody may join, as everybody may know them."""

from __future__ import annotations

import msgspec

from rumpus.table.data.seat import OPEN, PERSON
from rumpus.table.data.table_data import TableData


class SeatedPerson(msgspec.Struct, frozen=True):
    """A person who has a seat."""

    name: str
    avatar: str


class OpenTable(msgspec.Struct, frozen=True):
    """A table that anybody may join: its free seats, its people, and how many of them are there."""

    id: str
    game: str
    players: int
    options: dict[str, int]
    free: int
    people: list[SeatedPerson]
    here: int
    created: int


def open_table(data: TableData, here: int) -> OpenTable:
    """A table's line in the directory."""
    return OpenTable(
        data.id, data.game, data.players, data.options,
        free=sum(seat.kind == OPEN for seat in data.seats),
        people=[SeatedPerson(seat.name, seat.avatar) for seat in data.seats if seat.kind == PERSON],
        here=here, created=int(data.created),
    )  # fmt: skip
