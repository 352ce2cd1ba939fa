"""A game being played: its options, its key and its actions; the state is what replaying gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from rumpus.rulekit.backend import Backend
from rumpus.rulekit.declare import NONE
from rumpus.rulekit.intrinsics import EVERYONE
from rumpus.rulekit.log import Event
from rumpus.rulekit.sentence import say

from .errors import NotNow

PERSON, BOT, CLOCK = "person", "bot", "clock"
"""Who decided an action."""

MOST_TRIES = 500
"""How many actions are looked at before a plan with gaps is given up."""


class Act(NamedTuple):
    """A seat's action, and who decided it."""

    seat: int
    action: int
    by: str = PERSON


class Play:
    """One game from its deal on."""

    def __init__(
        self,
        backend: Backend,
        players: int,
        options: Mapping[str, int],
        key: bytes,
        acts: Iterable[Act] = (),
    ) -> None:
        self.backend, self.players, self.options, self.key = backend, players, options, key
        self._deal()
        for act in acts:
            self.act(act)

    def _deal(self) -> None:
        self.state = self.backend.blank(self.players, self.options, self.key)
        self.told = self.backend.told_in("setup", self.state)  # what came of the last action
        self.events = list(self.told.events)
        self.starter = min(self.asked(), default=NONE)
        self.private = sum(event.audience != EVERYONE for event in self.events)
        self.acts: list[Act] = []
        self.late: set[int] = set()  # the events that came of somebody's time being up
        self.latest = 0  # where the events of the last action begin
        self.heard: dict[Sequence[int], tuple[int, int]] = {}

    # ----------------------------------------------------------------------------- asking
    def asked(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return self.backend.asks(self.state)

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.backend.is_over(self.state)

    def known_to(self, viewer: int) -> Any:
        """The state without what a viewer may not know."""
        return self.backend.redacted(self.state, viewer)

    def timeout_of(self, seat: int, rng: Random) -> int:
        """What is done for a seat whose time is up."""
        return self.backend.timeout(self.known_to(seat), seat, rng)

    def follow(self, seat: int, plan: Sequence[int | None]) -> list[int]:
        """The actions of a plan. Its gaps are filled with what is advised most and leaves the rest
        of the plan possible; a plan that cannot be carried out is left alone."""
        world = self.backend.imagined(self.state, seat, seed=len(self.acts))
        return self._followed(world, seat, list(plan), [MOST_TRIES]) or []

    def _followed(
        self, world: Any, seat: int, plan: list[int | None], tries: list[int]
    ) -> list[int] | None:
        if not plan:
            return []
        advice = self.backend.advice(world, seat) if seat in self.backend.asks(world) else {}
        wanted = plan[0]
        for action in sorted(advice, key=lambda action: (-advice[action], action)):
            if wanted in (None, action) and tries[0] > 0:
                tries[0] -= 1
                after = self.backend.copy(world)
                self.backend.apply(after, seat, action)
                rest = self._followed(after, seat, plan[1:], tries)
                if rest is not None:
                    return [action, *rest]
        return None

    def heard_before(self, viewers: Sequence[int], event: int) -> int:
        """How many of the events before one some viewers heard; it goes on from the last count."""
        counted, heard = self.heard.get(viewers, (0, 0))
        if event == counted:
            return heard
        if event < counted:
            return self._heard(viewers, 0, event)
        heard += self._heard(viewers, counted, event)
        self.heard[viewers] = event, heard
        return heard

    def _heard(self, viewers: Sequence[int], start: int, end: int) -> int:
        return sum(
            event.audience == EVERYONE or any(map(event.is_for, viewers))
            for event in self.events[start:end]
        )

    def seconds_for(self, seat: int) -> int:
        """How long a seat may think about this decision; 0: as long as about any other."""
        return int(self.backend.run("seconds", self.known_to(seat), seat))

    # ----------------------------------------------------------------------------- acting
    def act(self, act: Act) -> list[Event]:
        """Carry out an action, or refuse with a sentence and change nothing."""
        self.told = self.backend.apply_in(self.state, act.seat, act.action)
        told = self.told.events
        self.latest = len(self.events)
        self.events.extend(told)
        self.private += sum(event.audience != EVERYONE for event in told)
        self.acts.append(act)
        if act.by == CLOCK and act.seat < self.players:
            self.late.update(range(self.latest, len(self.events)))
        return told

    def may_undo(self, seat: int) -> bool:
        """Whether the last action was this person's, and nothing told of it laid anything open.

        Only what was told counts: an answer that looked at hidden cards would give them away.
        """
        if not self.acts or self.acts[-1].seat != seat or self.acts[-1].by != PERSON:
            return False
        told = {event.kind for event in self.events[self.latest :]}
        return not self.is_over() and told.isdisjoint(self.backend.game.words.showing)

    def undo(self, seat: int) -> None:
        """Take a seat's last action back."""
        if not self.acts or self.acts[-1].seat != seat:
            raise NotNow(
                say("You can only take back your own action, and only while it is the last.")
            )
        if not self.may_undo(seat):
            raise NotNow(say("An action that showed something new cannot be taken back."))
        acts = self.acts[:-1]
        self._deal()
        for act in acts:
            self.act(act)
