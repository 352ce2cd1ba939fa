"""Migrations: numbered .sql files, each applied once, as a whole or not at all."""

from __future__ import annotations

import re
import sqlite3
from importlib.resources import files

from rumpus.rulekit.sentence import say

from .faults import DiskFault

FIRST = "entries"
"""A table that every version of the database has."""
NAME = re.compile(r"(\d{4})_\w+\.sql")


class NewerDatabase(DiskFault):
    """The database was written by a newer Rumpus."""


class ForeignDatabase(DiskFault):
    """The database belongs to another program."""


def migrations() -> list[tuple[int, str]]:
    """Every migration of SQLite."""
    return migrations_of("sqlite")


def migrations_of(database: str) -> list[tuple[int, str]]:
    """The number and the text of every migration of a kind of database, in order."""
    found = []
    for file in files(__package__).joinpath("migrations", database).iterdir():
        if match := NAME.fullmatch(file.name):
            found.append((int(match[1]), file.read_text(encoding="utf-8")))
    return sorted(found)


def version_of(database: sqlite3.Connection) -> int:
    """The number of the last migration that was applied."""
    return int(database.execute("pragma user_version").fetchone()[0])


def refuse_foreign(database: sqlite3.Connection) -> None:
    """Refuse a database that is not empty and not ours."""
    names = {name for (name,) in database.execute("select name from sqlite_master")}
    if (names or version_of(database)) and FIRST not in names:
        raise ForeignDatabase(
            say("the database belongs to another program and was left unchanged.")
        )


def refuse_newer(database: sqlite3.Connection, steps: list[tuple[int, str]] | None = None) -> None:
    """Refuse a database with migrations that this Rumpus does not know."""
    steps = migrations() if steps is None else steps
    refuse_newer_than(version_of(database), steps)


def refuse_newer_than(done: int, steps: list[tuple[int, str]]) -> None:
    """Refuse data with more migrations than there are steps."""
    newest = max((number for number, _ in steps), default=0)
    if done > newest:
        raise NewerDatabase(
            say(
                "The data was written by a newer Rumpus (format {done}; this one knows {newest}).",
                done=done,
                newest=newest,
            )
        )


def migrate(database: sqlite3.Connection, steps: list[tuple[int, str]] | None = None) -> int:
    """Apply the missing migrations; returns how many."""
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
