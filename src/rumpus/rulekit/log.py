"""The event log: what happened, as (audience, kind, numbers), beside the state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .errors import RuleFault
from .intrinsics import EVERYONE, MOST_ARGUMENTS

LOG_ROOM = 512
"""The most events that one action may tell."""


class Event(NamedTuple):
    """One thing that happened, and who may know of it (a set of seats, or EVERYONE)."""

    audience: int
    kind: int
    numbers: tuple[int, ...]

    def is_for(self, viewer: int) -> bool:
        """Whether a viewer (a seat, or NONE for a spectator) may know of it."""
        return self.audience == EVERYONE or (viewer >= 0 and self.audience >> viewer & 1 == 1)


class Log:
    """Events told by the rules since the log was last emptied."""

    def __init__(self, *, checked: bool = False) -> None:
        self.events: list[Event] = []
        self.kinds = 0
        self.lost, self.checked = 0, checked

    def add(self, audience: int, kind: int, numbers: Iterable[int]) -> None:
        """Write an event down."""
        self.kinds |= 1 << kind
        if len(self.events) == LOG_ROOM:
            self.lost += 1
            if self.checked:
                raise RuleFault(f"an action told more than {LOG_ROOM} events")
            return
        padded = (*map(int, numbers), 0, 0, 0, 0)[:MOST_ARGUMENTS]
        self.events.append(Event(audience, int(kind), padded))
