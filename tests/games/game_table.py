"""What the games' tables for tests have in common; each game's own is in its `table.py`."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from random import Random
from typing import Any, ClassVar, Self

from rumpus.rulekit import NONE
from rumpus.rulekit.layout import LaidTable as Layout
from rumpus.rulekit.layout import read_table
from rumpus.rulekit.log import Event
from rumpus.rulekit.options import Setting
from rumpus.running.backend import Backend


class GameTable:
    """A table to play at and to inspect. `seats` are what the tests call the seats."""

    seats: ClassVar[Sequence[str]]

    def __init__(self, backend: Backend, s: Any, events: list[Event] | None = None) -> None:
        self.backend, self.s, self.events = backend, s, events or []

    @classmethod
    def newly_dealt(
        cls, backend: Backend, players: int = 3, *, seed: int = 1, **settings: Setting
    ) -> Self:
        """A new game."""
        return cls(backend, *backend.deal(players, settings, Random(seed).randbytes(32)))

    def copy(self) -> Self:
        """A second table like this one."""
        twin = copy(self)
        twin.s, twin.events = self.backend.copy(self.s), list(self.events)
        return twin

    def __getitem__(self, field: str) -> Any:
        return self.backend.field(self.s, field)

    @property
    def bytes(self) -> bytes:
        return self.backend.pack(self.s)

    @property
    def players(self) -> int:
        return self.backend.players(self.s)

    @property
    def over(self) -> bool:
        return self.backend.is_over(self.s)

    @property
    def places(self) -> list[int]:
        return self.backend.places(self.s)

    @property
    def kinds(self) -> list[int]:
        """The kinds of event of the last action."""
        return [event.kind for event in self.events]

    def seen_by(self, name: str = "") -> Layout:
        """The table as a player sees it, or a spectator."""
        viewer = self.seats.index(name) if name else NONE
        return read_table(self.backend.show(self.s, viewer))
