"""Reading tables from a room's data, whether the room is open or not."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from rumpus.games import find
from rumpus.rulekit.sentence import quoted, say
from rumpus.store import Store, data_folder
from rumpus.store.database import FILE
from rumpus.table.backends import table_backend
from rumpus.table.errors import NotThere
from rumpus.table.records.record import Record, record_of, record_of_closed
from rumpus.table.table import Table


def _store(folder: Path | None) -> Store:
    folder = folder or data_folder()
    if not (folder / FILE).exists():
        raise NotThere(say("There are no tables in {folder}.", folder=folder))
    return Store(folder)


def listed(folder: Path | None) -> list[str]:
    """One line for every table, the newest first."""
    store = _store(folder)
    try:
        return [
            f"{name}  {game}  {status:<7}  {datetime.fromtimestamp(created):%Y-%m-%d %H:%M}"
            for name, game, status, created in store.tables()
        ]
    finally:
        store.close()


def exported(name: str, folder: Path | None) -> Record:
    """The record of a table."""
    store = _store(folder)
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
