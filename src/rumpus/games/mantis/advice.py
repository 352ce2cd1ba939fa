"""A quick, sensible choice in Mantis: the average value of each declaration.

The numbers are in small units and were tuned in millions of games against each other. Cards in a
Tank are worth less than scored ones, since anybody may steal them, and several cards of one colour
are worth more than as many singles.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, row, rule
from rumpus.rulekit.advising import weigh
from rumpus.rulekit.seats import clockwise

from .cards import FRONTS_OF_A_COLOUR, PARTS, TRIPLES
from .rules import State, goes_again, legal
from .view import unseen_of
from .words import ACTIONS, SCORE, STEAL

MOST = FRONTS_OF_A_COLOUR
HOPE = (0, 90, 140, 250, *(300 for _ in range(4, MOST + 1)))
"""The value of this many cards of one colour in a Tank."""
SCORING = (HOPE[1], *(80 + 330 * cards for cards in range(1, MOST + 1)))
"""The value of turning a colour up in one's own Tank, by the cards of it there."""
STEALING = (
    tuple(-HOPE[1] * 3 // 5 for _ in range(MOST + 1)),
    *(
        tuple(HOPE[min(mine + theirs + 1, MOST)] - HOPE[mine] + HOPE[theirs] * 3 // 5
              for mine in range(MOST + 1))
        for theirs in range(1, MOST + 1)
    ),
)  # fmt: skip
"""The value in another's, by the cards of it there and in one's own Tank. What the other
loses, or is given by a steal that fails, counts three fifths."""
AGAIN = 400
WIN = 10_000
HALF = 150
"""A declaration that is worth this much less than the best one weighs half as much. With a small
HALF this player is hard to beat: not even a search of 50,000 games before every declaration wins
more than 53 % of two-player games. This one makes small mistakes that cost little."""


@rule
def advise(s: State, seat: int, out: Row) -> None:
    """Weigh every declaration; one that is much better is taken nearly always."""
    worth = row(ACTIONS)  # stopping is worth nothing, and costs nothing
    if s.back != NONE:
        for part in range(PARTS):
            if s.unseen[s.back][part] > 0:
                add_worth(s, seat, TRIPLES[s.back][part], s.unseen[s.back][part], worth)
    n = legal(s, seat, out)
    for i in range(n):
        out[i] = worth[out[i]]
    weigh(out, n, HALF * max(unseen_of(s, s.back), 1))


@rule
def add_worth(s: State, seat: int, colour: int, cards: int, worth: Row) -> None:
    """Add the value of every declaration in case one of this many cards of the colour turns up."""
    mine = s.tank[seat][colour]
    wins = mine > 0 and s.score[seat] + mine + 1 >= s.target
    worth[SCORE] += cards * (WIN if wins else SCORING[mine])
    again = AGAIN if goes_again(s) else 0
    for k in range(1, s.n_players):
        theirs = s.tank[clockwise(s, seat, k)][colour]
        worth[STEAL + k - 1] += cards * (STEALING[theirs][mine] + (again if theirs > 0 else 0))
