"""Who is connected to a table: joining, leaving, watching, shared devices."""

from __future__ import annotations

from contextlib import suppress

from rumpus.server.protocol import messages as m
from rumpus.server.tables.broadcast import SeatGroup
from rumpus.server.tables.connection import NOBODY, Connection, check_held
from rumpus.server.tables.table_server import TableServer
from rumpus.store import DiskFault
from rumpus.table.data.seat import hash_of
from rumpus.table.series import dropped_out

from .spectators import spectators_changed


async def join(server: TableServer, connection: Connection, message: m.Hello) -> None:
    """Let a client in, or bring it up to date."""
    async with server.locked():
        if server.is_unloaded:
            return
        connection.keys = tuple(map(hash_of, message.tokens))
        connection.dropped_out = dropped_out(server.table, message.tokens)
        changed = _seat(server, connection, server.table.seats_of(message.tokens))
        await server.save_clock()
        if changed:
            server.broadcast_table(skip=connection)
        seen = _seen(server, message.after) if message.after else None
        connection.send(server.new_broadcast().table_message(connection.seats, seen))
        server.timekeeper.welcome(connection)
        server.schedule()


def _seen(server: TableServer, seq: int) -> int:
    """How many events a client has seen up to a sequence number."""
    return next((events for at, events in reversed(server.marks) if at <= seq), 0)


def _seat(server: TableServer, connection: Connection, seats: SeatGroup) -> bool:
    """Assign a connection its seats; whether others see a change."""
    if connection in server.connections and connection.seats == seats:
        return False
    changed = _unseat(server, connection)
    now = server.room.now()
    connection.take_seats(seats)
    server.connections.add(connection)
    if not seats:
        _watch(server, 1)
    for seat in seats:
        changed |= server.table.arrive(seat, now)
    server.update_covered()
    return changed


def _unseat(server: TableServer, connection: Connection) -> bool:
    if connection not in server.connections:
        return False
    now = server.room.now()
    server.connections.discard(connection)
    server.idle_since = now
    if not connection.seats:
        _watch(server, -1)
    departed = [server.table.depart(seat, now) for seat in connection.seats]
    server.update_covered()
    return any(departed)


def _watch(server: TableServer, change: int) -> None:
    server.table.watch(change, server.room.now())
    spectators_changed(server)


async def end_stand_in(server: TableServer, seat: int) -> None:
    """A player is active again: no bot stands in any more."""
    if seat == NOBODY or not server.table.presence[seat].stand_in:
        return
    async with server.locked():
        if not server.is_unloaded and server.table.come_back(seat, server.room.now()):
            server.broadcast_table()
            server.schedule()


def hold(server: TableServer, client: Connection, seat: int) -> None:
    """Hand a shared device to a seat, or cover it."""
    if seat != NOBODY:
        check_held(client, seat)
    server.hand_device(client, seat)


async def leave(server: TableServer, connection: Connection) -> None:
    """A client has disconnected."""
    if server.is_unloaded:
        return
    if server.asleep and server.connections == {connection} and not server.is_busy:
        server.unload()
        return
    with suppress(DiskFault):
        async with server.locked():
            was_here = connection in server.connections
            changed = _unseat(server, connection)
            if was_here and not server.is_unloaded:
                await server.save_clock()
                if changed:
                    server.broadcast_table()
                server.schedule()


def release_seat(server: TableServer, seat: int) -> None:
    """Take a seat from its connections; those without another become spectators."""
    for connection in [c for c in server.connections if seat in c.seats]:
        rest = tuple(held for held in connection.seats if held != seat)
        connection.take_seats(rest)
        if not rest:
            _watch(server, 1)
    server.update_covered()
