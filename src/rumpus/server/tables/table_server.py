"""An open table: one ordered queue; every change is stored before anybody is told.

Every action takes the same route, whoever decided it: `take` queues it, `run` lets the timekeeper
carry out what is due; the results are written to disk, then broadcast, then answered.

A table at which nothing happens is put away, while its people stay connected: only what the store
does not know is left of it. Whoever takes the lock next brings it back.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import NamedTuple

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say
from rumpus.store import (
    Claim,
    DiskFault,
    StoreChange,
    StoreFailed,
    WriteLost,
    save_table,
    set_here,
)
from rumpus.table.data.answers import CommandAnswer
from rumpus.table.data.table_data import LogEntry, is_listed
from rumpus.table.errors import NotNow, NotYours
from rumpus.table.seating.base import Momentary
from rumpus.table.table import Table

from .channel import Outgoing, TableChannel
from .connection import NOBODY, Connection
from .context import TableContext
from .encoding import answer_frame
from .timekeeper import IDLE_TIMEKEEPER, Timekeeper, TimekeeperStep

STORAGE_CHECK_SECONDS = 1.0
"""How often to check whether the disk works again."""
HERE_SECONDS = 1.0
"""How often at most the directory learns who is there."""
UNKNOWN = -1


class PendingClaim(NamedTuple):
    """A player's action, and the client that waits for the answer."""

    client: Connection
    seat: int
    action: int
    command: str


class TableServer(TableChannel):
    """An open table, with its clients, queue, lock and timer.

    `make_timekeeper` is called once a game is dealt. While the table is put away, there is no
    `table`, and `asleep` has what is left of it.
    """

    def __init__(
        self,
        room: TableContext,
        table: Table,
        claim: Claim,
        make_timekeeper: Callable[[TableServer], Timekeeper],
        seq: int = 0,
    ) -> None:
        super().__init__(room, table, claim, seq)
        self.make_timekeeper = make_timekeeper
        self.asleep: Momentary | None = None
        self.lock = asyncio.Lock()
        self.writing: asyncio.Future[None] | None = None
        self.claims: dict[int, PendingClaim] = {}
        self.numbers: dict[tuple[int, str], int] = {}
        self.active: list[tuple[Connection, int]] = []  # who did something, and for which seat
        self.timer: asyncio.TimerHandle | None = None
        self.timer_due = 0.0
        self.storage_check: asyncio.TimerHandle | None = None
        self.here, self.here_due = 0, room.now()  # as the directory knows it
        self.here_timer: asyncio.TimerHandle | None = None
        self.idle_since = room.now()
        self.is_unloaded = self.must_unload = self.is_gone = False
        self.current_command: tuple[str, str] | None = None  # key of the command in progress
        if room.store.fault:
            self.check_storage()

    def write(self, *changes: StoreChange) -> asyncio.Future[None]:
        """Write to disk. If the table is no longer ours, everybody reloads it."""
        written = self.room.write(*changes, claim=self.claim)
        written.add_done_callback(self._unload_if_lost)
        return written

    def _unload_if_lost(self, written: asyncio.Future[None]) -> None:
        if not written.cancelled() and isinstance(written.exception(), WriteLost):
            self.unload()

    # ----------------------------------------------------------------------------- turns
    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Hold the table's lock once earlier changes are stored and sent."""
        try:
            async with self.lock:
                if self.asleep:
                    await self._come_back(self.asleep)
                await self._wait_for_write()
                try:
                    yield
                finally:
                    if self.must_unload:
                        self.unload()
        finally:
            self.run()

    async def _wait_for_write(self) -> None:
        """Wait until pending changes are stored and sent."""
        if self.writing:
            await asyncio.wait([self.writing])

    @property
    def is_busy(self) -> bool:
        """Whether a change is in progress or not stored yet."""
        return self.lock.locked() or self.writing is not None

    # ----------------------------------------------------------------------------- rest
    @property
    def attendance(self) -> Table | Momentary:
        """Who is there, also while the table is put away."""
        return self.asleep or self.table

    def may_rest(self) -> bool:
        """Whether nothing goes on that needs the table."""
        if self.asleep or self.is_unloaded or self.is_busy or self.claims or self.table.fault:
            return False
        return not self.here_timer and self.table.is_still() and self.timekeeper.is_still()

    def put_away(self) -> None:
        """Drop the table, without telling anybody."""
        self.asleep, self.timekeeper = self.table.momentary(), IDLE_TIMEKEEPER
        del self.table
        self.marks.clear()

    async def wake(self) -> None:
        """Bring the table back if it was put away."""
        self.idle_since = self.room.now()
        if self.asleep:
            async with self.locked():
                pass

    async def _come_back(self, known: Momentary) -> None:
        """Load the table again, if it is still ours; its numbering goes on."""
        try:
            with suppress(DiskFault):
                if not self.room.store.fault:  # writing nothing would seem to work
                    await self.write()
            self.table = await self.room.stored(self.claim)
        except Exception:
            self.unload()
            raise
        self.asleep, self.idle_since = None, self.room.now()
        self.table.take_back(known)
        self._mark()
        self.update_timekeeper()
        if self.room.store.fault:
            self.check_storage()

    # ----------------------------------------------------------------------------- down
    def take(self, claim: PendingClaim) -> None:
        """Queue an action; a repeated one is answered on the connection that sent it last."""
        client, seat, action, command = claim
        number = self.numbers.get((seat, command))
        if number is None:
            self.check_can_save()
            self.table.game_on()
            if self.table.data.paused:
                raise NotNow(say("The game is paused."))
            number = self.timekeeper.claim(client, seat, action, self.room.now())
            self.numbers[seat, command] = number
        self.claims[number] = claim

    def withdraw(self) -> None:
        """The game is paused: refuse all open claims."""
        steps = self.timekeeper.withdraw(self.room.now())
        changes = [change for step in steps for change in self._answer_changes(step)]
        framed = [one for step in steps for one in self._answers_for(step)]
        if changes:
            self.write(*changes).add_done_callback(partial(self._send_written, framed))

    def _send_written(self, framed: Outgoing, written: asyncio.Future[None]) -> None:
        if written.exception() is None:
            self.send(framed)

    def run(self) -> None:
        """Carry out what is due, unless the table is busy: then this runs again afterwards.
        Nobody is told of anything before it is stored."""
        if self.is_unloaded or self.is_busy or self.asleep:
            return
        with self._unloading_on_failure():
            self._update_presence()
            self._carry_out(self.timekeeper.steps(self.room.now()))

    @contextmanager
    def _unloading_on_failure(self) -> Iterator[None]:
        """Memory, disk and clients may differ after a failure: everybody reloads from disk."""
        try:
            yield
        except Exception as error:
            self.unload()
            self.room.report(error)

    def _update_presence(self) -> None:
        """Note who is back and who is absent."""
        now, active = self.room.now(), self.active
        self.active = []
        if active:
            self.idle_since = now
        came = [seat for _, seat in active if seat != NOBODY and self.table.come_back(seat, now)]
        for client, seat in active:
            if seat in client.seats and seat != client.holder:
                self.hand_device(client, seat)
        if self.table.notice_absence(now) or came:
            self.update_timekeeper()
            self.broadcast_table()

    def _carry_out(self, coming: Iterator[TimekeeperStep]) -> None:
        """Carry out steps one by one; each is encoded with the table right after it."""
        changes: list[StoreChange] = []
        framed: Outgoing = []
        steps: list[TimekeeperStep] = []
        idle = self.table.idle_clock.idle
        for step in coming:
            steps.append(step)
            changes += self._answer_changes(step)
            if not step.refusal:
                changes += self._entry_changes(step)
                framed += self._outgoing_for(step, idle)
            idle = self.table.idle_clock.idle
        if changes:
            self.writing = self.write(*changes)
            self.writing.add_done_callback(partial(self._finish, steps, framed))
        else:
            self._send_results(steps, framed)
            self.set_timer()

    async def act(self, action: int, by: str) -> None:
        """Act for the table itself, while holding the lock."""
        self._carry_out(self._table_step(action, by))
        await self._wait_for_write()

    def _table_step(self, action: int, by: str) -> Iterator[TimekeeperStep]:
        self.table.act(self.table.players, action, self.room.now(), by)
        yield TimekeeperStep(0, self.table.players, action, by)

    def check_claim(self, number: int) -> None:
        """Refuse a claim whose player has lost the seat since."""
        claim = self.claims.get(number)
        if claim and self.table.seats[claim.seat].token not in claim.client.keys:
            raise NotYours(say("That seat is not yours."))

    # ----------------------------------------------------------------------------- up
    def _answer_changes(self, step: TimekeeperStep) -> list[StoreChange]:
        """The store changes that keep the answer to a claim."""
        claim = self.claims.get(step.number)
        asked = claim and self.command_key(claim.seat, claim.command)
        return [self.answer_change(CommandAnswer(*asked, step.refusal))] if asked else []

    def _entry_changes(self, step: TimekeeperStep) -> list[StoreChange]:
        """The store changes that record an action."""
        if not step.is_done:
            return []
        claim = self.claims.get(step.number)
        command = claim.command if claim else ""
        changes = [self.entry_change(LogEntry(step.seat, step.action, step.by, command))]
        if not self.table.is_playing:
            changes.append(save_table(self.table.data))
        self.room.counts.actions += 1
        return changes

    def _outgoing_for(self, step: TimekeeperStep, idle: object) -> Outgoing:
        """The frames for everybody: the action, or the announcement of one."""
        self.next_seq()
        broadcast = self.new_broadcast()
        if not step.is_done:
            return self.frames_for_all(lambda _: broadcast.announcement())
        framed = self.frames_for_all(broadcast.step_message(step.seat, step.action, step.by))
        if not self.table.is_playing or self.table.idle_clock.idle != idle:
            framed += self.table_frames()
        return framed

    def _finish(
        self, steps: list[TimekeeperStep], framed: Outgoing, written: asyncio.Future[None]
    ) -> None:
        """Send the results once they are stored, or unload the table if that failed."""
        self.writing = None
        if error := written.exception():
            if isinstance(error, DiskFault):
                claims = self.claims.values()
                self.send(
                    [
                        (claim.client, answer_frame(claim.command, error.sentence))
                        for claim in claims
                    ]
                )
            elif not isinstance(error, WriteLost):
                self.room.report(error)
            self.unload()
            return
        with self._unloading_on_failure():
            self._send_results(steps, framed)
        self.run()

    def _send_results(self, steps: Iterable[TimekeeperStep], framed: Outgoing) -> None:
        for step in steps:
            framed += self._answers_for(step)
        self.send(framed)

    def _answers_for(self, step: TimekeeperStep) -> Outgoing:
        """The answer to the claimant, who alone learns the reason for a refusal."""
        claim = self.claims.pop(step.number, None)
        if claim is None:
            return []
        del self.numbers[claim.seat, claim.command]
        reason = step.refusal
        if asked := self.command_key(claim.seat, claim.command):
            self.table.answers.keep(CommandAnswer(*asked, reason))
        self.room.counts.refused += bool(reason)
        return [(claim.client, answer_frame(claim.command, reason))]

    async def refuse(self, client: Connection, who: int, command: str, error: Complaint) -> None:
        """Refuse a command; like every answer, it is stored first."""
        self.room.counts.refused += 1
        await self.wake()
        if not isinstance(error, DiskFault) and (asked := self.command_key(who, command)):
            answer = CommandAnswer(*asked, error.sentence)
            self.table.answers.keep(answer)
            with suppress(DiskFault):  # nothing was changed, so nothing must be undone
                await self.write(self.answer_change(answer))
        client.send(answer_frame(command, error.sentence))

    # ----------------------------------------------------------------------------- other changes
    async def commit(self, *changes: StoreChange) -> None:
        """Store changes together with the answer to the current command; if that fails, unload the
        table so that everybody reloads from disk."""
        asked, self.current_command = self.current_command, None
        if asked:
            self.table.answers.keep(CommandAnswer(*asked))
            changes = (*changes, self.answer_change(CommandAnswer(*asked)))
        try:
            await self.write(*changes)
        except DiskFault:
            self.is_unloaded = self.must_unload = True
            raise
        except StoreFailed:
            self.unload()
            raise

    async def save_and_broadcast(self) -> None:
        """Store the table and send it to everybody."""
        self.update_timekeeper()
        self.note_clock()
        await self.commit(save_table(self.table.data))
        self.broadcast_table()
        self.note_here()

    def note_here(self) -> None:
        """Let the directory know how many of a listed table's people are there."""
        if self._is_here_stale() and not self.here_timer:
            wait = max(0.0, self.here_due - self.room.now())
            self.here_timer = asyncio.get_running_loop().call_later(wait, self._write_here)

    def _is_here_stale(self) -> bool:
        is_known = self.is_unloaded or not is_listed(self.table.data)
        return not is_known and self.here != self.table.people_here()

    def _write_here(self) -> None:
        self.here_timer = None
        if self._is_here_stale():
            self.here, self.here_due = self.table.people_here(), self.room.now() + HERE_SECONDS
            self.write(set_here(self.table.id, self.here)).add_done_callback(self._check_here)

    def _check_here(self, written: asyncio.Future[None]) -> None:
        if written.cancelled() or written.exception():
            self.here = UNKNOWN

    def note_clock(self) -> bool:
        """Note the clocks in the table's data; whether there are any."""
        now = self.room.now()
        game = self.timekeeper.game_time(now)
        if not self.table.is_timed() and game is None:
            return False
        self.table.keep_time(now, time.time(), game.left if game else None)
        return True

    async def save_clock(self) -> None:
        """Store the clocks whenever they start or stop; a table that is reloaded goes on from
        there."""
        kept = self.table.data.time
        self.update_timekeeper()
        if self.table.fault:
            return
        if self.table.is_awake() != (kept is not None and kept.runs) and self.note_clock():
            await self.commit(save_table(self.table.data))

    def unload(self) -> None:
        """Leave memory and disconnect everybody; they reload from disk."""
        if self.is_gone:
            return
        self.is_unloaded = self.is_gone = True
        self.timekeeper = IDLE_TIMEKEEPER  # break the reference cycle
        if self.here:
            self.write(set_here(self.claim.table, 0))
        if self.here_timer:
            self.here_timer.cancel()
            self.here_timer = None
        self.room.drop(self.claim, self.seq)
        self._cancel_timer()
        for connection in list(self.connections):
            connection.drop()

    def stop(self) -> None:
        """Carry out nothing more, and store the clocks: the room is being closed."""
        if not (self.is_unloaded or self.asleep or self.room.store.fault) and self.note_clock():
            self.write(save_table(self.table.data))
        self.is_unloaded = True
        self._cancel_timer()

    # ----------------------------------------------------------------------------- time
    def check_storage(self) -> None:
        """Freeze the table while the disk cannot be written, and check again later. One that is put
        away is checked when it comes back."""
        if self.asleep:
            return
        fault, before = self.room.store.fault, self.table.fault
        if fault != before:
            self.table.set_fault(fault, self.room.now())
            self.update_timekeeper()
        if fault != before and self.writing is None and not self.is_unloaded:
            self.broadcast_table()
            self.schedule()
        if fault and not self.is_unloaded and not self.storage_check:
            loop = asyncio.get_running_loop()
            self.storage_check = loop.call_later(STORAGE_CHECK_SECONDS, self._check_again)

    def _check_again(self) -> None:
        self.storage_check = None
        self.check_storage()

    def update_timekeeper(self) -> None:
        """Create or drop the timekeeper as needed, and let it update."""
        if not self.table.play:
            self.timekeeper = IDLE_TIMEKEEPER
        elif self.timekeeper is IDLE_TIMEKEEPER and not self.is_unloaded:
            self.timekeeper = self.make_timekeeper(self)
        self.timekeeper.update(self.room.now())

    def schedule(self) -> None:
        """Update the timekeeper and set the timer."""
        self.update_timekeeper()
        self.set_timer()
        self.note_here()

    def set_timer(self) -> None:
        """Set the timer for what is due next. A timer that fires too early is kept and reset then,
        which is cheaper than moving it with every action."""
        times = (self.table.due(), self.timekeeper.due())
        due = min((at for at in times if at is not None and not self.table.fault), default=None)
        if self.is_unloaded or (due is not None and due < self.timer_due):
            self._cancel_timer()
        if self.timer is None and due is not None and not self.is_unloaded:
            self.timer_due = due
            wait = max(0.0, due - self.room.now())
            self.timer = asyncio.get_running_loop().call_later(wait, self._on_timer)

    def _cancel_timer(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def _on_timer(self) -> None:
        self.timer = None
        if self.asleep:
            self.room.spawn(self.wake())
            return
        now, ends = self.room.now(), (self.table.resumes_at, self.table.deal_ends)
        if any(end is not None and end <= now for end in ends):
            self.room.spawn(self._resume_game())
        else:
            self.run()

    async def _resume_game(self) -> None:
        """The countdown after a pause, or the time to contribute to the deal, is over."""
        async with self.locked():
            table, now = self.table, self.room.now()
            if self.is_unloaded:
                return
            resumes = table.resumes_at is not None and table.resumes_at <= now
            if resumes:
                table.go_on(now)
            if table.miss_deal(now) or resumes:
                await self.save_and_broadcast()
            self.schedule()
