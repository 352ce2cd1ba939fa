"""A table with people at it: one ordered queue, every change on disk before anyone hears of it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

from rumpus.store import Change, DiskFault, StoreFailed, add_answer, add_chat, add_entry, save_table
from rumpus.table import own
from rumpus.table import play as deciders
from rumpus.table.answers import Answer
from rumpus.table.bot_turns import BotTurns
from rumpus.table.data import OVER, Entry
from rumpus.table.errors import NotNow, Refused, is_sentence
from rumpus.table.seat import hash_of, new_token
from rumpus.table.series import dropped_out
from rumpus.table.settings import thinking_time
from rumpus.table.table import Table

from . import messages as m
from .bodies import NewSeat, SeatToken
from .connection import NOBODY, Connection, check_held, check_seated
from .crowd import crowd_changed
from .racing import Racing
from .telling import Group, Telling

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

    # ----------------------------------------------------------------------------- coming, going
    async def hello(self, connection: Connection, message: m.Hello) -> None:
        """Let somebody in, or catch them up."""
        async with self.turn():
            if self.is_gone:
                return
            connection.keys = tuple(map(hash_of, message.tokens))
            connection.dropped_out = dropped_out(self.table, message.tokens)
            changed = self._seat(connection, self.table.seats_of(message.tokens))
            await self._keep_time()
            if changed:
                self.tell_table(skip=connection)
            seen = self._seen(message.after) if message.after else None
            connection.put(self.telling().whole(connection.seats, seen))
            if self.racing:
                connection.wire.measure()
            self.schedule()

    def _seen(self, seq: int) -> int:
        """How many events somebody has seen who has seen a message."""
        return next((events for at, events in reversed(self.marks) if at <= seq), 0)

    def _seat(self, connection: Connection, seats: Group) -> bool:
        """Put a connection into its seats; whether that changes what others see of the table."""
        if connection in self.connections and connection.seats == seats:
            return False
        changed = self._unseat(connection)
        now = self.room.now()
        connection.take_seats(seats)
        self.connections.add(connection)
        if not seats:
            self._watch(1)
        for seat in seats:
            changed |= self.table.arrive(seat, now)
        self._cover()
        return changed

    def _unseat(self, connection: Connection) -> bool:
        if connection not in self.connections:
            return False
        now = self.room.now()
        self.connections.discard(connection)
        self.idle_since = now
        if not connection.seats:
            self._watch(-1)
        departed = [self.table.depart(seat, now) for seat in connection.seats]
        self._cover()
        return any(departed)

    def _watch(self, change: int) -> None:
        self.table.watch(change, self.room.now())
        crowd_changed(self)

    def _cover(self) -> bool:
        """Tell the table who cannot see it, wherever they are connected; whether that is news."""
        seeing = {connection.holder for connection in self.connections}
        covered = {seat for connection in self.connections for seat in connection.covered()}
        return self.table.cover(covered - seeing, self.room.now())

    def _hold(self, at: Connection, seat: int) -> None:
        """A shared device goes to somebody, or is covered."""
        if seat != NOBODY:
            check_held(at, seat)
        if len(at.seats) > 1:
            at.holder = seat
            if self._cover():
                self.tell_table()

    async def goodbye(self, connection: Connection) -> None:
        """A connection has ended."""
        if self.is_gone:
            return
        with suppress(DiskFault):
            async with self.turn():
                was_here = connection in self.connections
                changed = self._unseat(connection)
                if was_here and not self.is_gone:
                    await self._keep_time()
                    if changed:
                        self.tell_table()
                    self.schedule()

    # ----------------------------------------------------------------------------- commands
    async def command(self, connection: Connection, message: m.Command) -> None:
        """Answer a command: carry it out at its turn, or say why not."""
        who = connection.seat_meant(getattr(message, "seat", -1))
        if self.racing and isinstance(message, m.DoAct):
            self.racing.claim(connection, message)
            return
        if isinstance(message, m.DoHint):
            await self._hint(connection, message, who)
            return
        async with self.turn():
            if self.is_gone or self.answers_again(connection, message.command):
                return
            self.asked = self.asking(who, message.command)
            try:
                await self._carry_out(connection, message, who)
                if self.asked:  # nothing was changed that is kept, and so is no answer
                    self.table.answers.keep(Answer(*self.asked))
                connection.put(m.answer(message.command, None))
            except ValueError as sentence:
                await self.refuse(connection, who, message.command, sentence)
            finally:
                self.asked = None
            self.schedule()

    def asking(self, who: int, command: str) -> tuple[str, str] | None:
        """By what the answer to a command is found again; who only watches has none."""
        return (self.table.seats[who].token, command) if who >= 0 else None

    def answers_again(self, at: Connection, command: str) -> bool:
        """Answer a command that was answered before as it was then; whether it was one."""
        if answer := self.table.answers.find(at.keys, command):
            at.put(m.answer(command, answer.refusal))
        return answer is not None

    async def _hint(self, at: Connection, message: m.DoHint, who: int) -> None:
        """Let a worker look for the best choice; the game goes on meanwhile."""
        try:
            check_seated(at)
            check_held(at, message.seat)
            hint = await self.room.hint(at, self, message.seat)
        except ValueError as sentence:
            await self.refuse(at, who, message.command, sentence)
            return
        best = [m.HintChoice(c.action, c.words, c.chance) for c in hint.choices]
        at.put(m.frame(m.HintMessage(
            command=message.command, action=hint.action, words=hint.words, why=hint.why,
            choices=best, weights=list(hint.weights),
        )))  # fmt: skip

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

    async def _carry_out(self, at: Connection, message: m.Command, who: int) -> None:
        self.check_saves()
        table, now, command = self.table, self.room.now(), message.command
        if not (isinstance(message, m.DoRematch) and at.dropped_out):
            check_seated(at)
        match message:
            case m.DoAct(seat=seat):
                if seat in at.seats and seat != at.holder:
                    self._hold(at, seat)
                await self.act(seat, self.action_of(at, message), deciders.PERSON, command)
            case m.DoChat():
                await self._say(at, who, message)
            case m.DoUndo(seat=seat):
                check_held(at, seat)
                table.undo(seat, now)
                entry = Entry(seat, None, deciders.PERSON, command)
                await self.commit(self.added(entry))
                self.tell_table()
            case m.DoRematch():
                await self.room.rematch(self, who, message.nonce)
            case m.DoPlan(seat=seat):
                check_held(at, seat)
                table.plan(seat, message.actions)
            case m.DoHold(seat=seat):
                self._hold(at, seat)
            case m.DoLeave(seat=seat):
                check_held(at, seat)
                await self._leave(seat, resigns=message.resign)
            case m.DoStart():
                table.check_host(at.seats)
                table.start(now)
                await self._save_and_tell()
            case m.DoSeat():
                table.check_host(at.seats)
                table.fill(message.seat, message.kind, message.level, now)
                await self._save_and_tell()
            case m.DoSeal(seat=seat):
                check_held(at, seat)
                table.seal(seat, message.seal, now)
                await self._save_and_tell()
            case m.DoShow(seat=seat):
                check_held(at, seat)
                table.show(seat, message.nonce, now)
                await self._save_and_tell()
            case m.DoPause():
                table.check_pauser(at.seats)
                table.pause(now)
                if self.racing:
                    self.racing.withdraw()
                await self._save_and_tell()
            case m.DoResume():
                table.check_pauser(at.seats)
                table.resume(now)
                await self._save_and_tell()
            case _:
                raise Refused("That cannot be done.")

    def action_of(self, at: Connection, message: m.DoAct) -> int:
        """What somebody wants to do, by its number or its notation."""
        check_seated(at)
        check_held(at, message.seat)
        if message.action is not None:
            return message.action
        return self.table.game.words.parse(message.notation, message.seat, self.table.players)

    async def act(self, seat: int, action: int, by: str, command: str = "") -> None:
        """Carry out an action and tell everybody, once it is on disk."""
        table = self.table
        table.act(seat, action, self.room.now(), by)
        changes = [self.added(Entry(seat, action, by, command))]
        if not table.is_playing:
            changes.append(save_table(table.data))
        await self.commit(*changes)
        self.room.counts.actions += 1
        self.next()
        self._send(self.telling().step(seat, action, by))
        if not table.is_playing:
            self.tell_table()

    async def _say(self, at: Connection, who: int, message: m.DoChat) -> None:
        if not at.chat.take(self.room.now()):
            raise Refused("You talk faster than people can read; wait a moment.")
        said = self.table.say(who, message.text, message.command)
        await self.commit(add_chat(self.table.id, self.table.said - 1, said, time.time()))
        self.next()
        self.tell(m.ChatMessage(seq=self.seq, seat=said.seat, name=said.name, text=said.text))

    async def _leave(self, seat: int, *, resigns: bool) -> None:
        action = own.resigning(self.table.game, seat)
        if resigns and not self.table.table_may(action):
            raise NotNow("Nobody can resign here now; who just leaves is replaced by a bot.")
        self.table.leave(seat, self.room.now())
        await self.commit(save_table(self.table.data))
        for connection in [c for c in self.connections if seat in c.seats]:
            rest = tuple(held for held in connection.seats if held != seat)
            connection.take_seats(rest)
            if not rest:
                self._watch(1)
        self._cover()
        self.tell_table()
        if resigns and action is not None:
            await self.act(self.table.players, action, deciders.PERSON)

    async def sit(self, wanted: NewSeat) -> SeatToken:
        """Seat somebody; when no seat is left open, the game starts.

        Who asks again in the same words, and has not been here yet, gets the same seat.
        """
        async with self.turn():
            if self.is_gone:
                raise NotNow("The table was just put away; try again.")
            self.check_saves()
            table, token = self.table, self.room.token(self.table.id, wanted)
            for seat in table.seats_of([token]):
                if table.data.status != OVER and not table.presence[seat].came:
                    return SeatToken(seat, token)
                token = new_token()
            seat = table.sit(
                wanted.seat, wanted.name, wanted.avatar, token, wanted.nonce, wanted.seal
            )
            if table.is_full():
                table.start(self.room.now())
            await self._save_and_tell()
            self.schedule()
            return SeatToken(seat, token)

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

    def note_time(self) -> bool:
        """Take down how the clocks stand, if there are any."""
        race = self._race()
        game = race.game_time() if race else None
        if not self.table.is_timed() and game is None:
            return False
        self.table.keep_time(self.room.now(), time.time(), game.left if game else None)
        return True

    async def _keep_time(self) -> None:
        """Write down how the clocks stand when they stop or begin to run: a table that is put away
        or lost goes on from there."""
        kept = self.table.data.time
        if self.table.fault:
            return
        if self.table.is_awake() != (kept is not None and kept.runs) and self.note_time():
            await self.commit(save_table(self.table.data))

    async def _save_and_tell(self) -> None:
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
        self._ask_bots()
        self.set_timer()

    def _ask_bots(self) -> None:
        """Give every bot that is asked its time."""
        table = self.table
        wait = partial(thinking_time, table.data.settings.pace, self.room.rng)
        bots = table.bots_asked()
        together = bool(bots) and len(table.game_on().asked()) > 1
        self.bots.ask(bots, self.room.now(), wait, together=together)

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
            self.room.spawn(self._go_on())
        elif self.racing:
            self.racing.wake()
        else:
            self.room.spawn(self._tick())

    async def _go_on(self) -> None:
        """The countdown after a pause is over."""
        async with self.turn():
            table, now = self.table, self.room.now()
            if not self.is_gone and table.resumes_at is not None and table.resumes_at <= now:
                table.go_on(now)
                await self._save_and_tell()
            self.schedule()

    def _race(self) -> Racing | None:
        """The race, where there is one and it was dealt; none at a table that is gone."""
        if self.is_gone:
            return None
        start = self.table.game.real_time(self.table.data.options)
        if self.racing:
            self.racing.settle()
        elif start and self.table.play:
            self.racing = Racing(self, start)
        return self.racing

    async def _tick(self) -> None:
        """Do what is due: let bots stand in, decide for whoever ran out of time, let bots move."""
        async with self.turn():
            if self.is_gone:
                return
            table, now = self.table, self.room.now()
            if table.miss_deal(now):
                await self._save_and_tell()
            if table.let_bots_stand_in(now):
                self.tell_table()
            for seat in table.clock.expired(now):
                if seat in table.clock.expired(now):
                    for action in table.time_out(seat, self.room.rng):
                        await self.act(seat, action, deciders.CLOCK)
            time_up = own.calling_time(table.game)
            if table.whole_game.expired(now) and time_up is not None and table.table_may(time_up):
                await self.act(table.players, time_up, deciders.CLOCK)
            self._ask_bots()
            begin = self.bots.begin(self.room.now())
            thoughts = [self._think(n, table.game_on().known_to(n), table.entries) for n in begin]
            self.set_timer()
        for thought in thoughts[1:]:
            self.room.spawn(thought)
        for thought in thoughts[:1]:
            await thought

    async def _think(self, seat: int, known: Any, number: int) -> None:
        """Let a bot think about what it knows after so many entries, beside all others, and act."""
        table = self.table
        action: int | None = None
        try:
            action = await self.room.think(self, known, seat)
        except Exception as error:  # a bot that fails holds nobody up
            self.room.report(error)
        async with self.turn():
            if self.is_gone:
                return
            if seat in table.bots_asked() and (
                table.entries == number or self._is_asked_the_same(seat, known)
            ):
                if action is None:
                    action = table.game_on().timeout_of(seat, self.room.rng)
                self.bots.answered(seat)
                await self.act(seat, action, deciders.BOT)
            else:
                self.bots.missed(seat, self.room.now())
            self.schedule()

    def _is_asked_the_same(self, seat: int, known: Any) -> bool:
        """Whether what others did since changed nothing about a seat's choices."""
        advice = self.table.backend.advice
        return advice(known, seat) == advice(self.table.game_on().known_to(seat), seat)
