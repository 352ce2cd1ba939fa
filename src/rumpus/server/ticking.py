"""What time does at a table: bots move and stand in, and who ran out of time is decided for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from rumpus.table import own
from rumpus.table import play as deciders
from rumpus.table.settings import thinking_time

if TYPE_CHECKING:
    from .live import Live


def ask_bots(live: Live) -> None:
    """Give every bot that is asked its time."""
    table = live.table
    wait = partial(thinking_time, table.data.settings.pace, live.room.rng)
    bots = table.bots_asked()
    together = bool(bots) and len(table.game_on().asked()) > 1
    live.bots.ask(bots, live.room.now(), wait, together=together)


async def go_on(live: Live) -> None:
    """The countdown after a pause is over."""
    async with live.turn():
        table, now = live.table, live.room.now()
        if not live.is_gone and table.resumes_at is not None and table.resumes_at <= now:
            table.go_on(now)
            await live.save_and_tell()
        live.schedule()


async def tick(live: Live) -> None:
    """Do what is due: see who is missing, decide for whoever ran out of time, let bots move."""
    async with live.turn():
        if live.is_gone:
            return
        table, now = live.table, live.room.now()
        if table.miss_deal(now):
            await live.save_and_tell()
        if table.notice_absence(now):
            live.tell_table()
        for seat in table.clock.expired(now):
            if seat in table.clock.expired(now):
                for action in table.time_out(seat, live.room.rng):
                    await live.act(seat, action, deciders.CLOCK)
        time_up = own.calling_time(table.game)
        if table.whole_game.expired(now) and time_up is not None and table.table_may(time_up):
            await live.act(table.players, time_up, deciders.CLOCK)
        ask_bots(live)
        begin = live.bots.begin(live.room.now())
        thoughts = [_think(live, n, table.game_on().known_to(n), table.entries) for n in begin]
        live.set_timer()
    for thought in thoughts[1:]:
        live.room.spawn(thought)
    for thought in thoughts[:1]:
        await thought


async def _think(live: Live, seat: int, known: Any, number: int) -> None:
    """Let a bot think about what it knows after so many entries, beside all others, and act."""
    table = live.table
    action: int | None = None
    try:
        action = await live.room.think(live, known, seat)
    except Exception as error:  # a bot that fails holds nobody up
        live.room.report(error)
    async with live.turn():
        if live.is_gone:
            return
        if seat in table.bots_asked() and (
            table.entries == number or _is_asked_the_same(live, seat, known)
        ):
            if action is None:
                action = table.game_on().timeout_of(seat, live.room.rng)
            live.bots.answered(seat)
            await live.act(seat, action, deciders.BOT)
        else:
            live.bots.missed(seat, live.room.now())
        live.schedule()


def _is_asked_the_same(live: Live, seat: int, known: Any) -> bool:
    """Whether what others did since changed nothing about a seat's choices."""
    advice = live.table.backend.advice
    return advice(known, seat) == advice(live.table.game_on().known_to(seat), seat)
