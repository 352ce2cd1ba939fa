"""Tables in one SQLite file, for a room on one machine.

The room's processes share the file. Their leases never run out: a process that ends is replaced by
one of the same name, which takes over its tables at once, and a room that is opened on the folder
ends what an earlier one left.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from rumpus.rulekit.sentence import say

from .changes import Claim
from .dialect import SQLITE
from .faults import code_of, told_of
from .folder import PREFIX, make_private
from .folder_lock import FolderLock
from .migrate import migrate, refuse_foreign
from .store import Store, new_key
from .writing import WriteJob

if sys.platform != "win32":
    import fcntl

FILE, LOCK = f"{PREFIX}sqlite3", f"{PREFIX}lock"
BUSY_SECONDS = 10.0
FOREVER = 1e18
WRONG = (sqlite3.IntegrityError, sqlite3.ProgrammingError)
"""Errors that are the fault of the change, not of the disk."""
TRY = "insert into room values ('tried', 0) on conflict (name) do update set value = value + 1"


class SqliteStore(Store):
    """All tables in one file; closing it also releases the lock on its folder.

    With `check`, a room is being opened on the folder: the file is checked, and no earlier server
    has any table any more.
    """

    dialect = SQLITE
    is_shared = False
    idle_seconds = 60.0

    def __init__(
        self, folder: Path, hold: FolderLock | None = None, *, check: bool = False, number: int = 0
    ) -> None:
        super().__init__(f"process {number}", "", folder, hold)
        self.path = folder / FILE
        with told_of(say("the data in {folder}", folder=self.path)):
            make_private(folder, FILE, LOCK)
            look_at(self.path, check=check)
            self.writing = self._connect()
            try:
                migrate(self.writing)
                self.key = key_of(self.writing)
                if check:
                    self.writing.execute("delete from servers")
            except BaseException:
                self.writing.close()
                raise
        self.lock = (folder / LOCK).open("w")
        self.reading = self._connect()
        self.reading_lock = threading.Lock()
        self.thread.start()

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(
            self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            database.execute("pragma journal_mode = wal")
            database.execute("pragma synchronous = full")
        except sqlite3.Error:
            database.close()
            raise
        return database

    # ----------------------------------------------------------------------------- writing
    def _run(self, sql: str, *values: object) -> list[Any]:
        return self.writing.execute(sql, values).fetchall()

    def _fault_of(self, error: Exception) -> int | None:
        is_fault = isinstance(error, sqlite3.Error) and not isinstance(error, WRONG)
        return code_of(error) if is_fault and isinstance(error, sqlite3.Error) else None

    def _look_after(self) -> bool:
        """Try to write, if that failed the last time."""
        if self.fault:
            with self._alone():
                self._run(TRY)
        return bool(self.fault)

    def _carry_out(self, batch: list[WriteJob]) -> None:
        with self._alone():
            self._be_registered(batch)
            try:
                self._run("begin immediate")
                rest = self._drop_lost(batch)
                self._make_changes(rest)
                self._settle_claims(rest)
                self._run("commit")
            except BaseException:
                if self.writing.in_transaction:
                    self._run("rollback")
                raise

    def _register(self) -> None:
        """Take the place of the process that had this one's name."""
        self._run("delete from servers where name = ?", self.name)
        (row,) = self._run(
            "insert into servers (name, address, until) values (?, '', ?) returning id",
            self.name, FOREVER,
        )  # fmt: skip
        self.server = row[0]

    def give_back(self, claim: Claim) -> asyncio.Future[None]:
        """Keep it: a process's tables are not opened by others while it lives."""
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        kept.set_result(None)
        return kept

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other processes from writing; a file lock wakes waiters at once, SQLite polls."""
        if sys.platform == "win32":
            yield
            return
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self.lock, fcntl.LOCK_UN)

    def _finish(self) -> None:
        self.writing.close()

    def _close_readers(self) -> None:
        self.lock.close()
        with self.reading_lock:
            self.reading.close()

    # ----------------------------------------------------------------------------- reading
    def _read(self, sql: str, *values: object) -> list[Any]:
        with self.reading_lock:
            return self.reading.execute(sql, values).fetchall()


def key_of(database: sqlite3.Connection) -> bytes:
    """The server's own secret key; created on first use."""
    database.execute("insert or ignore into room values ('key', ?)", (new_key(),))
    found = database.execute("select value from room where name = 'key'").fetchone()[0]
    return bytes.fromhex(found)


def look_at(path: Path, *, check: bool) -> None:
    """Check that a file is ours before anything is changed; with `check`, that it is undamaged."""
    with closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as database:
        refuse_foreign(database)
        found = database.execute("pragma quick_check(1)").fetchone()[0] if check else "ok"
        if found != "ok":
            raise sqlite3.DatabaseError(f"the file is damaged ({found})")
