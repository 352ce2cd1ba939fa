"""The writer: one thread that writes everything in its queue at once, and tells who waits."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from rumpus.rulekit.sentence import Sentence

from .changes import Claim, StoreChange
from .faults import UNREACHABLE, DiskFault, unsaved, why

MOST_AT_ONCE = 512
BUSY, LINGER = 0.01, 0.005
"""Within BUSY seconds of a commit, wait LINGER seconds so that more writes share the next one."""
AGAIN = 1.0
"""Seconds until a database that failed is tried again."""

log = logging.getLogger("rumpus")


class StoreFailed(RuntimeError):
    """A change could not be written."""


class WriteLost(RuntimeError):
    """Another server has the table, or the database was lost on the way: what was to be written may
    be there or not. Whoever gets this has to read the table again."""


@dataclass
class WriteJob:
    """What is written together or not at all, and the future that waits for it.

    With a `claim`, only if it still holds. `opens` is a table to be claimed, `returns` a claim to
    be given back; the future's result is that of the claim.
    """

    done: asyncio.Future[Any]
    changes: tuple[StoreChange, ...] = ()
    claim: Claim | None = None
    opens: str = ""
    returns: Claim | None = None
    result: Any = None
    error: Exception | None = None


class Interrupted(Exception):
    """The connection broke, and nobody knows whether a transaction was carried out."""


class Writer(ABC):
    """A queue of jobs and the thread that writes them; a database only says how."""

    idle_seconds: float
    """How often the thread looks after the database while there is nothing to write."""

    def __init__(self) -> None:
        self.fault_code = 0
        """The error code while nothing can be written, else 0."""
        self.when_failing: Callable[[], object] = lambda: None
        """Called, in the store's thread, as soon as nothing can be written any more."""
        self.commits = self.written = 0
        self.jobs: SimpleQueue[WriteJob | None] = SimpleQueue()
        self.thread = threading.Thread(target=self._write, name="rumpus-store", daemon=True)

    @property
    def fault(self) -> Sentence | None:
        """Why nothing can be written, if so."""
        return unsaved(self.fault_code)

    # ----------------------------------------------------------------------------- asking
    def _ask(self, **wanted: Any) -> asyncio.Future[Any]:
        job = WriteJob(asyncio.get_running_loop().create_future(), **wanted)
        self.jobs.put(job)
        return job.done

    def write(self, *changes: StoreChange, claim: Claim | None = None) -> asyncio.Future[None]:
        """Queue changes, all or none; the future is done when they are on disk."""
        return self._ask(changes=changes, claim=claim)

    # ----------------------------------------------------------------------------- the database
    @abstractmethod
    def _carry_out(self, batch: list[WriteJob]) -> None:
        """Carry out jobs in one transaction; a job whose claim does not hold gets a `WriteLost`."""

    @abstractmethod
    def _fault_of(self, error: Exception) -> int | None:
        """The code of an error of the database; None if the change itself was wrong."""

    @abstractmethod
    def _look_after(self) -> bool:
        """What is due between batches; whether it has shown that the database can be written."""

    @abstractmethod
    def _finish(self) -> None:
        """The last thing that the thread does."""

    # ----------------------------------------------------------------------------- the thread
    def _write(self) -> None:
        going, last = True, 0.0
        while going:
            batch: list[WriteJob] = []
            with suppress(Empty):
                job = self.jobs.get(timeout=AGAIN if self.fault else self.idle_seconds)
                if job is not None and time.monotonic() - last < BUSY:
                    time.sleep(LINGER)  # let more writes share one commit
                while job is not None:
                    batch.append(job)
                    if len(batch) == MOST_AT_ONCE:
                        break
                    job = self.jobs.get_nowait()
                going = job is not None
            self._try_to_look_after()
            if batch:
                self._commit(batch)
                last = time.monotonic()
                _tell(batch)
        self._finish()

    def _try_to_look_after(self) -> None:
        try:
            if self._look_after():
                self._succeeds()
        except Exception as error:
            self._fails(error)

    def _fails(self, error: Exception) -> DiskFault:
        """Remember that nothing can be written; log it once."""
        before = self.fault_code
        self.fault_code = self._fault_of(error) or self.fault_code or 1
        fault = unsaved(self.fault_code)
        assert fault
        if not before:
            log.error("cannot save: %s (%s)", why(error), error)
            self.when_failing()
        return DiskFault(fault)

    def _succeeds(self) -> None:
        if self.fault:
            self.fault_code = 0
            log.warning("saving works again")

    def _commit(self, batch: list[WriteJob]) -> None:
        """Commit a batch; if that fails, commit each job alone, so that one cannot spoil others."""
        try:
            self._carry_out(batch)
        except Interrupted as error:
            self._fails(error.__cause__ if isinstance(error.__cause__, Exception) else error)
            for job in batch:
                job.error = WriteLost("the database was lost while this was written")
        except Exception as error:
            code = self._fault_of(error)
            if code == UNREACHABLE or (code and len(batch) == 1):
                fault = self._fails(error)
                for job in batch:
                    job.error = fault
            elif len(batch) > 1:
                for job in batch:
                    self._commit([job])
            else:
                batch[0].error = StoreFailed(f"It could not be written: {error}")
        else:
            self._succeeds()
            self.commits += 1
            self.written += len(batch)

    def close(self) -> None:
        """Write everything in the queue, and stop."""
        self.jobs.put(None)
        self.thread.join()


def _tell(batch: list[WriteJob]) -> None:
    """Resolve the futures of a batch, with one call per event loop."""
    loops: dict[asyncio.AbstractEventLoop, list[WriteJob]] = {}
    for job in batch:
        loops.setdefault(job.done.get_loop(), []).append(job)
    for loop, jobs in loops.items():
        with suppress(RuntimeError):  # the loop is closed: nobody is waiting
            loop.call_soon_threadsafe(_resolve, jobs)


def _resolve(jobs: list[WriteJob]) -> None:
    for job in jobs:
        if job.done.done():
            continue
        if job.error is None:
            job.done.set_result(job.result)
        else:
            job.done.set_exception(job.error)
