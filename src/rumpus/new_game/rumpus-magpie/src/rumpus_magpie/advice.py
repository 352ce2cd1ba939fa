"""How sensible each action looks. Bots of every level and hints start from it."""

from __future__ import annotations

from rumpus.rulekit import Row, rule
from rumpus.rulekit.advising import weigh

from .cards import NEST, THIEF
from .rules import State, legal, takes_nest
from .view import unseen
from .words import PLAY

POINT = 12  # a card in the Hoard is worth this much
KEEP_THIEF = 3 * POINT  # a thief is worth keeping for a bigger Nest
HALF = POINT  # an action that is worth so much less than the best one is taken half as often


@rule
def advise(s: State, seat: int, out: Row) -> None:
    """Write a weight for each legal action, in the order of legal()."""
    n = legal(s, seat, out)
    for i in range(n):
        out[i] = worth(s, seat, out[i] - PLAY)
    weigh(out, n, HALF)


@rule
def worth(s: State, seat: int, face: int) -> int:
    """Take as much as you can; else play what the others can hardly match.

    It may look at what the seat knows, and at nothing else.
    """
    value = -KEEP_THIEF if face == THIEF and s.thieves == 1 else 0
    if takes_nest(s, face):
        return value + POINT * (s.size[NEST] + 1)
    return value - unseen(s, seat, face) * (s.size[NEST] + 1)
