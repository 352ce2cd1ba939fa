"""Thinking: bots, hints and analyses share a few threads, which serve everybody in turn.

Addresses that keep to their budget of seconds come first. Then bots go before hints, and hints
before analyses. Among equals it is the turn of the address that was served longest ago, and there
of each table after the other. Addresses beyond their budget never take the last thread.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple, TypeVar

from rumpus.table.errors import Refused

from .limits import Address, Bucket, Limits
from .workers import resolve

BOTS, HINTS, ANALYSES = range(3)
MOST_AT_A_TABLE = 8
"""How many hints wait for their turn at one table."""
MOST = 1000
"""How many hints and analyses wait in the whole room."""

T = TypeVar("T")
Slices = Generator[None, None, T]
"""Work that lets others have their turn whenever it yields."""


class TooMuch(Refused):
    """More thinking than somebody's share."""


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
    is_spent: bool = False


def at_once(function: Callable[[], T]) -> Slices[T]:
    """Work that is done in one go."""
    yield from ()
    return function()


def is_spent(budget: Bucket, now: float) -> bool:
    """Whether nothing is left of a budget."""
    return budget.left_at(now) <= 0


class Thinkers:
    """The threads, and the jobs that wait for one of them."""

    def __init__(self, threads: int, limits: Limits, clock: Callable[[], float]) -> None:
        self.threads, self.limits, self.clock = threads, limits, clock
        self.lines: dict[tuple[int, Address], dict[str, deque[Job]]] = {}
        self.changed = threading.Condition()
        self.turns = count(1)
        self.spent_running = 0
        self.finished = 0
        self.is_closed = False

    def start(self, name: str) -> None:
        """Let the threads work; none keeps the program from ending."""
        for number in range(self.threads):
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True).start()

    def close(self) -> None:
        """Let every thread go when it has finished the slice that it is at."""
        with self.changed:
            self.is_closed = True
            self.changed.notify_all()

    # ----------------------------------------------------------------------------- asking
    async def run(self, slices: Slices[T], kind: int, asker: Asker) -> T:
        """Wait for what some work returns; only bots may come however many wait already."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with self.changed:
            if kind != BOTS:
                self._check(asker)
            self._line_up(kind, asker).append(Job(slices, kind, asker, done))
            self.changed.notify()
        return await done

    def waiting(self, *kinds: int, address: Address | None = None, table: str = "") -> int:
        """How many jobs of some kinds wait: in all, of an address or at a table."""
        with self.changed:
            return sum(
                len(jobs)
                for (kind, who), tables in self.lines.items()
                if kind in kinds and address in (None, who)
                for at, jobs in tables.items()
                if table in ("", at)
            )

    def is_pressed(self, address: Address) -> bool:
        """Whether an address is beyond its budget while somebody waits."""
        with self.changed:
            return bool(self.lines) and is_spent(address.thinking, self.clock())

    def _check(self, asker: Asker) -> None:
        now, (address, table, budget) = self.clock(), asker
        if is_spent(address.thinking, now) or (budget and is_spent(budget, now)):
            raise TooMuch("You have asked for a lot of thinking lately; wait a moment.")
        later = (HINTS, ANALYSES)
        if (
            self.waiting(*later) >= MOST
            or self.waiting(*later, address=address) >= self.limits.thoughts
            or (table and self.waiting(HINTS, table=table) >= MOST_AT_A_TABLE)
        ):
            raise TooMuch("Many others wait for such an answer already; wait a moment.")

    def _line_up(self, kind: int, asker: Asker) -> deque[Job]:
        tables = self.lines.setdefault((kind, asker.address), {})
        return tables.setdefault(asker.table, deque())

    # ----------------------------------------------------------------------------- serving
    def take(self) -> Job | None:
        """The job whose turn it is, if any may be begun."""
        now = self.clock()
        ranked = [
            ((is_spent(address.thinking, now), kind, address.served), (kind, address))
            for kind, address in self.lines
        ]
        if self.spent_running >= max(1, self.threads - 1):
            ranked = [(rank, line) for rank, line in ranked if not rank[0]]
        if not ranked:
            return None
        rank, line = min(ranked, key=lambda one: one[0])
        job = self._first(line)
        job.is_spent = rank[0]
        self.spent_running += job.is_spent
        job.asker.address.served = next(self.turns)
        return job

    def _first(self, line: tuple[int, Address]) -> Job:
        """Take the first job of the table whose turn it is, which then has its turn last."""
        tables = self.lines[line]
        table = next(iter(tables))
        jobs = tables.pop(table)
        job = jobs.popleft()
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
            if not is_finished:
                self._line_up(job.kind, job.asker).appendleft(job)
            self.changed.notify_all()
        if is_finished:
            with suppress(RuntimeError):  # the loop was closed: nobody waits any more
                job.done.get_loop().call_soon_threadsafe(resolve, job.done, result, error)

    def _charge(self, job: Job, begun: float) -> None:
        now = self.clock()
        for budget in (job.asker.address.thinking, job.asker.budget):
            if budget:
                budget.spend(now - begun, now)
        self.spent_running -= job.is_spent
        self.finished += 1

    def _work(self) -> None:
        while True:
            with self.changed:
                while (job := None if self.is_closed else self.take()) is None:
                    if self.is_closed:
                        return
                    self.changed.wait()
            self.serve(job)
