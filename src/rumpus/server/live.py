"""A table with people at it: one ordered queue, every change on disk before anyone hears of it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from math import inf
from typing import TYPE_CHECKING

from rumpus.store import Change, DiskFault, StoreFailed, add_answer, add_entry, save_table
from rumpus.table.answers import Answer
from rumpus.table.bot_turns import BotTurns
from rumpus.table.data import Entry
from rumpus.table.errors import is_sentence
from rumpus.table.table import Table

from . import messages as m
from .connection import Connection
from .racing import Racing
from .telling import Group, Telling
from .ticking import ask_bots, go_on, tick

if TYPE_CHECKING:
    from .room import Room

MARKS_KEPT = 256
HALT_SECONDS = 1.0
"""How often a table looks whether it can be saved again."""


class Live:
    """A table in memory, and everybody connected to it."""

    def __init__(self, room: Room, table: Table) -> None:
        self.room, self.table = room, table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        # Greater than any number sent before the table was last put away.
        self.seq = 1 + int(1000 * max(0.0, room.store.clock.now() - table.data.created))
        self.marks: deque[tuple[int, int]] = deque(maxlen=MARKS_KEPT)
        self.timer: asyncio.TimerHandle | None = None
        self.rings_at = 0.0
        self.bots = BotTurns()
        self.racing: Racing | None = None
        self.idle_since = room.now()
        self.is_gone = self.is_lost = False
        self.crowd_waits, self.crowd_told = False, -inf
        if room.store.fault:
            self.halt()
        self.asked: tuple[str, str] | None = None  # whose command is being carried out
        self._mark()

    # ----------------------------------------------------------------------------- turns
    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Alone at the table, when everything before is on disk and was told."""
        try:
            async with self.lock:
                if self.racing:
                    await self.racing.rest()
                try:
                    yield
                finally:
                    if self.is_lost:
                        self.room.forget(self)
        finally:
            if self.racing:
                self.racing.run()

    @property
    def is_busy(self) -> bool:
        """Whether something is being done that is not on disk yet."""
        return self.lock.locked() or bool(self.racing and self.racing.writing)

    # ----------------------------------------------------------------------------- answers
    def asking(self, who: int, command: str) -> tuple[str, str] | None:
        """By what the answer to a command is found again; who only watches has none."""
        return (self.table.seats[who].token, command) if who >= 0 else None

    def answers_again(self, at: Connection, command: str) -> bool:
        """Answer a command that was answered before as it was then; whether it was one."""
        if answer := self.table.answers.find(at.keys, command):
            at.put(m.answer(command, answer.refusal))
        return answer is not None

    def check_saves(self) -> None:
        """Refuse whatever would have to be saved while nothing can be."""
        if self.table.fault:
            raise DiskFault(self.table.fault)

    async def refuse(self, at: Connection, who: int, command: str, sentence: ValueError) -> None:
        """Say why not, once that is on disk like every answer."""
        if not is_sentence(sentence):
            raise sentence
        self.room.counts.refused += 1
        if not isinstance(sentence, DiskFault) and (asked := self.asking(who, command)):
            answer = Answer(*asked, str(sentence))
            self.table.answers.keep(answer)
            with suppress(DiskFault):  # it changed nothing: there is nothing to go back to
                await self.room.write(self.given(answer))
        at.put(m.answer(command, str(sentence)))

    def given(self, answer: Answer) -> Change:
        """An answer, to be written."""
        return add_answer(self.table.id, self.table.answers.next(), answer)

    # ----------------------------------------------------------------------------- writing
    def added(self, entry: Entry) -> Change:
        """The last line of what was done, to be written."""
        return add_entry(self.table.id, self.table.entries - 1, entry, time.time())

    async def commit(self, *changes: Change) -> None:
        """Write, and with it that the command was carried out which led to this."""
        asked, self.asked = self.asked, None
        if asked:
            self.table.answers.keep(Answer(*asked))
            changes = (*changes, self.given(Answer(*asked)))
        await self._write(*changes)

    async def _write(self, *changes: Change) -> None:
        """Write; if that fails, forget what is in memory and let all come back to the disk."""
        try:
            await self.room.write(*changes)
        except DiskFault:
            self.is_gone = self.is_lost = True
            raise
        except StoreFailed:
            self.room.forget(self)
            raise

    async def act(self, seat: int, action: int, by: str, command: str = "") -> None:
        """Carry out an action and tell everybody, once it is on disk."""
        table, idle = self.table, self.table.patience.idle
        table.act(seat, action, self.room.now(), by)
        changes = [self.added(Entry(seat, action, by, command))]
        if not table.is_playing:
            changes.append(save_table(table.data))
        await self.commit(*changes)
        self.room.counts.actions += 1
        self.next()
        self._send(self.telling().step(seat, action, by))
        if not table.is_playing or table.patience.idle != idle:
            self.tell_table()

    def note_time(self) -> bool:
        """Take down how the clocks stand, if there are any."""
        race = self._race()
        game = race.game_time() if race else None
        if not self.table.is_timed() and game is None:
            return False
        self.table.keep_time(self.room.now(), time.time(), game.left if game else None)
        return True

    async def keep_time(self) -> None:
        """Write down how the clocks stand when they stop or begin to run: a table that is put away
        or lost goes on from there."""
        kept = self.table.data.time
        if self.table.fault:
            return
        if self.table.is_awake() != (kept is not None and kept.runs) and self.note_time():
            await self.commit(save_table(self.table.data))

    async def save_and_tell(self) -> None:
        """Write the table down and show it to everybody."""
        self.note_time()
        await self.commit(save_table(self.table.data))
        self.tell_table()

    # ----------------------------------------------------------------------------- telling
    def next(self) -> None:
        """Another message for everybody."""
        self.seq += 1
        self._mark()

    def _mark(self) -> None:
        play = self.table.play
        self.marks.append((self.seq, len(play.events) if play else 0))

    def telling(self) -> Telling:
        """The table at this moment."""
        return Telling(self.table, self.seq, self.room.now(), self._race())

    def tell_table(self, skip: Connection | None = None) -> None:
        """Show everybody the whole table."""
        self.next()
        self._send(self.telling().whole, skip)

    def tell(self, message: m.FromRoom) -> None:
        """Send the same to everybody."""
        frame = m.frame(message)
        self._send(lambda _: frame)

    def _send(self, frame_for: Callable[[Group], bytes], skip: Connection | None = None) -> None:
        """Send everybody their message, written once for all who may know the same."""
        for connection, frame in self.framed(frame_for):
            if connection is not skip:
                connection.put(frame)
                self.room.counts.sent += 1

    def framed(self, frame_for: Callable[[Group], bytes]) -> list[tuple[Connection, bytes]]:
        """Everybody's message."""
        groups = {connection.seats for connection in self.connections}
        frames = {group: frame_for(group) for group in groups}
        return [(connection, frames[connection.seats]) for connection in self.connections]

    # ----------------------------------------------------------------------------- time
    def halt(self) -> None:
        """Let the table wait until everything can be saved again."""
        fault, before = self.room.store.fault, self.table.fault
        if fault != before:
            self.table.set_fault(fault, self.room.now())
        if before and not fault and not self.is_gone:
            self.tell_table()
            self.schedule()
        elif fault and not self.is_gone:
            asyncio.get_running_loop().call_later(HALT_SECONDS, self.halt)

    def schedule(self) -> None:
        """Wake up when time or a bot will do something."""
        if not self.is_gone:
            self._race()
        ask_bots(self)
        self.set_timer()

    def set_timer(self) -> None:
        """Ring when something is due. A timer that rings before that stays and is set anew then,
        which costs less than to put it off with every action."""
        raced = self.racing.due() if self.racing else None
        times = (self.table.due(), raced, self.bots.next())
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
        resumes_at = self.table.resumes_at
        if resumes_at is not None and resumes_at <= self.room.now():
            self.room.spawn(go_on(self))
        elif self.racing:
            self.racing.wake()
        else:
            self.room.spawn(tick(self))

    def _race(self) -> Racing | None:
        """The race, where there is one and it was dealt; none at a table that is gone."""
        if self.is_gone:
            return None
        table = self.table
        start = table.game.real_time(table.data.options) if table.is_race else None
        if self.racing:
            self.racing.settle()
        elif start and table.play:
            self.racing = Racing(self, start)
        return self.racing
