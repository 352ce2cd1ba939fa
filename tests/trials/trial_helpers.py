"""Rules and tables of another file, which the trials call as `trial_helpers.name`."""

from __future__ import annotations

from rumpus.rulekit import ReadRow, rule

LIMIT = 1_000
PRIMES = (2, 3, 5, 7, 11)
WEIGHTS = ((1, -1, 300), (70_000, 0, 5))


@rule
def square(x: int) -> int:
    """The trials have another rule of this name."""
    return x * x


@rule
def half(x: int) -> int:
    """Half of it, rounded down."""
    return x // 2


@rule
def total(row: ReadRow, n: int) -> int:
    """What a row of any kind adds up to."""
    found = 0
    for i in range(n):
        found += row[i]
    return found


ANSWERS = (square,)
