"""A quick, sensible choice in Mantis: what each declaration is worth on average."""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, rule

from .cards import PARTS, TRIPLES
from .rules import SCORE, STOP, State, clockwise, goes_again, legal
from .view import unseen_of

WIN = 400
SCORED_CARD = 12  # a card scored
STOLEN_CARD = 7  # a card that changes Tanks is worth less: it can be stolen back
LOST_CARD = 3  # what it hurts the one who is stolen from
OWN_CARD = 5  # a card that stays in one's own Tank
GIVEN_CARD = -3  # a card that stays in another's
AGAIN = 10


@rule
def advise(s: State, seat: int, out: Row) -> None:
    """Weigh every declaration; a clearly better one is taken nearly always."""
    n = legal(s, seat, out)
    best = 1
    for i in range(n):
        out[i] = max(1, worth(s, seat, out[i]))
        best = max(best, out[i])
    for i in range(n):
        out[i] = sharpen(out[i] * 100 // best)


@rule
def sharpen(percent: int) -> int:
    """Turn a share of the best into a weight that falls off quickly."""
    square = percent * percent // 100
    fourth = square * square // 100
    return max(1, fourth * fourth // 100)


@rule
def worth(s: State, seat: int, action: int) -> int:
    """What a declaration is worth on average, in small units."""
    if action == STOP or s.back == NONE:
        return 20
    total = 0
    for part in range(PARTS):
        if s.unseen[s.back][part] > 0:
            total += s.unseen[s.back][part] * worth_with(s, seat, action, TRIPLES[s.back][part])
    return 40 + total * 4 // unseen_of(s, s.back)


@rule
def worth_with(s: State, seat: int, action: int, colour: int) -> int:
    """What a declaration is worth if this colour turns up."""
    if action == SCORE:
        mine = s.tank[seat][colour]
        if mine == 0:
            return OWN_CARD
        if s.score[seat] + mine + 1 >= s.target:
            return WIN
        return SCORED_CARD * (mine + 1)
    target = clockwise(s, seat, action)
    theirs = s.tank[target][colour]
    if theirs == 0:
        return GIVEN_CARD
    gain = STOLEN_CARD * (theirs + 1) + LOST_CARD * theirs
    if s.score[target] + theirs + 1 >= s.target:
        gain += SCORED_CARD * 4
    return gain + AGAIN if goes_again(s) else gain
