"""The data folder: where it is unless somebody says otherwise, and who may look into it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

PREFIX = "rumpus."
"""What the names of all files begin with that a room keeps."""


def data_folder() -> Path:
    """The platform's folder for a user's data, or `$RUMPUS_DATA`."""
    if chosen := os.environ.get("RUMPUS_DATA"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "rumpus"


def make_private(folder: Path, *names: str) -> None:
    """Make a data folder with some files, all for their owner alone, and tighten what is there.

    A folder that holds other things as well stays as it is, and only the room's files are closed.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name in names:
        os.close(os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o600))
    found = list(folder.iterdir())
    ours = [path for path in found if path.name.startswith(PREFIX)]
    if len(ours) == len(found):
        _tighten(folder, 0o700)
    for path in ours:
        _tighten(path, 0o600)


def _tighten(path: Path, mode: int) -> None:
    """Some disks know no modes, and another's file cannot be changed: then it stays as it is."""
    with suppress(OSError):
        path.chmod(mode)
