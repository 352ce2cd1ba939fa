"""The data folder: its default place and its permissions."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

PREFIX = "rumpus."
"""The prefix of all file names in the data folder."""


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
    """Create a data folder with these files, and make everything in it private to its owner.

    If the folder holds other things as well, only our own files are made private.
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
    """Set the mode if possible: some disks have no modes, and others' files cannot be changed."""
    with suppress(OSError):
        path.chmod(mode)
