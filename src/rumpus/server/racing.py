"""Racing: a table whose game keeps its own time, joined to its people, its bots and the disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rumpus.rulekit.log import Event
from rumpus.rulekit.race import Answer, StartRace
from rumpus.store import Change, save_table
from rumpus.table.data import Entry
from rumpus.table.errors import NotNow
from rumpus.table.play import BOT, CLOCK, PERSON
from rumpus.table.views import ComingView, coming_of

from . import messages as m
from .connection import Connection
from .telling import Telling

if TYPE_CHECKING:
    from .live import Live

MS = 1000.0


class Claimed(NamedTuple):
    """Who waits for the answer to a claim."""

    connection: Connection
    seat: int
    command: str


class Racing:
    """The race at a table. Claims come in as they arrive and are answered at their turn.

    Bots use the same queue. The clock stands still while the table is paused or nobody is there.
    """

    def __init__(self, live: Live, start: StartRace) -> None:
        self.live, self.table = live, live.table
        self.now = live.room.now()
        self.race = start(
            self.table.backend, self.table.game_on().state, self.table.data.options,
            MS * self.now, act=self._act, seed=live.room.rng.getrandbits(64),
        )  # fmt: skip
        self.stopped: float | None = None
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

    def coming(self) -> ComingView | None:
        """What the table itself will do next, for clients."""
        at = self.live.room.now() if self.stopped is None else self.stopped
        return coming_of(self.table, self.race.coming(MS * at))

    # ----------------------------------------------------------------------------- claims
    def claim(self, connection: Connection, seat: int, command: str, action: int) -> None:
        """Put a claim into the queue; one that is sent again is answered where it was sent last."""
        claimed, asked = Claimed(connection, seat, command), (seat, command)
        if number := self.numbers.get(asked):
            self.claims[number] = claimed
            return
        if self.table.data.paused:
            raise NotNow("The game is paused.")
        now, round_trip = MS * self.live.room.now(), MS * connection.wire.round_trip
        number = self.numbers[asked] = self.race.claim(seat, action, now, round_trip)
        self.claims[number] = claimed

    def _act(self, number: int, seat: int, action: int) -> list[Event]:
        return self.table.act(seat, action, self.now, self._decided(number))

    def _decided(self, number: int) -> str:
        """Who decided: whoever waits for an answer is a person, and only the clock has none."""
        if number in self.claims:
            return PERSON
        return BOT if number else CLOCK

    # ----------------------------------------------------------------------------- answers
    async def run(self) -> None:
        """Let happen what is due; nobody hears of it before all of it is on disk."""
        if self.stopped is not None:
            return
        self.now = self.live.room.now()
        changes: list[Change] = []
        frames: list[tuple[Connection, bytes]] = []
        answers: list[Answer] = []
        try:
            for answer in self.race.steps(MS * self.now):
                answers.append(answer)
                if answer.events:
                    changes += self._written(answer)
                if not answer.refusal:
                    frames += self._told(answer)
        except Exception:  # what is in memory was not written: all come back to the disk
            self.live.room.forget(self.live)
            raise
        if changes:
            await self.live.commit(*changes)
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
        frames = live.framed(lambda group: telling.step(group, answer.seat, answer.action, by))
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
        self.table.remember(claimed.seat, claimed.command, reason)
        self.live.room.counts.refused += bool(reason)
        return [(claimed.connection, m.answer(claimed.command, reason))]
