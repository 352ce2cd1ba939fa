"""What a viewer of Totterstone knows and sees.

Everybody knows their own hand, the cairn and what was taken. Nobody knows the bag.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, row, rule
from rumpus.rulekit.hands import imagine_hidden, knows, redact_hidden
from rumpus.rulekit.layout import FIRST_ZONE, lay_fact, lay_group, lay_zone
from rumpus.rulekit.piles import pile

from .cards import BAG, CAIRN, COPIES, HANDS, N_FACES, TAKEN
from .rules import State
from .words import BAG_ZONE, CAIRN_ZONE, HAND_ZONE, LIMIT, TAKEN_ZONE, TOTTERING, TURN


@rule
def redact(s: State, viewer: int) -> None:
    """Blank what the viewer does not know."""
    redact_hidden(s, viewer)


@rule
def imagine(s: State, viewer: int) -> None:
    """Deal what the viewer does not know anew."""
    imagine_hidden(s, viewer, COPIES, N_FACES)


@rule
def show(s: State, viewer: int, out: Row) -> int:
    """The bag's size, the cairn stone by stone, everybody's hand and what they have taken."""
    lay_fact(out, TURN, s.player)
    lay_fact(out, TOTTERING, s.tottering)
    lay_fact(out, LIMIT, s.limit)
    n = lay_zone(out, FIRST_ZONE, BAG_ZONE, NONE, s.size[BAG])
    head = lay_zone(out, n, CAIRN_ZONE, NONE, s.size[CAIRN])
    n = head
    for card in pile(s, CAIRN):
        n = lay_group(out, n, head, s.face[card], 1, 0)
    for seat in range(s.n_players):
        n = show_sorted(s, viewer, HANDS + seat, HAND_ZONE, seat, out, n)
        n = show_sorted(s, viewer, TAKEN + seat, TAKEN_ZONE, seat, out, n)
    return n


@rule
def show_sorted(
    s: State, viewer: int, zone: int, shown_zone: int, seat: int, out: Row, place: int
) -> int:
    """The cards of a zone, equal ones together; those that the viewer does not know come last."""
    counts = row(N_FACES)
    hidden = 0
    for card in pile(s, zone):
        if knows(s, viewer, card):
            counts[s.face[card]] += 1
        else:
            hidden += 1
    head = lay_zone(out, place, shown_zone, seat, s.size[zone])
    n = head
    for face in range(N_FACES):
        if counts[face] > 0:
            n = lay_group(out, n, head, face, counts[face], 0)
    if hidden > 0:
        n = lay_group(out, n, head, NONE, hidden, 0)
    return n
