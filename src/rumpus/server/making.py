"""Making a table as somebody wants it."""

from __future__ import annotations

import time

import msgspec

from rumpus.rulekit.backend import Backend
from rumpus.rulekit.sentence import quoted, say
from rumpus.store import save_table
from rumpus.table.errors import Refused
from rumpus.table.making import new_table
from rumpus.table.seat import BOT, token_for

from .bodies import MadeTable, NewTable, SeatToken, SeatWish, settled
from .room import Room

YOU, HERE, OPEN = "you", "here", "open"
AGAIN_SECONDS = 600.0
"""For so long the same wish means the same table."""


def wishes(wanted: NewTable, players: int) -> list[SeatWish]:
    """Who shall have which seat, checked."""
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


async def make_table(room: Room, wanted: NewTable, base_url: str, address: str = "") -> MadeTable:
    """Make a table, seat everybody who is here, and start if no seat is open.

    Who asks for the same with the same nonce, from the same address, gets the same table.
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
    seats = wishes(wanted, players)
    asked = asked_by(room, wanted, address)
    again = time.time() - AGAIN_SECONDS
    made = await room.readers.run(room.store.made, asked, again) if asked else None
    table_id = made or room.share.new_id()
    tokens = {
        number: room.token(table_id, wanted, *([] if seat.kind == YOU else [number]))
        for number, seat in enumerate(seats)
        if seat.kind in (YOU, HERE)
    }
    if made is None:
        await _set_up(room, backend, wanted, seats, table_id, tokens, asked)
    yours = next(number for number, seat in enumerate(seats) if seat.kind == YOU)
    here = [SeatToken(n, token) for n, token in tokens.items() if n != yours]
    link = f"{room.names.link or base_url}/t/{table_id}"
    return MadeTable(table_id, yours, tokens[yours], link, here)


def asked_by(room: Room, wanted: NewTable, address: str) -> str:
    """By what it is told that somebody asks again; nothing for who cannot be told."""
    if not (wanted.again or wanted.nonce):
        return ""
    return token_for(room.store.key, address, msgspec.json.encode(wanted).decode())


async def _set_up(
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
        backend, table_id, len(seats), wanted.options, settled(wanted.settings, devices), now,
        created=time.time(),
    )  # fmt: skip
    table.data.asked = asked
    first = (YOU, HERE, BOT, OPEN)  # you keep your name, then people theirs, then bots
    for number, seat in sorted(enumerate(seats), key=lambda wish: first.index(wish[1].kind)):
        if seat.kind == BOT:
            table.fill(number, BOT, seat.level)
        elif number in tokens:
            person = wanted if seat.kind == YOU else seat
            table.sit(number, person.name, person.avatar, tokens[number], person.nonce, person.seal)
    if table.is_full():
        table.start(now)
    await room.write(save_table(table.data))
    room.add(table)
