"""What hosts do about people and tables: a table's own host, and whoever hosts the room."""

from __future__ import annotations

from rumpus.rulekit.sentence import Sentence
from rumpus.store import save_table

from .attendance import give_up
from .live import Live


async def mute(live: Live, seat: int, *, muted: bool) -> None:
    """Let somebody chat no more, or again."""
    live.table.mute(seat, muted=muted)
    await live.save_and_tell()


async def kick(live: Live, seat: int) -> None:
    """Take somebody's seat away: it is free before the start, and a bot's after it."""
    live.table.leave(seat, live.room.now())
    await live.commit(save_table(live.table.data))
    give_up(live, seat)
    live.tell_table()


async def hand(live: Live, seat: int) -> None:
    """Make somebody else the table's host."""
    live.table.hand(seat)
    await live.save_and_tell()


async def close(live: Live, why: Sentence) -> None:
    """End a table without a result, and tell everybody why."""
    live.table.close(why)
    live.settle()
    await live.commit(save_table(live.table.data))
    live.tell_table()
