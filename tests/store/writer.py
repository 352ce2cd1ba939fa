"""Writes to a store as fast as it can and prints what was acknowledged, until it is killed."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from uuid import uuid4

from rumpus.store import SqliteStore, Store, add_entry
from rumpus.table.data.table_data import LogEntry


async def write(store: Store) -> None:
    table = uuid4().hex
    for n in range(100_000):
        await store.write(add_entry(table, n, LogEntry(0, n, "person"), 0.0))
        sys.stdout.write(f"{table} {n}\n")
        sys.stdout.flush()


async def main() -> None:
    store = SqliteStore(Path(sys.argv[1]))
    await asyncio.gather(*(write(store) for _ in range(8)))


if __name__ == "__main__":
    asyncio.run(main())
