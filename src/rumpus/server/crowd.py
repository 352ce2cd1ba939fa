"""The crowd: how many watch a table, told by itself and at most once a second.

Strangers may come and go as they like. What those at the table get of it is one number.
"""

from __future__ import annotations

import asyncio

from . import messages as m
from .live import Live

CROWD_SECONDS = 1.0


def crowd_changed(live: Live) -> None:
    """Let everybody know soon how many watch, unless they are about to be told anyway."""
    if not live.crowd_waits:
        live.crowd_waits = True
        wait = max(0.0, live.crowd_told + CROWD_SECONDS - live.room.now())
        asyncio.get_running_loop().call_later(wait, _tell_soon, live)


def _tell_soon(live: Live) -> None:
    if not live.is_gone:
        live.room.spawn(_tell(live))


async def _tell(live: Live) -> None:
    """Tell everybody, when whoever is just coming in has seen the table."""
    async with live.turn():
        live.crowd_waits, live.crowd_told = False, live.room.now()
        if not live.is_gone:
            live.tell(m.WatchingMessage(watching=live.table.watching))
