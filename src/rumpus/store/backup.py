"""Copies of a room's data: one file that holds everything, made while the room runs."""

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

from .database import BUSY_SECONDS, FILE, look_at
from .faults import told_of
from .folder import PREFIX
from .holding import hold_folder
from .migrate import Foreign, refuse_newer, version_of

BEFORE = f"{PREFIX}before-"
HALF_DONE = ".part"


def back_up(folder: Path, target: Path, *, overwrite: bool = False) -> int:
    """Copy a room's data into a file for its owner alone; returns the size of the copy.

    The copy is what was committed at one moment, whatever the room writes meanwhile.
    """
    source = folder / FILE
    if not source.exists():
        raise NotThere(say("There are no tables in {folder}.", folder=folder))
    if target.resolve() == source.resolve():
        raise Refused(say("That is the room's own file; name another one for the copy."))
    if target.is_dir():
        raise Refused(say("{file} is a folder; name a file.", file=target))
    if target.exists() and not overwrite:
        raise Refused(say("{file} is there already; --overwrite replaces it.", file=target))
    with told_of(say("the copy {file}", file=target)), _copy(source, target) as copied:
        _put(copied, target, overwrite=overwrite)
    return target.stat().st_size


def restore(folder: Path, source: Path) -> Path | None:
    """Put a copy in the place of a room's data; returns where those are kept now, if any were."""
    if not source.is_file():
        raise NotThere(say("There is no file {file}.", file=source))
    if source.stat().st_size == 0:
        raise Refused(say("{file} is empty.", file=source))
    path = folder / FILE
    if source.resolve() == path.resolve():
        raise Refused(say("That is the room's own file already."))
    with told_of(say("the copy {file}", file=source)):
        check_copy(source)
    with (
        closing(hold_folder(folder)),
        told_of(say("the data in {folder}", folder=folder)),
        _copy(source, path) as copied,
    ):
        kept = _set_aside(path)
        copied.replace(path)
    return kept


def shrink(folder: Path) -> None:
    """Give the room of what was dropped back to the disk."""
    with (
        told_of(say("the data in {folder}", folder=folder)),
        closing(_opened(folder / FILE)) as database,
    ):
        database.execute("vacuum")


def check_copy(path: Path) -> None:
    """Refuse a file that is damaged, another program's or a newer Rumpus's."""
    look_at(path, check=True)
    with closing(_opened(path)) as database:
        refuse_newer(database)
        if not version_of(database):
            raise Foreign(say("the database is empty: no room has ever kept anything in it."))


def _opened(path: Path) -> sqlite3.Connection:
    """A database; none is made where there is none."""
    address = f"{path.resolve().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)


@contextmanager
def _copy(source: Path, beside: Path) -> Iterator[Path]:
    """A whole copy of a database, for its owner alone, beside where it shall be."""
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
    """Give a finished copy its name; no file is replaced unasked, not one made just now."""
    if not overwrite:
        os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    copied.replace(target)


def _set_aside(path: Path) -> Path | None:
    """Keep a room's file under another name, also one that is damaged; the file itself stays."""
    if not path.exists():
        return None
    with suppress(sqlite3.Error), closing(_opened(path)) as database:
        database.execute("pragma journal_mode = delete")  # what was committed is in one file then
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
    """A name that says when the file was set aside, and is nobody's yet."""
    stem = f"{BEFORE}{datetime.now():%Y%m%d-%H%M%S}"
    names = (f"{stem}{more}.sqlite3" for more in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(folder / name for name in names if not (folder / name).exists())


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
