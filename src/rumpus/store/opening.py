"""Opening the store that a command names."""

from __future__ import annotations

from pathlib import Path

from rumpus.rulekit.sentence import say
from rumpus.table.errors import NotThere, Refused

from .folder import data_folder
from .folder_lock import FolderLock
from .sqlite import FILE, SqliteStore
from .store import Store


def open_store(
    database: str,
    address: str = "",
    name: str = "",
    folder: Path | None = None,
    hold: FolderLock | None = None,
) -> Store:
    """The tables in a PostgreSQL database; a server has an address for the others."""
    try:
        from .postgres import PostgresStore  # noqa: PLC0415
    except ImportError:
        raise Refused(
            say("PostgreSQL needs one package more: pip install 'rumpus[postgres]'.")
        ) from None
    return PostgresStore(database, address, name, folder, hold)


def existing_store(folder: Path | None, database: str | None) -> Store:
    """The tables of a room, open or not, to read them."""
    if database:
        return open_store(database)
    folder = folder or data_folder()
    if not (folder / FILE).exists():
        raise NotThere(say("There are no tables in {folder}.", folder=folder))
    return SqliteStore(folder)
