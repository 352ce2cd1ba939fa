"""Ruckus among bots in event time: everybody reacts like a person, nobody waits for the clock.

The same queue and the same timers as at a table with people. After every public event each bot
sees the table, when the news has reached it, and plans: an action after its time to react, or to
hold on. The plan is dropped when other news comes before. Times are milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import log
from random import Random
from typing import Any, NamedTuple

from rumpus.rulekit.backend import Backend

from .realtime import Answer, RealTime
from .state import READY

FASTEST = 300
"""Nobody reacts faster."""


class Profile(NamedTuple):
    """How fast somebody reacts, and how often a chance is noticed at all."""

    median: float
    sigma: float
    notices: float

    def reaction(self, random: Random) -> float:
        """A time to react."""
        return max(FASTEST, random.lognormvariate(log(self.median), self.sigma))


PROFILES = {
    "easy": Profile(2200, 0.40, 0.80),
    "normal": Profile(1400, 0.35, 0.93),
    "hard": Profile(900, 0.30, 0.98),
    "expert": Profile(550, 0.25, 1.00),
}


@dataclass(frozen=True)
class Bot:
    """Who plays a seat: how fast, over how long a line, and by advice or anyhow."""

    profile: str = "normal"
    round_trip: float = 0.0
    sensible: bool = True


@dataclass
class Result:
    """A game that was played out."""

    places: list[int]
    scores: list[int]
    rounds: int
    time: float
    accepted: list[tuple[int, int]]
    refused: list[int]


SEES, SENDS, ARRIVES = range(3)


class Moment(NamedTuple):
    """What will happen: a seat sees a table, sends a planned action, or its claim arrives."""

    at: float
    number: int
    what: int
    seat: int
    about: Any


class EventTime:
    """One game between bots."""

    def __init__(
        self, backend: Backend, state: Any, table: RealTime, bots: Sequence[Bot], seed: int = 0
    ) -> None:
        self.backend, self.state, self.table, self.bots = backend, state, table, bots
        self.random = Random(seed)
        self.coming: list[Moment] = []
        self.numbers = count(1)
        self.plans = [0] * len(bots)  # the number of each bot's latest plan
        self.accepted: list[tuple[int, int]] = []
        self.refused = [0] * len(bots)

    def play(self, most: int = 100_000) -> Result:
        """Play to the end."""
        now = self.table.round_began
        self.look(now)
        for _ in range(most):
            if self.table.is_over:
                break
            due = self.table.due()
            if self.coming and (due is None or self.coming[0].at <= due):
                moment = heappop(self.coming)
                now = moment.at
                self.happen(moment)
            elif due is not None:
                now = due
                for answer in self.table.run(now):
                    self.hear(answer)
        backend = self.backend
        return Result(
            backend.places(self.state), backend.scores(self.state),
            backend.field(self.state, "round_number"), now, self.accepted, self.refused,
        )  # fmt: skip

    # ----------------------------------------------------------------------------- news
    def hear(self, answer: Answer) -> None:
        """Everybody will see what was accepted; a refusal is for its claimant alone."""
        if answer.refusal:
            self.refused[answer.seat] += 1
            self.tell(answer.seat, answer.at)
        elif answer.events:
            self.accepted.append((answer.seat, answer.action))
            if answer.action != READY:
                self.look(answer.at)

    def look(self, at: float) -> None:
        """Something happened, and everybody will see it."""
        for seat in range(len(self.bots)):
            self.tell(seat, at)

    def tell(self, seat: int, at: float) -> None:
        """The table as it is now, as far as a seat may know it, is on its way there."""
        seen = self.backend.redacted(self.state, seat)
        self.expect(at + self.bots[seat].round_trip / 2, SEES, seat, seen)

    def expect(self, at: float, what: int, seat: int, about: Any) -> int:
        """Something will happen; returns its number."""
        number = next(self.numbers)
        heappush(self.coming, Moment(at, number, what, seat, about))
        return number

    # ----------------------------------------------------------------------------- a bot
    def happen(self, moment: Moment) -> None:
        """See and plan anew; send, if no news has come since; or let the claim arrive."""
        at, number, what, seat, about = moment
        if what == SEES:
            self.plan(seat, at, about)
        elif what == SENDS and number == self.plans[seat]:
            self.expect(at + self.bots[seat].round_trip / 2, ARRIVES, seat, about)
        elif what == ARRIVES:
            self.table.claim(seat, about, at, self.bots[seat].round_trip)

    def plan(self, seat: int, at: float, seen: Any) -> None:
        """Decide what to do about what is seen, and when; what was planned before is dropped."""
        profile = PROFILES[self.bots[seat].profile]
        action = self.choose(seat, seen) if self.random.random() < profile.notices else READY
        self.plans[seat] = self.expect(at + profile.reaction(self.random), SENDS, seat, action)

    def choose(self, seat: int, seen: Any) -> int:
        """One of the actions that look possible."""
        if not self.bots[seat].sensible:
            return self.random.choice(self.backend.legal(seen, seat) or [READY])
        advice = self.backend.advice(seen, seat)
        if not advice:
            return READY
        return self.random.choices(list(advice), list(advice.values()))[0]


def play_game(
    backend: Backend,
    bots: Sequence[Bot],
    settings: dict[str, int | str | bool] | None = None,
    *,
    seed: int = 0,
    number: int = 0,
) -> Result:
    """Game `number` of the series `seed`, played by these bots."""
    options = backend.game.settings(len(bots), settings or {})
    state = backend.start(len(bots), settings, seed=seed, number=number)
    table = RealTime(backend, state, options, seed=number)
    return EventTime(backend, state, table, bots, seed=seed * 1_000_003 + number).play()
