"""The database: one thread writes, and commits everything that waits at once."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple

import msgspec

from rumpus.table.answers import Answer, Answers
from rumpus.table.data import Entry, Said, TableData

from .changes import Change, Row
from .clock import LastingClock
from .folder import PREFIX, make_private
from .holding import Hold
from .migrate import migrate

if sys.platform != "win32":
    import fcntl

FILE, LOCK = f"{PREFIX}sqlite3", f"{PREFIX}lock"
MOST_AT_ONCE = 512
BUSY_SECONDS = 10.0
BUSY, LINGER = 0.01, 0.005
"""So soon after a commit the writer waits so long for company."""
QUIET = 60.0
"""After so long without anything to write, the writer looks at the clock."""

read_table = msgspec.json.Decoder(TableData).decode
"""Made once: msgspec crashes when two threads are the first to decode into the same type."""


class StoreFailed(RuntimeError):
    """Something could not be written."""


class Kept(NamedTuple):
    """A table as it was kept; `last` is when something was done there last."""

    data: TableData
    entries: list[Entry]
    chat: list[Said]
    said: int
    last: float
    answers: Answers


@dataclass
class Job:
    """Changes that are written together or not at all, and who waits for them."""

    changes: tuple[Change, ...]
    done: asyncio.Future[None]
    error: Exception | None = field(default=None)


class Store:
    """All tables of a room in one file; a hold on its folder is given up when it is closed."""

    def __init__(self, folder: Path, hold: Hold | None = None) -> None:
        make_private(folder, FILE, LOCK)
        self.path, self.hold = folder / FILE, hold
        writing = self._connect()
        migrate(writing)
        self.clock = LastingClock(writing)
        self.lock = (folder / LOCK).open("w")
        self.commits = self.written = 0
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.reading = self._connect()
        self.reading_lock = threading.Lock()
        self.thread = threading.Thread(target=self._write, args=(writing,), name="rumpus-store")
        self.thread.daemon = True
        self.thread.start()

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(
            self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = full")
        return database

    # ----------------------------------------------------------------------------- writing
    def write(self, *changes: Change) -> asyncio.Future[None]:
        """Write changes, all or none; the future is done when they are on disk."""
        job = Job(changes, asyncio.get_running_loop().create_future())
        self.jobs.put(job)
        return job.done

    def _write(self, database: sqlite3.Connection) -> None:
        going, last = True, 0.0
        while going:
            batch: list[Job] = []
            with suppress(Empty):
                job = self.jobs.get(timeout=QUIET)
                if job is not None and time.monotonic() - last < BUSY:
                    time.sleep(LINGER)  # others will come along: one commit for all costs less
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
            if self.clock.needs_note():
                with self._alone():
                    self.clock.note(database)
        database.close()

    def _commit(self, database: sqlite3.Connection, batch: list[Job]) -> None:
        """Commit a batch; if that fails, every job for itself, so that one spoils no other."""
        try:
            self._carry_out(database, batch)
        except Exception as error:
            if len(batch) == 1:
                batch[0].error = error
                return
            for job in batch:
                self._commit(database, [job])

    def _carry_out(self, database: sqlite3.Connection, batch: list[Job]) -> None:
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
        """While no other process writes; a lock wakes who waits, SQLite would look now and then."""
        if sys.platform == "win32":
            yield
            return
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self.lock, fcntl.LOCK_UN)

    def close(self) -> None:
        """Write what waits, and stop."""
        self.jobs.put(None)
        self.thread.join()
        self.lock.close()
        with self.reading_lock:
            self.reading.close()
        if self.hold:
            self.hold.close()

    # ----------------------------------------------------------------------------- reading
    def load(self, table: str) -> Kept | None:
        """A table with everything that was done at it, or None."""
        with self.reading_lock:
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
        return Kept(
            read_table(row[0]),
            [Entry(*entry) for entry in entries],
            [Said(*line) for line in chat],
            said,
            last[0] if last else 0.0,
            Answers((Answer(*row[1:]) for row in given), given[-1][0] + 1 if given else 0),
        )

    def tables(self, *, unfinished: bool = False) -> list[tuple[str, str, str, float]]:
        """Every table's id, game, status and time of creation, the newest first."""
        which = "where status <> 'over' " if unfinished else ""
        with self.reading_lock:
            return self.reading.execute(
                f"select id, game, status, created from tables {which}order by created desc"
            ).fetchall()


def _tell(batch: list[Job]) -> None:
    """Wake everybody who waits, with one call for each event loop."""
    loops: dict[asyncio.AbstractEventLoop, list[Job]] = {}
    for job in batch:
        loops.setdefault(job.done.get_loop(), []).append(job)
    for loop, jobs in loops.items():
        with suppress(RuntimeError):  # the loop was closed: nobody waits any more
            loop.call_soon_threadsafe(_resolve, jobs)


def _resolve(jobs: list[Job]) -> None:
    for job in jobs:
        if job.done.done():
            continue
        if job.error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(StoreFailed(f"It could not be written: {job.error}"))
