"""Moving a room's tables from SQLite into a PostgreSQL that has none yet."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rumpus.rulekit.sentence import say
from rumpus.table.errors import NotThere, Refused

from .backup import check_copy
from .changes import ANSWER, CHAT, ENTRY, SAVE, Insertion
from .dialect import POSTGRES
from .faults import told_of
from .sqlite import FILE, SqliteStore

if TYPE_CHECKING:
    from psycopg import Connection

ROWS_AT_ONCE = 1000
SECRETS = Insertion("room", {"name": "text", "value": "text"}, key=("name",), updates=("value",))
TABLES = Insertion("tables", {**SAVE.columns, "fence": "bigint"})
MOVED = (SECRETS, TABLES, ENTRY, CHAT, ANSWER)
IN_USE = "select 1 from tables union all select 1 from servers where until > {now} limit 1"


def move_in(source: Path, database: str) -> int:
    """Copy the tables of a backup into an empty database; returns how many there are."""
    from .opening import open_store  # noqa: PLC0415

    if not source.is_file():
        raise NotThere(say("There is no file {file}.", file=source))
    with tempfile.TemporaryDirectory() as name:
        copied = Path(name) / FILE
        with told_of(say("the copy {file}", file=source)):
            shutil.copyfile(source, copied)
            check_copy(copied)
            SqliteStore(copied.parent).close()  # brings an older copy up to date
        with (
            closing(open_store(database)),
            closing(sqlite3.connect(copied)) as old,
            told_of(say("The database")),
        ):
            return _copy_rows(old, database)


def _copy_rows(old: sqlite3.Connection, database: str) -> int:
    import psycopg  # noqa: PLC0415

    from .postgres import translated  # noqa: PLC0415

    try:
        with psycopg.connect(database) as new:
            _fill(old, new)
    except psycopg.Error as error:
        raise translated(error) from error
    (n,) = old.execute("select count(*) from tables").fetchone()
    return int(n)


def _fill(old: sqlite3.Connection, new: Connection[Any]) -> None:
    new.execute("lock table tables")
    if new.execute(IN_USE.format(now=POSTGRES.now).encode()).fetchone():
        raise Refused(say("That database is in use; move into one without tables or servers."))
    for kind in MOVED:
        found = old.execute(f"select {', '.join(kind.columns)} from {kind.table}")
        statement = kind.statement(POSTGRES).replace("?", "%s").encode()
        while rows := found.fetchmany(ROWS_AT_ONCE):
            new.execute(statement, (json.dumps(rows),))
