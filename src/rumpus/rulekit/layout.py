"""The format in which show() lays a table out: facts first, then zones with their cards.

    [number of facts, fact, fact, ...,
     zone, owner, size, groups,   face, cards, marks,   face, cards, marks, ...
     zone, owner, size, groups, ...]

Facts and zones are those that the game's vocabulary declares. A zone's owner is a seat or NONE; its
size is how many cards it holds, seen or not; each group is a number of cards with the same face,
with marks as bits. A face is a number that the vocabulary names, or NONE for a card that shows
nothing. The engine writes how many facts there are; zones start at FIRST_ZONE.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rumpus.language.declare import HookConstant, Row, rule

FACTS: int = HookConstant("FACTS", 0)
"""How many facts the game has."""
FIRST_ZONE: int = HookConstant("FIRST_ZONE", 1)
"""The position after the facts."""


class Group(NamedTuple):
    """Cards with the same face lying together."""

    face: int
    cards: int
    marks: int


class Zone(NamedTuple):
    """A place on the table."""

    zone: int
    owner: int
    size: int
    groups: tuple[Group, ...]


class LaidTable(NamedTuple):
    """What a viewer sees."""

    facts: tuple[int, ...]
    zones: tuple[Zone, ...]


@rule
def lay_fact(out: Row, fact: int, number: int) -> None:
    """Write a fact at its position."""
    out[1 + fact] = number


@rule
def lay_zone(out: Row, n: int, zone: int, owner: int, size: int) -> int:
    """Begin a zone at position n; returns the position after its head."""
    out[n] = zone
    out[n + 1] = owner
    out[n + 2] = size
    out[n + 3] = 0
    return n + 4


@rule
def lay_group(out: Row, n: int, head: int, face: int, cards: int, marks: int) -> int:
    """Add a group at position n to the zone with this head; returns the next position."""
    out[n] = face
    out[n + 1] = cards
    out[n + 2] = marks
    out[head - 1] = out[head - 1] + 1
    return n + 3


def read_table(numbers: Sequence[int]) -> LaidTable:
    """The laid-out table as named tuples."""
    facts, at = tuple(numbers[1 : 1 + numbers[0]]), 1 + numbers[0]
    zones = []
    while at < len(numbers):
        zone, owner, size, groups = numbers[at : at + 4]
        at += 4
        seen = tuple(Group(*numbers[at + 3 * i : at + 3 * i + 3]) for i in range(groups))
        at += 3 * groups
        zones.append(Zone(zone, owner, size, seen))
    return LaidTable(facts, tuple(zones))
