"""Making a table as somebody wants it."""

from __future__ import annotations

import time

from rumpus.store import save_table
from rumpus.table.errors import Refused
from rumpus.table.making import new_table
from rumpus.table.seat import BOT, new_token

from .bodies import MadeTable, NewTable, SeatToken, SeatWish, settled
from .room import Room

YOU, HERE, OPEN = "you", "here", "open"


def wishes(wanted: NewTable, players: int) -> list[SeatWish]:
    """Who shall have which seat, checked."""
    seats = wanted.seats
    if seats is None:
        return [SeatWish(YOU), *(SeatWish(BOT) for _ in range(players - 1))]
    if len(seats) != players:
        raise Refused(f"There are {players} seats to fill, not {len(seats)}.")
    kinds = [seat.kind for seat in seats]
    if unknown := next((kind for kind in kinds if kind not in (YOU, HERE, OPEN, BOT)), None):
        raise Refused(f"A seat can be you, bot, open or here, not {unknown[:40]!r}.")
    if kinds.count(YOU) != 1:
        raise Refused("Exactly one seat has to be yours.")
    return seats


async def make_table(room: Room, wanted: NewTable, base_url: str) -> MadeTable:
    """Make a table, seat everybody who is here, and start if no seat is open."""
    if wanted.game not in room.registry.names:
        room.registry.find(wanted.game)
        raise Refused(f"There is no game {wanted.game[:40]!r} in this room.")
    backend = await room.backend(wanted.game)
    game = backend.game
    players = game.common if wanted.players is None else wanted.players
    if wanted.players is None and wanted.seats is not None:
        players = len(wanted.seats)
    game.check_players(players)
    seats = wishes(wanted, players)
    devices = 1 + sum(seat.kind == OPEN for seat in seats)
    now = room.now()
    table = new_table(
        backend, room.share.new_id(), players, wanted.options, settled(wanted.settings, devices),
        now, created=time.time(),
    )  # fmt: skip
    tokens: dict[int, str] = {}
    first = (YOU, HERE, BOT, OPEN)  # you keep your name, then people theirs, then bots
    for number, seat in sorted(enumerate(seats), key=lambda wish: first.index(wish[1].kind)):
        if seat.kind in (YOU, HERE):
            name, avatar, nonce = seat.name, seat.avatar, seat.nonce
            if seat.kind == YOU:
                name, avatar, nonce = wanted.name, wanted.avatar, wanted.nonce
            tokens[number] = new_token()
            table.sit(number, name, avatar, tokens[number], nonce)
        elif seat.kind == BOT:
            table.fill(number, BOT, seat.level)
    if table.is_full():
        table.start(now)
    await room.write(save_table(table.data))
    room.add(table)
    yours = next(number for number, seat in enumerate(seats) if seat.kind == YOU)
    here = [SeatToken(n, token) for n, token in tokens.items() if n != yours]
    link = f"{room.base_url or base_url}/t/{table.id}"
    return MadeTable(table.id, yours, tokens[yours], link, here)
