"""Weights of advice, and rules that choose by them."""

from __future__ import annotations

from rumpus.language.declare import ReadRow, Row, rule

RISKY = 1 << 30
"""Subtracted from the weight of a choice that is a last resort."""
SURE = 16
"""The best choice weighs 2 ** SURE."""


@rule
def best_of(worth: ReadRow, n: int) -> int:
    """The value of the best of n choices."""
    best = worth[0]
    for i in range(1, n):
        best = max(best, worth[i])
    return best


@rule
def weigh(worth: Row, n: int, half: int) -> None:
    """Turn the values of n choices into weights: for every `half` below the best, the weight is
    halved, but is never less than 1."""
    best = best_of(worth, n)
    for i in range(n):
        worth[i] = 1 << max(SURE - (best - worth[i]) // half, 0)


@rule
def rule_out(weights: Row, worth: ReadRow, n: int, ruin: int) -> None:
    """A choice worth `ruin` or less gets no weight, as long as another is worth more."""
    if best_of(worth, n) > ruin:
        for i in range(n):
            if worth[i] <= ruin:
                weights[i] = 0


@rule
def most_advised(actions: Row, weights: Row, n: int) -> int:
    """The action with the greatest weight; ties go to the lowest number, so that the choice depends
    neither on the seat nor on the order of the actions."""
    best = 0
    for i in range(1, n):
        is_more = weights[i] > weights[best]
        if is_more or (weights[i] == weights[best] and actions[i] < actions[best]):
            best = i
    return actions[best]
