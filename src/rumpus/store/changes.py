"""The changes that can be written.

Each kind is one statement that takes any number of rows as JSON, in SQLite as in PostgreSQL: a
batch of many changes is a few calls into the database instead of hundreds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from rumpus.rulekit.sentence import written
from rumpus.table.data.answers import ANSWERS_KEPT, CommandAnswer
from rumpus.table.data.table_data import CHAT_KEPT, ChatEntry, LogEntry, TableData, is_listed

from .dialect import Dialect

Row = tuple[Any, ...]


class Claim(NamedTuple):
    """The right to write a table: nobody else has this fencing number for it."""

    table: str
    fence: int


class Insertion(NamedTuple):
    """A kind of change that adds rows: their columns, and what happens to a row that is there.

    Rows with the same `key` replace each other.
    """

    table: str
    columns: dict[str, str]
    key: tuple[str, ...] = ()
    updates: tuple[str, ...] = ()

    def statement(self, dialect: Dialect) -> str:
        """The statement that inserts rows."""
        names = ", ".join(self.columns)
        values = ", ".join(dialect.field(n, kind) for n, kind in enumerate(self.columns.values()))
        text = f"insert into {self.table} ({names}) select {values} from {dialect.rows} where true"
        if self.key:
            sets = ", ".join(f"{name} = excluded.{name}" for name in self.updates)
            text += f" on conflict ({', '.join(self.key)}) do update set {sets}"
        return text

    def latest(self, rows: Iterable[Row]) -> list[Row]:
        """The rows that remain if the later ones replace the earlier ones."""
        if not self.key:
            return list(rows)
        places = [list(self.columns).index(name) for name in self.key]
        return list({tuple(row[place] for place in places): row for row in rows}.values())


SAVE = Insertion(
    "tables",
    {
        "id": "text", "game": "text", "status": "text", "created": "float8", "asked": "text",
        "listed": "int", "data": "text",
    },
    key=("id",), updates=("status", "listed", "data"),
)  # fmt: skip
ENTRY = Insertion(
    "entries",
    {
        "table_id": "text", "n": "int", "seat": "int", "action": "int", "decided": "text",
        "command": "text", "at": "float8", "fence": "bigint",
    },
)  # fmt: skip
CHAT = Insertion(
    "chat",
    {
        "table_id": "text", "slot": "int", "n": "int", "seat": "int", "name": "text",
        "text": "text", "command": "text", "at": "float8",
    },
    key=("table_id", "slot"), updates=("n", "seat", "name", "text", "command", "at"),
)  # fmt: skip
ANSWER = Insertion(
    "answers",
    {
        "table_id": "text", "slot": "int", "n": "int", "who": "text", "command": "text",
        "refusal": "text",
    },
    key=("table_id", "slot"), updates=("n", "who", "command", "refusal"),
)  # fmt: skip


class Removal(NamedTuple):
    """A kind of change that deletes everything about some tables."""

    table: str
    column: str

    def statement(self, dialect: Dialect) -> str:
        """The statement that deletes rows."""
        field = dialect.field(0, "text")
        return (
            f"delete from {self.table} where {self.column} in (select {field} from {dialect.rows})"
        )

    def latest(self, rows: Iterable[Row]) -> list[Row]:
        """All rows."""
        return list(rows)


REMOVALS = (
    Removal("entries", "table_id"),
    Removal("chat", "table_id"),
    Removal("answers", "table_id"),
    Removal("claims", "table_id"),
    Removal("tables", "id"),
)


class Assignment(NamedTuple):
    """A kind of change that sets one column of tables that are there; its rows are id and value."""

    column: str
    kind: str

    def statement(self, dialect: Dialect) -> str:
        """The statement that sets it."""
        table, value = dialect.field(0, "text"), dialect.field(1, self.kind)
        return (
            f"update tables set {self.column} = given.set_to from (select {table} as id,"
            f" {value} as set_to from {dialect.rows}) as given where tables.id = given.id"
        )

    def latest(self, rows: Iterable[Row]) -> list[Row]:
        """The last row of each table."""
        return list({row[0]: row for row in rows}.values())


HERE = Assignment("here", "int")
AnyKind = Insertion | Removal | Assignment


class StoreChange(NamedTuple):
    """One row of one kind."""

    kind: AnyKind
    row: Row


def drop_table(table: str) -> list[StoreChange]:
    """Delete a table."""
    return [StoreChange(kind, (table,)) for kind in REMOVALS]


def save_table(data: TableData) -> StoreChange:
    """Insert or update a table."""
    text = msgspec.json.encode(data).decode()
    listed = int(is_listed(data))
    return StoreChange(
        SAVE, (data.id, data.game, data.status, data.created, data.asked, listed, text)
    )


def set_here(table: str, here: int) -> StoreChange:
    """Note how many of a table's people are there."""
    return StoreChange(HERE, (table, here))


def add_entry(table: str, n: int, entry: LogEntry, at: float, fence: int = 0) -> StoreChange:
    """Add entry n of the log, written under a fencing number; fails if it exists."""
    row = (table, n, entry.seat, entry.action, entry.by, entry.command, at, fence)
    return StoreChange(ENTRY, row)


def add_chat(table: str, n: int, said: ChatEntry, at: float) -> StoreChange:
    """Add line n of the chat; only the latest lines are kept."""
    return StoreChange(
        CHAT, (table, n % CHAT_KEPT, n, said.seat, said.name, said.text, said.command, at)
    )


def add_answer(table: str, n: int, answer: CommandAnswer) -> StoreChange:
    """Add answer n; only the latest answers are kept."""
    refusal = None if answer.refusal is None else written(answer.refusal)
    row = (table, n % ANSWERS_KEPT, n, answer.who, answer.command, refusal)
    return StoreChange(ANSWER, row)
