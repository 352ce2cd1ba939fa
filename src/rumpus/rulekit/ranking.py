"""Places from points: most points first, equal points share a place (1, 2, 2, 4)."""

from __future__ import annotations

from rumpus.language.declare import ReadRow, Row, rule

from .sets import members_of, only


@rule
def with_tie_break(points: int, more: int, most: int) -> int:
    """Points with ties broken by a second number between 0 and `most`."""
    return points * (most + 1) + more


@rule
def leaders(points: ReadRow, seats: int) -> int:
    """The seats of a set that have the most points."""
    found = 0
    best = 0
    for seat in members_of(seats):
        if found == 0 or points[seat] > best:
            best = points[seat]
            found = 0
        if points[seat] == best:
            found = found | only(seat)
    return found


@rule
def rank(points: ReadRow, seats: int, out: Row) -> None:
    """Write down the place of each of a set of seats among them."""
    for seat in members_of(seats):
        place = 1
        for other in members_of(seats):
            if points[other] > points[seat]:
                place += 1
        out[seat] = place
