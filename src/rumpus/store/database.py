"""The database: one thread writes, and commits everything in the queue at once."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple

import msgspec

from rumpus.rulekit.sentence import Sentence, read_sentence, say
from rumpus.table.data.answers import CommandAnswer, CommandAnswers
from rumpus.table.data.table_data import ChatEntry, LogEntry, TableData

from .changes import Row, StoreChange
from .clock import SteadyClock
from .faults import DiskFault, code_of, told_of, unsaved, why
from .folder import PREFIX, make_private
from .folder_lock import FolderLock
from .migrate import migrate, refuse_foreign

if sys.platform != "win32":
    import fcntl

FILE, LOCK = f"{PREFIX}sqlite3", f"{PREFIX}lock"
MOST_AT_ONCE = 512
KEY_BYTES = 32
BUSY_SECONDS = 10.0
BUSY, LINGER = 0.01, 0.005
"""Within BUSY seconds of a commit, wait LINGER seconds so that more writes share the next one."""
WRONG = (sqlite3.IntegrityError, sqlite3.ProgrammingError)
"""Errors that are the fault of the change, not of the disk."""
AGAIN = 1.0
"""Seconds until a disk that failed is tried again."""
QUIET = 60.0
"""Seconds without a write after which the writer checks the stored clock."""
FINISHED = """select id from tables where status = 'over' and created < ? and coalesce(
(select at from entries where table_id = id order by n desc limit 1), created) < ?
order by created"""

STORED = say("The stored data")

log = logging.getLogger("rumpus")

read_table = msgspec.json.Decoder(TableData).decode
"""Created once: msgspec crashes when two threads decode into the same type for the first time."""


class StoreFailed(RuntimeError):
    """A change could not be written."""


def _answer(who: str, command: str, refusal: str | None) -> CommandAnswer:
    return CommandAnswer(who, command, None if refusal is None else read_sentence(refusal))


class StoredTable(NamedTuple):
    """A table as stored; `last` is the time of its last log entry."""

    data: TableData
    entries: list[LogEntry]
    chat: list[ChatEntry]
    said: int
    last: float
    answers: CommandAnswers


@dataclass
class WriteJob:
    """Changes that are written together or not at all, and the future that waits for them."""

    changes: tuple[StoreChange, ...]
    done: asyncio.Future[None]
    error: Exception | None = field(default=None)


class Store:
    """All tables in one file; closing it also releases the lock on its folder."""

    def __init__(
        self, folder: Path, hold: FolderLock | None = None, *, check: bool = False
    ) -> None:
        self.path, self.hold = folder / FILE, hold
        self.fault_code = 0
        """SQLite's error code while nothing can be written, else 0."""
        with told_of(say("the data in {folder}", folder=self.path)):
            make_private(folder, FILE, LOCK)
            look_at(self.path, check=check)
            writing = self.writing = self._connect()
            try:
                migrate(writing)
                self.clock = SteadyClock(writing, is_rooms=hold is not None)
                self.key = key_of(writing)
            except BaseException:
                writing.close()
                raise
        self.lock = (folder / LOCK).open("w")
        self.commits = self.written = 0
        self.jobs: SimpleQueue[WriteJob | None] = SimpleQueue()
        self.reading = self._connect()
        self.reading_lock = threading.Lock()
        self.thread = threading.Thread(target=self._write, name="rumpus-store")
        self.thread.daemon = True
        self.thread.start()

    @property
    def fault(self) -> Sentence | None:
        """Why nothing can be written, if so."""
        return unsaved(self.fault_code)

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
    def write(self, *changes: StoreChange) -> asyncio.Future[None]:
        """Queue changes, all or none; the future is done when they are on disk."""
        job = WriteJob(changes, asyncio.get_running_loop().create_future())
        self.jobs.put(job)
        return job.done

    def _write(self) -> None:
        database = self.writing
        going, last = True, 0.0
        while going:
            batch: list[WriteJob] = []
            with suppress(Empty):
                job = self.jobs.get(timeout=AGAIN if self.fault else QUIET)
                if job is not None and time.monotonic() - last < BUSY:
                    time.sleep(LINGER)  # let more writes share one commit
                while job is not None:
                    batch.append(job)
                    if len(batch) == MOST_AT_ONCE:
                        break
                    job = self.jobs.get_nowait()
                going = job is not None
            if batch:
                self._commit(database, batch)
                last = time.monotonic()
                _tell(batch)
            if self.fault or self.clock.needs_note():
                self._note_time(database)
        database.close()

    def _note_time(self, database: sqlite3.Connection) -> None:
        """Store the clock's bound, which also shows whether the disk can be written."""
        try:
            with self._alone():
                self.clock.note(database)
        except sqlite3.Error as error:
            self._fails(error)
        else:
            self._succeeds()

    def _fails(self, error: sqlite3.Error) -> DiskFault:
        """Remember that nothing can be written; log it once."""
        if not self.fault:
            log.error("cannot save: %s (%s)", why(error), error)
        self.fault_code = code_of(error)
        assert self.fault
        return DiskFault(self.fault)

    def _succeeds(self) -> None:
        if self.fault:
            self.fault_code = 0
            log.warning("saving works again")

    def _commit(self, database: sqlite3.Connection, batch: list[WriteJob]) -> None:
        """Commit a batch; if that fails, commit each job alone, so that one cannot spoil others."""
        try:
            self._carry_out(database, batch)
        except Exception as error:
            if len(batch) > 1:
                for job in batch:
                    self._commit(database, [job])
            elif isinstance(error, sqlite3.Error) and not isinstance(error, WRONG):
                batch[0].error = self._fails(error)
            else:
                batch[0].error = StoreFailed(f"It could not be written: {error}")
        else:
            self._succeeds()

    def _carry_out(self, database: sqlite3.Connection, batch: list[WriteJob]) -> None:
        statements: dict[str, list[Row]] = {}
        for job in batch:
            for change in job.changes:
                statements.setdefault(change.sql, []).append(change.row)
        with self._alone():
            try:
                if len(statements) > 1:  # one alone is a commit of its own
                    database.execute("begin immediate")
                for sql, rows in statements.items():
                    database.execute(sql, (msgspec.json.encode(rows).decode(),))
                if database.in_transaction:
                    database.execute("commit")
            except BaseException:
                if database.in_transaction:
                    database.execute("rollback")
                raise
        self.commits += 1
        self.written += len(batch)

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

    def close(self) -> None:
        """Write everything in the queue, and stop."""
        self.jobs.put(None)
        self.thread.join()
        self.lock.close()
        with self.reading_lock:
            self.reading.close()
        if self.hold:
            self.hold.close()

    # ----------------------------------------------------------------------------- reading
    def load(self, table: str) -> StoredTable | None:
        """A table with its log, chat and answers, or None."""
        with self.reading_lock, told_of(STORED):
            read = self.reading.execute
            row = read("select data from tables where id = ?", (table,)).fetchone()
            if row is None:
                return None
            entries = read(
                "select seat, action, decided, command from entries where table_id = ? order by n",
                (table,),
            ).fetchall()
            said = read(
                "select coalesce(max(n) + 1, 0) from chat where table_id = ?", (table,)
            ).fetchone()[0]
            last = read(
                "select at from entries where table_id = ? order by n desc limit 1", (table,)
            ).fetchone()
            given = read(
                "select n, who, command, refusal from answers where table_id = ? order by n",
                (table,),
            ).fetchall()
            chat = read(
                "select seat, name, text, command from chat where table_id = ? order by n", (table,)
            ).fetchall()
        return StoredTable(
            read_table(row[0]),
            [LogEntry(*entry) for entry in entries],
            [ChatEntry(*line) for line in chat],
            said,
            last[0] if last else 0.0,
            CommandAnswers((_answer(*row[1:]) for row in given), given[-1][0] + 1 if given else 0),
        )

    def made(self, asked: str, since: float) -> str | None:
        """The id of an unfinished table created by this request since a time."""
        with self.reading_lock, told_of(STORED):
            found = self.reading.execute(
                "select id from tables where status <> 'over' and created > ?"
                " and json_extract(data, '$.asked') = ?",
                (since, asked),
            ).fetchone()
        return found[0] if found else None

    def finished(self, before: float) -> list[str]:
        """The ids of tables finished before a time of day, oldest first."""
        with self.reading_lock, told_of(STORED):
            found = self.reading.execute(FINISHED, (before, before)).fetchall()
        return [table for (table,) in found]

    def unfinished(self) -> list[TableData]:
        """Every unfinished table, newest first."""
        with self.reading_lock, told_of(STORED):
            found = self.reading.execute(
                "select data from tables where status <> 'over' order by created desc"
            ).fetchall()
        return [read_table(data) for (data,) in found]

    def tables(self, *, unfinished: bool = False) -> list[tuple[str, str, str, float]]:
        """Every table's id, game, status and time of creation, newest first."""
        which = "where status <> 'over' " if unfinished else ""
        with self.reading_lock, told_of(STORED):
            return self.reading.execute(
                f"select id, game, status, created from tables {which}order by created desc"
            ).fetchall()


def key_of(database: sqlite3.Connection) -> bytes:
    """The server's own secret key; created on first use."""
    made = secrets.token_hex(KEY_BYTES)
    database.execute("insert or ignore into room values ('key', ?)", (made,))
    found = database.execute("select value from room where name = 'key'").fetchone()[0]
    return bytes.fromhex(found)


def look_at(path: Path, *, check: bool) -> None:
    """Check that a file is ours before anything is changed; with `check`, that it is undamaged."""
    with closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as database:
        refuse_foreign(database)
        found = database.execute("pragma quick_check(1)").fetchone()[0] if check else "ok"
        if found != "ok":
            raise sqlite3.DatabaseError(f"the file is damaged ({found})")


def _tell(batch: list[WriteJob]) -> None:
    """Resolve the futures of a batch, with one call per event loop."""
    loops: dict[asyncio.AbstractEventLoop, list[WriteJob]] = {}
    for job in batch:
        loops.setdefault(job.done.get_loop(), []).append(job)
    for loop, jobs in loops.items():
        with suppress(RuntimeError):  # the loop is closed: nobody is waiting
            loop.call_soon_threadsafe(_resolve, jobs)


def _resolve(jobs: list[WriteJob]) -> None:
    for job in jobs:
        if job.done.done():
            continue
        if job.error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(job.error)
