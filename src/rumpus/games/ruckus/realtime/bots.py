"""Ruckus with bots at the table: they react like people, through the same queue.

After every public event each bot sees the table, once the news has reached it, and makes a plan: an
action after its reaction time, or to wait. The plan is dropped if other news comes first. In a room
the time is the room's; with bots only, nobody waits for the clock. Times are milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, NamedTuple

from rumpus.rulekit.optional.race import Act, Answer, Coming, Reaction, StartRace, reaction_of
from rumpus.rulekit.sets import has
from rumpus.running.backend import Backend

from ..options import LIVE
from ..words import READY
from .clock import RealTime


class RaceBot(NamedTuple):
    """A bot in a seat: how it reacts, and the delay of its line."""

    reaction: Reaction
    round_trip: float = 0.0


def bot_of(level: str, round_trip: float = 0.0) -> RaceBot:
    """A bot of a level; any other kind reacts like the normal one."""
    return RaceBot(reaction_of(level), round_trip)


@dataclass
class FinishedRace:
    """A game that was played out."""

    places: list[int]
    scores: list[int]
    rounds: int
    time: float
    accepted: list[tuple[int, int]]
    refused: list[int]


SEES, SENDS, ARRIVES = range(3)


class PlannedEvent(NamedTuple):
    """A future event: a seat sees a table, sends a planned action, or its claim arrives."""

    at: float
    number: int
    what: int
    seat: int
    about: Any


class EventTime:
    """A table with its clock, where bots play some or all seats."""

    def __init__(
        self,
        backend: Backend,
        state: Any,
        table: RealTime,
        bots: Mapping[int, RaceBot],
        seed: int = 0,
    ) -> None:
        self.backend, self.state, self.table = backend, state, table
        self.forbidden = table.forbidden
        self.random = Random(seed)
        self.moments: list[PlannedEvent] = []
        self.numbers = count()
        self.plans: dict[int, int] = {}  # the number of each bot's latest plan
        self.bots: Mapping[int, RaceBot] = bots
        self.look(table.round_began)

    # ----------------------------------------------------------------------------- the table
    def claim(self, seat: int, action: int, now: float, round_trip: float = 0.0) -> int:
        """A person's claim arrives."""
        return self.table.claim(seat, action, now, round_trip)

    def coming(self, now: float) -> Coming | None:
        """What the table itself will do next."""
        return self.table.coming(now)

    def seat_bots(self, levels: Mapping[int, str], now: float) -> None:
        """A bot that sits down looks at the table first, and makes a new plan."""
        bots = {seat: bot_of(level) for seat, level in levels.items()}
        new = [seat for seat in bots if seat not in self.bots]
        self.bots = bots
        for seat in new:
            self.tell(seat, now)

    def put_off(self, by: float) -> None:
        """The clock was stopped for this long, for bots and for the table."""
        self.table.put_off(by)
        self.moments = [moment._replace(at=moment.at + by) for moment in self.moments]

    def withdraw(self, now: float) -> list[Answer]:
        """Drop everything that waited; after the pause bots look at the table as people do."""
        self.moments, self.plans = [], {}
        self.look(now)
        return self.table.withdraw(now)

    def left(self, now: float) -> tuple[float, float] | None:
        """The time left for the whole game, and the total."""
        return self.table.left(now)

    def due(self) -> float | None:
        """When the next thing will happen on its own."""
        due = self.table.due()
        if due is None or self.table.is_over or not self.moments:
            return due
        return min(due, self.moments[0].at)

    def steps(self, now: float) -> Iterator[Answer]:
        """Do everything that is due by now; a bot acts before the clock does."""
        while (at := self.due()) is not None and at <= now:
            if not self.table.is_over and self.moments and self.moments[0].at <= at:
                self.happen(heappop(self.moments))
            elif answer := self.table.step(at):
                self.hear(answer)
                yield answer

    def play(self, most: int = 100_000) -> FinishedRace:
        """Play to the end."""
        now, accepted, refused = self.table.round_began, [], [0] * len(self.bots)
        for _ in range(most):
            due = self.due()
            if due is None or self.table.is_over:
                break
            now = due
            for answer in self.steps(now):
                if answer.refusal:
                    refused[answer.seat] += 1
                elif answer.events:
                    accepted.append((answer.seat, answer.action))
        backend = self.backend
        return FinishedRace(
            backend.places(self.state), backend.scores(self.state),
            backend.field(self.state, "round_number"), now, accepted, refused,
        )  # fmt: skip

    # ----------------------------------------------------------------------------- news
    def hear(self, answer: Answer) -> None:
        """Everybody will see what was accepted; a refusal is for its claimant only."""
        if answer.action == READY:
            return
        if answer.events:
            self.look(answer.at)
        elif answer.refusal and answer.seat in self.bots:
            self.tell(answer.seat, answer.at)

    def look(self, at: float) -> None:
        """Something happened, and everybody will see it."""
        for seat in self.bots:
            self.tell(seat, at)

    def tell(self, seat: int, at: float) -> None:
        """Send a seat what it may know of the table as it is now."""
        seen = self.backend.redacted(self.state, seat)
        self.expect(at + self.bots[seat].round_trip / 2, SEES, seat, seen)

    def expect(self, at: float, what: int, seat: int, about: Any) -> int:
        """Schedule an event; returns its number."""
        number = next(self.numbers)
        heappush(self.moments, PlannedEvent(at, number, what, seat, about))
        return number

    # ----------------------------------------------------------------------------- a bot
    def happen(self, moment: PlannedEvent) -> None:
        """Look and make a new plan; or send, if no news has come since; or let the claim arrive."""
        at, number, what, seat, about = moment
        if seat not in self.bots:
            return
        if what == SEES:
            self.plan(seat, at, about)
        elif number == self.plans.get(seat):
            self.expect(at + self.bots[seat].round_trip / 2, ARRIVES, seat, about)
        elif what == ARRIVES:
            self.table.claim(seat, about, at, self.bots[seat].round_trip)

    def plan(self, seat: int, at: float, seen: Any) -> None:
        """Decide what to do about the table, and when; the earlier plan is dropped. A bot that is
        ready waits for other news."""
        self.plans.pop(seat, None)
        if has(self.backend.field(seen, "ready"), seat):
            return
        reaction = self.bots[seat].reaction
        action = self.choose(seat, seen) if self.random.random() < reaction.notices else int(READY)
        self.plans[seat] = self.expect(at + reaction.time(self.random), SENDS, seat, action)

    def choose(self, seat: int, seen: Any) -> int:
        """One of the actions that look possible."""
        ideas = self.bots[seat].reaction.ideas
        if not ideas:
            return self.random.choice(self.backend.legal(seen, seat))
        advice = self.backend.advice(seen, seat)
        return max(
            self.random.choices(list(advice), list(advice.values()), k=ideas),
            key=advice.__getitem__,
        )


# --------------------------------------------------------------------------------- starting
def real_time(options: Mapping[str, int]) -> StartRace | None:
    """How to start a race at a table, unless it is played in ticks."""
    return start_race if options["timing"] == LIVE else None


def start_race(
    backend: Backend,
    state: Any,
    options: Mapping[str, int],
    now: float,
    *,
    act: Act,
    seed: int,
    left: float | None = None,
) -> EventTime:
    """A race from the current state. All clocks start over, except that of the whole game."""
    table = RealTime(backend, state, options, now, act=act, seed=seed, left=left)
    return EventTime(backend, state, table, {}, seed)


def play_game(
    backend: Backend,
    bots: Sequence[RaceBot],
    settings: dict[str, int | str | bool] | None = None,
    *,
    seed: int = 0,
    number: int = 0,
) -> FinishedRace:
    """Game `number` of the series `seed`, played by these bots."""
    options = backend.game.settings(len(bots), settings or {})
    state = backend.start(len(bots), settings, seed=seed, number=number)
    table = RealTime(backend, state, options, seed=number)
    seated = dict(enumerate(bots))
    return EventTime(backend, state, table, seated, seed=seed * 1_000_003 + number).play()
