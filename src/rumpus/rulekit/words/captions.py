"""Captions: what a view says beside its cards, in words for people who see no drawing of the table.

Everything is read from what `show` lays out for one viewer, so captions cannot tell a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rumpus.language.declare import NONE
from rumpus.rulekit.layout import Group, Zone
from rumpus.rulekit.sentence import Sentence, Value, say
from rumpus.rulekit.sets import members_of


class Scene(NamedTuple):
    """The table as one viewer sees it, with everybody's name."""

    facts: Mapping[str, int]
    zones: Sequence[Zone]
    viewer: int
    names: Sequence[str]

    def size(self, zone: int, owner: int = NONE) -> int:
        """How many cards lie in a zone."""
        return sum(z.size for z in self.zones if (z.zone, z.owner) == (zone, owner))

    def name(self, seat: int) -> Value:
        """What somebody is called, if there is a seat like that."""
        return self.names[seat] if 0 <= seat < len(self.names) else say("nobody")

    def named(self, seats: int) -> tuple[Value, ...]:
        """The names of a set of seats."""
        return tuple(self.name(seat) for seat in members_of(seats)) or (say("nobody"),)


def say_nothing(*_: object) -> tuple[Sentence, ...]:
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

    table: Callable[[Scene], Iterable[Sentence]] = say_nothing
    player: Callable[[Scene, int], Iterable[Sentence]] = say_nothing
    card: Callable[[int, Group], Iterable[Sentence]] = say_nothing
    detail: Callable[[int, Group], Iterable[Sentence]] = say_nothing
    faces: tuple[Sentence | None, ...] = ()
    colours: tuple[str, ...] = ()
    quiet: frozenset[int] = frozenset()
