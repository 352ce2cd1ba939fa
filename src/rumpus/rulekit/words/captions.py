"""Captions: what a view says besides its cards, for people who do not see the table drawn.

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
        """The name of a seat, if it exists."""
        return self.names[seat] if 0 <= seat < len(self.names) else say("nobody")

    def named(self, seats: int) -> tuple[Value, ...]:
        """The names of a set of seats."""
        return tuple(self.name(seat) for seat in members_of(seats)) or (say("nobody"),)


def say_nothing(*_: object) -> tuple[Sentence, ...]:
    """No caption: the cards say it all."""
    return ()


@dataclass(frozen=True)
class Captions:
    """How a game puts a scene into words.

    `table` describes the game as a whole, `player` one seat. `card` is what to add to the name of a
    group of cards in a zone, `detail` what else to add when nothing is left out. `faces` says what
    the card with each face does, `colours` which terminal colour its name is written in. `quiet`
    are kinds of event that need no line.
    """

    table: Callable[[Scene], Iterable[Sentence]] = say_nothing
    player: Callable[[Scene, int], Iterable[Sentence]] = say_nothing
    card: Callable[[int, Group], Iterable[Sentence]] = say_nothing
    detail: Callable[[int, Group], Iterable[Sentence]] = say_nothing
    faces: tuple[Sentence | None, ...] = ()
    colours: tuple[str, ...] = ()
    quiet: frozenset[int] = frozenset()
