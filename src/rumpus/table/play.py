"""A game in progress: options, key and actions; replaying them gives the state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from rumpus.language.declare import NONE
from rumpus.language.intrinsics import EVERYONE
from rumpus.rulekit.log import Event
from rumpus.rulekit.sentence import say
from rumpus.running.backend import Backend

from .errors import NotNow

PERSON, BOT, CLOCK = "person", "bot", "clock"
"""Who decided an action."""

MOST_TRIES = 500
"""How many actions are tried before a plan with gaps is given up."""


class SeatAction(NamedTuple):
    """A seat's action, and who decided it."""

    seat: int
    action: int
    by: str = PERSON


class Play:
    """One game, from the deal to the end."""

    def __init__(
        self,
        backend: Backend,
        players: int,
        options: Mapping[str, int],
        key: bytes,
        acts: Iterable[SeatAction] = (),
    ) -> None:
        self.backend, self.players, self.options, self.key = backend, players, options, key
        self._deal()
        for act in acts:
            self.act(act)

    def _deal(self) -> None:
        self.state = self.backend.blank(self.players, self.options, self.key)
        self.told = self.backend.told_in("setup", self.state)  # the events of the last action
        self.events = list(self.told.events)
        self.starter = min(self.asked(), default=NONE)
        self.private = sum(event.audience != EVERYONE for event in self.events)
        self.acts: list[SeatAction] = []
        self.late: set[int] = set()  # events caused by a timeout
        self.latest = 0  # index of the last action's first event
        self.heard: dict[Sequence[int], tuple[int, int]] = {}

    # ----------------------------------------------------------------------------- asking
    def asked(self) -> tuple[int, ...]:
        """The seats that have to act."""
        return self.backend.asks(self.state)

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.backend.is_over(self.state)

    def known_to(self, viewer: int) -> Any:
        """The state, redacted for a viewer."""
        return self.backend.redacted(self.state, viewer)

    def timeout_of(self, seat: int, rng: Random) -> int:
        """The action for a seat whose time is up."""
        return self.backend.timeout(self.known_to(seat), seat, rng)

    def follow(self, seat: int, plan: Sequence[int | None]) -> list[int]:
        """The actions of a plan, or none if it cannot be carried out.

        Each gap is filled with the best advised action that keeps the rest of the plan possible.
        """
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
        """How many events before `event` these viewers heard; counts on from the last call."""
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
        """The time limit for this decision of a seat; 0: the usual one."""
        return int(self.backend.run("seconds", self.known_to(seat), seat))

    # ----------------------------------------------------------------------------- acting
    def act(self, act: SeatAction) -> list[Event]:
        """Carry out an action, or refuse it and change nothing."""
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
        """Whether the last action was this person's and revealed nothing.

        Only its events count: deciding by hidden cards would give them away.
        """
        if not self.acts or self.acts[-1].seat != seat or self.acts[-1].by != PERSON:
            return False
        told = {event.kind for event in self.events[self.latest :]}
        return not self.is_over() and told.isdisjoint(self.backend.game.words.showing)

    def undo(self, seat: int) -> None:
        """Undo a seat's last action."""
        if not self.acts or self.acts[-1].seat != seat:
            raise NotNow(
                say("You can only take back your own last action, before anybody else acts.")
            )
        if not self.may_undo(seat):
            raise NotNow(say("An action that revealed something cannot be taken back."))
        acts = self.acts[:-1]
        self._deal()
        for act in acts:
            self.act(act)
