"""A quick, sensible choice in Mantis: what each declaration is worth on average.

The unit is small: a single card in a Tank is worth HOPE[1] of them. The numbers were found by
playing them against each other in some millions of games.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, rule

from .cards import PARTS, TRIPLES
from .rules import SCORE, STOP, State, clockwise, goes_again, legal
from .view import unseen_of

HOPE = (0, 8, 14, 24, 29, 31)
"""What so many cards of one colour in a Tank are worth: they may be scored, or stolen."""
MOST = len(HOPE) - 1
WIN = 1000
SCORING = 12  # scoring a group beats having it by so much,
SCORED_CARD = 30  # and by so much for every card that was in the Tank
THREAT = 80  # taking a group away that a rival could win with
AGAIN = 40  # another turn
CERTAIN, HALVING = 16, 1
"""A declaration's weight halves for every HALVING that it is worth less than the best one."""


@rule
def advise(s: State, seat: int, out: Row) -> None:
    """Weigh every declaration; a clearly better one is taken nearly always."""
    n = legal(s, seat, out)
    best = 0  # trying to score is never worth less
    for i in range(n):
        out[i] = worth(s, seat, out[i])
        best = max(best, out[i])
    unit = max(HALVING * s.n_players * unseen_of(s, s.back), 1)
    for i in range(n):
        out[i] = 1 << max(CERTAIN - (best - out[i]) // unit, 0)


@rule
def worth(s: State, seat: int, action: int) -> int:
    """What a declaration is worth to all at the table, over all cards that may lie on top."""
    total = 0
    if action != STOP and s.back != NONE:
        target = clockwise(s, seat, action)
        for part in range(PARTS):
            cards = s.unseen[s.back][part]
            if cards > 0:
                total += cards * worth_with(s, seat, target, TRIPLES[s.back][part])
    return total


@rule
def worth_with(s: State, seat: int, target: int, colour: int) -> int:
    """What turning this colour up in a Tank is worth, times the number of players."""
    mine = s.tank[seat][colour]
    if seat == target:
        if mine == 0:
            return HOPE[1] * s.n_players
        if s.score[seat] + mine + 1 >= s.target:
            return WIN * s.n_players
        return (SCORING + SCORED_CARD * mine) * s.n_players
    theirs = s.tank[target][colour]
    if theirs == 0:
        return 0 - hope(s, target, 1)
    gain = HOPE[min(mine + theirs + 1, MOST)] - HOPE[min(mine, MOST)]
    if goes_again(s):
        gain += AGAIN
    return gain * s.n_players + hope(s, target, theirs)


@rule
def hope(s: State, seat: int, cards: int) -> int:
    """What cards of one colour in a rival's Tank are worth to the rival."""
    threat = THREAT if s.score[seat] + cards + 1 >= s.target else 0
    return HOPE[min(cards, MOST)] + threat
