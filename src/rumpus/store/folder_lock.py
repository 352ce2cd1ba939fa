"""One server per data folder: a lock that lasts while any of its processes lives."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say

from .faults import told_of
from .folder import PREFIX, make_private

ROOM = f"{PREFIX}room"
LAST_SECONDS = 5.0
"""Seconds that the processes of a killed server may take to end."""
A_MOMENT = 0.02

if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 20  # beyond the text, which others could not read otherwise

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

    def _is_running(process: int) -> bool:
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _is_running(process: int) -> bool:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        except OSError:
            return True
        return True


class FolderInUse(Complaint):
    """Another server uses the folder."""


class FolderLock:
    """A lock on a folder. A process that it is passed to shares the lock."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def __reduce__(self) -> tuple[Any, ...]:
        from multiprocessing.reduction import DupFd  # noqa: PLC0415

        return _handed_over, (DupFd(self.descriptor),)

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Release the folder, unless another process still holds the lock."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


def _handed_over(duplicate: Any) -> FolderLock:
    return FolderLock(duplicate.detach())


def lock_folder(folder: Path) -> FolderLock:
    """Lock a data folder, or say which process uses it."""
    with told_of(say("the data in {folder}", folder=folder)):
        make_private(folder, ROOM)
        hold = FolderLock(os.open(folder / ROOM, os.O_RDWR))
    patience = time.monotonic() + LAST_SECONDS
    while True:
        try:
            _lock(hold.descriptor)
        except OSError as error:
            holder = _holder(hold.descriptor)
            if not isinstance(error, BlockingIOError | PermissionError):
                raise
            if time.monotonic() > patience or _is_running(holder):
                raise FolderInUse(
                    say(
                        "process {process} is using the tables in {folder}. Stop it first, or "
                        "choose another folder with --data.",
                        process=str(holder or "?"),
                        folder=folder,
                    )
                ) from None
            time.sleep(A_MOMENT)  # it was killed, and its other processes are still ending
        else:
            os.ftruncate(hold.descriptor, 0)
            os.write(hold.descriptor, str(os.getpid()).encode())
            return hold


def _holder(descriptor: int) -> int:
    """The id of the process that uses the folder, or 0 if it is not written yet."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    with suppress(ValueError):
        return int(os.read(descriptor, 20))
    return 0
