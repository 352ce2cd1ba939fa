"""A table: the people and bots around one game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random

from rumpus.players import Hint, hint
from rumpus.rulekit.backend import Backend
from rumpus.rulekit.log import Event
from rumpus.rulekit.sentence import Sentence, say, written

from . import play
from .answers import Answers
from .clock import Clock, Patience
from .data import OPEN, OVER, Entry, Said, TableData
from .errors import NotNow, NotYours
from .play import Act, Play
from .seating import Seating
from .settings import HOST, NOBODY
from .text import clean_chat

ENTRIES_MOST = 10_000
COUNTDOWN = 3.0
"""How many seconds after a pause a race goes on."""


class Table(Seating):
    """One table. Every change goes through a method that refuses with a sentence or does it."""

    def __init__(
        self,
        backend: Backend,
        data: TableData,
        now: float,
        entries: Iterable[Entry] = (),
        chat: Iterable[Said] = (),
        last: float = 0.0,
        answers: Answers | None = None,
    ) -> None:
        super().__init__(backend, data, now, answers)
        if data.status != OPEN and not data.closed:
            self._set_up(entries, now, last)
        elif data.dealing:
            self._go_on_dealing(now)
        for line in chat:
            self._keep_chat(line)

    def _set_up(self, entries: Iterable[Entry], now: float, last: float) -> None:
        """Replay what was done; the last of it was at this time of day."""
        entries = list(entries)
        self.entries, acts = len(entries), acts_of(entries)
        self.play = Play(self.backend, self.players, self.data.options, self.key(), acts)
        if self.play.is_over():
            self.data.status = OVER
        self._restore_time(last)
        self._set_clock(now)

    # ----------------------------------------------------------------------------- the game
    def act(self, number: int, action: int, now: float, by: str = play.PERSON) -> list[Event]:
        """Carry out an action at its turn in the queue; returns what is told of it.

        The table itself acts as one seat more than there are.
        """
        game = self.game_on()
        if number != self.players:
            self._seat(number)
        if self.data.paused and self.is_playing:
            raise NotNow(say("The game is paused."))
        told = game.act(Act(number, action, by))
        if self.plans:
            asked = game.asked()
            self.plans = {n: p for n, p in self.plans.items() if n in asked and n != number}
        self.entries += 1
        if game.is_over():
            self.data.status = OVER
        self._set_clock(now, acted=number)
        return told

    def plan(self, number: int, actions: Sequence[int | None]) -> None:
        """What a seat is about to do, should its time be up: nobody else hears of it.

        A gap is left to the room. The plan is forgotten as soon as the seat acts.
        """
        self._seat(number)
        if number not in self.game_on().asked():
            raise NotNow(say("There is nothing to decide for you now."))
        self.plans[number] = tuple(actions)

    def time_out(self, number: int, rng: Random) -> Iterator[int]:
        """What is done for a seat whose time is up, to be carried out one by one: what it had
        planned as far as that goes, and the rules' own choice for the rest."""
        game, plan = self.game_on(), list(self.plans.get(number, ()))
        steps = max(len(plan), 1)
        while plan and plan[-1] is None:
            plan.pop()
        planned = game.follow(number, plan)
        yield from planned
        if len(planned) < steps:
            yield game.timeout_of(number, rng)

    def bots_asked(self) -> list[int]:
        """The seats that a bot should decide for now."""
        if self.play is None or self.is_race or not self.is_awake():
            return []
        return [n for n in self.play.asked() if self.plays_itself(n)]

    def may_undo(self, number: int) -> bool:
        """Whether a seat can take its last action back."""
        if self.play is None or self.data.paused or self.is_race:
            return False
        return self.play.may_undo(number)

    def undo(self, number: int, now: float) -> None:
        """Take a seat's last action back."""
        self._seat(number)
        if self.data.paused:
            raise NotNow(say("The game is paused."))
        if self.is_race:
            raise NotNow(say("In real time nothing can be taken back."))
        if self.entries >= ENTRIES_MOST:
            raise NotNow(
                say("So much was done at this table that nothing can be taken back any more.")
            )
        self.game_on().undo(number)
        self.entries += 1
        self._set_clock(now, acted=number)

    def hint(self, number: int) -> Callable[[], Hint]:
        """What finds the best choice for a seat; it takes a while, and any thread can call it."""
        self._seat(number)
        game = self.game_on()
        if number not in game.asked() and number not in self.backend.may(game.state):
            raise NotNow(say("There is nothing to decide for you now."))
        return partial(hint, self.backend, game.known_to(number), number, self.names)

    def say(self, number: int, text: str, command: str = "") -> Said:
        """Say something to everybody at the table."""
        if self._seat(number).muted:
            raise NotYours(say("The host has muted you here; you can read what others say."))
        line = Said(number, self._seat(number).name, clean_chat(text), command)
        self._keep_chat(line)
        return line

    def _keep_chat(self, line: Said) -> None:
        self.chat.append(line)
        self.said += 1

    # ----------------------------------------------------------------------------- closing
    def close(self, why: Sentence) -> None:
        """End the table without a result; what was done at it is kept."""
        self._check_open()
        if self.data.status == OVER:
            raise NotNow(say("The game is over; there is nothing to close."))
        self.data.status, self.data.closed = OVER, written(why)
        self.data.dealing = self.data.paused = self.is_race = False
        self.play = self.deal_ends = self.resumes_at = self.data.time = None
        self.clock, self.whole_game, self.patience = Clock(), Clock(), Patience()
        self.plans.clear()

    # ----------------------------------------------------------------------------- pauses
    def check_pauser(self, held: Iterable[int]) -> None:
        """Refuse whoever may not pause the game here, or go on with it."""
        if self.data.settings.pause == HOST:
            self.check_host(held)
        if self.data.settings.pause == NOBODY and not self.data.paused:
            raise NotNow(say("Nobody can pause at this table."))

    def pause(self, now: float) -> None:
        """Stop the clock and the bots; in real time the table is covered as well."""
        if not self.is_playing:
            raise NotNow(say("There is no game to pause."))
        if self.data.paused and self.resumes_at is None:
            raise NotNow(say("The game is paused already."))
        self.data.paused, self.resumes_at = True, None
        self._set_clock(now)

    def resume(self, now: float) -> None:
        """Go on; in real time after a countdown, so that all begin at the same moment."""
        if not self.data.paused:
            raise NotNow(say("The game is not paused."))
        if self.resumes_at is not None:
            raise NotNow(say("The game goes on in a moment."))
        if self.is_race:
            self.resumes_at = now + COUNTDOWN
        else:
            self.go_on(now)

    def go_on(self, now: float) -> None:
        """The pause is over."""
        self.data.paused, self.resumes_at = False, None
        self._set_clock(now)

    def is_covered(self) -> bool:
        """Whether nobody is shown the table: a race is not paused to study it."""
        return self.is_race and self.data.paused and self.is_playing


def acts_of(entries: Iterable[Entry]) -> list[Act]:
    """What was done and not taken back."""
    acts: list[Act] = []
    for entry in entries:
        if entry.action is None:
            acts.pop()
        else:
            acts.append(Act(entry.seat, entry.action, entry.by))
    return acts
