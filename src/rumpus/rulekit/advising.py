"""Weights of advice, and choosing by them, for rules that have to choose."""

from __future__ import annotations

from rumpus.language.declare import ReadRow, Row, rule

RISKY = 1 << 30
"""Taken off the weight of a choice that is only taken where there is no other."""
SURE = 16
"""The best choice weighs 2 ** SURE."""


@rule
def best_of(worth: ReadRow, n: int) -> int:
    """What the best of n choices is worth."""
    best = worth[0]
    for i in range(1, n):
        best = max(best, worth[i])
    return best


@rule
def weigh(worth: Row, n: int, half: int) -> None:
    """Turn what n choices are worth into their weights: for every `half` that a choice is worth
    less than the best one, it weighs half as much, and at least 1."""
    best = best_of(worth, n)
    for i in range(n):
        worth[i] = 1 << max(SURE - (best - worth[i]) // half, 0)


@rule
def rule_out(weights: Row, worth: ReadRow, n: int, ruin: int) -> None:
    """A choice that is worth `ruin` or less has no weight as long as another is worth more."""
    if best_of(worth, n) > ruin:
        for i in range(n):
            if worth[i] <= ruin:
                weights[i] = 0


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
