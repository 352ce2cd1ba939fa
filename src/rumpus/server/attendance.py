"""Who is at a table: people who come, go, watch and share a device."""

from __future__ import annotations

from contextlib import suppress

from rumpus.store import DiskFault
from rumpus.table.seat import hash_of
from rumpus.table.series import dropped_out

from . import messages as m
from .connection import NOBODY, Connection, check_held
from .crowd import crowd_changed
from .live import Live
from .telling import Group


async def hello(live: Live, connection: Connection, message: m.Hello) -> None:
    """Let somebody in, or catch them up."""
    async with live.turn():
        if live.is_gone:
            return
        connection.keys = tuple(map(hash_of, message.tokens))
        connection.dropped_out = dropped_out(live.table, message.tokens)
        changed = _seat(live, connection, live.table.seats_of(message.tokens))
        await live.keep_time()
        if changed:
            live.tell_table(skip=connection)
        seen = _seen(live, message.after) if message.after else None
        connection.put(live.telling().whole(connection.seats, seen))
        live.timekeeper.welcome(connection)
        live.schedule()


def _seen(live: Live, seq: int) -> int:
    """How many events somebody has seen who has seen a message."""
    return next((events for at, events in reversed(live.marks) if at <= seq), 0)


def _seat(live: Live, connection: Connection, seats: Group) -> bool:
    """Put a connection into its seats; whether that changes what others see of the table."""
    if connection in live.connections and connection.seats == seats:
        return False
    changed = _unseat(live, connection)
    now = live.room.now()
    connection.take_seats(seats)
    live.connections.add(connection)
    if not seats:
        _watch(live, 1)
    for seat in seats:
        changed |= live.table.arrive(seat, now)
    live.cover()
    return changed


def _unseat(live: Live, connection: Connection) -> bool:
    if connection not in live.connections:
        return False
    now = live.room.now()
    live.connections.discard(connection)
    live.idle_since = now
    if not connection.seats:
        _watch(live, -1)
    departed = [live.table.depart(seat, now) for seat in connection.seats]
    live.cover()
    return any(departed)


def _watch(live: Live, change: int) -> None:
    live.table.watch(change, live.room.now())
    crowd_changed(live)


async def come_back(live: Live, seat: int) -> None:
    """Somebody does something: no bot plays for them any more."""
    if seat == NOBODY or not live.table.presence[seat].stand_in:
        return
    async with live.turn():
        if not live.is_gone and live.table.come_back(seat, live.room.now()):
            live.tell_table()
            live.schedule()


def hold(live: Live, at: Connection, seat: int) -> None:
    """A shared device goes to somebody, or is covered."""
    if seat != NOBODY:
        check_held(at, seat)
    live.hold(at, seat)


async def goodbye(live: Live, connection: Connection) -> None:
    """A connection has ended."""
    if live.is_gone:
        return
    with suppress(DiskFault):
        async with live.turn():
            was_here = connection in live.connections
            changed = _unseat(live, connection)
            if was_here and not live.is_gone:
                await live.keep_time()
                if changed:
                    live.tell_table()
                live.schedule()


def give_up(live: Live, seat: int) -> None:
    """Nobody holds a seat any more: who had no other watches from now on."""
    for connection in [c for c in live.connections if seat in c.seats]:
        rest = tuple(held for held in connection.seats if held != seat)
        connection.take_seats(rest)
        if not rest:
            _watch(live, 1)
    live.cover()
