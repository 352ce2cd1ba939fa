"""Reading tables from a room's data, whether the room is open or not."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from rumpus.games import find
from rumpus.rulekit.sentence import quoted, say
from rumpus.store import existing_store
from rumpus.table.backends import table_backend
from rumpus.table.errors import NotThere
from rumpus.table.records.record import Record, record_of, record_of_closed
from rumpus.table.table import Table


def listed(folder: Path | None, database: str | None = None) -> list[str]:
    """One line for every table, the newest first."""
    store = existing_store(folder, database)
    try:
        return [
            f"{name}  {game}  {status:<7}  {datetime.fromtimestamp(created):%Y-%m-%d %H:%M}"
            for name, game, status, created in store.tables()
        ]
    finally:
        store.close()


def exported(name: str, folder: Path | None, database: str | None = None) -> Record:
    """The record of a table."""
    store = existing_store(folder, database)
    try:
        if name == "last":
            name = next((row[0] for row in store.tables()), name)
        name = name.rstrip("/").rpartition("/")[2]
        kept = store.load(name)
    finally:
        store.close()
    if kept is None:
        raise NotThere(
            say(
                "There is no table '{name}' here; without an id, all are listed.", name=quoted(name)
            )
        )
    game = None if kept.data.closed else find(kept.data.game).of_version(kept.data.version)
    if game is None:
        return record_of_closed(kept.data, kept.entries)
    return record_of(Table(table_backend(game), kept.data, 0.0, kept.entries), with_actions=True)
