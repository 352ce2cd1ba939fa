"""One game of a ladder, from its deal to its places."""

from __future__ import annotations

import operator
import sys
import time
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from rumpus.games import find
from rumpus.rulekit.backend import Backend
from rumpus.rulekit.log import Event

from .bots import Bot, Choose, chooser, what_failed
from .plan import Match, Plan, rules_of
from .view import MOST_DECISIONS, View

SEED_BITS = 62


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


def play_match(plan: Plan, match: Match) -> Played:
    """Play one game of a ladder."""
    bots = {bot.name: bot for bot in plan.bots}
    seated = [bots[name] for name in plan.seats_of(match)]
    dice = f"{plan.seed} {' '.join(map(str, match))}"
    return Played(match, *play_deal(plan, seated, match.deal, dice))


class Outcome(NamedTuple):
    """What came of a game."""

    places: list[int]
    scores: list[int]
    over: bool
    decisions: int
    thinking: dict[str, Thinking]


def play_deal(plan: Plan, bots: Sequence[Bot], deal: int, dice: str) -> Outcome:
    """Play a deal with a bot in every seat; `dice` are what the bots throw.

    In real time bots react, else they are asked. What a bot prints goes to the error stream.
    """
    backend, state = rules_of(plan.game), plan.dealt(deal)
    with redirect_stdout(sys.stderr):
        if plan.is_live:
            spent = react(plan, state, bots, dice)
        else:
            order = Random(f"{plan.seed} {deal}")
            players = [Player(bot, seat, dice) for seat, bot in enumerate(bots)]
            spent = answer(backend, state, players, order)
    thinking: dict[str, Thinking] = {}
    for bot, of_seat in zip(bots, spent.thinking, strict=True):
        thinking.setdefault(bot.name, Thinking()).add(of_seat)
    over = backend.is_over(state)
    return Outcome(backend.places(state), backend.scores(state), over, spent.decisions, thinking)


class Spent(NamedTuple):
    """How many decisions a game took, and what every seat did for its own."""

    decisions: int
    thinking: list[Thinking]


def answer(backend: Backend, state: Any, players: Sequence[Player], order: Random) -> Spent:
    """Ask everybody in turn; of several that are asked at once, any may be the first to answer."""
    decisions = 0
    while decisions < MOST_DECISIONS and not backend.is_over(state):
        asked = backend.asks(state)
        if not asked:
            break
        seat = order.choice(asked)
        backend.run("apply", state, seat, players[seat].decide(backend, state))
        decisions += 1
    return Spent(decisions, [player.thinking for player in players])


def react(plan: Plan, state: Any, bots: Sequence[Bot], dice: str) -> Spent:
    """Let everybody react as fast as their level does, on a clock that waits for nobody."""
    backend, game = rules_of(plan.game), find(plan.game)
    options = game.settings(plan.players, dict(plan.settings))
    start = game.real_time(options)
    assert start is not None, "only games in real time are raced"
    spent = [Thinking() for _ in bots]

    def act(_: int, seat: int, action: int) -> list[Event]:
        return backend.apply(state, seat, action)

    race = start(backend, state, options, 0.0, act=act, seed=Random(dice).getrandbits(SEED_BITS))
    race.seat_bots({seat: bot.name for seat, bot in enumerate(bots)}, 0.0)
    decisions = 0
    while decisions < MOST_DECISIONS and (due := race.due()) is not None:
        for told in race.steps(due):
            if told.events:
                decisions += 1
                if told.number:
                    spent[told.seat].moves += 1
    return Spent(decisions, spent)


class Player:
    """A bot in its seat, with dice of its own."""

    def __init__(self, bot: Bot, seat: int, dice: str) -> None:
        self.bot, self.seat, self.thinking = bot, seat, Thinking()
        self.choose: Choose = chooser(bot)
        self.random = Random(f"{dice} {seat}")

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
        return backend.timeout(backend.redacted(state, self.seat), self.seat, self.random)

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
