"""Backups: complete, private, and safe to make at any time."""

from __future__ import annotations

import sqlite3
import stat
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import PIPE, Popen

import msgspec
import pytest

from rumpus.store import (
    FILE,
    DiskFault,
    FolderInUse,
    SqliteStore,
    Store,
    add_entry,
    back_up,
    drop_table,
    lock_folder,
    migrate,
    restore,
    save_table,
)
from rumpus.table.data.table_data import LogEntry, TableData
from rumpus.table.errors import Refused
from tests.store.test_store import WRITER
from tests.table.setting import make


@pytest.fixture
async def kept(tmp_path: Path) -> Path:
    """A folder with one table."""
    folder = tmp_path / "data"
    await keep(folder, "plum-otter-aaaaaaaaaaaaaaaa")
    return folder


async def keep(folder: Path, table: str) -> None:
    data = make("pb").data
    data.id = table
    store = SqliteStore(folder)
    await store.write(save_table(data), add_entry(table, 0, LogEntry(0, 3, "person"), 1.0))
    store.close()


def ids(folder: Path) -> list[str]:
    store = SqliteStore(folder)
    found = [row[0] for row in store.tables()]
    store.close()
    return sorted(found)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# --------------------------------------------------------------------------------- backup
async def test_a_copy_holds_what_was_committed_while_the_room_runs(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy.sqlite3"
    store, data = SqliteStore(folder, lock_folder(folder)), make("pb").data
    await store.write(save_table(data), add_entry(data.id, 0, LogEntry(0, 3, "person"), 1.0))
    assert back_up(folder, copy) == copy.stat().st_size
    await store.write(add_entry(data.id, 1, LogEntry(1, 4, "person"), 2.0))
    store.close()
    with closing(sqlite3.connect(copy)) as copied:
        assert copied.execute("select n, action from entries").fetchall() == [(0, 3)]
        assert copied.execute("pragma integrity_check").fetchone() == ("ok",)
        assert migrate.version_of(copied) == len(migrate.migrations())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite3", "data"]


def test_a_copy_made_while_others_write_has_all_that_was_acknowledged_before(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "data"
    with Popen([sys.executable, WRITER, folder], stdout=PIPE, text=True) as writer:
        assert writer.stdout
        try:
            for number in range(3):
                heard = {tuple(writer.stdout.readline().split()) for _ in range(200)}
                back_up(folder, tmp_path / f"copy-{number}")
                with closing(sqlite3.connect(tmp_path / f"copy-{number}")) as copied:
                    rows = copied.execute("select table_id, n from entries").fetchall()
                    assert copied.execute("pragma integrity_check").fetchone() == ("ok",)
                assert heard <= {(table, str(n)) for table, n in rows}
                numbers: dict[str, list[int]] = {}
                for table, n in rows:
                    numbers.setdefault(table, []).append(n)
                assert all(sorted(all_) == list(range(len(all_))) for all_ in numbers.values())
        finally:
            writer.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="no modes there")
def test_a_copy_is_for_its_owner_alone(kept: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    back_up(kept, copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    copy.chmod(0o644)
    back_up(kept, copy, overwrite=True)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_an_existing_file_is_only_replaced_on_request(kept: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("a letter")
    with pytest.raises(Refused, match="already exists; --overwrite replaces it"):
        back_up(kept, copy)
    assert copy.read_text() == "a letter"
    back_up(kept, copy, overwrite=True)
    assert copy.read_bytes().startswith(b"SQLite format 3")


def test_a_copy_that_cannot_be_made_is_a_sentence(kept: Path, tmp_path: Path) -> None:
    before = contents(kept)
    for target, sentence in (
        (kept / FILE, "the server's own file"),
        (tmp_path, "is a folder"),
        (tmp_path / "nowhere" / "copy", "cannot be used"),
    ):
        with pytest.raises(Refused, match=sentence):
            back_up(kept, target, overwrite=True)
    with pytest.raises(Refused, match="There are no tables in"):
        back_up(tmp_path / "empty", tmp_path / "copy")
    assert contents(kept) == before
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


# --------------------------------------------------------------------------------- restore
async def test_restoring_a_copy_keeps_the_old_data(kept: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    back_up(kept, copy)
    await keep(kept, "jade-yak-bbbbbbbbbbbbbbbb")
    before = restore(kept, copy)
    assert ids(kept) == ["plum-otter-aaaaaaaaaaaaaaaa"]
    assert before and before.parent == kept and before.name.startswith("rumpus.before-")
    again = restore(kept, before)
    assert ids(kept) == ["jade-yak-bbbbbbbbbbbbbbbb", "plum-otter-aaaaaaaaaaaaaaaa"]
    assert again and again != before


def test_a_copy_is_put_where_nothing_was(kept: Path, tmp_path: Path) -> None:
    back_up(kept, tmp_path / "copy")
    assert restore(tmp_path / "new", tmp_path / "copy") is None
    assert ids(tmp_path / "new") == ["plum-otter-aaaaaaaaaaaaaaaa"]


def test_a_damaged_room_is_kept_as_it_is_and_mended(kept: Path, tmp_path: Path) -> None:
    back_up(kept, tmp_path / "copy")
    (kept / FILE).write_bytes(b"no database at all" * 100)
    before = restore(kept, tmp_path / "copy")
    assert before and before.read_bytes() == b"no database at all" * 100
    assert ids(kept) == ["plum-otter-aaaaaaaaaaaaaaaa"]


def test_nothing_is_restored_while_a_room_is_open(kept: Path, tmp_path: Path) -> None:
    back_up(kept, tmp_path / "copy")
    store = SqliteStore(kept, lock_folder(kept))
    before = contents(kept)
    with pytest.raises(FolderInUse, match="is using the tables in"):
        restore(kept, tmp_path / "copy")
    assert contents(kept) == before
    store.close()


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("pragma user_version = 999")


def foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as database:
        database.execute("create table letters (text)")


def empty(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as database:
        database.execute("create table a (x)")
        database.execute("drop table a")


def damaged(path: Path) -> None:
    text = bytearray(path.read_bytes())
    text[4096:] = b"\x5a" * (len(text) - 4096)
    path.write_bytes(text)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (newer, "written by a newer Rumpus"),
        (foreign, "belongs to another program"),
        (empty, "nothing was ever stored"),
        (damaged, "damaged"),
        (lambda path: path.write_text("a letter" * 100), "damaged, or not from Rumpus"),
        (lambda path: path.write_bytes(b""), "is empty"),
        (Path.unlink, "There is no file"),
    ],
    ids=["newer", "foreign", "empty", "damaged", "letter", "nothing", "missing"],
)
@pytest.mark.parametrize("has_room", [True, False])
def test_a_file_that_is_no_copy_changes_nothing(
    kept: Path, tmp_path: Path, spoil: Callable[[Path], None], sentence: str, *, has_room: bool
) -> None:
    copy, folder = tmp_path / "copy.sqlite3", kept if has_room else tmp_path / "new"
    back_up(kept, copy)
    spoil(copy)
    before = contents(kept)
    with pytest.raises(Refused, match=sentence):
        restore(folder, copy)
    assert contents(kept) == before
    assert (tmp_path / "new").exists() is False


# --------------------------------------------------------------------------------- old files
def old_file(path: Path, form: int, data: TableData) -> None:
    """A file written by a Rumpus that knew only the first migrations."""
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        migrate.migrate(database, migrate.migrations()[:form])
        text = msgspec.json.encode(data).decode()
        row = (data.id, data.game, data.status, data.created, text)
        database.execute("insert into tables values (?, ?, ?, ?, ?)", row)
        slot = (0,) if form > 1 else ()
        row = (data.id, *slot, 0, 0, "Ann", "hello", "c1", 1.0)
        marks = ", ".join("?" * len(row))
        database.execute(f"insert into chat values ({marks})", row)


@pytest.mark.parametrize("form", range(1, len(migrate.migrations())))
def test_an_old_file_is_brought_up_to_date_step_by_step(form: int, tmp_path: Path) -> None:
    data = make("pb").data
    old_file(tmp_path / "old.sqlite3", form, data)
    old_file(tmp_path / "data" / FILE, form, data)
    restore(tmp_path / "restored", tmp_path / "old.sqlite3")
    back_up(tmp_path / "data", tmp_path / "copy.sqlite3")
    restore(tmp_path / "again", tmp_path / "copy.sqlite3")
    for name in ("data", "restored", "again"):
        store = SqliteStore(tmp_path / name)
        found = store.load(data.id)
        assert found and found.data == data
        assert [line.text for line in found.chat] == ["hello"]
        assert migrate.version_of(store.reading) == len(migrate.migrations())
        store.close()


# --------------------------------------------------------------------------------- dropping
async def test_finished_tables_are_found_by_when_they_were_over(store: Store) -> None:
    for table, status, created, last in (
        ("old", "over", 1.0, 50.0),
        ("never dealt", "over", 2.0, None),
        ("long", "over", 3.0, 150.0),
        ("playing", "playing", 4.0, 50.0),
        ("new", "over", 120.0, 130.0),
    ):
        data = make("pb").data
        data.id, data.status, data.created = table, status, created
        await store.write(save_table(data))
        if last is not None:
            await store.write(add_entry(table, 0, LogEntry(0, 3, "person"), 5.0))
            await store.write(add_entry(table, 1, LogEntry(0, 3, "person"), last))
    assert store.finished(100.0) == ["old", "never dealt"]


async def test_nothing_is_kept_of_a_table_that_is_dropped(store: Store) -> None:
    for table in ("plum", "jade"):
        data = make("pb").data
        data.id = table
        await store.write(save_table(data), add_entry(table, 0, LogEntry(0, 3, "person"), 5.0))
    await store.write(*drop_table("plum"))
    assert [row[0] for row in store.tables()] == ["jade"]
    assert store._read("select table_id from entries") == [("jade",)]
    assert store.load("plum") is None


def test_a_failure_is_the_disks(kept: Path, tmp_path: Path) -> None:
    (kept / FILE).write_bytes(b"no database at all" * 100)
    with pytest.raises(DiskFault, match="damaged"):
        back_up(kept, tmp_path / "copy")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]
