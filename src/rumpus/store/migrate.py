"""Migrations: numbered .sql files, each carried out once and whole."""

from __future__ import annotations

import re
import sqlite3
from importlib.resources import files

from rumpus.rulekit.sentence import say

from .faults import DiskFault

FIRST = "entries"
"""What the first migration made, and all have left."""
NAME = re.compile(r"(\d{4})_\w+\.sql")


class TooNew(DiskFault):
    """The data was written by a newer Rumpus."""


class Foreign(DiskFault):
    """The data is another program's."""


def migrations() -> list[tuple[int, str]]:
    """Every migration's number and text, in order."""
    found = []
    for file in files(__package__).joinpath("migrations").iterdir():
        if match := NAME.fullmatch(file.name):
            found.append((int(match[1]), file.read_text(encoding="utf-8")))
    return sorted(found)


def version_of(database: sqlite3.Connection) -> int:
    """The number of the last migration that was carried out."""
    return int(database.execute("pragma user_version").fetchone()[0])


def refuse_foreign(database: sqlite3.Connection) -> None:
    """Refuse a database that holds something, but no tables of ours."""
    names = {name for (name,) in database.execute("select name from sqlite_master")}
    if (names or version_of(database)) and FIRST not in names:
        raise Foreign(say("the database is another program's, and was left as it is."))


def refuse_newer(database: sqlite3.Connection, steps: list[tuple[int, str]] | None = None) -> None:
    """Refuse a database that was brought further than this Rumpus knows."""
    steps = migrations() if steps is None else steps
    done, newest = version_of(database), max((number for number, _ in steps), default=0)
    if done > newest:
        raise TooNew(
            say(
                "The data was written by a newer Rumpus (form {done}; this one knows {newest}).",
                done=done,
                newest=newest,
            )
        )


def migrate(database: sqlite3.Connection, steps: list[tuple[int, str]] | None = None) -> int:
    """Bring a database up to date; returns how many migrations that took."""
    steps = migrations() if steps is None else steps
    refuse_newer(database, steps)
    done, count = version_of(database), 0
    for number, text in steps:
        if number > done:
            script = f"begin immediate;\n{text}\npragma user_version = {number};\ncommit;"
            try:
                database.executescript(script)
            except sqlite3.Error:
                database.rollback()
                raise
            count += 1
    return count
