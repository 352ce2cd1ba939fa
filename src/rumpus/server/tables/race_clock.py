"""The timekeeper of a game in real time: adapts the game's own race."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from weakref import ref

from rumpus.rulekit.log import Event
from rumpus.rulekit.optional.race import Answer, StartRace
from rumpus.table.play import BOT, CLOCK, PERSON
from rumpus.table.showing.lobby import ComingView, coming_of
from rumpus.table.timing.clock import TimeLeft

from .connection import Connection
from .table_server import TableServer
from .timekeeper import TimekeeperStep

MS = 1000.0


def _act_for(racing: ref[RaceClock], number: int, seat: int, action: int) -> list[Event]:
    """Act for the owner of a race; the weak reference avoids a reference cycle."""
    owner = racing()
    assert owner, "a race ends with its table"
    return owner.act(number, seat, action)


class RaceClock:
    """Runs the race at a table. Claims join on arrival and are answered when the race decides them.

    Bots use the same queue. The clock stops while the table is paused or nobody is present.
    """

    def __init__(self, server: TableServer, start: StartRace) -> None:
        self.server, self.table = server, server.table
        self.now = server.room.now()
        self.race = start(
            self.table.backend, self.table.game_on().state, self.table.data.options,
            MS * self.now, act=partial(_act_for, ref(self)), seed=server.room.rng.getrandbits(64),
            left=None if self.table.game_left is None else MS * self.table.game_left,
        )  # fmt: skip
        self.forbidden = self.race.forbidden
        self.stopped: float | None = None

    def welcome(self, client: Connection) -> None:
        """Measure the latency, so that distant players are not at a disadvantage."""
        client.socket.measure()

    def claim(self, client: Connection, seat: int, action: int, now: float) -> int:
        """Enter an action into the race."""
        number = self.race.claim(seat, action, MS * now, MS * client.socket.round_trip)
        client.socket.measure()
        return number

    def withdraw(self, now: float) -> list[TimekeeperStep]:
        """Refuse all open claims."""
        return [self._step(answer) for answer in self.race.withdraw(MS * now)]

    # ----------------------------------------------------------------------------- time
    def update(self, now: float) -> None:
        """Update the bots, and stop the clock while the table waits for people."""
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
        """When the race next acts on its own."""
        due = self.race.due()
        return None if due is None or self.stopped is not None else due / MS

    def is_still(self) -> bool:
        """Whether the race is over, or stands still: what is left of its time is stored."""
        return self.stopped is not None or not self.table.is_playing

    def coming(self, now: float) -> ComingView | None:
        """What the table itself will do next, for clients."""
        return coming_of(self.table, self.race.coming(MS * self._at(now)))

    def game_time(self, now: float) -> TimeLeft | None:
        """The time left in the whole game."""
        if (time := self.race.left(MS * self._at(now))) is None:
            return None
        left, of = time
        return TimeLeft(left / MS, of / MS, self.stopped is None)

    def _at(self, now: float) -> float:
        return now if self.stopped is None else self.stopped

    # ----------------------------------------------------------------------------- steps
    def steps(self, now: float) -> Iterator[TimekeeperStep]:
        """Carry out everything that is due."""
        self.now = now
        if self.stopped is None:
            yield from map(self._step, self.race.steps(MS * now))

    def _step(self, answer: Answer) -> TimekeeperStep:
        number, seat, action, _, refusal, events = answer
        return TimekeeperStep(number, seat, action, self._decided(number), refusal, bool(events))

    def act(self, number: int, seat: int, action: int) -> list[Event]:
        """Carry out what the race has decided."""
        return self.table.act(seat, action, self.now, self._decided(number))

    def _decided(self, number: int) -> str:
        """Who decided: the number of a pending claim is a person's, zero the clock's."""
        if number in self.server.claims:
            return PERSON
        return BOT if number else CLOCK
