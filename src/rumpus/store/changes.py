"""The changes that can be written.

Each kind is one statement that takes any number of rows as JSON: a batch of many changes is a few
calls into SQLite instead of hundreds, each of which would have to wait for the interpreter's lock.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from rumpus.rulekit.sentence import written
from rumpus.table.data.answers import ANSWERS_KEPT, CommandAnswer
from rumpus.table.data.table_data import CHAT_KEPT, ChatEntry, LogEntry, TableData

Row = tuple[Any, ...]


class StoreChange(NamedTuple):
    """One row for one SQL statement."""

    sql: str
    row: Row


def _insert(table: str, columns: str) -> str:
    names = columns.split()
    values = ", ".join(f"json_extract(value, '$[{i}]')" for i in range(len(names)))
    return f"insert into {table} ({', '.join(names)}) select {values} from json_each(?) where true"


SAVE = _insert("tables", "id game status created data") + (
    " on conflict (id) do update set status = excluded.status, data = excluded.data"
)
ENTRY = _insert("entries", "table_id n seat action decided command at")
CHAT = _insert("chat", "table_id slot n seat name text command at").replace(
    "insert", "insert or replace", 1
)

ANSWER = _insert("answers", "table_id slot n who command refusal").replace(
    "insert", "insert or replace", 1
)

DROP = tuple(
    f"delete from {table} where {column} in (select json_extract(value, '$[0]') from json_each(?))"
    for table, column in (
        ("entries", "table_id"), ("chat", "table_id"), ("answers", "table_id"), ("tables", "id"),
    )
)  # fmt: skip


def drop_table(table: str) -> list[StoreChange]:
    """Delete a table."""
    return [StoreChange(sql, (table,)) for sql in DROP]


def save_table(data: TableData) -> StoreChange:
    """Insert or update a table."""
    text = msgspec.json.encode(data).decode()
    return StoreChange(SAVE, (data.id, data.game, data.status, data.created, text))


def add_entry(table: str, n: int, entry: LogEntry, at: float) -> StoreChange:
    """Add entry n of the log; fails if it exists."""
    return StoreChange(ENTRY, (table, n, entry.seat, entry.action, entry.by, entry.command, at))


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
