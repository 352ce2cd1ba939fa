"""Racing: the time of a game in real time, which its race keeps itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from weakref import ref

from rumpus.rulekit.log import Event
from rumpus.rulekit.race import Answer, StartRace
from rumpus.table.clock import Time
from rumpus.table.play import BOT, CLOCK, PERSON
from rumpus.table.views import ComingView, coming_of

from .connection import Connection
from .live import Live
from .timekeeping import Step

MS = 1000.0


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
        self.forbidden = self.race.forbidden
        self.stopped: float | None = None

    def welcome(self, at: Connection) -> None:
        """Find out how long somebody's line is: who is far away must not lose by it."""
        at.wire.measure()

    def claim(self, at: Connection, seat: int, action: int, now: float) -> int:
        """Let somebody's action join the race."""
        number = self.race.claim(seat, action, MS * now, MS * at.wire.round_trip)
        at.wire.measure()
        return number

    def withdraw(self, now: float) -> list[Step]:
        """Nobody who waits gets what was claimed."""
        return [self._step(answer) for answer in self.race.withdraw(MS * now)]

    # ----------------------------------------------------------------------------- time
    def settle(self, now: float) -> None:
        """See who plays, and whether time passes: not while the table waits for people."""
        table = self.table
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

    def coming(self, now: float) -> ComingView | None:
        """What the table itself will do next, for clients."""
        return coming_of(self.table, self.race.coming(MS * self._at(now)))

    def game_time(self, now: float) -> Time | None:
        """The time of the whole game."""
        if (time := self.race.left(MS * self._at(now))) is None:
            return None
        left, of = time
        return Time(left / MS, of / MS, self.stopped is None)

    def _at(self, now: float) -> float:
        return now if self.stopped is None else self.stopped

    # ----------------------------------------------------------------------------- steps
    def steps(self, now: float) -> Iterator[Step]:
        """Let everything happen that is due."""
        self.now = now
        if self.stopped is None:
            yield from map(self._step, self.race.steps(MS * now))

    def _step(self, answer: Answer) -> Step:
        number, seat, action, _, refusal, events = answer
        return Step(number, seat, action, self._decided(number), refusal, bool(events))

    def act(self, number: int, seat: int, action: int) -> list[Event]:
        """Carry out what the race has let through."""
        return self.table.act(seat, action, self.now, self._decided(number))

    def _decided(self, number: int) -> str:
        """Who decided: whoever waits for an answer is a person, and only the clock has none."""
        if number in self.live.claims:
            return PERSON
        return BOT if number else CLOCK
