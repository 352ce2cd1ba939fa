"""Who knows what in Magpie, and the table as everybody sees it.

The rules say who gets to know a card when they draw or play it. A viewer is a seat, or NONE for
somebody who watches.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, rule
from rumpus.rulekit.hands import imagine_hidden, knows, redact_hidden
from rumpus.rulekit.layout import FIRST_ZONE, lay_fact, lay_group, lay_zone
from rumpus.rulekit.piles import pile

from .cards import CARDS, COPIES, DRAW_PILE, HANDS, HOARDS, N_FACES, NEST
from .rules import State
from .words import DRAW_ZONE, HAND_ZONE, HOARD_ZONE, NEST_ZONE, TURN


@rule
def redact(s: State, viewer: int) -> None:
    """Blank whatever the viewer may not know. Nothing else keeps secrets from clients."""
    redact_hidden(s, viewer)


@rule
def imagine(s: State, viewer: int) -> None:
    """Deal the cards that the viewer does not know at random: bots think about such tables."""
    imagine_hidden(s, viewer, COPIES, N_FACES)


@rule
def unseen(s: State, viewer: int, face: int) -> int:
    """How many cards with a face the viewer does not know the place of."""
    n = COPIES[face]
    for card in range(CARDS):
        if knows(s, viewer, card) and s.face[card] == face:
            n -= 1
    return n


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
