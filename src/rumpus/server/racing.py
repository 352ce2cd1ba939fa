"""Racing: a table whose game keeps its own time, joined to its people, its bots and the disk."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, NamedTuple
from weakref import ref

from rumpus.rulekit.log import Event
from rumpus.rulekit.race import Answer, StartRace
from rumpus.store import Change, DiskFault, save_table
from rumpus.table.answers import Answer as Answered
from rumpus.table.clock import Time
from rumpus.table.data import Entry
from rumpus.table.errors import NotNow
from rumpus.table.play import BOT, CLOCK, PERSON
from rumpus.table.views import ComingView, coming_of

from . import messages as m
from .connection import Connection
from .player_commands import action_of
from .telling import Telling

if TYPE_CHECKING:
    from .live import Live

MS = 1000.0


class Claimed(NamedTuple):
    """Who waits for the answer to a claim."""

    connection: Connection
    seat: int
    command: str


def _act_for(racing: ref[Racing], number: int, seat: int, action: int) -> list[Event]:
    """Act for whoever has the race, which does not keep them in memory."""
    owner = racing()
    assert owner, "a race ends with its table"
    return owner.act(number, seat, action)


class Racing:
    """The race at a table. Claims come in as they arrive and are answered at their turn.

    Bots use the same queue. The clock stands still while the table is paused or nobody is there.
    """

    def __init__(self, live: Live, start: StartRace) -> None:
        self.live, self.table = live, live.table
        self.now = live.room.now()
        self.race = start(
            self.table.backend, self.table.game_on().state, self.table.data.options,
            MS * self.now, act=partial(_act_for, ref(self)), seed=live.room.rng.getrandbits(64),
            left=None if self.table.game_left is None else MS * self.table.game_left,
        )  # fmt: skip
        self.stopped: float | None = None
        self.writing: asyncio.Future[None] | None = None
        self.claims: dict[int, Claimed] = {}
        self.numbers: dict[tuple[int, str], int] = {}
        self.settle()

    # ----------------------------------------------------------------------------- time
    def settle(self) -> None:
        """See who plays, and whether time passes: not while the table waits for people."""
        now, table = self.live.room.now(), self.table
        if table.is_playing and not table.is_awake():
            self.stopped = now if self.stopped is None else self.stopped
            return
        if self.stopped is not None:
            self.race.put_off(MS * (now - self.stopped))
            self.stopped = None
        bots = {n: table.level_at(n) for n in range(table.players) if table.plays_itself(n)}
        self.race.seat_bots(bots, MS * now)

    def due(self) -> float | None:
        """When something will happen by itself."""
        due = self.race.due()
        return None if due is None or self.stopped is not None else due / MS

    def withdraw(self) -> None:
        """The game is paused: nobody who waits for an answer gets what was claimed."""
        changes: list[Change] = []
        frames: list[tuple[Connection, bytes]] = []
        for answer in self.race.withdraw(MS * self.live.room.now()):
            changes += self._given(answer)
            frames += self._answered(answer)
        if changes:
            written = self.live.room.write(*changes)
            written.add_done_callback(partial(self._send_written, frames))

    def _send_written(
        self, frames: list[tuple[Connection, bytes]], written: asyncio.Future[None]
    ) -> None:
        if written.exception() is None:
            self._send(frames)

    def _set_timer(self) -> None:
        """Wake up in time, unless something else does before that."""
        due, live = self.due(), self.live
        if live.timer is None or (due is not None and due < live.rings_at):
            live.set_timer()

    def coming(self, names: tuple[str, ...]) -> ComingView | None:
        """What the table itself will do next, for clients."""
        at = self.live.room.now() if self.stopped is None else self.stopped
        return coming_of(self.table, names, self.race.coming(MS * at))

    def game_time(self) -> Time | None:
        """The time of the whole game."""
        at = self.live.room.now() if self.stopped is None else self.stopped
        if (time := self.race.left(MS * at)) is None:
            return None
        left, of = time
        return Time(left / MS, of / MS, self.stopped is None)

    # ----------------------------------------------------------------------------- claims
    def claim(self, at: Connection, message: m.DoAct) -> None:
        """Let somebody's action join the race; it is answered at its turn."""
        live, command = self.live, message.command
        who = at.seat_meant(message.seat)
        if live.answers_again(at, command):
            return
        try:
            self._queue(Claimed(at, message.seat, command), action_of(live, at, message))
        except ValueError as sentence:
            live.room.spawn(live.refuse(at, who, command, sentence))
        at.wire.measure()
        self.run()

    def _queue(self, claimed: Claimed, action: int) -> None:
        """Put a claim into the queue; one that is sent again is answered where it was sent last."""
        at, seat, command = claimed
        number = self.numbers.get((seat, command))
        if number is None:
            self.live.check_saves()
            if self.table.data.paused:
                raise NotNow("The game is paused.")
            now, round_trip = MS * self.live.room.now(), MS * at.wire.round_trip
            number = self.numbers[seat, command] = self.race.claim(seat, action, now, round_trip)
        self.claims[number] = claimed

    def act(self, number: int, seat: int, action: int) -> list[Event]:
        """Carry out what the race has let through."""
        return self.table.act(seat, action, self.now, self._decided(number))

    def _decided(self, number: int) -> str:
        """Who decided: whoever waits for an answer is a person, and only the clock has none."""
        if number in self.claims:
            return PERSON
        return BOT if number else CLOCK

    # ----------------------------------------------------------------------------- answers
    def wake(self) -> None:
        """The time has come: for a bot to stand in for somebody, or for the race."""
        if not self.live.is_busy and self.table.notice_absence(self.live.room.now()):
            self.live.tell_table()
        self.run()

    def run(self) -> None:
        """Let happen what is due, unless something else is being done: then it runs again after it.

        Nobody hears of anything before all of it is on disk.
        """
        live = self.live
        if live.is_gone or live.is_busy:
            return
        self.now = live.room.now()
        try:
            self._step()
        except Exception as error:  # what is in memory was not written: all come back to the disk
            live.room.forget(live)
            live.room.report(error)

    def _step(self) -> None:
        changes: list[Change] = []
        frames: list[tuple[Connection, bytes]] = []
        answers: list[Answer] = []
        for answer in self.race.steps(MS * self.now) if self.stopped is None else ():
            answers.append(answer)
            changes += self._given(answer)
            if answer.events:
                changes += self._written(answer)
            if not answer.refusal:
                frames += self._told(answer)
        if changes:
            self.writing = self.live.room.write(*changes)
            self.writing.add_done_callback(partial(self._finish, answers, frames))
        else:
            self._tell(answers, frames)
            self._set_timer()

    def _finish(
        self,
        answers: list[Answer],
        frames: list[tuple[Connection, bytes]],
        written: asyncio.Future[None],
    ) -> None:
        """It is on disk, or else all come back to the disk; and go on."""
        self.writing = None
        if error := written.exception():
            if isinstance(error, DiskFault):
                self._send([
                    (claimed.connection, m.answer(claimed.command, str(error)))
                    for claimed in self.claims.values()
                ])  # fmt: skip
            else:
                self.live.room.report(error)
            self.live.room.forget(self.live)
            return
        self._tell(answers, frames)
        self.run()

    async def rest(self) -> None:
        """Wait until what was done is on disk and was told."""
        if self.writing:
            await asyncio.wait([self.writing])

    def _tell(self, answers: list[Answer], frames: list[tuple[Connection, bytes]]) -> None:
        for answer in answers:
            frames += self._answered(answer)
        self._send(frames)

    def _send(self, frames: list[tuple[Connection, bytes]]) -> None:
        """Everything that goes to the same client at once."""
        together: dict[Connection, list[bytes]] = {}
        for connection, frame in frames:
            together.setdefault(connection, []).append(frame)
        for connection, some in together.items():
            connection.put(b"".join(some))
        self.live.room.counts.sent += len(frames)

    def _given(self, answer: Answer) -> list[Change]:
        """The answer to somebody's claim, to be written."""
        claimed = self.claims.get(answer.number)
        asked = claimed and self.live.asking(claimed.seat, claimed.command)
        return [self.live.given(Answered(*asked, answer.refusal or None))] if asked else []

    def _written(self, answer: Answer) -> list[Change]:
        claimed = self.claims.get(answer.number)
        command = claimed.command if claimed else ""
        by = self._decided(answer.number)
        changes = [self.live.added(Entry(answer.seat, answer.action, by, command))]
        if not self.table.is_playing:
            changes.append(save_table(self.table.data))
        self.live.room.counts.actions += 1
        return changes

    def _told(self, answer: Answer) -> list[tuple[Connection, bytes]]:
        """What everybody is told: what was done, or that something will be."""
        live = self.live
        live.next()
        telling = Telling(self.table, live.seq, self.now, self)
        by = self._decided(answer.number)
        if not answer.events:
            return live.framed(lambda _: telling.announced())
        frames = live.framed(telling.step(answer.seat, answer.action, by))
        if not self.table.is_playing:
            live.next()
            frames += live.framed(live.telling().whole)
        return frames

    def _answered(self, answer: Answer) -> list[tuple[Connection, bytes]]:
        """What the claimant is told, who alone hears why not."""
        claimed = self.claims.pop(answer.number, None)
        if claimed is None:
            return []
        del self.numbers[claimed.seat, claimed.command]
        reason = answer.refusal or None
        if asked := self.live.asking(claimed.seat, claimed.command):
            self.table.answers.keep(Answered(*asked, reason))
        self.live.room.counts.refused += bool(reason)
        return [(claimed.connection, m.answer(claimed.command, reason))]
