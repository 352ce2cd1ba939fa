"""Ruckus with bots at the table: they react like people, through the same queue.

After every public event each bot sees the table, when the news has reached it, and plans: an
action after its time to react, or to hold on. The plan is dropped when other news comes before.
In a room the time is the room's; among bots alone nobody waits for the clock. Times are
milliseconds.
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
    """Who plays a seat: how it reacts, and over how long a line."""

    reaction: Reaction
    round_trip: float = 0.0


def bot_of(level: str, round_trip: float = 0.0) -> RaceBot:
    """A bot of a level; one of any other kind reacts like the normal one."""
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
    """What will happen: a seat sees a table, sends a planned action, or its claim arrives."""

    at: float
    number: int
    what: int
    seat: int
    about: Any


class EventTime:
    """A table with its clock, at which bots play some seats, or all."""

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
        """Who sits down looks at the table first, and plans anew."""
        bots = {seat: bot_of(level) for seat, level in levels.items()}
        new = [seat for seat in bots if seat not in self.bots]
        self.bots = bots
        for seat in new:
            self.tell(seat, now)

    def put_off(self, by: float) -> None:
        """The clock stood still for so long, for bots as for the table."""
        self.table.put_off(by)
        self.moments = [moment._replace(at=moment.at + by) for moment in self.moments]

    def withdraw(self, now: float) -> list[Answer]:
        """Nothing that waited is taken; after the pause bots look at the table as people do."""
        self.moments, self.plans = [], {}
        self.look(now)
        return self.table.withdraw(now)

    def left(self, now: float) -> tuple[float, float] | None:
        """How long the whole game may still take, of how long."""
        return self.table.left(now)

    def due(self) -> float | None:
        """When something will happen by itself."""
        due = self.table.due()
        if due is None or self.table.is_over or not self.moments:
            return due
        return min(due, self.moments[0].at)

    def steps(self, now: float) -> Iterator[Answer]:
        """Let everything happen that is due up to now; a bot acts before the clock does."""
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
        """Everybody will see what was accepted; a refusal is for its claimant alone."""
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
        """The table as it is now, as far as a seat may know it, is on its way there."""
        seen = self.backend.redacted(self.state, seat)
        self.expect(at + self.bots[seat].round_trip / 2, SEES, seat, seen)

    def expect(self, at: float, what: int, seat: int, about: Any) -> int:
        """Something will happen; returns its number."""
        number = next(self.numbers)
        heappush(self.moments, PlannedEvent(at, number, what, seat, about))
        return number

    # ----------------------------------------------------------------------------- a bot
    def happen(self, moment: PlannedEvent) -> None:
        """See and plan anew; send, if no news has come since; or let the claim arrive."""
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
        """Decide what to do about what is seen, and when; what was planned before is dropped.
        Who is ready waits for other news."""
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
    """How a race is started at a table, unless it is played in ticks."""
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
    """A table as it is now. All clocks are at their beginning but that of the whole game."""
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
