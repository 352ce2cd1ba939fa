"""Backup and restore: a copy of all data in one file, made while the server runs."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from rumpus.rulekit.sentence import say
from rumpus.table.errors import NotThere, Refused

from .faults import told_of
from .folder import PREFIX
from .folder_lock import lock_folder
from .migrate import ForeignDatabase, refuse_newer, version_of
from .sqlite import BUSY_SECONDS, FILE, look_at

BEFORE = f"{PREFIX}before-"
HALF_DONE = ".part"


def back_up(folder: Path, target: Path, *, overwrite: bool = False) -> int:
    """Copy the data into a file that only its owner can read; returns the file's size.

    The copy is a snapshot of one commit, whatever is written meanwhile.
    """
    source = folder / FILE
    if not source.exists():
        raise NotThere(say("There are no tables in {folder}.", folder=folder))
    if target.resolve() == source.resolve():
        raise Refused(say("That is the server's own file; choose another one for the copy."))
    if target.is_dir():
        raise Refused(say("{file} is a folder; name a file.", file=target))
    if target.exists() and not overwrite:
        raise Refused(say("{file} already exists; --overwrite replaces it.", file=target))
    with told_of(say("the copy {file}", file=target)), _copy(source, target) as copied:
        _put(copied, target, overwrite=overwrite)
    return target.stat().st_size


def restore(folder: Path, source: Path) -> Path | None:
    """Replace the data with a copy; returns where the old data was moved, if there was any."""
    if not source.is_file():
        raise NotThere(say("There is no file {file}.", file=source))
    if source.stat().st_size == 0:
        raise Refused(say("{file} is empty.", file=source))
    path = folder / FILE
    if source.resolve() == path.resolve():
        raise Refused(say("That is already the server's own file."))
    with told_of(say("the copy {file}", file=source)):
        check_copy(source)
    with (
        closing(lock_folder(folder)),
        told_of(say("the data in {folder}", folder=folder)),
        _copy(source, path) as copied,
    ):
        kept = _set_aside(path)
        copied.replace(path)
    return kept


def shrink(folder: Path) -> None:
    """Return the space of deleted rows to the disk."""
    with (
        told_of(say("the data in {folder}", folder=folder)),
        closing(_opened(folder / FILE)) as database,
    ):
        database.execute("vacuum")


def check_copy(path: Path) -> None:
    """Refuse a file that is damaged or empty, or comes from another program or a newer Rumpus."""
    look_at(path, check=True)
    with closing(_opened(path)) as database:
        refuse_newer(database)
        if not version_of(database):
            raise ForeignDatabase(say("the database is empty: nothing was ever stored in it."))


def _opened(path: Path) -> sqlite3.Connection:
    """Open a database that must exist."""
    address = f"{path.resolve().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)


@contextmanager
def _copy(source: Path, beside: Path) -> Iterator[Path]:
    """A checked copy of a database in the target folder, readable only by its owner."""
    descriptor, name = tempfile.mkstemp(HALF_DONE, PREFIX, beside.parent)
    os.close(descriptor)
    copied = Path(name)
    try:
        with closing(_opened(source)) as database:
            database.execute("vacuum into ?", (str(copied),))
        check_copy(copied)
        _to_disk(copied)
        yield copied
    finally:
        copied.unlink(missing_ok=True)


def _put(copied: Path, target: Path, *, overwrite: bool) -> None:
    """Move a finished copy to its name; do not overwrite unasked, not even a brand-new file."""
    if not overwrite:
        os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    copied.replace(target)


def _set_aside(path: Path) -> Path | None:
    """Copy the current file, even a damaged one, to another name."""
    if not path.exists():
        return None
    with suppress(sqlite3.Error), closing(_opened(path)) as database:
        database.execute("pragma journal_mode = delete")  # moves everything committed into one file
    kept = _free_name(path.parent)
    for suffix in ("", "-wal"):
        there = path.with_name(path.name + suffix)
        if there.exists():
            copied = kept.with_name(kept.name + suffix)
            os.close(os.open(copied, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            shutil.copyfile(there, copied)
            _to_disk(copied)
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    return kept


def _free_name(folder: Path) -> Path:
    """An unused file name with the current time."""
    stem = f"{BEFORE}{datetime.now():%Y%m%d-%H%M%S}"
    names = (f"{stem}{more}.sqlite3" for more in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(folder / name for name in names if not (folder / name).exists())


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
