"""The turn clock: claims in the order they came, bots that take their time, and who ran out of it.

It keeps the time of every game that waits for its players.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from rumpus.rulekit.errors import Complaint
from rumpus.table.bot_turns import BotTurns
from rumpus.table.play import BOT, CLOCK, PERSON
from rumpus.table.settings import thinking_time

from .connection import Connection
from .live import Live
from .timekeeping import Step, Still

OWN = 0
"""The number of what nobody has claimed."""


class Waiting(NamedTuple):
    """A person's claim."""

    number: int
    seat: int
    action: int


class Thought(NamedTuple):
    """What a bot has chosen, from what it knew after so many entries; None if it failed."""

    seat: int
    action: int | None
    known: Any
    entries: int


class Turns(Still):
    """The time of a game with turns. Its clocks are the table's own; a pause refuses what waits."""

    def __init__(self, live: Live) -> None:
        self.live, self.table, self.room = live, live.table, live.room
        self.bots = BotTurns()
        self.numbers = count(1)
        self.queue: deque[Waiting | Thought] = deque()

    def claim(self, at: Connection, seat: int, action: int, now: float) -> int:
        """Queue what somebody wants to do."""
        number = next(self.numbers)
        self.queue.append(Waiting(number, seat, action))
        return number

    # ----------------------------------------------------------------------------- time
    def due(self) -> float | None:
        """When the next bot begins to think."""
        return self.bots.next()

    def settle(self, now: float) -> None:
        """Give every bot that is asked its time."""
        table = self.table
        wait = partial(thinking_time, table.data.settings.pace, self.room.rng)
        bots = table.bots_asked()
        together = bool(bots) and len(table.game_on().asked()) > 1
        self.bots.ask(bots, now, wait, together=together)

    # ----------------------------------------------------------------------------- steps
    def steps(self, now: float) -> Iterator[Step]:
        """Carry out what was claimed and what bots chose, decide for whoever ran out of time, and
        let the bots think that are asked."""
        while self.queue:
            first = self.queue.popleft()
            if isinstance(first, Waiting):
                yield self._answer(first, now)
            elif (action := self._chosen(first)) is not None:
                self.bots.answered(first.seat)
                yield self._act(OWN, first.seat, action, BOT, now)
            else:
                self.bots.missed(first.seat, now)
        yield from self._time_outs(now)
        self.settle(now)
        for seat in self.bots.begin(now):
            known = self.table.game_on().known_to(seat)
            self.room.spawn(self._think(seat, known, self.table.entries))

    def _answer(self, claim: Waiting, now: float) -> Step:
        """A claim at its turn: carried out or refused."""
        number, seat, action = claim
        try:
            self.live.check_claim(number)
            return self._act(number, seat, action, PERSON, now)
        except Complaint as error:
            return Step(number, seat, action, PERSON, error.sentence)

    def _act(self, number: int, seat: int, action: int, by: str, now: float) -> Step:
        self.table.act(seat, action, now, by)
        return Step(number, seat, action, by)

    def _time_outs(self, now: float) -> Iterator[Step]:
        """What is done for those whose time is up, and when the time of the whole game is."""
        table = self.table
        for seat in table.clock.expired(now):
            if seat in table.clock.expired(now):
                for action in table.time_out(seat, self.room.rng):
                    yield self._act(OWN, seat, action, CLOCK, now)
        time_up = table.game.calls_time
        if table.whole_game.expired(now) and time_up is not None and table.table_may(time_up):
            yield self._act(OWN, table.players, int(time_up), CLOCK, now)

    # ----------------------------------------------------------------------------- bots
    async def _think(self, seat: int, known: Any, entries: int) -> None:
        """Let a bot think beside all others, and queue what it chose."""
        action: int | None = None
        try:
            action = await self.room.think(self.table, self.live.connections, known, seat)
        except Exception as error:  # a bot that fails holds nobody up
            self.room.report(error)
        self.queue.append(Thought(seat, action, known, entries))
        self.live.run()

    def _chosen(self, thought: Thought) -> int | None:
        """A bot's action at its turn; none if it is asked something else by now."""
        seat, action, known, entries = thought
        is_asked = seat in self.table.bots_asked() and (
            self.table.entries == entries or self._is_asked_the_same(seat, known)
        )
        if is_asked and action is None:
            return self.table.game_on().timeout_of(seat, self.room.rng)
        return action if is_asked else None

    def _is_asked_the_same(self, seat: int, known: Any) -> bool:
        """Whether what others did since changed nothing about a seat's choices."""
        advice = self.table.backend.advice
        return bool(advice(known, seat) == advice(self.table.game_on().known_to(seat), seat))
