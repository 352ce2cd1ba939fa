"""Choosing by advice, for rules that have to choose."""

from __future__ import annotations

from .declare import Row, rule

RISKY = 1 << 30
"""Taken off the weight of a choice that is only taken where there is no other."""


@rule
def most_advised(actions: Row, weights: Row, n: int) -> int:
    """The action with the greatest weight; of equals the one with the lowest number, so that the
    choice depends neither on the seat nor on the order of the offer."""
    best = 0
    for i in range(1, n):
        is_more = weights[i] > weights[best]
        if is_more or (weights[i] == weights[best] and actions[i] < actions[best]):
            best = i
    return actions[best]
