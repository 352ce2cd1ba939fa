"""Sets of small numbers (0 to LARGEST), kept in an i64: seats, colours, cards of a small deck."""

from __future__ import annotations

from rumpus.language.declare import NONE, each, rule
from rumpus.language.intrinsics import lowest

LARGEST = 62


@rule
def only(x: int) -> int:
    """The set with this one member."""
    return 1 << x


@rule
def has(members: int, x: int) -> bool:
    """Whether x is a member."""
    return (members >> x) & 1 == 1


@rule
def first_n(n: int) -> int:
    """The set of 0..n-1."""
    return ~(-1 << n)


@rule
def member_after(members: int, x: int) -> int:
    """The smallest member above x; NONE when there is none."""
    rest = (members >> x) >> 1
    if rest == 0:
        return NONE
    return x + 1 + lowest(rest)


@rule
def first_member(members: int) -> int:
    """The smallest member; NONE when the set is empty."""
    return lowest(members)


members_of = each(first_member, member_after)
"""`for x in members_of(a_set)`: its members, the smallest first."""
