"""Dropping tables that ended long ago, so that the database does not grow forever."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from rumpus.rulekit.sentence import say
from rumpus.store import (
    FILE,
    DiskFault,
    SqliteStore,
    Store,
    drop_table,
    lock_folder,
    open_store,
    shrink,
)
from rumpus.table.errors import NotThere

if TYPE_CHECKING:
    from rumpus.server.room.room import Room

DAY_SECONDS = 86_400.0
TABLES_PER_COMMIT = 50
"""Tables dropped per commit, so that players never wait for long."""
PRUNE_SECONDS = 3600.0
log = logging.getLogger("rumpus")


async def prune(room: Room, days: float, *, dry_run: bool = False) -> list[str]:
    """Drop this process's tables that ended more than `days` ago and are not in memory."""
    before = time.time() - days * DAY_SECONDS
    found = await room.readers.run(room.store.finished, before)
    ours = [table for table in found if room.shard.is_sent(table) and table not in room.tables]
    if not dry_run:
        await _drop(room.store, ours)
        await _unload(room, ours)
    return ours


async def _drop(store: Store, tables: Sequence[str]) -> None:
    for start in range(0, len(tables), TABLES_PER_COMMIT):
        some = tables[start : start + TABLES_PER_COMMIT]
        await store.write(*(change for table in some for change in drop_table(table)))


async def _unload(room: Room, tables: Sequence[str]) -> None:
    """Unload tables that somebody opened while they were being dropped."""
    loading = [room.loading[table] for table in tables if table in room.loading]
    if loading:
        await asyncio.wait(loading)
    for table in tables:
        if server := room.tables.get(table):
            server.unload()


async def prune_periodically(room: Room, days: int) -> None:
    """Prune regularly while the room is open."""
    while True:
        try:
            if dropped := await prune(room, days):
                log.info("tables were pruned", extra={"tables": len(dropped)})
        except DiskFault:  # already logged by the store
            pass
        await asyncio.sleep(PRUNE_SECONDS)


def prune_database(database: str, days: float, *, dry_run: bool = False) -> list[str]:
    """Prune a database; tables that a server has are left alone."""
    with closing(open_store(database)) as store:
        return _pruned(store, days, dry_run=dry_run)


def prune_offline(folder: Path, days: float, *, dry_run: bool = False) -> list[str]:
    """Prune a folder on which no room is open, and shrink its database."""
    if not (folder / FILE).exists():
        raise NotThere(say("There are no tables in {folder}.", folder=folder))
    store = SqliteStore(folder, lock_folder(folder), check=True)
    with closing(store):
        found = _pruned(store, days, dry_run=dry_run)
    if found and not dry_run:
        shrink(folder)
    return found


def _pruned(store: Store, days: float, *, dry_run: bool) -> list[str]:
    found = store.finished(time.time() - days * DAY_SECONDS)
    if found and not dry_run:
        asyncio.run(_drop(store, found))
    return found
