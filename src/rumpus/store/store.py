"""What every store can do, whichever database is behind it: write, claim, read.

A table is written by the one server that has claimed it. Claiming raises the table's fencing
number, and whatever is written under a claim is checked against that number in the same
transaction. A claim holds while its server's lease does.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from abc import abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from sys import intern
from typing import Any, NamedTuple

import msgspec

from rumpus.rulekit.sentence import read_sentence, say
from rumpus.table.data.answers import CommandAnswer, CommandAnswers
from rumpus.table.data.table_data import ChatEntry, LogEntry, TableData

from .changes import AnyKind, Claim, Row
from .dialect import Dialect
from .faults import told_of
from .folder_lock import FolderLock
from .writing import WriteJob, WriteLost, Writer

KEY_BYTES = 32
LISTED_MOST = 200
STORED = say("The stored data")
HOLDS = """select {job} from {rows} join tables on tables.id = {table} where tables.fence = {fence}
and tables.server = ? and exists (select 1 from servers where servers.id = ? and until > {now})
{lock}"""
OWNERS = """select tables.id, servers.id, servers.address from tables left join servers
on servers.id = tables.server and servers.until > {now}
where tables.id in (select {table} from {rows}) order by tables.id"""
OPEN = """update tables set server = ?, fence = fence + 1, here = 0 where id = ? and (server is null
or server = ? or not exists (select 1 from servers where servers.id = tables.server
and until > {now})) returning fence"""
CLAIMED = "insert into claims (table_id, fence, server, at) values (?, ?, ?, {now})"
RETURNED = "update tables set server = null where id = ? and server = ? and fence = ?"
FINISHED = """select id from tables where status = 'over' and created < ? and coalesce(
(select at from entries where table_id = tables.id order by n desc limit 1), created) < ?
and not exists (select 1 from servers where servers.id = tables.server and until > {now}
and servers.id <> ?) order by created"""
UNFINISHED = """select data, coalesce(address, '') from tables left join servers
on servers.id = tables.server and until > {now} and servers.id <> ?
where status <> 'over' order by created desc"""

log = logging.getLogger("rumpus")

read_table = msgspec.json.Decoder(TableData).decode
"""Created once: msgspec crashes when two threads decode into the same type for the first time."""


def _answer(who: str, command: str, refusal: str | None) -> CommandAnswer:
    return CommandAnswer(intern(who), command, None if refusal is None else read_sentence(refusal))


class StoredTable(NamedTuple):
    """A table as stored; `last` is the time of its last log entry."""

    data: TableData
    entries: list[LogEntry]
    chat: list[ChatEntry]
    said: int
    last: float
    answers: CommandAnswers


class ClaimElsewhere(NamedTuple):
    """Another server has the table."""

    address: str


class ListedTable(NamedTuple):
    """A table that anybody may join, and how many of its people are there now."""

    data: TableData
    here: int


class UnfinishedTable(NamedTuple):
    """A table, and the address of another server if that one has it."""

    data: TableData
    at: str


class Store(Writer):
    """All tables of a room.

    `is_shared` says whether servers elsewhere may open its tables; `server` is the number under
    which this one has registered, or 0. `folder` has what belongs to this server alone.
    """

    dialect: Dialect
    is_shared: bool
    key: bytes
    """The room's own secret, the same for all its servers."""

    def __init__(
        self, name: str, address: str, folder: Path | None, hold: FolderLock | None
    ) -> None:
        super().__init__()
        self.name, self.address, self.server = name, address, 0
        self.folder, self.hold = folder, hold
        self.statements: dict[int, str] = {}
        self.when_lost: Callable[[], object] = lambda: None
        """Called, in the store's thread, when all claims of this server have ended."""
        self.used: Callable[[], str] = lambda: ""
        """What other servers learn about this one; asked for in the store's thread."""
        self.hear: Callable[[Sequence[str]], object] = lambda _: None
        """Called, in the store's thread, with what each of the other servers tells."""

    def close(self) -> None:
        """Write everything in the queue, stop, and release the lock on the folder."""
        super().close()
        self._close_readers()
        if self.hold:
            self.hold.close()

    # ----------------------------------------------------------------------------- the database
    @abstractmethod
    def _close_readers(self) -> None:
        """Close the readers' connection."""

    @abstractmethod
    def _run(self, sql: str, *values: object) -> list[Any]:
        """Run a statement of the writer; returns its rows."""

    @abstractmethod
    def _read(self, sql: str, *values: object) -> list[Any]:
        """Run a query on the readers' connection; returns its rows."""

    @abstractmethod
    def _register(self) -> None:
        """Take a number as a server, so that tables can be claimed."""

    def _sql(self, text: str) -> str:
        """A statement in the database's own words."""
        dialect = self.dialect
        return text.format(
            rows=dialect.rows, now=dialect.now, lock=dialect.lock,
            job=dialect.field(0, "int"), table=dialect.field(1, "text"),
            fence=dialect.field(2, "bigint"),
        )  # fmt: skip

    # ----------------------------------------------------------------------------- claims
    def claim(self, table: str) -> asyncio.Future[Claim | ClaimElsewhere | None]:
        """Claim a table, or learn who has it; None if there is no such table.

        A claim of this server itself ends with a newer one.
        """
        return self._ask(opens=table)

    def last_claim(self, table: str) -> Claim | None:
        """The claim under which a table was opened last, by whichever server."""
        with told_of(STORED):
            found = self._read("select fence from tables where id = ?", table)
        return Claim(table, found[0][0]) if found else None

    def give_back(self, claim: Claim) -> asyncio.Future[None]:
        """Let any server open the table next."""
        return self._ask(returns=claim)

    def _be_registered(self, batch: list[WriteJob]) -> None:
        """Register before the first claim, outside of any transaction."""
        if not self.server and any(job.opens for job in batch):
            self._register()

    def _drop_lost(self, batch: list[WriteJob]) -> list[WriteJob]:
        """The jobs whose claims hold, or that need none; the others are told."""
        claims = [(n, *job.claim) for n, job in enumerate(batch) if job.claim]
        if not claims:
            return batch
        values = json.dumps(claims), self.server, self.server
        found = {n for (n,) in self._run(self._sql(HOLDS), *values)}
        for n, *_ in claims:
            if n not in found:
                batch[n].error = WriteLost("another server has the table")
        return [job for job in batch if job.error is None]

    def _make_changes(self, batch: list[WriteJob]) -> None:
        """Write the changes of some jobs, those of the same kind together."""
        kinds: dict[int, tuple[AnyKind, list[Row]]] = {}
        for job in batch:
            for kind, row in job.changes:
                kinds.setdefault(id(kind), (kind, []))[1].append(row)
        for kind, rows in kinds.values():
            self._run(self._statement(kind), msgspec.json.encode(kind.latest(rows)).decode())

    def _statement(self, kind: AnyKind) -> str:
        if id(kind) not in self.statements:
            self.statements[id(kind)] = kind.statement(self.dialect)
        return self.statements[id(kind)]

    def _settle_claims(self, batch: list[WriteJob]) -> None:
        """Take and give back claims."""
        for job in batch:
            if job.returns:
                table, fence = job.returns
                self._run(RETURNED, table, self.server, fence)
        opening = [job for job in batch if job.opens]
        if not opening:
            return
        wanted = json.dumps([[0, table] for table in sorted({job.opens for job in opening})])
        claims: dict[str, Claim | ClaimElsewhere] = {}
        for table, server, address in self._run(self._sql(OWNERS), wanted):
            is_elsewhere = server is not None and server != self.server
            claims[table] = ClaimElsewhere(address) if is_elsewhere else self._open(table)
        for job in opening:
            job.result = claims.get(job.opens)

    def _open(self, table: str) -> Claim | ClaimElsewhere:
        """Claim a table that nobody has, unless somebody was faster."""
        taken = self._run(self._sql(OPEN), self.server, table, self.server)
        if not taken:
            return ClaimElsewhere("")
        self._run(self._sql(CLAIMED), table, taken[0][0], self.server)
        return Claim(table, taken[0][0])

    # ----------------------------------------------------------------------------- reading
    def load(self, table: str) -> StoredTable | None:
        """A table with its log, chat and answers, or None."""
        with told_of(STORED):
            read = self._read
            found = read("select data from tables where id = ?", table)
            if not found:
                return None
            entries = read(
                "select seat, action, decided, command, at from entries where table_id = ?"
                " order by n", table,
            )  # fmt: skip
            said = read("select coalesce(max(n) + 1, 0) from chat where table_id = ?", table)
            given = read(
                "select n, who, command, refusal from answers where table_id = ? order by n", table
            )
            chat = read(
                "select seat, name, text, command from chat where table_id = ? order by n", table
            )
        return StoredTable(
            read_table(found[0][0]),
            [LogEntry(seat, action, intern(by), code) for seat, action, by, code, _ in entries],
            [ChatEntry(*line) for line in chat],
            said[0][0],
            entries[-1][-1] if entries else 0.0,
            CommandAnswers((_answer(*row[1:]) for row in given), given[-1][0] + 1 if given else 0),
        )

    def made(self, asked: str, since: float) -> str | None:
        """The id of an unfinished table created by this request since a time."""
        with told_of(STORED):
            found = self._read(
                "select id from tables where status <> 'over' and created > ? and asked = ?"
                " and asked <> ''", since, asked,
            )  # fmt: skip
        return found[0][0] if found else None

    def finished(self, before: float) -> list[str]:
        """The ids of tables that were finished before a time of day and that no other server has,
        oldest first."""
        with told_of(STORED):
            found = self._read(self._sql(FINISHED), before, before, self.server)
        return [table for (table,) in found]

    def addresses(self) -> set[str]:
        """Where the servers are whose leases hold."""
        with told_of(STORED):
            found = self._read(self._sql("select address from servers where until > {now}"))
        return {address for (address,) in found}

    def unfinished(self) -> list[UnfinishedTable]:
        """Every unfinished table, newest first."""
        with told_of(STORED):
            found = self._read(self._sql(UNFINISHED), self.server)
        return [UnfinishedTable(read_table(data), at) for data, at in found]

    def listed(self) -> list[ListedTable]:
        """The newest tables that anybody may join."""
        with told_of(STORED):
            found = self._read(
                self._sql(
                    "select data, case when servers.id is null then 0 else here end from tables"
                    " left join servers on servers.id = tables.server and servers.until > {now}"
                    " where listed = 1 order by created desc limit ?"
                ),
                LISTED_MOST,
            )
        return [ListedTable(read_table(data), here) for data, here in found]

    def tables(self, *, unfinished: bool = False) -> list[tuple[str, str, str, float]]:
        """Every table's id, game, status and time of creation, newest first."""
        which = "where status <> 'over' " if unfinished else ""
        with told_of(STORED):
            found: Sequence[tuple[str, str, str, float]] = self._read(
                f"select id, game, status, created from tables {which}order by created desc"
            )
        return list(found)


def new_key() -> str:
    """A new secret for a room."""
    return secrets.token_hex(KEY_BYTES)
