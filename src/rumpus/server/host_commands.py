"""What the host of a room can ask it for, about any of its tables."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from rumpus.rulekit.sentence import say
from rumpus.table.data import TableData
from rumpus.table.errors import NotNow
from rumpus.table.seat import BOT, PERSON

from . import moderating
from .pruning import prune

if TYPE_CHECKING:
    from .live import Live
    from .room import Room

CLOSED = say("The room's host has closed this table; its record is kept.")
TableId = Annotated[str, msgspec.Meta(max_length=100)]


class HostWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="wish"):
    """Something that a host wants."""


class Prune(HostWish, frozen=True, tag="prune"):
    """Drop the tables that were over so many days ago, or only name them."""

    days: float
    dry_run: bool = False


class ListTables(HostWish, frozen=True, tag="tables"):
    """All tables that are not over."""


class Mute(HostWish, frozen=True, tag="mute"):
    """Let somebody chat no more, or again."""

    table: TableId
    seat: int
    muted: bool = True


class Kick(HostWish, frozen=True, tag="kick"):
    """Take somebody's seat away."""

    table: TableId
    seat: int


class Close(HostWish, frozen=True, tag="close"):
    """End a table without a result."""

    table: TableId


Wish = Prune | ListTables | Mute | Kick | Close


class Listed(msgspec.Struct, frozen=True):
    """A table for the room's host; every seat has a name, or what is there instead."""

    table: str
    game: str
    status: str
    seats: list[str]
    watching: int
    age: float


async def carry_out(room: Room, wish: Wish) -> Any:
    """Do what the host wants; returns what there is to tell."""
    match wish:
        case Prune():
            return await prune(room, wish.days, dry_run=wish.dry_run)
        case ListTables():
            return await listed(room)
        case Mute(table, seat, muted):
            return await _at(room, table, lambda live: moderating.mute(live, seat, muted=muted))
        case Kick(table, seat):
            return await _at(room, table, lambda live: moderating.kick(live, seat))
        case Close(table):
            return await _at(room, table, lambda live: moderating.close(live, CLOSED))


async def _at(room: Room, table: str, act: Callable[[Live], Awaitable[None]]) -> None:
    """Do something at a table at its turn."""
    live = await room.live(table)
    async with live.turn():
        if live.is_gone:
            raise NotNow(say("The table was just put away; try again."))
        live.check_saves()
        await act(live)
        live.schedule()


async def listed(room: Room) -> list[Listed]:
    """This process's tables that are not over, the newest first."""
    kept: list[TableData] = await room.readers.run(room.store.unfinished)
    return [_listed(room, data) for data in kept if room.share.has(data.id)]


def _listed(room: Room, data: TableData) -> Listed:
    live = room.tables.get(data.id)
    here = [bool(there.connections) for there in live.table.presence] if live else []
    seats = [
        _seat(data, number, is_here=bool(here) and here[number]) for number in range(data.players)
    ]
    watching = live.table.watching if live else 0
    return Listed(data.id, data.game, data.status, seats, watching, time.time() - data.created)


def _seat(data: TableData, number: int, *, is_here: bool) -> str:
    seat = data.seats[number]
    more = {
        "host": number == data.host,
        "away": seat.kind == PERSON and not is_here,
        "bot": seat.kind == BOT,
        "muted": seat.muted,
    }
    told = [word for word, is_so in more.items() if is_so]
    return (seat.name or seat.kind) + (f" ({', '.join(told)})" if told else "")
