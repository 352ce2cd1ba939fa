"""Creating a table from a request."""

from __future__ import annotations

import time

import msgspec

from rumpus.rulekit.sentence import quoted, say
from rumpus.running.backend import Backend
from rumpus.server.protocol.bodies import MadeTable, NewTable, SeatToken, SeatWish, settings_for
from rumpus.table.data.seat import BOT, token_for
from rumpus.table.errors import Refused
from rumpus.table.making import new_table

from .room import Room

YOU, HERE, OPEN = "you", "here", "open"
REPEAT_SECONDS = 600.0
"""For this long, a repeated request means the same table."""


def requested_seats(wanted: NewTable, players: int) -> list[SeatWish]:
    """The requested seats, validated."""
    seats = wanted.seats
    if seats is None:
        return [SeatWish(YOU), *(SeatWish(BOT) for _ in range(players - 1))]
    if len(seats) != players:
        raise Refused(
            say(
                "There are {players} seats to fill, not {seats}.", players=players, seats=len(seats)
            )
        )
    kinds = [seat.kind for seat in seats]
    if unknown := next((kind for kind in kinds if kind not in (YOU, HERE, OPEN, BOT)), None):
        raise Refused(
            say("A seat can be you, bot, open or here, not '{unknown}'.", unknown=quoted(unknown))
        )
    if kinds.count(YOU) != 1:
        raise Refused(say("Exactly one seat has to be yours."))
    return seats


async def create_table(room: Room, wanted: NewTable, base_url: str, address: str = "") -> MadeTable:
    """Create a table, seat everybody on this device, and start if no seat is open.

    The same request with the same nonce from the same address gets the same table.
    """
    if wanted.game not in room.registry.names:
        room.registry.find(wanted.game)
        raise Refused(say("There is no game '{game}' in this room.", game=quoted(wanted.game)))
    backend = await room.backend(wanted.game)
    game = backend.game
    players = game.common if wanted.players is None else wanted.players
    if wanted.players is None and wanted.seats is not None:
        players = len(wanted.seats)
    game.check_players(players)
    seats = requested_seats(wanted, players)
    asked = request_key(room, wanted, address)
    again = time.time() - REPEAT_SECONDS
    made = await room.readers.run(room.store.made, asked, again) if asked else None
    table_id = made or room.shard.new_id()
    tokens = {
        number: room.token(table_id, wanted, *([] if seat.kind == YOU else [number]))
        for number, seat in enumerate(seats)
        if seat.kind in (YOU, HERE)
    }
    if made is None:
        await _create(room, backend, wanted, seats, table_id, tokens, asked)
    yours = next(number for number, seat in enumerate(seats) if seat.kind == YOU)
    here = [SeatToken(n, token) for n, token in tokens.items() if n != yours]
    link = f"{room.names.link or base_url}/t/{table_id}"
    return MadeTable(table_id, yours, tokens[yours], link, here)


def request_key(room: Room, wanted: NewTable, address: str) -> str:
    """The key that identifies a repeated request; empty if it carries no nonce."""
    if not (wanted.again or wanted.nonce):
        return ""
    return token_for(room.store.key, address, msgspec.json.encode(wanted).decode())


async def _create(
    room: Room,
    backend: Backend,
    wanted: NewTable,
    seats: list[SeatWish],
    table_id: str,
    tokens: dict[int, str],
    asked: str,
) -> None:
    devices = 1 + sum(seat.kind == OPEN for seat in seats)
    now = room.now()
    table = new_table(
        backend, table_id, len(seats), wanted.options, settings_for(wanted.settings, devices), now,
        created=time.time(),
    )  # fmt: skip
    table.data.asked = asked
    first = (YOU, HERE, BOT, OPEN)  # if names collide, bots are renamed first
    for number, seat in sorted(enumerate(seats), key=lambda wish: first.index(wish[1].kind)):
        if seat.kind == BOT:
            table.fill(number, BOT, seat.level)
        elif number in tokens:
            person = wanted if seat.kind == YOU else seat
            table.sit(number, person.name, person.avatar, tokens[number], person.nonce, person.seal)
    if table.is_full():
        table.start(now)
    await room.keep_new(table)
