"""What a table's host and the room's host can do to seats and tables."""

from __future__ import annotations

from rumpus.rulekit.sentence import Sentence
from rumpus.server.tables.table_server import TableServer
from rumpus.store import save_table

from .attendance import release_seat


async def mute(server: TableServer, seat: int, *, muted: bool) -> None:
    """Mute or unmute a seat's chat."""
    server.table.mute(seat, muted=muted)
    await server.save_and_broadcast()


async def kick(server: TableServer, seat: int) -> None:
    """Remove a player: before the start the seat is free again, later a bot plays it."""
    server.table.leave(seat, server.room.now())
    await server.commit(save_table(server.table.data))
    release_seat(server, seat)
    server.broadcast_table()


async def hand(server: TableServer, seat: int) -> None:
    """Make somebody else the table's host."""
    server.table.hand(seat)
    await server.save_and_broadcast()


async def close(server: TableServer, why: Sentence) -> None:
    """Close a table without a result, and tell everybody why."""
    server.table.close(why)
    server.update_timekeeper()
    await server.commit(save_table(server.table.data))
    server.broadcast_table()
