"""Ruckus in real time: one ordered queue of claims, and a table that deals after a pause.

The rules know no clock. This module does; the time is passed in as milliseconds, and it never reads
a clock. Claims are added with the time at which they arrived. `due` says when something will happen
next, `run` does everything up to a moment, in order, and returns the answers. A record needs only
what was accepted, deals included: replayed without a clock, it gives the same game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import count
from math import inf
from random import Random
from typing import Any, NamedTuple

from rumpus.rulekit.optional.race import Act, Answer, Coming
from rumpus.rulekit.sentence import Sentence, say
from rumpus.rulekit.sets import first_n
from rumpus.running.backend import Backend

from ..cards import DECK, DESIGNS, SLOTS
from ..options import HUMAN, LAG_COMPENSATED, MANUAL, RANDOM_WINDOW
from ..words import BUILD, DEAL, END, FLURRY, LAST_FLURRY, LAY, OUT, READY, STEAL, TIME_IS_UP

GRACE = 1500
"""How long after the first seven nobody may act (RU-RT-3)."""
LOCK = 250
"""How long before a deal it is announced (RU-RT-5)."""
WINDOW = 120
"""How long claims are collected if lots decide (RU-RT-6)."""
MOST_CORRECTION = 180
"""The most that is taken off for a slow line; with compensation every claim is handled this long
after it was made, so that one from a slow line can still be first (RU-RT-6)."""
GAP = 150
"""The least time between two actions of a player (RU-RT-8)."""
PATIENCE = 3
"""The table deals for a human dealer who does nothing for this many pauses (Q14)."""
MINUTE = 60_000


class QueuedClaim(NamedTuple):
    """What somebody wants to do, and when it arrived."""

    number: int
    seat: int
    action: int
    stamp: float
    round_trip: float


class RealTime:
    """One table of Ruckus with its clock."""

    def __init__(
        self,
        backend: Backend,
        state: Any,
        options: Mapping[str, int],
        now: float = 0.0,
        *,
        act: Act | None = None,
        seed: int = 0,
        left: float | None = None,
    ) -> None:
        self.backend, self.state, self.options, self.now = backend, state, options, now
        self.act = act or (lambda _, seat, action: backend.apply(state, seat, action))
        self.forbidden: frozenset[int] = frozenset(
            [] if options["ready_button"] else [READY]
        )  # RU-TAB-12
        self.random = Random(seed)
        self.players = backend.players(state)
        self.can_run_out = True
        self.number = 0
        self.line: list[tuple[float, int, QueuedClaim]] = []  # in the order of handling
        self.turns = count()
        self.window: list[QueuedClaim] = []
        self.closes = 0.0
        self.held: list[QueuedClaim] = []  # arrived after the announcement of a deal
        self.announced: float | None = None
        self.acted: defaultdict[int, float] = defaultdict(lambda: -inf)
        self.time_is_up_at = now + (options["minutes"] * MINUTE if left is None else left)
        self.round_began = self.last_deal = self.last_action = now
        self._look()

    # ----------------------------------------------------------------------------- the state
    def __getitem__(self, field: str) -> Any:
        return self.backend.field(self.state, field)

    @property
    def table(self) -> int:
        """The seat that the table itself acts as."""
        return self.players

    def _look(self) -> None:
        """Note what the clock needs to know; it changes only when somebody acts."""
        self.is_over = self.backend.is_over(self.state)
        stage = self["stage"]
        self.is_last = stage == LAST_FLURRY
        self.in_flurry = self.is_last or stage == FLURRY
        self.is_opening = not self["deals"]
        self.all_ready = self["ready"] == first_n(self.players)
        if self.can_run_out:  # a time limit that no longer applies never runs out
            self.can_run_out = TIME_IS_UP in self.backend.legal(self.state, self.table)
        self.unlaid = self._seats_with_sets()

    def _seats_with_sets(self) -> list[int]:
        if self["lay_mode"] != MANUAL:
            return []
        return [
            seat
            for seat in range(self.players)
            if any(LAY <= action < DEAL for action in self.backend.legal(self.state, seat))
        ]

    # ----------------------------------------------------------------------------- coming in
    def claim(self, seat: int, action: int, now: float, round_trip: float = 0.0) -> int:
        """Put a claim into the queue; its answer will carry the number that is returned."""
        self.number += 1
        arrived = QueuedClaim(self.number, seat, action, now, round_trip)
        if self.announced is not None and self.made_at(arrived) >= self.announced:
            self.held.append(arrived)  # RU-RT-5: it meets the new hand
        else:
            self._queue(arrived, now)
        return self.number

    def made_at(self, claim: QueuedClaim) -> float:
        """When a claim counts as made: when it arrived, or a round trip before (RU-RT-6)."""
        if self.options["ordering"] != LAG_COMPENSATED:
            return claim.stamp
        return claim.stamp - min(claim.round_trip, MOST_CORRECTION)

    def _queue(self, claim: QueuedClaim, now: float) -> None:
        """RU-RT-6: the first to arrive, the first made, or lots among claims at nearly the same
        time."""
        if self.options["ordering"] == RANDOM_WINDOW:
            if not self.window:
                self.closes = now + WINDOW
            self.window.append(claim)
        elif self.options["ordering"] == LAG_COMPENSATED:
            self._line_up(claim, max(now, self.made_at(claim) + MOST_CORRECTION))
        else:
            self._line_up(claim, now)

    def _close_window(self) -> None:
        claims, self.window = self.window, []
        for claim in self._by_lots(claims):
            self._line_up(claim, self.closes)

    def _by_lots(self, claims: list[QueuedClaim]) -> list[QueuedClaim]:
        """Claims of one moment in the order in which they are handled (RU-RT-12): lots decide
        between people, and nobody gets a second turn before all have had their first."""
        seats = list(dict.fromkeys(claim.seat for claim in claims))
        self.random.shuffle(seats)
        lot = {seat: number for number, seat in enumerate(seats)}
        turns: defaultdict[int, Iterator[int]] = defaultdict(count)
        order = [(next(turns[claim.seat]), lot[claim.seat], claim) for claim in claims]
        return [claim for *_, claim in sorted(order)]

    def _line_up(self, claim: QueuedClaim, at: float) -> None:
        heappush(self.line, (at, next(self.turns), claim))

    # ----------------------------------------------------------------------------- time
    def deal_at(self) -> float:
        """When the pause will be long enough (RU-RT-3, Q14)."""
        pause = self.options["pause_ms"]
        if not self.in_flurry:
            return self.last_action + self.options["score_ms"]
        looked = self.last_deal + self.options["look_ms"]
        if self.is_opening:
            looked = self.round_began + self.options["opening_ms"]
        if self.is_last:
            pause = self.options["final_ms"]
        elif self.options["dealing"] == HUMAN:
            pause *= PATIENCE
        return max(looked, self.last_action + float(pause))

    def due(self) -> float | None:
        """When the next thing will happen on its own; None after the game."""
        due = self.line[0][0] if self.line else inf
        if self.window:
            due = min(due, self.closes)
        if self.is_over:
            return max(due, self.now) if due < inf else None
        if self.announced is None:
            due = min(due, self.now if self.all_ready else self.deal_at() - LOCK)
        elif due == inf:  # what arrived before the announcement comes before the deal
            due = self.announced + LOCK
        if self.unlaid:
            due = min(due, self._lays_at())
        if self.can_run_out:
            due = min(due, self.time_is_up_at)
        return max(due, self.now)

    def _lays_at(self) -> float:
        """When sets that are still in hand are laid (Q2)."""
        return self.last_deal + self.options["lay_timeout_ms"]

    def put_off(self, by: float) -> None:
        """The clock was stopped for this long: postpone whatever is due by as much."""
        self.now += by
        self.round_began += by
        self.last_deal += by
        self.last_action += by
        self.time_is_up_at += by
        self.closes += by
        self.line = [(at + by, turn, claim) for at, turn, claim in self.line]
        self.acted = defaultdict(lambda: -inf, {seat: at + by for seat, at in self.acted.items()})
        if self.announced is not None:
            self.announced += by

    def withdraw(self, now: float) -> list[Answer]:
        """RU-RT-11: drop everything that waited when the game was paused."""
        waiting = [*self.window, *self.held, *(claim for *_, claim in sorted(self.line))]
        self.window, self.held, self.line = [], [], []
        return [
            Answer(claim.number, claim.seat, claim.action, now, say("The game was paused."))
            for claim in waiting
        ]

    def left(self, now: float) -> tuple[float, float] | None:
        """How long until the time is up, if it is limited, and the total."""
        if not self.can_run_out:
            return None
        return max(0.0, self.time_is_up_at - now), float(self.options["minutes"] * MINUTE)

    def coming(self, now: float) -> Coming | None:
        """What the table will do next: deal, or end the last flurry."""
        if self.is_over:
            return None
        at = self.deal_at()
        if self.announced is not None:
            at = self.announced + LOCK
        elif self.all_ready:
            at = self.now + LOCK
        opens = self.round_began + GRACE - now if self.in_flurry else 0.0
        of = self.deal_at() - self.last_action
        return Coming(self.after_pause(), at - now, of, self.announced is not None, opens)

    def after_pause(self) -> int:
        """What follows a pause."""
        return int(END if self.is_last else DEAL)

    def run(self, now: float) -> list[Answer]:
        """Do everything that is due by now."""
        return list(self.steps(now))

    def steps(self, now: float) -> Iterator[Answer]:
        """The same, one thing at a time."""
        while (at := self.due()) is not None and at <= now:
            if answer := self.step(at):
                yield answer

    def step(self, at: float) -> Answer | None:
        """Do one thing; claims come before anything else at the same moment."""
        self.now = at
        if self.closes <= at:
            self._close_window()
        if self.line and self.line[0][0] <= at:
            return self._take(heappop(self.line)[2], at)
        if self.unlaid and self._lays_at() <= at:
            seat = self.unlaid[0]
            late = self.backend.timeout(self.state, seat, self.random)
            return self._do(0, seat, late, at)
        if self.can_run_out and self.time_is_up_at <= at:
            return self._do(0, self.table, int(TIME_IS_UP), at)
        if self.announced is None:
            self.announced = at
            return Answer(0, self.table, self.after_pause(), at)
        dealt = self._do(0, self.table, self.after_pause(), at)
        self._unlock(at)
        return dealt

    def _unlock(self, at: float) -> None:
        """No deal is coming: handle whatever arrived since it was announced."""
        self.announced = None
        held, self.held = self.held, []
        for claim in self._by_lots(held):
            self._queue(claim, at)

    # ----------------------------------------------------------------------------- claims
    def _take(self, claim: QueuedClaim, at: float) -> Answer | None:
        """Handle a claim: carry it out, refuse it, or make it wait a moment."""
        free = self.acted[claim.seat] + GAP
        if at < free:  # RU-RT-8
            self._line_up(claim, free)
            return None
        if sentence := self._not_now(claim, at):
            return Answer(claim.number, claim.seat, claim.action, at, sentence)
        if claim.action in (DEAL, END):
            if self.announced is None:
                self.announced = at  # the dealer's button: announced like any other deal
            return Answer(claim.number, claim.seat, claim.action, at)
        return self._do(claim.number, claim.seat, claim.action, at)

    def _do(self, number: int, seat: int, action: int, at: float) -> Answer:
        rounds, was_on = self["round_number"], self.in_flurry
        events = tuple(self.act(number, seat, action))
        self._look()
        self.acted[seat] = at
        if action != READY:
            self.last_action = at
        if action == DEAL:
            self.last_deal = at
        if self["round_number"] != rounds:
            self.round_began = at
        if self.is_over or (was_on and not self.in_flurry):
            self._unlock(at)  # RU-OUT-3
        return Answer(number, seat, action, at, None, events)

    def _not_now(self, claim: QueuedClaim, at: float) -> Sentence | None:
        """Why a claim is refused: by the clock, the table's settings or the rules."""
        if not 0 <= claim.seat < self.players:
            return say(
                "There is no seat {seat} at a table of {players}.",
                seat=claim.seat + 1,
                players=self.players,
            )
        if self.in_flurry and at < self.round_began + GRACE:
            return say("Look at your cards first.")  # RU-RT-3
        if claim.action in self.forbidden:
            return say("There is no ready button at this table.")
        legal = self.backend.legal(self.state, claim.seat)
        if claim.action in (DEAL, END):
            if claim.action not in legal:
                return say("Only the dealer deals, when everybody is ready.")
            if (
                self.in_flurry
                and not self.all_ready
                and at < self.last_action + self.options["pause_ms"]
            ):
                return say("Deal when there is a pause.")  # Q14
        if claim.action not in legal:
            return self.reason(claim.seat, claim.action) or self.backend.refusal(
                self.state, claim.seat, claim.action, legal
            )
        return None

    def reason(self, seat: int, action: int) -> Sentence | None:
        """Why a claim failed, from what the seat itself can see (RU-RT-2)."""
        if self.is_over:
            return say("The game is over.")
        if not self.in_flurry:
            return say("The round is over.")  # RU-OUT-3
        first = seat * SLOTS
        hand = self["hand"][first : first + self["n_hand"][seat]]
        if action == OUT:
            return say("You hold {n:card}; go out with one.", n=len(hand))  # RU-OUT-8
        if not BUILD <= action < LAY:
            return None
        design = (action - BUILD) % DESIGNS
        card = Sentence(DECK[design].name, context="face")
        if design not in hand:
            return say("You hold no {card}.", card=card)
        if hand.count(design) > 1:
            return say("A set cannot steal or build; it has to be laid.")  # RU-STEAL-3
        owner = seat if action < STEAL else (seat + (action - STEAL) // DESIGNS + 1) % self.players
        if not self["pile"][owner][design]:
            return say("The {card} pile is not there any more.", card=card)  # Q13
        return None
