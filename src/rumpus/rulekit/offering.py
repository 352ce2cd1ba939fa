"""Writing down legal actions.

n = offer(out, n, PASS)
n = offer_each(out, n, PLAY, kinds_in_hand)
"""

from __future__ import annotations

from rumpus.language.declare import ReadRow, Row, rule

from .sets import members_of


@rule
def offer(out: Row, n: int, action: int) -> int:
    """Append an action to the n already written; returns the new count."""
    out[n] = action
    return n + 1


@rule
def offer_each(out: Row, n: int, first: int, members: int) -> int:
    """The same for every member of a set: member m is action `first` + m."""
    count = n
    for member in members_of(members):
        out[count] = first + member
        count += 1
    return count


@rule
def is_offered(actions: ReadRow, n: int, action: int) -> bool:
    """Whether an action is among the n that were written down."""
    for i in range(n):
        if actions[i] == action:
            return True
    return False
