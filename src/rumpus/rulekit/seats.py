"""Seats around the table, numbered clockwise from 0."""

from __future__ import annotations

from rumpus.language.declare import NONE, bundle, each, i8, rule
from rumpus.language.intrinsics import count

from .chance import Chance, below
from .sets import first_member, member_after, members_of


@bundle
class Seats(Chance):
    """The number of players, for games where it varies: `class State(Seats)`, or with piles
    `class State(Seats, Piles, cards=54, zones=20)`."""

    n_players: i8


# --------------------------------------------------------------------------------- neighbours
@rule
def clockwise(s: Seats, seat: int, k: int) -> int:
    """The seat k places to the left (k is at most the number of players)."""
    x = seat + k
    return x if x < s.n_players else x - s.n_players


@rule
def counterclockwise(s: Seats, seat: int, k: int) -> int:
    """The seat k places to the right (k is at most the number of players)."""
    x = seat - k
    return x if x >= 0 else x + s.n_players


@rule
def steps_to(s: Seats, seat: int, other: int) -> int:
    """How many places another seat is to the left of this one."""
    k = other - seat
    return k if k >= 0 else k + s.n_players


@rule
def next_of(seats: int, seat: int) -> int:
    """The next seat clockwise that is in a set; the seat itself if no other is."""
    x = member_after(seats, seat)
    return x if x != NONE else first_member(seats)


# --------------------------------------------------------------------------------- all of them
@rule
def first_around(s: Seats, first: int) -> int:
    """The first seat of a walk around the table."""
    return first


@rule
def next_around(s: Seats, first: int, seat: int) -> int:
    """The seat after this one on a walk around the table; NONE when all have been visited."""
    x = clockwise(s, seat, 1)
    return NONE if x == first else x


around = each(first_around, next_around)
"""`for seat in around(s, first)`: every seat clockwise, beginning with `first`."""


# --------------------------------------------------------------------------------- chance
@rule
def drawn_by_lot(s: Chance, seats: int) -> int:
    """One of a set of seats, each equally likely."""
    skip = below(s, count(seats))
    for seat in members_of(seats):
        if skip == 0:
            return seat
        skip -= 1
    return NONE


@rule
def starting_seat(s: Seats, chosen: int) -> int:
    """The seat that starts: the chosen one, or a random one for NONE."""
    if chosen != NONE:
        return chosen
    return below(s, s.n_players)
