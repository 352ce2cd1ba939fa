"""The event log: what happened, as (audience, kind, numbers), kept outside the state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rumpus.language.declare import bounds
from rumpus.language.errors import RuleFault
from rumpus.language.intrinsics import EVERYONE, LOG_ROOM, MOST_ARGUMENTS

OVERFLOW = f"an action told more than {LOG_ROOM} events"


class Event(NamedTuple):
    """One thing that happened, and who may know of it (a set of seats, or EVERYONE)."""

    audience: int
    kind: int
    numbers: tuple[int, ...]

    @property
    def is_public(self) -> bool:
        """Whether everybody may know of it."""
        return self.audience == EVERYONE

    def is_for(self, viewer: int) -> bool:
        """Whether a viewer (a seat, or NONE for a spectator) may know of it."""
        return self.audience == EVERYONE or (viewer >= 0 and self.audience >> viewer & 1 == 1)


class Told(NamedTuple):
    """Events, and the states they belong to: the one before all of them, then the one after each
    event, concatenated."""

    events: list[Event]
    states: bytes


class Log:
    """Collects what the rules tell during one action.

    `kinds` is the set of kinds told (0..63), including events that did not fit and were `lost`.
    `states` are the states after each event, if they are kept.
    """

    def __init__(self, *, checked: bool = False, states: list[bytes] | None = None) -> None:
        self.events: list[Event] = []
        self.states = states
        self.kinds = self.lost = 0
        self.checked = checked

    def add(self, audience: int, kind: int, numbers: Iterable[int], s: Any = None) -> None:
        """Add an event, with its state."""
        self.kinds |= 1 << (kind & 63)
        if len(self.events) == LOG_ROOM:
            self.lost += 1
            if self.checked:
                raise RuleFault(OVERFLOW)
            return
        padded = (*map(int, numbers), *[0] * MOST_ARGUMENTS)[:MOST_ARGUMENTS]
        self.events.append(Event(int(audience), int(kind), padded))
        if self.states is not None:
            self.states.append(s.pack())
        if self.checked:
            low, high = bounds(32)
            for number in (audience, kind, *padded):
                if not low <= number <= high:
                    raise RuleFault(f"{number} does not fit into an event ({low}..{high})")

    def told(self) -> list[Event]:
        """All events; an error if some were lost."""
        if self.lost:
            raise RuleFault(OVERFLOW)
        return self.events
