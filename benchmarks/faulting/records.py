"""Every record at the end: it verifies, and tells what people were told."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence

from rumpus.games import find
from rumpus.store.opening import existing_store
from rumpus.table.backends import table_backend
from rumpus.table.data.table_data import OVER
from rumpus.table.records.record import record_of
from rumpus.table.records.verify import disagreements
from rumpus.table.showing.views import lines_for
from rumpus.table.table import Table

from .judge import Heard, Line, told_complaints


async def record_complaints(database: str, heard: Sequence[Heard]) -> tuple[str, list[str]]:
    """How many records were looked at, in words, and all complaints about them."""
    return await asyncio.to_thread(_record_complaints, database, heard)


def _record_complaints(database: str, heard: Sequence[Heard]) -> tuple[str, list[str]]:
    there: dict[str, list[Heard]] = defaultdict(list)
    for one in heard:
        there[one.table].append(one)
    found, verified, replayed = list[str](), 0, 0
    store = existing_store(None, database)
    try:
        for name, people in there.items():
            kept = store.load(name)
            if kept is None:
                found.append(f"{name} is gone")
                continue
            backend = table_backend(find(kept.data.game))
            try:
                table = Table(backend, kept.data, 0.0, kept.entries)
            except Exception as error:
                found.append(f"{name} cannot be loaded: {error}")
                continue
            for one in people if table.play else ():
                told = [
                    Line(line.event, tuple(sorted(line.numbers.items())), bool(line.only))
                    for line in lines_for(table, (one.seat,))
                ]
                found += told_complaints(one, told)
            if kept.data.status == OVER:
                verified += 1
                record = record_of(table, with_actions=True)
                found += [f"{name}: {told}" for told in disagreements(record, backend)]
            else:
                replayed += 1
    finally:
        store.close()
    return f"{verified} records of finished games verified, {replayed} others replayed", found
