"""Playing one game of a ladder."""

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
from rumpus.rulekit.log import Event
from rumpus.running.backend import Backend

from .bots import Choose, LadderBot, chooser, what_failed
from .plan import LadderMatch, LadderPlan, rules_of
from .view import MOST_DECISIONS, BotView

SEED_BITS = 62


@dataclass
class ThinkingTime:
    """What a bot's decisions took; where it failed, the rules' timeout move was played."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    faults: int = 0
    fault: str = ""

    def add(self, other: ThinkingTime) -> None:
        """Add more decisions of the same bot."""
        self.moves += other.moves
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)
        self.faults += other.faults
        self.fault = self.fault or other.fault


@dataclass(frozen=True)
class PlayedMatch:
    """A match and its result."""

    match: LadderMatch
    places: list[int]
    scores: list[int]
    over: bool
    decisions: int
    thinking: dict[str, ThinkingTime] = field(default_factory=dict)


def play_match(plan: LadderPlan, match: LadderMatch) -> PlayedMatch:
    """Play one game of a ladder."""
    bots = {bot.name: bot for bot in plan.bots}
    seated = [bots[name] for name in plan.seats_of(match)]
    dice = f"{plan.seed} {' '.join(map(str, match))}"
    return PlayedMatch(match, *play_deal(plan, seated, match.deal, dice))


class Outcome(NamedTuple):
    """The result of a game."""

    places: list[int]
    scores: list[int]
    over: bool
    decisions: int
    thinking: dict[str, ThinkingTime]


def play_deal(plan: LadderPlan, bots: Sequence[LadderBot], deal: int, dice: str) -> Outcome:
    """Play a deal with a bot in every seat; `dice` seeds the bots' random numbers.

    In real time bots react, otherwise they are asked in turn. Their output goes to stderr.
    """
    backend, state = rules_of(plan.game), plan.dealt(deal)
    with redirect_stdout(sys.stderr):
        if plan.is_live:
            spent = react(plan, state, bots, dice)
        else:
            order = Random(f"{plan.seed} {deal}")
            players = [SeatedBot(bot, seat, dice) for seat, bot in enumerate(bots)]
            spent = answer(backend, state, players, order)
    thinking: dict[str, ThinkingTime] = {}
    for bot, of_seat in zip(bots, spent.thinking, strict=True):
        thinking.setdefault(bot.name, ThinkingTime()).add(of_seat)
    over = backend.is_over(state)
    return Outcome(backend.places(state), backend.scores(state), over, spent.decisions, thinking)


class GameThinking(NamedTuple):
    """The number of decisions in a game, and what each seat's own took."""

    decisions: int
    thinking: list[ThinkingTime]


def answer(
    backend: Backend, state: Any, players: Sequence[SeatedBot], order: Random
) -> GameThinking:
    """Ask the bots in turn; where several are to act, in random order."""
    decisions = 0
    while decisions < MOST_DECISIONS and not backend.is_over(state):
        asked = backend.asks(state)
        if not asked:
            break
        seat = order.choice(asked)
        backend.run("apply", state, seat, players[seat].decide(backend, state))
        decisions += 1
    return GameThinking(decisions, [player.thinking for player in players])


def react(plan: LadderPlan, state: Any, bots: Sequence[LadderBot], dice: str) -> GameThinking:
    """Let the bots react in real time, each as fast as its level."""
    backend, game = rules_of(plan.game), find(plan.game)
    options = game.settings(plan.players, dict(plan.settings))
    start = game.real_time(options)
    assert start is not None, "only games in real time are raced"
    spent = [ThinkingTime() for _ in bots]

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
    return GameThinking(decisions, spent)


class SeatedBot:
    """A bot in its seat, with its own random numbers."""

    def __init__(self, bot: LadderBot, seat: int, dice: str) -> None:
        self.bot, self.seat, self.thinking = bot, seat, ThinkingTime()
        self.choose: Choose = chooser(bot)
        self.random = Random(f"{dice} {seat}")

    def decide(self, backend: Backend, state: Any) -> int:
        """The bot's action; a single choice is taken without asking."""
        known = backend.redacted(state, self.seat)
        legal = tuple(backend.legal(known, self.seat))
        if len(legal) == 1:
            return legal[0]
        start = time.perf_counter()
        action, fault = self._answer(BotView(backend, known, self.seat, legal, self.random))
        spent = time.perf_counter() - start
        self.thinking.add(ThinkingTime(1, spent, spent, int(bool(fault)), fault))
        if not fault:
            return action
        return backend.timeout(backend.redacted(state, self.seat), self.seat, self.random)

    def _answer(self, view: BotView) -> tuple[int, str]:
        """The bot's answer, and what is wrong with it, if anything."""
        try:
            answer = self.choose(view)
        except (Exception, SystemExit) as error:
            return -1, f"{self.bot.name} failed: {what_failed(error)}."
        try:
            action = operator.index(answer)
        except TypeError:
            return -1, f"{self.bot.name} answered {repr(answer)[:40]}, which is not an action."
        if action not in view.legal:
            return -1, f"{self.bot.name} answered {action}, which is not one of its choices."
        return action, ""
