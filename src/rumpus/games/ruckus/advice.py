"""A quick, sensible choice in Ruckus: the value of each claim now, against holding the card back.

The unit is a hundredth of a point. A steal is worth the pile, one card less in hand and a step
towards going out. It costs what the next thief would take: more if more copies are unseen, if more
of those are in hands rather than in the deck, and if the round will last longer. The numbers were
tuned in some hundred thousand games against each other: they beat players who never wait as well as
players who wait too long.
"""

from __future__ import annotations

from rumpus.rulekit import Row, first_n, rule
from rumpus.rulekit.contract import WIN
from rumpus.rulekit.seats import clockwise

from .cards import COPIES, DESIGNS
from .rules.claims import pile_aimed_at
from .rules.contract import legal
from .rules.scoring import BONUS
from .state import State
from .view import open_cards
from .words import BUILD, CALL, DEAL, END, LAY, OUT, SCORING, STEAL

POINT = 100
STEP = (0, 0, 400, 200, 120, 80, 50, 40)
"""The value of one card less, by the cards in hand, besides the point it costs."""
VICTIM = 40
"""The value of a card that somebody else loses."""
THEFT = 8
"""How many times its size a pile is expected to cost if another copy is certainly in a hand: the
pile itself, and the bigger one that could have been taken later."""
HURRY = (0, 0, 15, 40, 70, 100)
"""How much of that counts, in percent, by the smallest hand of the others."""
TOO_EARLY = -200
"""The cost of dealing before everybody is ready."""
AHEAD = WIN // 50
"""The value of being one point ahead after a round."""
SURE, HALF = 20, 350
"""The best choice weighs 2 ** SURE; for every HALF that another is worth less, half of it. With a
small HALF this player wins five of six games against a random one, but then nobody who thinks
ahead can do much better; with this one seven of ten."""


@rule
def advise(s: State, seat: int, out: Row) -> None:
    """Weigh every claim against doing nothing, which has the value 0."""
    n = legal(s, seat, out)
    best = 0
    for i in range(n):
        out[i] = worth(s, seat, out[i])
        best = max(best, out[i])
    for i in range(n):
        out[i] = weight_of(best - out[i])


@rule
def weight_of(missing: int) -> int:
    """The weight of a choice that is worth this much less than the best."""
    between = 2 * HALF - missing % HALF
    return max((between << SURE) // (2 * HALF) >> min(missing // HALF, SURE), 1)


@rule
def judge(s: State, out: Row) -> bool:
    """Between two rounds everybody's chance depends on their lead over the best other player."""
    if s.stage != SCORING:
        return False
    for seat in range(s.n_players):
        best_other = 0
        for k in range(1, s.n_players):
            best_other = max(best_other, s.total[clockwise(s, seat, k)])
        out[seat] = max(min(WIN // 2 + AHEAD * (s.total[seat] - best_other), WIN), 0)
    return True


@rule
def worth(s: State, seat: int, action: int) -> int:
    """The value of an action."""
    if action in (OUT, CALL):
        return (BONUS + 1) * POINT
    if action in (DEAL, END):
        return 0 if s.ready == first_n(s.n_players) else TOO_EARLY
    if BUILD <= action < STEAL:
        return POINT + worth_of_playing(s, seat, action - BUILD, 1)
    if STEAL <= action < LAY:
        design = (action - STEAL) % DESIGNS
        victim = clockwise(s, seat, (action - STEAL) // DESIGNS + 1)
        taken = s.pile[pile_aimed_at(s, seat, victim, design)][design]
        gain = (taken + 1) * POINT + taken * VICTIM
        return gain + worth_of_playing(s, seat, design, taken + 1)
    return 0


@rule
def worth_of_playing(s: State, seat: int, design: int, more: int) -> int:
    """The value of one card less in hand (the last one ends the round), minus what the pile, grown
    by `more`, may cost if it is stolen: with the card still in hand it could be stolen back."""
    n = s.n_hand[seat]
    if n == 1:
        return (BONUS + 1) * POINT
    pile = s.pile[seat][design] + more
    return POINT + STEP[min(n, 7)] - THEFT * pile * chance_of_theft(s, seat, design)


@rule
def chance_of_theft(s: State, seat: int, design: int) -> int:
    """The probability, in percent, that another player holds a copy and has time to use it."""
    unseen = COPIES[design] - open_cards(s, design) - 1
    in_hands = 0
    smallest = 5
    for k in range(1, s.n_players):
        n = s.n_hand[clockwise(s, seat, k)]
        in_hands += n
        smallest = min(smallest, n)
    nobody = 100
    for i in range(unseen):
        hidden = in_hands + s.n_deck - i
        nobody = nobody * max(s.n_deck - i, 0) // max(hidden, 1)
    return (100 - nobody) * HURRY[smallest] // 100
