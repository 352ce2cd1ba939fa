"""The commands that a room's host can send to an open room."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from rumpus.rulekit.sentence import say, written
from rumpus.server.network.passing_on import TableElsewhere, tell_elsewhere
from rumpus.server.room.errors import error_answer
from rumpus.server.sessions import moderation
from rumpus.table.data.seat import BOT, PERSON
from rumpus.table.data.table_data import TableData
from rumpus.table.errors import NotNow

from .pruning import prune

if TYPE_CHECKING:
    from rumpus.server.room.room import Room
    from rumpus.server.tables.table_server import TableServer

CLOSED = say("The room's host has closed this table; its record is kept.")
TableId = Annotated[str, msgspec.Meta(max_length=100)]


class HostCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command"):
    """A command from the room's host."""


class PruneTables(HostCommand, frozen=True, tag="prune"):
    """Drop the tables that ended more than `days` ago, or only list them."""

    days: float
    dry_run: bool = False


class ListTables(HostCommand, frozen=True, tag="tables"):
    """List all unfinished tables."""


class MuteSeat(HostCommand, frozen=True, tag="mute"):
    """Mute or unmute a seat's chat."""

    table: TableId
    seat: int
    muted: bool = True


class KickSeat(HostCommand, frozen=True, tag="kick"):
    """Remove a player from a seat."""

    table: TableId
    seat: int


class CloseTable(HostCommand, frozen=True, tag="close"):
    """Close a table without a result."""

    table: TableId


AnyHostCommand = PruneTables | ListTables | MuteSeat | KickSeat | CloseTable


class HostAnswer(msgspec.Struct, frozen=True):
    """The result of a command, or the error."""

    answer: Any = None
    error: str = ""


class TableSummary(msgspec.Struct, frozen=True):
    """A table for the room's host; a seat is its player's name, or its kind.

    Who is there is known only at the server that has the table: `elsewhere` if that is another.
    """

    table: str
    game: str
    status: str
    seats: list[str]
    watching: int
    age: float
    elsewhere: str = ""


host_commands = msgspec.json.Decoder(AnyHostCommand)
host_answers = msgspec.json.Decoder(HostAnswer)


async def answer_host(room: Room, command: AnyHostCommand, *, goes_on: bool = True) -> HostAnswer:
    """Carry out a host command, here or at the server that has its table."""
    try:
        return HostAnswer(await run_host_command(room, command))
    except TableElsewhere as elsewhere:
        if not (goes_on and elsewhere.address) or isinstance(command, PruneTables | ListTables):
            return _refused(room, elsewhere)
        path, body = f"/api/tables/{command.table}/host", msgspec.json.encode(command)
        try:
            told = await tell_elsewhere(elsewhere.address, path, body, room.store.key)
            return host_answers.decode(told)
        except Exception as error:
            return _refused(room, error)
    except Exception as error:
        return _refused(room, error)


def _refused(room: Room, error: Exception) -> HostAnswer:
    return HostAnswer(error=written(error_answer(room, error)[1]))


async def run_host_command(room: Room, command: AnyHostCommand) -> Any:
    """Carry out a host command; returns its result."""
    match command:
        case PruneTables():
            return await prune(room, command.days, dry_run=command.dry_run)
        case ListTables():
            return await listed(room)
        case MuteSeat(table, seat, muted):
            return await _at(room, table, lambda server: moderation.mute(server, seat, muted=muted))
        case KickSeat(table, seat):
            return await _at(room, table, lambda server: moderation.kick(server, seat))
        case CloseTable(table):
            return await _at(room, table, lambda server: moderation.close(server, CLOSED))


async def _at(room: Room, table: str, act: Callable[[TableServer], Awaitable[None]]) -> None:
    """Do something at a table while holding its lock."""
    server = await room.table_server(table)
    async with server.locked():
        if server.is_unloaded:
            raise NotNow(say("The table was just unloaded; try again."))
        server.check_can_save()
        await act(server)
        server.schedule()


async def listed(room: Room) -> list[TableSummary]:
    """The unfinished tables whose people are sent to this process, the newest first."""
    kept = await room.readers.run(room.store.unfinished)
    return [_listed(room, *found) for found in kept if room.shard.is_sent(found.data.id)]


def _listed(room: Room, data: TableData, at: str) -> TableSummary:
    server = room.tables.get(data.id)
    here = [bool(there.connections) for there in server.attendance.presence] if server else []
    elsewhere = "" if server else at
    seats = [
        _seat(data, number, is_here=bool((here and here[number]) or elsewhere))
        for number in range(data.players)
    ]
    watching = server.attendance.watching if server else 0
    return TableSummary(
        data.id, data.game, data.status, seats, watching, time.time() - data.created,
        elsewhere,
    )  # fmt: skip


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
