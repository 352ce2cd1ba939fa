"""Tables in PostgreSQL, for any number of servers.

A server registers under a number and renews its lease every second; at the same time it tells the
others what addresses use of it, and hears the same of them. A lease that has run out is never
renewed: the server takes a new number, and has none of the tables that it had. Others open
them when they are asked for; what the server still writes under its old claims is refused.

A query that is not answered in time counts as a lost connection, since a line can also go silent.
"""

from __future__ import annotations

import logging
import threading
import time
from pathlib import Path
from typing import Any

import psycopg
from psycopg import errors
from psycopg.abc import PQGen

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say

from .dialect import POSTGRES
from .faults import UNREACHABLE, DatabaseError, DiskFault
from .folder_lock import FolderLock
from .migrate import migrations_of, refuse_newer_than
from .store import Store, new_key
from .writing import Interrupted, WriteJob

LEASE_SECONDS = 5.0
BEAT_SECONDS = 1.0
PATIENCE_SECONDS = 3.0
"""How long a query may take. Shorter than the lease, so that a lost line is noticed in time."""
CONNECT_SECONDS = 3
STALLED_SECONDS = 2.0
"""How long a transaction may wait for its server before the database ends it. Shorter than the
patience of those who wait for what it has locked."""
FORGET_SECONDS = 86_400.0
"""How long the row of a server that has ended is kept."""
ATTEMPTS = 3
"""How often a transaction is tried that collides with another."""
MIGRATING = 4210
"""The advisory lock under which one server at a time brings the database up to date."""
FULL, READ_ONLY = 13, 8
"""The codes that SQLite has for the same faults."""
FAULTS = {"53100": FULL, "25006": READ_ONLY}
END_STALLED = f"set idle_in_transaction_session_timeout = {STALLED_SECONDS * 1000:.0f}"
REGISTER = "insert into servers (name, address, until) values (?, ?, {now} + ?) returning id"
RENEW = """with renewed as (update servers set until = {now} + ?, used = ? where id = ?
and until > {now} returning id) select id, '' from renewed
union all select id, used from servers where id <> ? and until > {now}"""

log = logging.getLogger("rumpus")


class BadDatabase(Complaint):
    """The address of a database that cannot be used."""


class _Line(psycopg.Connection[tuple[Any, ...]]):
    """A connection on which nothing waits longer than it may."""

    is_silent = False

    def wait(self, gen: PQGen[Any], interval: float = 0.1, timeout: float | None = None) -> Any:
        timeout = PATIENCE_SECONDS if timeout is None else timeout
        begun = time.monotonic()
        try:
            return super().wait(gen, interval, timeout)
        except psycopg.OperationalError:
            self.is_silent = time.monotonic() - begun >= timeout
            raise


class PostgresStore(Store):
    """All tables of a room in a database, as one of its servers sees them."""

    dialect = POSTGRES
    is_shared = True
    idle_seconds = BEAT_SECONDS

    def __init__(
        self,
        database: str,
        address: str = "",
        name: str = "",
        folder: Path | None = None,
        hold: FolderLock | None = None,
    ) -> None:
        super().__init__(name, address, folder, hold)
        self.database = database
        self.writing: _Line | None = None
        self.reading: _Line | None = None
        self.reading_lock = threading.Lock()
        self.renewed = 0.0
        try:
            self._prepare()
            if address:
                self._register()
        except DatabaseError as error:
            self._hang_up()
            raise DiskFault(
                say("The database cannot be used: {why}.", why=str(error).strip().rstrip("."))
            ) from error
        self.thread.start()

    # ----------------------------------------------------------------------------- connections
    def _connect(self) -> _Line:
        try:
            line = _Line.connect(
                self.database, autocommit=True, connect_timeout=CONNECT_SECONDS,
                application_name="rumpus",
            )  # fmt: skip
        except psycopg.Error as error:
            raise DatabaseError(UNREACHABLE, first_line(error)) from error
        run(line, END_STALLED, ())
        return line

    def _writer(self) -> _Line:
        if self.writing is None or self.writing.closed:
            self.writing = self._connect()
        return self.writing

    def _hang_up(self) -> None:
        """Close the writer's connection; what it was doing is rolled back."""
        if self.writing:
            self.writing.close()
        self.writing = None

    def _run(self, sql: str, *values: object) -> list[Any]:
        return run(self._writer(), sql, values)

    def _run_afresh(self, sql: str, *values: object) -> list[Any]:
        """Run a statement on a new connection if the old one turns out to be lost."""
        try:
            return self._run(sql, *values)
        except DatabaseError as error:
            if error.code != UNREACHABLE or isinstance(error, Silence):
                raise
            self._hang_up()
            return self._run(sql, *values)

    def _prepare(self) -> None:
        """Bring the database up to date, and read the room's key."""
        try:
            with psycopg.connect(self.database, connect_timeout=CONNECT_SECONDS) as line:
                line.execute("select pg_advisory_xact_lock(%s)", (MIGRATING,))
                migrate(line)
                line.execute(
                    "insert into room values ('key', %s) on conflict do nothing", (new_key(),)
                )
                found = line.execute("select value from room where name = 'key'").fetchone()
        except psycopg.ProgrammingError as error:
            raise BadDatabase(
                say("That is not the address of a database: {why}.", why=str(error).strip())
            ) from None
        except psycopg.Error as error:
            raise translated(error) from error
        assert found
        self.key = bytes.fromhex(found[0])

    # ----------------------------------------------------------------------------- the lease
    def _register(self) -> None:
        """Take a number; a server of the same name is the one that this one replaces."""
        sql = self._sql(REGISTER)
        if self.name:
            self._run("update servers set until = 0 where name = ?", self.name)
        self._run(self._sql("delete from servers where until < {now} - ?"), FORGET_SECONDS)
        (row,) = self._run(sql, self.name, self.address, LEASE_SECONDS)
        self.server, self.renewed = row[0], time.monotonic()

    def _look_after(self) -> bool:
        """Renew the lease; if it has run out, everything that this server had is lost."""
        if not self.server:
            if self.fault:
                self._run_afresh("select 1")
            return bool(self.fault)
        if time.monotonic() - self.renewed < BEAT_SECONDS and not self.fault:
            return False
        values = LEASE_SECONDS, self.used(), self.server, self.server
        found = dict(self._run_afresh(self._sql(RENEW), *values))
        if found.pop(self.server, None) is not None:
            self.renewed = time.monotonic()
            self.hear(list(found.values()))
        else:
            log.warning("the lease of this server has run out")
            self._register()
            self.when_lost()
        return True

    # ----------------------------------------------------------------------------- writing
    def _carry_out(self, batch: list[WriteJob]) -> None:
        for attempt in range(ATTEMPTS):
            try:
                self._be_registered(batch)
                self._in_one_transaction(batch)
                return
            except Collision:
                if attempt == ATTEMPTS - 1:
                    raise

    def _in_one_transaction(self, batch: list[WriteJob]) -> None:
        self._run_afresh("begin")
        try:
            for job in batch:
                job.error = job.result = None
            rest = self._drop_lost(batch)
            self._make_changes(rest)
            self._settle_claims(rest)
        except DatabaseError as error:
            if error.code != UNREACHABLE:
                self._run("rollback")
            raise
        try:
            self._run("commit")
        except DatabaseError as error:
            if error.code == UNREACHABLE:  # it may have arrived
                raise Interrupted from error
            raise

    def _fault_of(self, error: Exception) -> int | None:
        return (error.code or None) if isinstance(error, DatabaseError) else None

    def _finish(self) -> None:
        """End the lease, so that others can open this server's tables at once."""
        try:
            if self.server:
                self._run("update servers set until = 0 where id = ?", self.server)
        except DatabaseError:
            pass  # it runs out by itself
        self._hang_up()

    def _close_readers(self) -> None:
        with self.reading_lock:
            if self.reading:
                self.reading.close()

    # ----------------------------------------------------------------------------- reading
    def _read(self, sql: str, *values: object) -> list[Any]:
        with self.reading_lock:
            is_new = self.reading is None or self.reading.closed
            if self.reading is None or is_new:
                self.reading = self._connect()
            try:
                return run(self.reading, sql, values)
            except DatabaseError as error:
                if is_new or error.code != UNREACHABLE or isinstance(error, Silence):
                    raise
                self.reading = self._connect()  # it was lost while nobody used it
                return run(self.reading, sql, values)


class Collision(DatabaseError):
    """Two transactions wait for each other; this one was ended."""


class Silence(DatabaseError):
    """Nothing was heard in time; another connection would most likely be as silent."""


def run(line: _Line, sql: str, values: tuple[object, ...]) -> list[Any]:
    """Run a statement with ? for its values; returns its rows. A lost line is closed."""
    try:
        cursor = line.execute(sql.replace("?", "%s"), values)
        return cursor.fetchall() if cursor.description else []
    except psycopg.Error as error:
        told = translated(error)
        if told.code == UNREACHABLE:
            line.close()
        if line.is_silent:
            told = Silence(told.code, str(told))
        raise told from error


def translated(error: psycopg.Error) -> DatabaseError:
    """An error of PostgreSQL; its code is 0 where the statement itself was wrong."""
    state = error.sqlstate or ""
    if isinstance(error, errors.DeadlockDetected | errors.SerializationFailure):
        return Collision(0, first_line(error))
    if state in FAULTS:
        return DatabaseError(FAULTS[state], first_line(error))
    if isinstance(error, psycopg.IntegrityError | psycopg.DataError | psycopg.ProgrammingError):
        return DatabaseError(0, first_line(error))
    return DatabaseError(UNREACHABLE, first_line(error))


def first_line(error: Exception) -> str:
    """What an error says, without its details, which may quote a row."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def migrate(line: psycopg.Connection[Any]) -> None:
    """Apply the migrations that the database does not have."""
    line.execute("create table if not exists migrations (number int primary key)")
    found = line.execute("select coalesce(max(number), 0) from migrations").fetchone()
    done, steps = (found[0] if found else 0), migrations_of("postgres")
    refuse_newer_than(done, steps)
    for number, text in steps:
        if number > done:
            line.execute(text.encode())
            line.execute("insert into migrations values (%s)", (number,))
