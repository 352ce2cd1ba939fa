"""One game of a ladder, from its deal to its places."""

from __future__ import annotations

import operator
import sys
import time
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from rumpus.games import find
from rumpus.rulekit.backend import Backend
from rumpus.rulekit.native import fastest

from .bots import Bot, Choose, chooser, what_failed
from .plan import Match, Plan
from .view import MOST_DECISIONS, View


@dataclass
class Thinking:
    """How a bot came by its decisions; where it failed, the move was made as for a late player."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    faults: int = 0
    fault: str = ""

    def add(self, other: Thinking) -> None:
        """More decisions of the same bot."""
        self.moves += other.moves
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)
        self.faults += other.faults
        self.fault = self.fault or other.fault


@dataclass(frozen=True)
class Played:
    """A match and what came of it."""

    match: Match
    places: list[int]
    scores: list[int]
    over: bool
    decisions: int
    thinking: dict[str, Thinking] = field(default_factory=dict)


@lru_cache(maxsize=4)
def rules_of(game: str) -> Backend:
    """The fastest rules there are, made once a process."""
    return fastest(find(game))


def play_match(plan: Plan, match: Match) -> Played:
    """Play one game; of several that are asked at once, any may be the first to answer.

    What a bot prints goes to the error stream.
    """
    with redirect_stdout(sys.stderr):
        return _play(plan, match)


def _play(plan: Plan, match: Match) -> Played:
    backend, seats = rules_of(plan.game), plan.seats_of(match)
    state = backend.start(plan.players, dict(plan.settings), seed=plan.seed, number=match.deal)
    bots = {bot.name: bot for bot in plan.bots}
    players = [Player(bots[name], plan, match, seat) for seat, name in enumerate(seats)]
    order, decisions = Random(f"{plan.seed} {match.deal}"), 0
    while decisions < MOST_DECISIONS and not backend.is_over(state):
        asked = backend.asks(state)
        if not asked:
            break
        seat = order.choice(asked)
        backend.run("apply", state, seat, players[seat].decide(backend, state))
        decisions += 1
    thinking: dict[str, Thinking] = {}
    for player in players:
        thinking.setdefault(player.bot.name, Thinking()).add(player.thinking)
    return Played(
        match, backend.places(state), backend.scores(state), backend.is_over(state), decisions,
        thinking,
    )  # fmt: skip


class Player:
    """A bot in its seat, with dice of its own."""

    def __init__(self, bot: Bot, plan: Plan, match: Match, seat: int) -> None:
        self.bot, self.seat, self.thinking = bot, seat, Thinking()
        self.choose: Choose = chooser(bot)
        self.random = Random(f"{plan.seed} {' '.join(map(str, match))} {seat}")

    def decide(self, backend: Backend, state: Any) -> int:
        """The bot's action; where there is one choice only, it is not asked."""
        known = backend.redacted(state, self.seat)
        legal = tuple(backend.legal(known, self.seat))
        if len(legal) == 1:
            return legal[0]
        start = time.perf_counter()
        action, fault = self._answer(View(backend, known, self.seat, legal, self.random))
        spent = time.perf_counter() - start
        self.thinking.add(Thinking(1, spent, spent, int(bool(fault)), fault))
        if not fault:
            return action
        late = backend.run("timeout", backend.redacted(state, self.seat), self.seat)
        return late if late in legal else legal[0]

    def _answer(self, view: View) -> tuple[int, str]:
        """What the bot says, and what is wrong with it if anything is."""
        try:
            answer = self.choose(view)
        except (Exception, SystemExit) as error:
            return -1, f"{self.bot.name} failed: {what_failed(error)}."
        try:
            action = operator.index(answer)
        except TypeError:
            return -1, f"{self.bot.name} answered {repr(answer)[:40]}, which is no action."
        if action not in view.legal:
            return -1, f"{self.bot.name} answered {action}, which is not one of its choices."
        return action, ""
