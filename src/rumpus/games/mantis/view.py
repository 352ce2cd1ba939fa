"""What a viewer of Mantis knows and sees.

Everybody knows the same: every card was seen by all when it was turned over, so anybody with a good
memory knows what is left in the Draw Pile. Its order and the top card's front are hidden.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, below, forget_chance, rule
from rumpus.rulekit.layout import FIRST_ZONE, lay_fact, lay_group, lay_zone

from .cards import BACKS, CARDS, COLOURS, FIRST_CARD, PARTS
from .rules import UNKNOWN, State, tank_count
from .words import (
    CARD_FACES,
    CONTENDERS,
    DRAW_PILE,
    IN_EXTRA_TURN,
    LOT,
    OVER,
    SCORE_PILE,
    TANK,
    TARGET,
    TURN,
    UNSEEN,
)


@rule
def redact(s: State, viewer: int) -> None:
    """Blank the Draw Pile and chance; keep what was seen."""
    for i in range(CARDS):
        s.deck[i] = UNKNOWN
    forget_chance(s)


@rule
def imagine(s: State, viewer: int) -> None:
    """Put the unseen cards into the Draw Pile; the top one fits the back that shows."""
    n = 0
    on_top = below(s, max(unseen_of(s, s.back), 1))
    top = 0
    for back in range(BACKS):
        for part in range(PARTS):
            for _ in range(s.unseen[back][part]):
                s.deck[n] = FIRST_CARD[back][part]
                if back == s.back:
                    if on_top == 0:
                        top = n
                    on_top -= 1
                n += 1
    for i in range(n, CARDS):
        s.deck[i] = UNKNOWN
    if n > 0:
        card = s.deck[top]
        s.deck[top] = s.deck[n - 1]
        s.deck[n - 1] = card


@rule
def unseen_of(s: State, back: int) -> int:
    """How many cards with this back have fronts that nobody has seen."""
    n = 0
    if back != NONE:
        for part in range(PARTS):
            n += s.unseen[back][part]
    return n


@rule
def show(s: State, viewer: int, out: Row) -> int:
    """The Draw Pile with its top card's back, every Tank by colours, every Score Pile's size."""
    lay_fact(out, TURN, s.player)
    lay_fact(out, TARGET, s.target)
    lay_fact(out, IN_EXTRA_TURN, s.in_extra_turn)
    lay_fact(out, CONTENDERS, s.contenders)
    lay_fact(out, OVER, s.over)
    lay_fact(out, LOT, s.lot)
    head = lay_zone(out, FIRST_ZONE, DRAW_PILE, NONE, s.n_deck)
    n = head
    if s.back != NONE:
        n = lay_group(out, n, head, COLOURS + s.back, 1, 0)
    for seat in range(s.n_players):
        head = lay_zone(out, n, TANK, seat, tank_count(s, seat))
        n = head
        for colour in range(COLOURS):
            if s.tank[seat][colour] > 0:
                n = lay_group(out, n, head, colour, s.tank[seat][colour], 0)
        n = lay_zone(out, n, SCORE_PILE, seat, s.score[seat])  # MA-PILE-1..4: only how many
    if s.memory_aid:
        n = show_unseen(s, out, n)
    return n


@rule
def show_unseen(s: State, out: Row, place: int) -> int:
    """MA-OPT-5: the cards that nobody has seen yet."""
    head = lay_zone(out, place, UNSEEN, NONE, 0)  # a list, not a place with cards
    n = head
    for back in range(BACKS):
        for part in range(PARTS):
            if s.unseen[back][part] > 0:
                face = CARD_FACES + back * PARTS + part
                n = lay_group(out, n, head, face, s.unseen[back][part], 0)
    return n
