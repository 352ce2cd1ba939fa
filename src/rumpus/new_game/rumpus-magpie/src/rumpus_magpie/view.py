"""Who knows what in Magpie, and the table as everybody sees it.

Everybody knows the Nest and the Hoards, since all their cards were played openly, and their own
hand. A viewer is a seat, or NONE for somebody who watches.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, forget_chance, row, rule, shuffle
from rumpus.rulekit.hands import lay_out_faces
from rumpus.rulekit.layout import FIRST_ZONE, lay_fact, lay_group, lay_zone
from rumpus.rulekit.piles import pile

from .cards import CARDS, COPIES, DRAW_PILE, HANDS, HOARDS, N_FACES, NEST
from .rules import UNKNOWN, State
from .words import DRAW_ZONE, HAND_ZONE, HOARD_ZONE, NEST_ZONE, TURN


@rule
def knows(s: State, viewer: int, card: int) -> bool:
    """Whether a viewer knows what is printed on a card."""
    if s.zone[card] < HOARDS:  # it is in a hand
        return s.zone[card] == HANDS + viewer
    return s.zone[card] != DRAW_PILE


@rule
def redact(s: State, viewer: int) -> None:
    """Blank whatever the viewer may not know. Nothing else keeps secrets from clients."""
    for card in range(CARDS):
        if not knows(s, viewer, card):
            s.face[card] = UNKNOWN
    forget_chance(s)


@rule
def unseen(s: State, viewer: int, face: int) -> int:
    """How many cards with a face the viewer does not know the place of."""
    n = COPIES[face]
    for card in range(CARDS):
        if knows(s, viewer, card) and s.face[card] == face:
            n -= 1
    return n


@rule
def imagine(s: State, viewer: int) -> None:
    """Deal the cards that the viewer has not seen at random: bots think about such tables."""
    left = row(CARDS)
    copies = row(N_FACES)
    for face in range(N_FACES):
        copies[face] = unseen(s, viewer, face)
    n = lay_out_faces(copies, N_FACES, left)
    shuffle(s, left, n)
    for card in range(CARDS):
        if not knows(s, viewer, card):
            n -= 1
            s.face[card] = left[n]


@rule
def show(s: State, viewer: int, out: Row) -> int:
    """Lay the table out: every fact, then every zone."""
    lay_fact(out, TURN, s.player)
    n = lay_zone(out, FIRST_ZONE, DRAW_ZONE, NONE, s.size[DRAW_PILE])
    n = lay_cards(s, viewer, out, n, NEST_ZONE, NONE, NEST)
    for seat in range(s.n_players):
        n = lay_cards(s, viewer, out, n, HAND_ZONE, seat, HANDS + seat)
        n = lay_zone(out, n, HOARD_ZONE, seat, s.size[HOARDS + seat])
    return n


@rule
def lay_cards(s: State, viewer: int, out: Row, n: int, zone: int, owner: int, which: int) -> int:
    """Lay out a zone card by card, with the back of those that the viewer does not know."""
    head = lay_zone(out, n, zone, owner, s.size[which])
    end = head
    for card in pile(s, which):
        end = lay_group(out, end, head, s.face[card] if knows(s, viewer, card) else NONE, 1, 0)
    return end
