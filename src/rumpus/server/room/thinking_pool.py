"""A fair thread pool for bots, hints and analyses.

Addresses within their budget of seconds come first. Then bots come before hints, and hints before
analyses. Among equals, the address served longest ago is next, and its tables take turns. Analyses
and addresses over budget never take the last thread. An analysis is plain Python: it sleeps briefly
after each slice, so that the event loop gets the interpreter lock.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple, TypeVar

from rumpus.rulekit.sentence import say
from rumpus.server.network.limits import AddressUsage, Bucket, Limits
from rumpus.table.errors import Refused

from .worker_threads import resolve

BOTS, HINTS, ANALYSES = range(3)
MAX_HINTS_PER_TABLE = 8
"""How many hints may be queued at one table."""
MAX_QUEUED = 1000
"""How many hints and analyses may be queued in a process."""
REST_SECONDS = 0.003
CLOSED = say("The room is being closed; try again in a moment.")

T = TypeVar("T")
Slices = Generator[None, None, T]
"""A generator: at every yield, other work may run."""


class BudgetExceeded(Refused):
    """The client has used up its thinking budget, or the queue is full."""


class PoolClosed(Refused):
    """The pool is closed."""


class JobOwner(NamedTuple):
    """Who is charged for a job: an address, and a connection's own budget for hints."""

    address: AddressUsage
    table: str = ""
    budget: Bucket | None = None


@dataclass(eq=False)
class ThinkingJob:
    """Queued work, and the future that waits for it."""

    slices: Slices[Any]
    kind: int
    owner: JobOwner
    done: asyncio.Future[Any]
    is_low_priority: bool = False


def single_slice(function: Callable[[], T]) -> Slices[T]:
    """Work that is done in a single slice."""
    yield from ()
    return function()


def is_spent(budget: Bucket, now: float) -> bool:
    """Whether a budget is used up."""
    return budget.left_at(now) <= 0


def is_low_priority(rank: tuple[bool, int, int]) -> bool:
    """Whether a job of this rank must leave the last thread free."""
    beyond_budget, kind, _ = rank
    return beyond_budget or kind == ANALYSES


class ThinkingPool:
    """The threads and their job queues."""

    def __init__(self, threads: int, limits: Limits, clock: Callable[[], float]) -> None:
        self.threads, self.limits, self.clock = threads, limits, clock
        self.queues: dict[tuple[int, AddressUsage], dict[str, deque[ThinkingJob]]] = {}
        self.changed = threading.Condition()
        self.turns = count(1)
        self.low_priority_running = 0  # low-priority jobs that are running
        self.finished = 0
        self.is_closed = False

    def start(self, name: str) -> None:
        """Start the threads, as daemons."""
        for number in range(self.threads):
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True).start()

    def close(self) -> None:
        """Stop each thread after its current slice, and fail the jobs that wait."""
        with self.changed:
            self.is_closed = True
            self.changed.notify_all()
            queues = [tables for (kind, _), tables in self.queues.items() if kind != BOTS]
            waiting = [job for tables in queues for jobs in tables.values() for job in jobs]
        for job in waiting:
            self._finish(job, None, PoolClosed(CLOSED))

    # ----------------------------------------------------------------------------- asking
    async def run(self, slices: Slices[T], kind: int, owner: JobOwner) -> T:
        """Queue work and wait for its result; only bots are exempt from the queue limits."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with self.changed:
            if kind != BOTS:
                self._check(owner)
            self._add(ThinkingJob(slices, kind, owner, done))
            self.changed.notify()
        try:
            return await done
        finally:
            del done  # an exception references this frame: break the cycle

    def waiting(self, *kinds: int, table: str = "") -> int:
        """How many jobs of some kinds are queued, in all or at one table."""
        with self.changed:
            return sum(
                len(jobs)
                for (kind, _), tables in self.queues.items()
                if kind in kinds
                for at, jobs in tables.items()
                if table in ("", at)
            )

    def should_yield(self, address: AddressUsage) -> bool:
        """Whether an address is over its budget while others wait."""
        with self.changed:
            return bool(self.queues) and is_spent(address.thinking, self.clock())

    def _check(self, owner: JobOwner) -> None:
        if self.is_closed:
            raise PoolClosed(CLOSED)
        now, (address, table, budget) = self.clock(), owner
        if is_spent(address.thinking, now) or (budget and is_spent(budget, now)):
            raise BudgetExceeded(say("You have asked for a lot of thinking lately; wait a moment."))
        later = (HINTS, ANALYSES)
        if (
            self.waiting(*later) >= MAX_QUEUED
            or address.thoughts.total() >= self.limits.thoughts
            or (table and self.waiting(HINTS, table=table) >= MAX_HINTS_PER_TABLE)
        ):
            raise BudgetExceeded(
                say("Many others are waiting for such an answer; try again in a moment.")
            )

    def _add(self, job: ThinkingJob) -> None:
        self._queue_for(job).append(job)

    def _queue_for(self, job: ThinkingJob) -> deque[ThinkingJob]:
        """The queue for a job; counts it as waiting."""
        job.owner.address.thoughts.add(job.kind != BOTS)
        tables = self.queues.setdefault((job.kind, job.owner.address), {})
        return tables.setdefault(job.owner.table, deque())

    # ----------------------------------------------------------------------------- serving
    def next_job(self) -> ThinkingJob | None:
        """The next job, if one may start."""
        now = self.clock()
        ranked = [
            ((is_spent(address.thinking, now), kind, address.served), (kind, address))
            for kind, address in self.queues
        ]
        if self.low_priority_running >= max(1, self.threads - 1):
            ranked = [(rank, queue) for rank, queue in ranked if not is_low_priority(rank)]
        if not ranked:
            return None
        rank, queue = min(ranked, key=lambda one: one[0])
        job = self._first(queue)
        job.is_low_priority = is_low_priority(rank)
        self.low_priority_running += job.is_low_priority
        job.owner.address.served = next(self.turns)
        return job

    def _first(self, queue: tuple[int, AddressUsage]) -> ThinkingJob:
        """Pop the first job of the next table, and move that table to the end."""
        tables = self.queues[queue]
        table = next(iter(tables))
        jobs = tables.pop(table)
        job = jobs.popleft()
        job.owner.address.thoughts.add(-(job.kind != BOTS))
        if jobs:
            tables[table] = jobs
        if not tables:
            del self.queues[queue]
        return job

    def run_slice(self, job: ThinkingJob) -> None:
        """Run one slice of a job, charge it, and queue the job again unless it is finished."""
        result, error, is_finished = None, None, True
        begun = self.clock()
        try:
            next(job.slices)
            is_finished = job.done.cancelled()
        except StopIteration as end:
            result = end.value
        except Exception as raised:
            error = raised
        with self.changed:
            self._charge(job, begun)
            if not is_finished and self.is_closed:
                is_finished, error = True, PoolClosed(CLOSED)
            if not is_finished:
                self._queue_for(job).appendleft(job)
            self.changed.notify_all()
        if is_finished:
            self._finish(job, result, error)
        del job, error  # as above

    @staticmethod
    def _finish(job: ThinkingJob, result: Any, error: Exception | None) -> None:
        with suppress(RuntimeError):  # the event loop is closed
            job.done.get_loop().call_soon_threadsafe(resolve, job.done, result, error)

    def _charge(self, job: ThinkingJob, begun: float) -> None:
        now = self.clock()
        for budget in (job.owner.address.thinking, job.owner.budget):
            if budget:
                budget.spend(now - begun, now)
        self.low_priority_running -= job.is_low_priority
        self.finished += 1

    def _work(self) -> None:
        while True:
            with self.changed:
                while (job := None if self.is_closed else self.next_job()) is None:
                    if self.is_closed:
                        return
                    self.changed.wait()
            self.run_slice(job)
            if job.kind == ANALYSES:
                time.sleep(REST_SECONDS)
