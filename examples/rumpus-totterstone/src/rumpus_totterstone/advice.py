"""How sensible each choice in Totterstone looks: all bots play by it.

Numbers are in hundredths of a stone to take.
"""

from __future__ import annotations

from rumpus.rulekit import Row, row, rule
from rumpus.rulekit.advising import weigh
from rumpus.rulekit.hands import knows

from .cards import CAIRN, CARDS, COPIES, N_FACES
from .rules import State, legal, tottering_with
from .words import LAY, REACH

STONE = 100
KEEP = (110, 90, 70, 50, 35, 20, 10, 5, 0, 90)
"""What it is worth to have a card of each face in hand later."""
SPENT = 15
"""What it costs when the cairn totters by 1 more and holds."""
REACHING = 40
"""What it costs to have as many heavy stones left in hand as before."""
HALF = 40
"""A choice that is worth so much less than the best one weighs half as much."""


@rule
def advise(s: State, seat: int, out: Row) -> None:
    """Keep the cairn standing, and keep light stones for when it totters."""
    n = legal(s, seat, out)
    for i in range(n):
        if out[i] == REACH:
            out[i] = worth_of_reaching(s, seat)
        else:
            out[i] = worth_on_cairn(s, out[i] - LAY) - KEEP[out[i] - LAY]
    weigh(out, n, HALF)


@rule
def worth_on_cairn(s: State, face: int) -> int:
    """What it is worth to have a card with this face laid on the cairn."""
    tottering = tottering_with(s, face)
    if tottering > s.limit:
        return -STONE * (s.size[CAIRN] + 1)
    return SPENT * (s.tottering - tottering)


@rule
def worth_of_reaching(s: State, seat: int) -> int:
    """The same for a card from the bag: the average of all that the seat has not seen."""
    unseen = row(N_FACES)
    for face in range(N_FACES):
        unseen[face] = COPIES[face]
    cards = CARDS
    for card in range(CARDS):
        if knows(s, seat, card):
            unseen[s.face[card]] -= 1
            cards -= 1
    total = 0
    for face in range(N_FACES):
        if unseen[face] > 0:
            total += unseen[face] * worth_on_cairn(s, face)
    return total // cards - REACHING
