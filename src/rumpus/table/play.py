"""A game being played: its options, its key and its actions; the state is what replaying gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rumpus.rulekit.backend import Backend
from rumpus.rulekit.declare import NONE
from rumpus.rulekit.intrinsics import EVERYONE
from rumpus.rulekit.log import Event

from .errors import NotNow

PERSON, BOT, CLOCK = "person", "bot", "clock"
"""Who decided an action."""
WORLDS = 3
"""How many other worlds are tried before an action counts as having revealed nothing."""


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
        self.state, self.events = self.backend.deal(self.players, self.options, self.key)
        self.starter = min(self.asked(), default=NONE)
        self.private = sum(event.audience != EVERYONE for event in self.events)
        self.acts: list[Act] = []
        self.before: Any = None
        self.latest = 0  # where the events of the last action begin
        self.can_take_back: bool | None = None
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

    def timeout_of(self, seat: int) -> int:
        """What is done for a seat whose time is up."""
        known = self.known_to(seat)
        action, legal = self.backend.run("timeout", known, seat), self.backend.legal(known, seat)
        return action if action in legal else legal[0]

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
        before = self.backend.copy(self.state)
        told = self.backend.apply(self.state, act.seat, act.action)
        self.before, self.latest, self.can_take_back = before, len(self.events), None
        self.events.extend(told)
        self.private += sum(event.audience != EVERYONE for event in told)
        self.acts.append(act)
        return told

    def may_undo(self, seat: int) -> bool:
        """Whether the last action was this person's, and nothing hidden or random came of it."""
        if not self.acts or self.acts[-1].seat != seat or self.acts[-1].by != PERSON:
            return False
        if self.is_over():
            return False
        if self.can_take_back is None:
            self.can_take_back = self._revealed_nothing()
        return self.can_take_back

    def undo(self, seat: int) -> None:
        """Take a seat's last action back."""
        if not self.acts or self.acts[-1].seat != seat:
            raise NotNow("You can only take back your own action, and only while it is the last.")
        if not self.may_undo(seat):
            raise NotNow("An action that showed something new cannot be taken back.")
        acts = self.acts[:-1]
        self._deal()
        for act in acts:
            self.act(act)

    # ----------------------------------------------------------------------------- undo policy
    def _revealed_nothing(self) -> bool:
        """No chance was used, nothing was laid open, and no viewer could tell two worlds apart."""
        field = self.backend.field
        before = self.before
        if before is None or field(before, "drawn") != field(self.state, "drawn"):
            return False
        told = self.events[self.latest :]
        if any(self._lays_open(event) for event in told):
            return False
        viewers = (NONE, *range(self.players))
        return all(self._learned_nothing(before, told, viewer) for viewer in viewers)

    def _lays_open(self, event: Event) -> bool:
        numbers = self.backend.game.words.events[event.kind].numbers
        return any(kind.shown for kind in numbers.values())

    def _learned_nothing(self, before: Any, told: list[Event], viewer: int) -> bool:
        """Whether the action would have looked the same in other worlds the viewer held likely."""
        backend, act = self.backend, self.acts[-1]
        heard = [event for event in told if event.is_for(viewer)]
        seen = backend.show(self.state, viewer)
        for number in range(WORLDS):
            world = backend.imagined(before, viewer, seed=len(self.acts), number=number)
            if act.action not in backend.legal(world, act.seat):
                return False
            told_there = backend.apply(world, act.seat, act.action)
            if [event for event in told_there if event.is_for(viewer)] != heard:
                return False
            if backend.show(world, viewer) != seen:
                return False
        return True
