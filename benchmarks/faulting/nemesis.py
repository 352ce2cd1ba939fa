"""The nemesis: it breaks one thing after another, and mends it.

Every fault is a context: inside of it something is broken.
"""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from rumpus.store.postgres import LEASE_SECONDS

from .judge import judge
from .lines import CUT, LATE, OPEN, SILENT
from .people import Crowd, Person
from .stage import Server, Stage

LONGER = (LEASE_SECONDS + 1.5, LEASE_SECONDS + 5.0)
"""Seconds that are longer than a lease."""
BACK_SECONDS = 240.0
"""Who is not back by then never will be."""
EVERY = (12.0, 15.0)
CALM = 2.0


# --------------------------------------------------------------------------------- faults
@asynccontextmanager
async def killed(_: Stage, server: Server) -> AsyncIterator[None]:
    server.signal(signal.SIGKILL)
    await server.ended()
    yield
    await server.start()


@asynccontextmanager
async def frozen(_: Stage, server: Server) -> AsyncIterator[None]:
    server.signal(signal.SIGSTOP)
    yield
    server.signal(signal.SIGCONT)


@asynccontextmanager
async def drained(_: Stage, server: Server) -> AsyncIterator[None]:
    server.signal(signal.SIGTERM)
    if code := await server.ended():
        raise RuntimeError(f"server {server.number} ended with {code}")
    yield
    await server.start()


@asynccontextmanager
async def _broken_line(state: str, stage: Stage, server: Server) -> AsyncIterator[None]:
    await stage.line(server.number, state)
    yield
    await stage.line(server.number, OPEN)


def cut(stage: Stage, server: Server) -> AbstractAsyncContextManager[None]:
    return _broken_line(CUT, stage, server)


def silent(stage: Stage, server: Server) -> AbstractAsyncContextManager[None]:
    return _broken_line(SILENT, stage, server)


def late(stage: Stage, server: Server) -> AbstractAsyncContextManager[None]:
    return _broken_line(LATE, stage, server)


@asynccontextmanager
async def database_killed(stage: Stage, _: Server) -> AsyncIterator[None]:
    await asyncio.to_thread(stage.postgres.kill)
    yield
    await asyncio.to_thread(stage.postgres.start)


class Fault(NamedTuple):
    """A kind of fault, and between how many seconds it lasts."""

    name: str
    breaks: Callable[[Stage, Server], AbstractAsyncContextManager[None]]
    seconds: tuple[float, float]
    hits_one: bool = True


FAULTS = (
    Fault("server killed", killed, (0.0, 4.0)),
    Fault("server frozen", frozen, LONGER),
    Fault("server drained", drained, (0.0, 3.0)),
    Fault("line cut", cut, (2.0, 6.0)),
    Fault("line silent", silent, LONGER),
    Fault("line late", late, LONGER),
    Fault("database killed", database_killed, (0.2, 3.0), hits_one=False),
)


# --------------------------------------------------------------------------------- the rounds
@dataclass
class Nemesis:
    """Breaks things, waits until everybody is back, and lets the judge look."""

    stage: Stage
    crowd: Crowd
    dice: random.Random
    begun: float = field(default_factory=time.monotonic)
    counts: dict[str, int] = field(default_factory=dict)
    back: list[float] = field(default_factory=list)
    """How long people took to be back after a fault was lifted."""
    moved: list[float] = field(default_factory=list)
    """How long people took whose server was hit, from the beginning of the fault."""
    violations: list[str] = field(default_factory=list)

    async def go_on(self, seconds: float, *, each_once: bool) -> None:
        """One fault after another, in a random order that has all kinds early."""
        coming: list[Fault] = []
        await self.gather()
        end = self.begun + seconds
        while not self.violations:
            if not coming:
                if each_once and self.counts:
                    return
                coming = self.dice.sample(FAULTS, len(FAULTS))
            if not each_once and time.monotonic() > end:
                return
            due = time.monotonic() + (0.0 if each_once else self.dice.uniform(*EVERY))
            await self.strike(coming.pop())
            await asyncio.sleep(max(CALM, due - time.monotonic()))

    async def gather(self) -> None:
        """Wait until everybody is at their table for the first time."""
        self.call(self.crowd.people)
        await self.all_here("the beginning")

    def call(self, people: list[Person]) -> float:
        now = time.monotonic()
        for person in people:
            person.call(now)
        return now

    async def all_here(self, when: str) -> None:
        """Wait until nobody is missing."""
        end = time.monotonic() + BACK_SECONDS
        while missing := [person for person in self.crowd.people if person.roll]:
            if time.monotonic() > end:
                tables = sorted({person.table for person in missing})
                self.violations.append(
                    f"{len(missing)} people are not back {BACK_SECONDS:.0f} s after {when}, at "
                    f"{', '.join(tables[:5])}"
                )
                return
            await asyncio.sleep(0.02)

    async def choose(self, people: list[Person]) -> tuple[Server, list[Person]]:
        """A server at random, if possible one that has tables, and the people at them."""
        for server in self.dice.sample(self.stage.servers, len(self.stage.servers)):
            tables = await self.stage.tables_of(server)
            if hit := [person for person in people if person.table in tables]:
                break
        return server, hit

    async def strike(self, fault: Fault) -> None:
        """Break something for a while, and look at what came of it."""
        people = self.crowd.people
        server, hit = await self.choose(people)
        what = f"{fault.name} ({server.number})" if fault.hits_one else fault.name
        if not fault.hits_one:
            hit = []
        at = time.monotonic() - self.begun
        async with fault.breaks(self.stage, server):
            began = self.call(people)
            until = began + self.dice.uniform(*fault.seconds)
            while time.monotonic() < until:
                await asyncio.sleep(0.02)
        lifted = time.monotonic()
        first = {person.name: person.answered for person in people if person.answered}
        self.call([person for person in people if not person.roll])
        await self.all_here(what)
        back = [max(0.0, person.answered - lifted) for person in people if person.answered]
        moved = [first.get(p.name, p.answered) - began for p in hit if p.answered]
        self.back += back
        self.moved += moved
        self.counts[fault.name] = self.counts.get(fault.name, 0) + 1
        await self.look()
        line = f"{at:6.0f} s  {what:<20}{until - began:5.1f} s"
        line += f", all back {max(back, default=0.0):5.1f} s after it"
        if hit:
            line += (
                f", {len(hit)} people had left it {max(moved, default=0.0):5.1f} s after it began"
            )
        print(f"{line}, {self.crowd.acknowledged} actions", flush=True)

    async def look(self) -> None:
        """Let the judge look at everything so far."""
        heard = [one.copy() for one in self.crowd.heard]
        live = list(self.crowd.heard)
        entries, claims = await self.stage.written()
        for copy, one in zip(heard, live, strict=False):
            copy.sent = list(one.sent)
        ours = {one.table for one in live}
        self.violations += await asyncio.to_thread(
            judge,
            heard,
            [entry for entry in entries if entry.table in ours],
            [claim for claim in claims if claim.table in ours],
        )
        for server in self.stage.servers:
            self.violations += [
                f"server {server.number} reports: {line}"
                for line in server.said().splitlines()
                if "fault" in line.split(": ")[0] or line.startswith("Traceback")
            ][:1]
            if server.process and server.process.returncode is not None:
                self.violations.append(f"server {server.number} has ended on its own")
