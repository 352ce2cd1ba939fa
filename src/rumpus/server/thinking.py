"""Thinking: bots, hints and analyses share a few threads, which serve everybody in turn.

Addresses that keep to their budget of seconds come first. Then bots go before hints, and hints
before analyses. Among equals it is the turn of the address that was served longest ago, and there
of each table after the other. Neither analyses nor addresses beyond their budget ever take the last
thread. An analysis is plain Python: after each slice it rests for a moment, so that the event loop
need not wait for Python's lock.
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
from rumpus.table.errors import Refused

from .limits import Address, Bucket, Limits
from .workers import resolve

BOTS, HINTS, ANALYSES = range(3)
MOST_AT_A_TABLE = 8
"""How many hints wait for their turn at one table."""
MOST = 1000
"""How many hints and analyses wait in a process."""
REST_SECONDS = 0.003
CLOSED = say("The room is being closed; try again in a moment.")

T = TypeVar("T")
Slices = Generator[None, None, T]
"""Work that lets others have their turn whenever it yields."""


class TooMuch(Refused):
    """More thinking than somebody's share."""


class Closed(Refused):
    """Nobody thinks any more."""


class Asker(NamedTuple):
    """Who is charged for some thinking: an address, and its connection's own budget for hints."""

    address: Address
    table: str = ""
    budget: Bucket | None = None


@dataclass(eq=False)
class Job:
    """Some work, and who waits for it."""

    slices: Slices[Any]
    kind: int
    asker: Asker
    done: asyncio.Future[Any]
    stands_back: bool = False


def at_once(function: Callable[[], T]) -> Slices[T]:
    """Work that is done in one go."""
    yield from ()
    return function()


def is_spent(budget: Bucket, now: float) -> bool:
    """Whether nothing is left of a budget."""
    return budget.left_at(now) <= 0


def stands_back(rank: tuple[bool, int, int]) -> bool:
    """Whether a job of this rank may not take the last thread."""
    beyond_budget, kind, _ = rank
    return beyond_budget or kind == ANALYSES


class Thinkers:
    """The threads, and the jobs that wait for one of them."""

    def __init__(self, threads: int, limits: Limits, clock: Callable[[], float]) -> None:
        self.threads, self.limits, self.clock = threads, limits, clock
        self.lines: dict[tuple[int, Address], dict[str, deque[Job]]] = {}
        self.changed = threading.Condition()
        self.turns = count(1)
        self.standing_back = 0  # how many that may not take the last thread have one
        self.finished = 0
        self.is_closed = False

    def start(self, name: str) -> None:
        """Let the threads work; none keeps the program from ending."""
        for number in range(self.threads):
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True).start()

    def close(self) -> None:
        """Let every thread go when it has finished the slice that it is at, and tell who waits."""
        with self.changed:
            self.is_closed = True
            self.changed.notify_all()
            lines = [tables for (kind, _), tables in self.lines.items() if kind != BOTS]
            waiting = [job for tables in lines for jobs in tables.values() for job in jobs]
        for job in waiting:
            self._finish(job, None, Closed(CLOSED))

    # ----------------------------------------------------------------------------- asking
    async def run(self, slices: Slices[T], kind: int, asker: Asker) -> T:
        """Wait for what some work returns; only bots may come however many wait already."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with self.changed:
            if kind != BOTS:
                self._check(asker)
            self._add(Job(slices, kind, asker, done))
            self.changed.notify()
        try:
            return await done
        finally:
            del done  # an error holds the frames that it went through: none may hold the error

    def waiting(self, *kinds: int, table: str = "") -> int:
        """How many jobs of some kinds wait: in all, or at a table."""
        with self.changed:
            return sum(
                len(jobs)
                for (kind, _), tables in self.lines.items()
                if kind in kinds
                for at, jobs in tables.items()
                if table in ("", at)
            )

    def is_pressed(self, address: Address) -> bool:
        """Whether an address is beyond its budget while somebody waits."""
        with self.changed:
            return bool(self.lines) and is_spent(address.thinking, self.clock())

    def _check(self, asker: Asker) -> None:
        if self.is_closed:
            raise Closed(CLOSED)
        now, (address, table, budget) = self.clock(), asker
        if is_spent(address.thinking, now) or (budget and is_spent(budget, now)):
            raise TooMuch(say("You have asked for a lot of thinking lately; wait a moment."))
        later = (HINTS, ANALYSES)
        if (
            self.waiting(*later) >= MOST
            or address.thoughts.total() >= self.limits.thoughts
            or (table and self.waiting(HINTS, table=table) >= MOST_AT_A_TABLE)
        ):
            raise TooMuch(say("Many others wait for such an answer already; wait a moment."))

    def _add(self, job: Job) -> None:
        self._line_for(job).append(job)

    def _line_for(self, job: Job) -> deque[Job]:
        """Where a job is to wait from now on."""
        job.asker.address.thoughts.add(job.kind != BOTS)
        tables = self.lines.setdefault((job.kind, job.asker.address), {})
        return tables.setdefault(job.asker.table, deque())

    # ----------------------------------------------------------------------------- serving
    def take(self) -> Job | None:
        """The job whose turn it is, if any may be begun."""
        now = self.clock()
        ranked = [
            ((is_spent(address.thinking, now), kind, address.served), (kind, address))
            for kind, address in self.lines
        ]
        if self.standing_back >= max(1, self.threads - 1):
            ranked = [(rank, line) for rank, line in ranked if not stands_back(rank)]
        if not ranked:
            return None
        rank, line = min(ranked, key=lambda one: one[0])
        job = self._first(line)
        job.stands_back = stands_back(rank)
        self.standing_back += job.stands_back
        job.asker.address.served = next(self.turns)
        return job

    def _first(self, line: tuple[int, Address]) -> Job:
        """Take the first job of the table whose turn it is, which then has its turn last."""
        tables = self.lines[line]
        table = next(iter(tables))
        jobs = tables.pop(table)
        job = jobs.popleft()
        job.asker.address.thoughts.add(-(job.kind != BOTS))
        if jobs:
            tables[table] = jobs
        if not tables:
            del self.lines[line]
        return job

    def serve(self, job: Job) -> None:
        """Do a slice of a job, charge it, and let the job wait again unless it is finished."""
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
                is_finished, error = True, Closed(CLOSED)
            if not is_finished:
                self._line_for(job).appendleft(job)
            self.changed.notify_all()
        if is_finished:
            self._finish(job, result, error)
        del job, error  # as above

    @staticmethod
    def _finish(job: Job, result: Any, error: Exception | None) -> None:
        with suppress(RuntimeError):  # the loop was closed: nobody waits any more
            job.done.get_loop().call_soon_threadsafe(resolve, job.done, result, error)

    def _charge(self, job: Job, begun: float) -> None:
        now = self.clock()
        for budget in (job.asker.address.thinking, job.asker.budget):
            if budget:
                budget.spend(now - begun, now)
        self.standing_back -= job.stands_back
        self.finished += 1

    def _work(self) -> None:
        while True:
            with self.changed:
                while (job := None if self.is_closed else self.take()) is None:
                    if self.is_closed:
                        return
                    self.changed.wait()
            self.serve(job)
            if job.kind == ANALYSES:
                time.sleep(REST_SECONDS)
