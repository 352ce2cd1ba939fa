"""Captions: what a view says beside its cards, in words for people who see no drawing of the table.

Everything is read from what `show` lays out for one viewer, so captions cannot tell a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .declare import NONE
from .layout import Group, Zone
from .sets import members_of


class Scene(NamedTuple):
    """The table as one viewer sees it, with everybody's name."""

    facts: Mapping[str, int]
    zones: Sequence[Zone]
    viewer: int
    names: Sequence[str]

    def size(self, zone: int, owner: int = NONE) -> int:
        """How many cards lie in a zone."""
        return sum(z.size for z in self.zones if (z.zone, z.owner) == (zone, owner))

    def name(self, seat: int) -> str:
        """What somebody is called, if there is a seat like that."""
        return self.names[seat] if 0 <= seat < len(self.names) else "nobody"

    def named(self, seats: int) -> str:
        """The names of a set of seats: `Ann, Bo and Cy`."""
        *most, last = [self.name(seat) for seat in members_of(seats)] or ["nobody"]
        return f"{', '.join(most)} and {last}" if most else last


def say_nothing(*_: object) -> tuple[str, ...]:
    """The cards say it all."""
    return ()


@dataclass(frozen=True)
class Captions:
    """How a game puts a scene into words.

    `table` says how the game stands, `player` what goes for one seat. `card` says what is to be
    said of a group of cards in a zone beside their name, `detail` what more where nothing is left
    out. `faces` says what the card with each face does, `colours` in which of the terminal's
    colours its name can be written. `quiet` are kinds of event that need no line.
    """

    table: Callable[[Scene], Iterable[str]] = say_nothing
    player: Callable[[Scene, int], Iterable[str]] = say_nothing
    card: Callable[[int, Group], Iterable[str]] = say_nothing
    detail: Callable[[int, Group], Iterable[str]] = say_nothing
    faces: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    quiet: frozenset[int] = frozenset()


def plural(n: int, one: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{n} {one}" if n == 1 else f"{n} {one}s"
