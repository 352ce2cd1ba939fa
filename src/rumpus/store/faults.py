"""Errors of disks, files and databases, in words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from rumpus.rulekit.sentence import Sentence, say
from rumpus.table.errors import Refused

WHY = {
    sqlite3.SQLITE_FULL: say("the disk is full"),
    sqlite3.SQLITE_READONLY: say("it is read-only"),
    sqlite3.SQLITE_CORRUPT: say("the file is damaged"),
    sqlite3.SQLITE_NOTADB: say("the file is damaged, or not from Rumpus"),
    sqlite3.SQLITE_CANTOPEN: say("the file cannot be opened"),
    sqlite3.SQLITE_IOERR: say("the disk reports an error"),
    sqlite3.SQLITE_BUSY: say("another program has locked it"),
}
UNREACHABLE = 1000
"""The code of a database server that does not answer; SQLite's codes are smaller."""
WHY[UNREACHABLE] = say("the database cannot be reached")
PRIMARY = 0xFF
"""The mask of SQLite's primary error codes."""


class DiskFault(Refused):
    """The data cannot be read or written."""


class DatabaseError(Exception):
    """A database server refuses something, or does not answer; `code` is as SQLite's."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


def code_of(error: sqlite3.Error) -> int:
    """SQLite's primary error code."""
    code = getattr(error, "sqlite_errorcode", None)
    return code & PRIMARY if isinstance(code, int) else sqlite3.SQLITE_ERROR


def unsaved(code: int) -> Sentence | None:
    """Why nothing can be saved, by SQLite's code; None for 0."""
    reason = WHY.get(code, say("the database reports error {code}", code=code))
    return say("Nothing can be saved right now: {reason}.", reason=reason) if code else None


def why(error: Exception) -> Sentence | str:
    """An error in a few words."""
    if isinstance(error, DatabaseError):
        return WHY.get(error.code, str(error))
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return WHY.get(code_of(error), str(error)) if isinstance(error, sqlite3.Error) else str(error)


@contextmanager
def told_of(what: Sentence) -> Iterator[None]:
    """Turn disk errors into a sentence about what could not be used."""
    try:
        yield
    except (sqlite3.Error, OSError, DatabaseError) as error:
        raise DiskFault(say("{what} cannot be used: {why}.", what=what, why=why(error))) from error
