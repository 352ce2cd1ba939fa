"""One room a data folder: a lock that lasts as long as any process of the room lives."""

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
"""How long the processes of a room that was killed may take to end."""
A_MOMENT = 0.02

if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 20  # behind what is written there, which others could not read else

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


class FolderTaken(Complaint):
    """Another room has the folder."""


class Hold:
    """A folder that is held. A process that is given one holds the folder as well."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def __reduce__(self) -> tuple[Any, ...]:
        from multiprocessing.reduction import DupFd  # noqa: PLC0415

        return _handed_over, (DupFd(self.descriptor),)

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Let the folder go, unless another process holds it too."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


def _handed_over(duplicate: Any) -> Hold:
    return Hold(duplicate.detach())


def hold_folder(folder: Path) -> Hold:
    """Hold a data folder, or say which process does."""
    with told_of(say("the data in {folder}", folder=folder)):
        make_private(folder, ROOM)
        hold = Hold(os.open(folder / ROOM, os.O_RDWR))
    patience = time.monotonic() + LAST_SECONDS
    while True:
        try:
            _lock(hold.descriptor)
        except OSError as error:
            holder = _holder(hold.descriptor)
            if not isinstance(error, BlockingIOError | PermissionError):
                raise
            if time.monotonic() > patience or _is_running(holder):
                raise FolderTaken(
                    say(
                        "process {process} has the tables in {folder} open. Close that room "
                        "first, or choose another folder with --data.",
                        process=str(holder or "?"),
                        folder=folder,
                    )
                ) from None
            time.sleep(A_MOMENT)  # it was killed, and its other processes are about to end
        else:
            os.ftruncate(hold.descriptor, 0)
            os.write(hold.descriptor, str(os.getpid()).encode())
            return hold


def _holder(descriptor: int) -> int:
    """The number of the process that holds the folder, 0 if that is not written there yet."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    with suppress(ValueError):
        return int(os.read(descriptor, 20))
    return 0
