"""Dropping tables that were over long ago, so that a room's file does not grow for ever."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from rumpus.rulekit.sentence import say
from rumpus.store import DiskFault, Store, drop_table, hold_folder, shrink
from rumpus.store.database import FILE
from rumpus.table.errors import NotThere

if TYPE_CHECKING:
    from .room import Room

DAY_SECONDS = 86_400.0
AT_ONCE = 50
"""So many tables are dropped with one commit: nobody who plays waits for long."""
EVERY_SECONDS = 3600.0
log = logging.getLogger("rumpus")


async def prune(room: Room, days: float, *, dry_run: bool = False) -> list[str]:
    """Drop this process's tables that were over so many days ago and that nobody is at."""
    before = time.time() - days * DAY_SECONDS
    found = await room.readers.run(room.store.finished, before)
    ours = [table for table in found if room.share.has(table) and table not in room.tables]
    if not dry_run:
        await _drop(room.store, ours)
        await _let_go(room, ours)
    return ours


async def _drop(store: Store, tables: Sequence[str]) -> None:
    for start in range(0, len(tables), AT_ONCE):
        some = tables[start : start + AT_ONCE]
        await store.write(*(change for table in some for change in drop_table(table)))


async def _let_go(room: Room, tables: Sequence[str]) -> None:
    """Who has come to a table while it was dropped finds that it is no more."""
    loading = [room.loading[table] for table in tables if table in room.loading]
    if loading:
        await asyncio.wait(loading)
    for table in tables:
        if live := room.tables.get(table):
            live.put_away()


async def keep_pruned(room: Room, days: int) -> None:
    """Prune now and then while the room is open."""
    while True:
        try:
            if dropped := await prune(room, days):
                log.info("tables were pruned", extra={"tables": len(dropped)})
        except DiskFault:  # the store has said so
            pass
        await asyncio.sleep(EVERY_SECONDS)


def prune_closed(folder: Path, days: float, *, dry_run: bool = False) -> list[str]:
    """Prune a folder on which no room is open, and make its file smaller."""
    if not (folder / FILE).exists():
        raise NotThere(say("There are no tables in {folder}.", folder=folder))
    store = Store(folder, hold_folder(folder), check=True)
    with closing(store):
        found = store.finished(time.time() - days * DAY_SECONDS)
        if found and not dry_run:
            asyncio.run(_drop(store, found))
    if found and not dry_run:
        shrink(folder)
    return found
