"""Failing disks and files: a sentence, and nothing is changed."""

from __future__ import annotations

import asyncio
import logging
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rumpus.store import FILE, DiskFault, SqliteStore, add_entry, save_table, writing
from rumpus.table.data.table_data import LogEntry
from tests.table.setting import make


def entry(number: int) -> LogEntry:
    return LogEntry(0, number, "person")


# --------------------------------------------------------------------------------- at the start
def damage_head(path: Path) -> None:
    path.write_bytes(b"damaged " * 4096)


def damage_body(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[4096:] = random.Random(1).randbytes(len(whole) - 4096)
    path.write_bytes(whole)


def be_foreign(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("create table recipes (name)")
    other.close()


def be_foreign_with_a_version(path: Path) -> None:
    be_foreign(path)
    with sqlite3.connect(path) as other:
        other.execute("pragma user_version = 2")
    other.close()


def be_newer(path: Path) -> None:
    with sqlite3.connect(path) as ours:
        ours.execute("pragma user_version = 999")
    ours.close()


def be_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


STARTS: list[tuple[Callable[[Path], None], str]] = [
    (damage_head, "damaged, or not from Rumpus"),
    (damage_body, "damaged"),
    (be_foreign, "belongs to another program"),
    (be_foreign_with_a_version, "belongs to another program"),
    (be_newer, "newer Rumpus"),
    (be_a_folder, "is a directory"),
]


@pytest.mark.parametrize(("spoil", "sentence"), STARTS)
def test_an_unusable_file_is_reported_and_left_alone(
    tmp_path: Path, spoil: Callable[[Path], None], sentence: str
) -> None:
    SqliteStore(tmp_path).close()
    path = tmp_path / FILE
    spoil(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(DiskFault, match=sentence):
        SqliteStore(tmp_path, check=True)
    assert (path.read_bytes() if path.is_file() else b"") == before


@pytest.mark.parametrize("options", [(), ("--processes", "2")])
def test_the_room_says_why_it_cannot_be_opened(tmp_path: Path, options: tuple[str, ...]) -> None:
    (tmp_path / FILE).write_bytes(b"damaged " * 4096)
    done = subprocess.run(
        [sys.executable, "-m", "rumpus.server", "--no-browser", "--data", tmp_path, *options],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("Error: The room cannot be opened: the data in ")
    assert done.stderr.endswith("cannot be used: the file is damaged, or not from Rumpus.\n")


SPELLS = [("pragma query_only = 1", "read-only"), ("pragma max_page_count = 1", "full")]


@pytest.mark.parametrize(("spell", "sentence"), SPELLS)
def test_a_full_or_read_only_disk_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spell: str, sentence: str
) -> None:
    honest = sqlite3.connect

    def connect(*args: Any, **more: Any) -> sqlite3.Connection:
        found: sqlite3.Connection = honest(*args, **more)
        found.execute(spell)
        return found

    monkeypatch.setattr(sqlite3, "connect", connect)
    with pytest.raises(DiskFault, match=sentence):
        SqliteStore(tmp_path)


# --------------------------------------------------------------------------------- while open
@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "AGAIN", 0.01)


@pytest.mark.usefixtures("hasty")
async def test_a_full_disk_is_logged_once_and_so_is_its_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteStore(tmp_path)
    await store.write(save_table(make("pb").data))
    store.writing.execute("pragma query_only = 1")
    with caplog.at_level(logging.WARNING, "rumpus"):
        for n in range(3):
            with pytest.raises(DiskFault, match="Nothing can be saved right now: it is read-only"):
                await asyncio.wait_for(store.write(add_entry("t", n, entry(n), 0.0)), 60)
        assert store.fault_code
        store.writing.execute("pragma query_only = 0")
        while store.fault_code:
            await asyncio.sleep(0.01)
        await asyncio.wait_for(store.write(add_entry("t", 0, entry(7), 0.0)), 60)
    said = [record.getMessage() for record in caplog.records]
    assert [line.split(":")[0] for line in said] == [
        "cannot save", "saving works again"
    ]  # fmt: skip
    store.close()


def test_a_read_error_is_reported(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    store.reading.execute("drop table chat")
    store.reading.execute(
        "insert into tables (id, game, status, created, data) values ('t', 'm', 'open', 0.0, '{}')"
    )
    with pytest.raises(DiskFault, match="The stored data cannot be used"):
        store.load("t")
    store.close()
