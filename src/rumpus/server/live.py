"""A table with people at it: one ordered queue, every change on disk before anyone hears of it.

An action goes down one way, whoever decided it: `take` queues it, `run` lets the timekeeper carry
out what has its turn. And one way up: written to disk, told to everybody, answered.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import NamedTuple

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say
from rumpus.store import Change, DiskFault, StoreFailed, save_table
from rumpus.table.answers import Answer
from rumpus.table.data import Entry
from rumpus.table.errors import NotNow, NotYours
from rumpus.table.table import Table

from .audience import Audience, Framed
from .connection import NOBODY, Connection
from .contracts import Home
from .timekeeping import STILL, Step, Timekeeper
from .writing import answered

HALT_SECONDS = 1.0
"""How often a table looks whether it can be saved again."""


class Claim(NamedTuple):
    """What somebody wants to do, and who waits for the answer."""

    at: Connection
    seat: int
    action: int
    command: str


class Live(Audience):
    """A table in memory, and everybody connected to it.

    `begin` makes its timekeeper, once a game was dealt.
    """

    def __init__(self, room: Home, table: Table, begin: Callable[[Live], Timekeeper]) -> None:
        super().__init__(room, table)
        self.begin = begin
        self.lock = asyncio.Lock()
        self.writing: asyncio.Future[None] | None = None
        self.claims: dict[int, Claim] = {}
        self.numbers: dict[tuple[int, str], int] = {}
        self.heard: list[tuple[Connection, int]] = []  # who did something, for which seat
        self.timer: asyncio.TimerHandle | None = None
        self.rings_at = 0.0
        self.idle_since = room.now()
        self.is_gone = self.is_lost = False
        self.asked: tuple[str, str] | None = None  # whose command is being carried out
        if room.store.fault:
            self.halt()

    # ----------------------------------------------------------------------------- turns
    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Alone at the table, when everything before is on disk and was told."""
        try:
            async with self.lock:
                await self._rest()
                try:
                    yield
                finally:
                    if self.is_lost:
                        self.put_away()
        finally:
            self.run()

    async def _rest(self) -> None:
        """Wait until what was done is on disk and was told."""
        if self.writing:
            await asyncio.wait([self.writing])

    @property
    def is_busy(self) -> bool:
        """Whether something is being done that is not on disk yet."""
        return self.lock.locked() or self.writing is not None

    # ----------------------------------------------------------------------------- down
    def take(self, claim: Claim) -> None:
        """Queue an action; one that is sent again is answered where it was sent last."""
        at, seat, action, command = claim
        number = self.numbers.get((seat, command))
        if number is None:
            self.check_saves()
            self.table.game_on()
            if self.table.data.paused:
                raise NotNow(say("The game is paused."))
            number = self.timekeeper.claim(at, seat, action, self.room.now())
            self.numbers[seat, command] = number
        self.claims[number] = claim

    def withdraw(self) -> None:
        """The game is paused: nobody who waits for an answer gets what was claimed."""
        steps = self.timekeeper.withdraw(self.room.now())
        changes = [change for step in steps for change in self._given(step)]
        framed = [one for step in steps for one in self._answered(step)]
        if changes:
            self.room.write(*changes).add_done_callback(partial(self._send_written, framed))

    def _send_written(self, framed: Framed, written: asyncio.Future[None]) -> None:
        if written.exception() is None:
            self.send(framed)

    def run(self) -> None:
        """Let happen what has its turn, unless something else is being done: then it runs again
        after it. Nobody hears of anything before all of it is on disk."""
        if self.is_gone or self.is_busy:
            return
        try:
            self._look_around()
            self._carry_out(self.timekeeper.steps(self.room.now()))
        except Exception as error:  # what is in memory was not written: all come back to the disk
            self.put_away()
            self.room.report(error)

    def _look_around(self) -> None:
        """See who is there again and who is missing."""
        now, heard = self.room.now(), self.heard
        self.heard = []
        came = [seat for _, seat in heard if seat != NOBODY and self.table.come_back(seat, now)]
        for at, seat in heard:
            if seat in at.seats and seat != at.holder:
                self.hold(at, seat)
        if self.table.notice_absence(now) or came:
            self.settle()
            self.tell_table()

    def _carry_out(self, coming: Iterator[Step]) -> None:
        """Let some steps happen one by one, each told as the table is after it."""
        changes: list[Change] = []
        framed: Framed = []
        steps: list[Step] = []
        idle = self.table.patience.idle
        for step in coming:
            steps.append(step)
            changes += self._given(step)
            if not step.refusal:
                changes += self._written(step)
                framed += self._told(step, idle)
            idle = self.table.patience.idle
        if changes:
            self.writing = self.room.write(*changes)
            self.writing.add_done_callback(partial(self._finish, steps, framed))
        else:
            self._tell(steps, framed)
            self.set_timer()

    async def act(self, action: int, by: str) -> None:
        """Let the table itself act, while somebody has their turn."""
        self._carry_out(self._own(action, by))
        await self._rest()

    def _own(self, action: int, by: str) -> Iterator[Step]:
        self.table.act(self.table.players, action, self.room.now(), by)
        yield Step(0, self.table.players, action, by)

    def check_claim(self, number: int) -> None:
        """Refuse a claim at its turn, if whoever made it has lost the seat since."""
        claim = self.claims.get(number)
        if claim and self.table.seats[claim.seat].token not in claim.at.keys:
            raise NotYours(say("That seat is not yours."))

    # ----------------------------------------------------------------------------- up
    def _given(self, step: Step) -> list[Change]:
        """The answer to somebody's claim, to be written."""
        claim = self.claims.get(step.number)
        asked = claim and self.asking(claim.seat, claim.command)
        return [self.given(Answer(*asked, step.refusal))] if asked else []

    def _written(self, step: Step) -> list[Change]:
        """What was done, to be written."""
        if not step.is_done:
            return []
        claim = self.claims.get(step.number)
        command = claim.command if claim else ""
        changes = [self.added(Entry(step.seat, step.action, step.by, command))]
        if not self.table.is_playing:
            changes.append(save_table(self.table.data))
        self.room.counts.actions += 1
        return changes

    def _told(self, step: Step, idle: object) -> Framed:
        """What everybody is told: what was done, or that something will be."""
        self.next()
        telling = self.telling()
        if not step.is_done:
            return self.framed(lambda _: telling.announced())
        framed = self.framed(telling.step(step.seat, step.action, step.by))
        if not self.table.is_playing or self.table.patience.idle != idle:
            framed += self.framed_table()
        return framed

    def _finish(self, steps: list[Step], framed: Framed, written: asyncio.Future[None]) -> None:
        """It is on disk, or else all come back to the disk; and go on."""
        self.writing = None
        if error := written.exception():
            if isinstance(error, DiskFault):
                claims = self.claims.values()
                self.send([(claim.at, answered(claim.command, error.sentence)) for claim in claims])
            else:
                self.room.report(error)
            self.put_away()
            return
        self._tell(steps, framed)
        self.run()

    def _tell(self, steps: Iterable[Step], framed: Framed) -> None:
        for step in steps:
            framed += self._answered(step)
        self.send(framed)

    def _answered(self, step: Step) -> Framed:
        """What the claimant is told, who alone hears why not."""
        claim = self.claims.pop(step.number, None)
        if claim is None:
            return []
        del self.numbers[claim.seat, claim.command]
        reason = step.refusal
        if asked := self.asking(claim.seat, claim.command):
            self.table.answers.keep(Answer(*asked, reason))
        self.room.counts.refused += bool(reason)
        return [(claim.at, answered(claim.command, reason))]

    async def refuse(self, at: Connection, who: int, command: str, error: Complaint) -> None:
        """Say why not, once that is on disk like every answer."""
        self.room.counts.refused += 1
        if not isinstance(error, DiskFault) and (asked := self.asking(who, command)):
            answer = Answer(*asked, error.sentence)
            self.table.answers.keep(answer)
            with suppress(DiskFault):  # it changed nothing: there is nothing to go back to
                await self.room.write(self.given(answer))
        at.put(answered(command, error.sentence))

    # ----------------------------------------------------------------------------- other changes
    async def commit(self, *changes: Change) -> None:
        """Write, and with it that the command was carried out which led to this; if that fails,
        forget what is in memory and let all come back to the disk."""
        asked, self.asked = self.asked, None
        if asked:
            self.table.answers.keep(Answer(*asked))
            changes = (*changes, self.given(Answer(*asked)))
        try:
            await self.room.write(*changes)
        except DiskFault:
            self.is_gone = self.is_lost = True
            raise
        except StoreFailed:
            self.put_away()
            raise

    async def save_and_tell(self) -> None:
        """Write the table down and show it to everybody."""
        self.settle()
        self.note_time()
        await self.commit(save_table(self.table.data))
        self.tell_table()

    def note_time(self) -> bool:
        """Take down how the clocks stand, if there are any."""
        now = self.room.now()
        game = self.timekeeper.game_time(now)
        if not self.table.is_timed() and game is None:
            return False
        self.table.keep_time(now, time.time(), game.left if game else None)
        return True

    async def keep_time(self) -> None:
        """Write down how the clocks stand when they stop or begin to run: a table that is put away
        or lost goes on from there."""
        kept = self.table.data.time
        self.settle()
        if self.table.fault:
            return
        if self.table.is_awake() != (kept is not None and kept.runs) and self.note_time():
            await self.commit(save_table(self.table.data))

    def put_away(self) -> None:
        """Leave memory, and let everybody here come back to what is on disk."""
        self.is_gone = True
        self.timekeeper = STILL  # no circle: nothing that is gone waits for the collector
        self.room.drop(self.table)
        if self.timer:
            self.timer.cancel()
            self.timer = None
        for connection in list(self.connections):
            connection.close()

    # ----------------------------------------------------------------------------- time
    def halt(self) -> None:
        """Let the table wait until everything can be saved again."""
        fault, before = self.room.store.fault, self.table.fault
        if fault != before:
            self.table.set_fault(fault, self.room.now())
            self.settle()
        if before and not fault and not self.is_gone:
            self.tell_table()
            self.schedule()
        elif fault and not self.is_gone:
            asyncio.get_running_loop().call_later(HALT_SECONDS, self.halt)

    def settle(self) -> None:
        """See whether a game is going on, who plays, and whether time passes."""
        if not self.table.play:
            self.timekeeper = STILL
        elif self.timekeeper is STILL and not self.is_gone:
            self.timekeeper = self.begin(self)
        self.timekeeper.settle(self.room.now())

    def schedule(self) -> None:
        """Wake up when time or a bot will do something."""
        self.settle()
        self.set_timer()

    def set_timer(self) -> None:
        """Ring when something is due. A timer that rings before that stays and is set anew then,
        which costs less than to put it off with every action."""
        times = (self.table.due(), self.timekeeper.due())
        due = min((at for at in times if at is not None and not self.table.fault), default=None)
        if self.timer and (self.is_gone or (due is not None and due < self.rings_at)):
            self.timer.cancel()
            self.timer = None
        if self.timer is None and due is not None and not self.is_gone:
            self.rings_at = due
            wait = max(0.0, due - self.room.now())
            self.timer = asyncio.get_running_loop().call_later(wait, self._time_has_come)

    def _time_has_come(self) -> None:
        self.timer = None
        now, ends = self.room.now(), (self.table.resumes_at, self.table.deal_ends)
        if any(end is not None and end <= now for end in ends):
            self.room.spawn(self._go_on())
        else:
            self.run()

    async def _go_on(self) -> None:
        """The countdown after a pause is over, or nobody is waited for any more to deal."""
        async with self.turn():
            table, now = self.table, self.room.now()
            if self.is_gone:
                return
            resumes = table.resumes_at is not None and table.resumes_at <= now
            if resumes:
                table.go_on(now)
            if table.miss_deal(now) or resumes:
                await self.save_and_tell()
            self.schedule()
