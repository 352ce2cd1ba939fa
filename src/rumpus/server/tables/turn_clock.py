"""The timekeeper of games with turns: claims in order, bots with a delay, time limits."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from rumpus.rulekit.errors import Complaint
from rumpus.table.data.settings import thinking_time
from rumpus.table.play import BOT, CLOCK, PERSON
from rumpus.table.timing.bot_turns import BotTurns

from .connection import Connection
from .table_server import TableServer
from .timekeeper import IdleTimekeeper, TimekeeperStep

NO_CLAIM = 0
"""The number of a step that answers no claim."""


class QueuedAction(NamedTuple):
    """A player's action in the queue."""

    number: int
    seat: int
    action: int


class BotChoice(NamedTuple):
    """A bot's action, and what it was based on; the action is None if the bot failed."""

    seat: int
    action: int | None
    known: Any
    entries: int


class TurnClock(IdleTimekeeper):
    """Keeps a game with turns going; its clocks belong to the table."""

    def __init__(self, server: TableServer) -> None:
        self.server, self.table, self.room = server, server.table, server.room
        self.bots = BotTurns()
        self.numbers = count(1)
        self.queue: deque[QueuedAction | BotChoice] = deque()

    def claim(self, client: Connection, seat: int, action: int, now: float) -> int:
        """Queue a player's action."""
        number = next(self.numbers)
        self.queue.append(QueuedAction(number, seat, action))
        return number

    # ----------------------------------------------------------------------------- time
    def due(self) -> float | None:
        """When the next bot starts to think."""
        return self.bots.next()

    def is_still(self) -> bool:
        """Whether no action is queued and no bot thinks, or is about to."""
        return not (self.queue or self.bots.due or self.bots.thinking)

    def update(self, now: float) -> None:
        """Schedule every bot whose turn it is."""
        table = self.table
        wait = partial(thinking_time, table.data.settings.pace, self.room.rng)
        bots = table.bots_asked()
        together = bool(bots) and len(table.game_on().asked()) > 1
        self.bots.ask(bots, now, wait, together=together)

    # ----------------------------------------------------------------------------- steps
    def steps(self, now: float) -> Iterator[TimekeeperStep]:
        """Carry out queued actions, decide for players who ran out of time, and start the bots
        whose turn it is."""
        while self.queue:
            first = self.queue.popleft()
            if isinstance(first, QueuedAction):
                yield self._answer(first, now)
            elif (action := self._chosen(first)) is not None:
                self.bots.answered(first.seat)
                yield self._act(NO_CLAIM, first.seat, action, BOT, now)
            else:
                self.bots.missed(first.seat, now)
        yield from self._time_outs(now)
        self.update(now)
        for seat in self.bots.begin(now):
            known = self.table.game_on().known_to(seat)
            self.room.spawn(self._think(seat, known, self.table.entries))

    def _answer(self, claim: QueuedAction, now: float) -> TimekeeperStep:
        """Carry out or refuse a claim."""
        number, seat, action = claim
        try:
            self.server.check_claim(number)
            return self._act(number, seat, action, PERSON, now)
        except Complaint as error:
            return TimekeeperStep(number, seat, action, PERSON, error.sentence)

    def _act(self, number: int, seat: int, action: int, by: str, now: float) -> TimekeeperStep:
        self.table.act(seat, action, now, by)
        return TimekeeperStep(number, seat, action, by)

    def _time_outs(self, now: float) -> Iterator[TimekeeperStep]:
        """Act for players whose time is up, and when the whole game's time is up."""
        table = self.table
        for seat in table.clock.expired(now):
            if seat in table.clock.expired(now):
                for action in table.time_out(seat, self.room.rng):
                    yield self._act(NO_CLAIM, seat, action, CLOCK, now)
        time_up = table.game.calls_time
        if table.whole_game.expired(now) and time_up is not None and table.table_may(time_up):
            yield self._act(NO_CLAIM, table.players, int(time_up), CLOCK, now)

    # ----------------------------------------------------------------------------- bots
    async def _think(self, seat: int, known: Any, entries: int) -> None:
        """Let a bot think in the background, then queue its choice."""
        action: int | None = None
        try:
            action = await self.room.think(self.table, self.server.connections, known, seat)
        except Exception as error:  # a failing bot must not stop the game
            self.room.report(error)
        self.queue.append(BotChoice(seat, action, known, entries))
        self.server.run()

    def _chosen(self, thought: BotChoice) -> int | None:
        """A bot's action; None if the question has changed since."""
        seat, action, known, entries = thought
        is_asked = seat in self.table.bots_asked() and (
            self.table.entries == entries or self._is_asked_the_same(seat, known)
        )
        if is_asked and action is None:
            return self.table.game_on().timeout_of(seat, self.room.rng)
        return action if is_asked else None

    def _is_asked_the_same(self, seat: int, known: Any) -> bool:
        """Whether a seat's advice is still the same as when the bot started."""
        advice = self.table.backend.advice
        return bool(advice(known, seat) == advice(self.table.game_on().known_to(seat), seat))
