"""A table: the people and bots around one game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random

from rumpus.players import Hint, hint
from rumpus.rulekit.log import Event
from rumpus.rulekit.sentence import Sentence, say, written
from rumpus.running.backend import Backend

from . import play
from .data.answers import CommandAnswers
from .data.settings import HOST, NOBODY
from .data.table_data import OPEN, OVER, ChatEntry, LogEntry, TableData
from .errors import NotNow, NotYours
from .input.text import clean_chat
from .play import Play, SeatAction
from .seating.seats import SeatedTable
from .timing.clock import Clock, IdleClock

ENTRIES_MOST = 10_000
COUNTDOWN = 3.0
"""Seconds between the end of a pause and the moment a race goes on."""


class Table(SeatedTable):
    """One table. Every change is a method that either does it or refuses with a sentence."""

    def __init__(
        self,
        backend: Backend,
        data: TableData,
        now: float,
        entries: Iterable[LogEntry] = (),
        chat: Iterable[ChatEntry] = (),
        last: float = 0.0,
        answers: CommandAnswers | None = None,
    ) -> None:
        super().__init__(backend, data, now, answers)
        if data.status != OPEN and not data.closed:
            self._set_up(entries, now, last)
        elif data.dealing:
            self._go_on_dealing(now)
        for line in chat:
            self._keep_chat(line)

    def _set_up(self, entries: Iterable[LogEntry], now: float, last: float) -> None:
        """Replay the log; its last entry is from the time of day `last`."""
        entries = list(entries)
        self.entries, acts = len(entries), acts_of(entries)
        self.play = Play(self.backend, self.players, self.data.options, self.key(), acts)
        if self.play.is_over():
            self.data.status = OVER
        self._restore_time(last)
        self._set_clock(now)

    # ----------------------------------------------------------------------------- the game
    def act(self, number: int, action: int, now: float, by: str = play.PERSON) -> list[Event]:
        """Carry out an action and return its events. The table itself acts as seat `players`."""
        game = self.game_on()
        if number != self.players:
            self._seat(number)
        if self.data.paused and self.is_playing:
            raise NotNow(say("The game is paused."))
        told = game.act(SeatAction(number, action, by))
        if self.plans:
            asked = game.asked()
            self.plans = {n: p for n, p in self.plans.items() if n in asked and n != number}
        self.entries += 1
        if game.is_over():
            self.data.status = OVER
        self._set_clock(now, acted=number)
        return told

    def plan(self, number: int, actions: Sequence[int | None]) -> None:
        """Note in secret what to do for a seat if its time runs out; None leaves a step open.

        The plan is dropped as soon as the seat acts.
        """
        self._seat(number)
        if number not in self.game_on().asked():
            raise NotNow(say("There is nothing to decide for you now."))
        self.plans[number] = tuple(actions)

    def time_out(self, number: int, rng: Random) -> Iterator[int]:
        """The actions for a seat whose time is up, to be carried out one by one.

        They follow its plan as far as possible, then the rules' own choice.
        """
        game, plan = self.game_on(), list(self.plans.get(number, ()))
        steps = max(len(plan), 1)
        while plan and plan[-1] is None:
            plan.pop()
        planned = game.follow(number, plan)
        yield from planned
        if len(planned) < steps:
            yield game.timeout_of(number, rng)

    def bots_asked(self) -> list[int]:
        """The seats whose bots are to decide now."""
        if self.play is None or self.is_race or not self.is_awake():
            return []
        return [n for n in self.play.asked() if self.plays_itself(n)]

    def may_undo(self, number: int) -> bool:
        """Whether a seat can undo its last action."""
        if self.play is None or self.data.paused or self.is_race:
            return False
        return self.play.may_undo(number)

    def undo(self, number: int, now: float) -> None:
        """Undo a seat's last action."""
        self._seat(number)
        if self.data.paused:
            raise NotNow(say("The game is paused."))
        if self.is_race:
            raise NotNow(say("In real time nothing can be taken back."))
        if self.entries >= ENTRIES_MOST:
            raise NotNow(say("This game has become too long to take anything back."))
        self.game_on().undo(number)
        self.entries += 1
        self._set_clock(now, acted=number)

    def hint(self, number: int) -> Callable[[], Hint]:
        """A function that finds the best choice for a seat: slow, and safe in any thread."""
        self._seat(number)
        game = self.game_on()
        if number not in game.asked() and number not in self.backend.may(game.state):
            raise NotNow(say("There is nothing to decide for you now."))
        return partial(hint, self.backend, game.known_to(number), number, self.names)

    def say(self, number: int, text: str, command: str = "") -> ChatEntry:
        """Add a line to the chat."""
        if self._seat(number).muted:
            raise NotYours(say("The host has muted you; you can still read the chat."))
        line = ChatEntry(number, self._seat(number).name, clean_chat(text), command)
        self._keep_chat(line)
        return line

    def _keep_chat(self, line: ChatEntry) -> None:
        self.chat.append(line)
        self.said += 1

    # ----------------------------------------------------------------------------- closing
    def close(self, why: Sentence) -> None:
        """Close the table without a result; its log is kept."""
        self._check_open()
        if self.data.status == OVER:
            raise NotNow(say("The game is over; there is nothing to close."))
        self.data.status, self.data.closed = OVER, written(why)
        self.data.dealing = self.data.paused = self.is_race = False
        self.play = self.deal_ends = self.resumes_at = self.data.time = None
        self.clock, self.whole_game, self.idle_clock = Clock(), Clock(), IdleClock()
        self.plans.clear()

    # ----------------------------------------------------------------------------- pauses
    def check_pauser(self, held: Iterable[int]) -> None:
        """Refuse anybody who may not pause or resume the game."""
        if self.data.settings.pause == HOST:
            self.check_host(held)
        if self.data.settings.pause == NOBODY and not self.data.paused:
            raise NotNow(say("Nobody can pause at this table."))

    def pause(self, now: float) -> None:
        """Stop the clock and the bots; in real time the table is hidden as well."""
        if not self.is_playing:
            raise NotNow(say("There is no game to pause."))
        if self.data.paused and self.resumes_at is None:
            raise NotNow(say("The game is already paused."))
        self.data.paused, self.resumes_at = True, None
        self._set_clock(now)

    def resume(self, now: float) -> None:
        """Resume; in real time after a countdown, so that everybody starts at the same moment."""
        if not self.data.paused:
            raise NotNow(say("The game is not paused."))
        if self.resumes_at is not None:
            raise NotNow(say("The game goes on in a moment."))
        if self.is_race:
            self.resumes_at = now + COUNTDOWN
        else:
            self.go_on(now)

    def go_on(self, now: float) -> None:
        """End the pause."""
        self.data.paused, self.resumes_at = False, None
        self._set_clock(now)

    def is_covered(self) -> bool:
        """Whether the table is hidden: nobody may study a race while it is paused."""
        return self.is_race and self.data.paused and self.is_playing


def acts_of(entries: Iterable[LogEntry]) -> list[SeatAction]:
    """The actions that were not undone."""
    acts: list[SeatAction] = []
    for entry in entries:
        if entry.action is None:
            acts.pop()
        else:
            acts.append(SeatAction(entry.seat, entry.action, entry.by))
    return acts
