"""What can be wrong with the disk or the file, in words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from rumpus.table.errors import Refused

WHY = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it can only be read",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_NOTADB: "the file is damaged, or none of Rumpus",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk fails",
    sqlite3.SQLITE_BUSY: "another program keeps it locked",
}
PRIMARY = 0xFF
"""The part of SQLite's codes that says what it is, without the details."""


class DiskFault(Refused):
    """The room's data cannot be read or written."""


def code_of(error: sqlite3.Error) -> int:
    """SQLite's code of what is wrong, without the details."""
    code = getattr(error, "sqlite_errorcode", None)
    return code & PRIMARY if isinstance(code, int) else sqlite3.SQLITE_ERROR


def unsaved(code: int) -> str:
    """The sentence on why nothing can be saved, by SQLite's code; nothing if all can."""
    reason = WHY.get(code, f"SQLite reports error {code}")
    return f"Nothing can be saved here now: {reason}." if code else ""


def why(error: Exception) -> str:
    """What is wrong, in a few words."""
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return WHY.get(code_of(error), str(error)) if isinstance(error, sqlite3.Error) else str(error)


@contextmanager
def told_of(what: str) -> Iterator[None]:
    """What goes wrong with something on disk is told in a sentence."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise DiskFault(f"{what} cannot be used: {why(error)}.") from error
