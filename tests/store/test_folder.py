"""The data folder: one server at a time, private to its owner."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rumpus.store import FolderInUse, SqliteStore, add_entry, lock_folder
from rumpus.store.folder_lock import ROOM
from rumpus.table.data.table_data import LogEntry

has_modes = pytest.mark.skipif(sys.platform == "win32", reason="no modes there")


# --------------------------------------------------------------------------------- one room
def test_a_folder_that_is_held_names_its_holder(tmp_path: Path) -> None:
    first = lock_folder(tmp_path)
    with pytest.raises(
        FolderInUse, match=rf"process {os.getpid()} is using the tables in {tmp_path}"
    ):
        lock_folder(tmp_path)
    first.close()
    lock_folder(tmp_path).close()


def test_a_store_gives_its_hold_up_when_it_is_closed(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path, lock_folder(tmp_path))
    with pytest.raises(FolderInUse):
        lock_folder(tmp_path)
    store.close()
    lock_folder(tmp_path).close()


def test_the_lock_file_of_a_dead_process_locks_nothing(tmp_path: Path) -> None:
    (tmp_path / ROOM).write_text("999999999999")
    hold = lock_folder(tmp_path)
    assert (tmp_path / ROOM).read_text() == str(os.getpid())
    hold.close()


# --------------------------------------------------------------------------------- modes
@pytest.fixture
def lax() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    return {".": stat.S_IMODE(folder.stat().st_mode), **found}


def private(*names: str) -> dict[str, int]:
    return {".": 0o700, **dict.fromkeys((*names, "rumpus.lock", "rumpus.room"), 0o600)}


FILES = ("rumpus.sqlite3", "rumpus.sqlite3-wal", "rumpus.sqlite3-shm")


@has_modes
@pytest.mark.usefixtures("lax")
async def test_whatever_is_made_is_for_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, seen = tmp_path / "data", []
    chmod = Path.chmod

    def watched(path: Path, mode: int) -> None:
        seen.append(stat.S_IMODE(path.stat().st_mode) == mode)
        chmod(path, mode)

    monkeypatch.setattr(Path, "chmod", watched)
    store = SqliteStore(folder, lock_folder(folder))
    await asyncio.wait_for(store.write(add_entry("t", 0, LogEntry(0, 0, "person"), 0.0)), 60)
    assert modes(folder) == private(*FILES)
    assert seen
    assert all(seen), "something was open to all for a moment"
    store.close()


@has_modes
@pytest.mark.usefixtures("lax")
def test_what_was_open_to_others_is_closed_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    before = SqliteStore(folder, lock_folder(folder))
    folder.chmod(0o777)
    for path in folder.iterdir():
        path.chmod(0o666)
    again = SqliteStore(folder)
    assert modes(folder) == private(*FILES)
    again.close()
    before.close()


@has_modes
@pytest.mark.usefixtures("lax")
def test_a_folder_that_others_use_too_stays_open_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    (folder / "letter.txt").write_text("dear all")
    SqliteStore(folder).close()
    assert modes(folder) == {
        ".": 0o777, "letter.txt": 0o666, "rumpus.sqlite3": 0o600, "rumpus.lock": 0o600
    }  # fmt: skip
