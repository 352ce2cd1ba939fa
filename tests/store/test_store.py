"""The store: what was acknowledged is on disk, whatever happens afterwards."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from rumpus.rulekit.sentence import Sentence, say
from rumpus.store import (
    FILE,
    SqliteStore,
    Store,
    StoreFailed,
    add_answer,
    add_chat,
    add_entry,
    data_folder,
    migrate,
    save_table,
)
from rumpus.store.changes import StoreChange
from rumpus.table.data.answers import ANSWERS_KEPT, CommandAnswer
from rumpus.table.data.table_data import ChatEntry, LogEntry
from tests.table.setting import make

WRITER = Path(__file__).parent / "writer.py"


def entry(number: int) -> LogEntry:
    return LogEntry(number % 4, number, "person", f"c{number}")


async def test_a_table_is_loaded_as_it_was_saved(store: Store) -> None:
    data = make("pb").data
    await store.write(
        save_table(data),
        add_entry(data.id, 0, entry(3), 1.0),
        add_entry(data.id, 1, LogEntry(1, None, "person"), 1.0),
        add_chat(data.id, 0, ChatEntry(1, "Ann", "hello", "c9"), 2.0),
    )
    kept = store.load(data.id)
    assert kept
    assert kept.data == data
    assert kept.entries == [entry(3), LogEntry(1, None, "person")]
    assert kept.chat == [ChatEntry(1, "Ann", "hello", "c9")]
    assert kept.said == 1
    assert store.load("nobody") is None


async def test_saving_again_replaces(store: Store) -> None:
    data = make("pb").data
    await store.write(save_table(data))
    assert [row[2] for row in store.tables(unfinished=True)] == ["playing"]
    data.status = "over"
    await store.write(save_table(data))
    assert [row[2] for row in store.tables()] == ["over"]
    assert store.tables(unfinished=True) == []


async def test_many_changes_share_a_commit(store: Store) -> None:
    await asyncio.gather(*(store.write(add_entry("t", n, entry(n), 0.0)) for n in range(2000)))
    assert store.written == 2000
    assert store.commits < 500


async def test_a_number_can_be_used_once_and_a_failed_job_spoils_no_other(store: Store) -> None:
    results = await asyncio.gather(
        store.write(add_entry("a", 0, entry(0), 0.0)),
        store.write(add_entry("b", 0, entry(0), 0.0), add_entry("a", 0, entry(7), 0.0)),
        store.write(add_entry("c", 0, entry(0), 0.0)),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), StoreFailed, type(None)]
    rows = store._read("select table_id, action from entries order by 1")
    assert rows == [("a", 0), ("c", 0)]


async def test_of_a_long_chat_the_latest_lines_are_kept(store: Store) -> None:
    data = make("pb").data
    lines = [add_chat(data.id, n, ChatEntry(0, "Ann", str(n)), 0.0) for n in range(250)]
    await store.write(save_table(data), *lines)
    kept = store.load(data.id)
    assert kept
    assert [line.text for line in kept.chat] == [str(n) for n in range(150, 250)]
    assert kept.said == 250


async def test_the_latest_answers_are_kept(store: Store) -> None:
    data = make("pb").data
    refusals = [
        None,
        Sentence("Why not."),
        say("Not {n}, {why}", n=3, why=say("{x} is wrong", x="{")),
    ]
    given = [CommandAnswer("ann", f"c{n}", refusals[n % 3]) for n in range(300)]
    await store.write(
        save_table(data), *(add_answer(data.id, n, answer) for n, answer in enumerate(given))
    )
    kept = store.load(data.id)
    assert kept
    assert list(kept.answers.kept.values()) == given[-ANSWERS_KEPT:]
    assert kept.answers.next() == 300
    assert kept.answers.find(["bob", "ann"], "c299") == given[299]
    assert kept.answers.find(["bob"], "c299") is None


async def test_an_answer_that_an_older_rumpus_has_kept_is_read_as_it_is(store: Store) -> None:
    data, texts = make("pb").data, ("Why not.", "No seat {3}.", "{broken")
    given = [add_answer(data.id, n, CommandAnswer("ann", f"c{n}")) for n in range(len(texts))]
    older = [
        StoreChange(kind, (*row[:-1], text)) for (kind, row), text in zip(given, texts, strict=True)
    ]
    await store.write(save_table(data), *older)
    kept = store.load(data.id)
    assert kept
    assert [str(answer.refusal) for answer in kept.answers.kept.values()] == list(texts)


async def test_closing_writes_what_waits(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    waiting = [store.write(add_entry("t", n, entry(n), 0.0)) for n in range(300)]
    store.close()
    await asyncio.gather(*waiting)
    again = SqliteStore(tmp_path)
    assert again.reading.execute("select count(*) from entries").fetchone() == (300,)
    again.close()


def test_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    assert store._run("pragma journal_mode") == [("wal",)]
    full = 2
    assert store._run("pragma synchronous") == [(full,)]
    store.close()


def test_the_folder_is_the_platforms_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUMPUS_DATA", "/somewhere")
    assert data_folder() == Path("/somewhere")
    monkeypatch.delenv("RUMPUS_DATA")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert data_folder() == Path("/data/rumpus")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local/share/rumpus"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_folder() == Path.home() / "Library/Application Support/rumpus"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert data_folder() == Path("/local/rumpus")


# --------------------------------------------------------------------------------- migrations
def test_migrations_are_carried_out_once_and_in_order() -> None:
    db = sqlite3.connect(":memory:", isolation_level=None)
    steps = [(1, "create table a (x);"), (2, "insert into a values (1);")]
    assert migrate.migrate(db, steps[:1]) == 1
    assert migrate.migrate(db, steps) == 1
    assert migrate.migrate(db, steps) == 0
    assert db.execute("select x from a").fetchall() == [(1,)]
    db.close()


def test_a_failing_migration_leaves_nothing_behind() -> None:
    db = sqlite3.connect(":memory:", isolation_level=None)
    with pytest.raises(sqlite3.Error):
        migrate.migrate(db, [(1, "create table a (x); create table a (y);")])
    assert migrate.version_of(db) == 0
    assert db.execute("select count(*) from sqlite_master").fetchone() == (0,)
    db.close()


def test_data_of_a_newer_rumpus_is_left_alone(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    db = sqlite3.connect(tmp_path / FILE)
    db.execute("pragma user_version = 999")
    db.close()
    with pytest.raises(migrate.NewerDatabase, match="newer Rumpus"):
        SqliteStore(tmp_path)


def test_chat_of_the_first_form_is_taken_over() -> None:
    db = sqlite3.connect(":memory:", isolation_level=None)
    steps = migrate.migrations()
    migrate.migrate(db, steps[:1])
    db.executemany(
        "insert into chat values ('t', ?, 0, 'Ann', ?, '', 0.0)", [(n, str(n)) for n in range(130)]
    )
    assert migrate.migrate(db, steps) == len(steps) - 1
    kept = [text for (text,) in db.execute("select text from chat order by n")]
    assert kept == [str(n) for n in range(30, 130)]
    db.close()


def test_answers_of_the_third_form_are_taken_over() -> None:
    db = sqlite3.connect(":memory:", isolation_level=None)
    steps = migrate.migrations()
    migrate.migrate(db, steps[:3])
    seats = '{"seats": [{"token": "ann"}, {"token": "bob"}]}'
    db.executemany(
        "insert into tables values (?, 'mantis', ?, 0.0, ?)",
        [("t", "playing", seats), ("u", "over", seats)],
    )
    db.executemany(
        "insert into entries values (?, ?, ?, 0, 'person', ?, ?)",
        [
            ("t", 0, 1, "c1", 1.0),
            ("t", 1, 0, "", 2.0),
            ("t", 2, 0, "c2", 3.0),
            ("u", 0, 0, "c", 1.0),
        ],
    )
    db.execute("insert into chat values ('t', 0, 0, 0, 'Ann', 'hello', 'c3', 2.5)")
    migrate.migrate(db, steps[:4])
    found = db.execute("select table_id, slot, n, who, command, refusal from answers").fetchall()
    assert found == [
        ("t", 0, 0, "bob", "c1", None),
        ("t", 1, 1, "ann", "c3", None),
        ("t", 2, 2, "ann", "c2", None),
    ]
    db.close()


def test_migrations_are_numbered_without_gaps() -> None:
    numbers = [number for number, _ in migrate.migrations()]
    assert numbers == list(range(1, len(numbers) + 1))


# --------------------------------------------------------------------------------- crashes
def test_a_killed_writer_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    dice = random.Random(4)
    for _ in range(5):
        with subprocess.Popen(
            [sys.executable, WRITER, tmp_path], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout
            wanted = dice.randrange(1, 400)
            acknowledged = [writer.stdout.readline() for _ in range(wanted)]
            writer.send_signal(signal.SIGKILL)
            acknowledged += writer.stdout.readlines()
        heard = {tuple(line.split()) for line in acknowledged if line.endswith("\n")}
        assert len(heard) >= wanted
        store = SqliteStore(tmp_path)
        rows = store.reading.execute("select table_id, n from entries").fetchall()
        assert heard <= {(table, str(n)) for table, n in rows}
        assert store.reading.execute("pragma integrity_check").fetchone() == ("ok",)
        store.close()
