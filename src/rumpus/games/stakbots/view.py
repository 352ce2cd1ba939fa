"""What a viewer of Stak Bots sees.

A Stak is laid out card by card from the top, every other zone by what its cards are.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, row, rule
from rumpus.rulekit.layout import lay_group, lay_zone
from rumpus.rulekit.piles import is_up, pile, top

from .battle import attackable
from .bots import power
from .cards import CARDS, MOST_ROWS
from .options import STAKS_EACH
from .seats import is_out, is_ranked, knows, n_staks, number, owner
from .state import (
    ACTING,
    AIMING,
    DRAFT,
    DRAFTING,
    HAND,
    HEAP,
    LEFT_OUT,
    MOST_ACTIONS,
    PUBLIC,
    SPENT,
    SUPPLY,
    ZONES,
    State,
)
from .turn import SURVIVED, cards_to_feed

# zones as they are shown: a player's Staks, then the other piles
FIRST_STAK = 0
HAND_ZONE, SUPPLY_ZONE, HEAP_ZONE, LEFT_OUT_ZONE, DRAFT_ZONE = range(STAKS_EACH, STAKS_EACH + 5)

MARKS = (
    "face-up", "chosen attacker", "may not attack", "effect waits", "effect happens", "remembered",
    "known to all",
)  # fmt: skip
"""The bits of a card's marks. Above them lie its damage and its power, in a byte each."""
FACE_UP, CHOSEN, TIRED, WAITING, HAPPENING, REMEMBERED, KNOWN = (1 << i for i in range(len(MARKS)))
DAMAGE_SHIFT, POWER_SHIFT = 8, 16

FACT_NAMES = (
    "turn", "stage", "step", "decides", "turns", "fed", "to feed", "actions left", "staks each",
    "attacking", "attacked", "spent staks", "acting card", "acting stak", "effects waiting",
    "out", "sides", "ready", "yielded", "draft rank", "over", "aimed", "targets 1",
    "targets 2", "targets 3", "targets 4",
)  # fmt: skip
"""Staks are numbered seat by seat; sets are bits; `sides` has three bits a seat. The targets are
the Staks that each of the viewer's own could attack."""
FACTS = len(FACT_NAMES)
FIRST_TARGETS = FACT_NAMES.index("targets 1") + 1
GROUP, ZONE = 3, 4
SHOW_ROOM = 1 + FACTS + ZONES * ZONE + CARDS * GROUP
SIDE_BITS = 3


@rule
def show(s: State, viewer: int, out: Row) -> int:
    """The facts, then every player's Staks and hand, then the piles."""
    n = show_facts(s, viewer, out)
    for stak in range(n_staks(s)):
        n = show_stak(s, viewer, stak, out, n)
    for seat in range(s.n_players):
        n = show_pile(s, viewer, HAND + seat, HAND_ZONE, seat, out, n)
    ranked = is_ranked(s)
    for seat in range(s.n_players if ranked else 1):
        whose = seat if ranked else NONE
        n = show_pile(s, viewer, SUPPLY + seat, SUPPLY_ZONE, whose, out, n)
        n = show_pile(s, viewer, HEAP + seat, HEAP_ZONE, whose, out, n)
    if s.size[LEFT_OUT] > 0:
        n = show_pile(s, viewer, LEFT_OUT, LEFT_OUT_ZONE, NONE, out, n)
    if s.size[DRAFT] > 0:
        n = show_pile(s, viewer, DRAFT, DRAFT_ZONE, NONE, out, n)
    return n


@rule
def show_facts(s: State, viewer: int, out: Row) -> int:
    """What is not a card; see FACT_NAMES."""
    spent = 0
    out_of_game = 0
    sides = 0
    for stak in range(n_staks(s)):
        if s.chosen[stak] == SPENT:
            spent = spent | (1 << stak)
    for seat in range(s.n_players):
        if is_out(s, seat) and s.fell[seat] < SURVIVED:
            out_of_game = out_of_game | (1 << seat)
        sides = sides | (s.team[seat] << (SIDE_BITS * seat))
    drafting = s.stage == DRAFTING
    out[0] = FACTS
    out[1] = s.active
    out[2] = s.stage
    out[3] = s.step
    out[4] = s.seat
    out[5] = s.turn
    out[6] = s.fed
    out[7] = cards_to_feed(s)
    out[8] = MOST_ACTIONS - s.actions
    out[9] = s.staks
    out[10] = s.attacking
    out[11] = s.attacked
    out[12] = spent
    out[13] = s.face[s.card] if s.card != NONE else NONE
    out[14] = s.zone[s.card] if s.card != NONE and s.zone[s.card] < HAND else NONE
    out[15] = s.n_waiting
    out[16] = out_of_game
    out[17] = sides
    out[18] = s.ready
    out[19] = s.yielded
    out[20] = s.draft_rank + 1 if drafting else 0
    out[21] = s.over
    out[22] = s.aimed
    for i in range(STAKS_EACH):
        out[FIRST_TARGETS + i] = targets_of(s, viewer, i)
    return 1 + FACTS


@rule
def targets_of(s: State, viewer: int, i: int) -> int:
    """The set of Staks that the viewer's Stak i could attack, while attacks are declared."""
    mine = viewer * s.staks + i
    if s.stage not in (ACTING, AIMING) or viewer < 0 or i >= s.staks or s.size[mine] == 0:
        return 0
    return attackable(s, mine) if tops_are_up(s) else 0


@rule
def tops_are_up(s: State) -> bool:
    """Whether every Stak shows its top card: not always in the middle of an action."""
    for stak in range(n_staks(s)):
        card = top(s, stak)
        if card != NONE and not is_up(s, card):
            return False
    return True


@rule
def show_stak(s: State, viewer: int, stak: int, out: Row, place: int) -> int:
    """A Stak, one group a card, from the top down."""
    head = lay_zone(out, place, FIRST_STAK + number(s, stak), owner(s, stak), s.size[stak])
    n = head
    for card in pile(s, stak):
        seen = knows(s, viewer, card)
        n = lay_group(out, n, head, s.face[card] if seen else NONE, 1, card_marks(s, card))
    return n


@rule
def card_marks(s: State, card: int) -> int:
    """The marks of a card in a Stak, with its damage and power."""
    if not is_up(s, card):
        return REMEMBERED if s.known[card] == PUBLIC else 0
    marks = FACE_UP | (s.damage[card] << DAMAGE_SHIFT) | (power(s, card) << POWER_SHIFT)
    if s.chosen[s.zone[card]] == card:
        marks = marks | CHOSEN
    if s.tired[card]:
        marks = marks | TIRED
    if s.card == card:
        marks = marks | HAPPENING
    for i in range(s.n_waiting):
        if s.waiting[i] == card:
            marks = marks | WAITING
    return marks


@rule
def show_pile(
    s: State, viewer: int, zone: int, shown_as: int, whose: int, out: Row, place: int
) -> int:
    """A pile without order: how many cards there are, and which ones the viewer knows."""
    head = lay_zone(out, place, shown_as, whose, s.size[zone])
    n = head
    private = row(MOST_ROWS)
    public = row(MOST_ROWS)
    marks = row(MOST_ROWS)
    for card in pile(s, zone):
        if knows(s, viewer, card):
            if s.known[card] == PUBLIC:
                public[s.face[card]] += 1
            else:
                private[s.face[card]] += 1
            if s.tired[card]:
                marks[s.face[card]] = TIRED
    in_hand = KNOWN if shown_as == HAND_ZONE else 0
    for face in range(s.rows):
        if private[face] > 0:
            n = lay_group(out, n, head, face, private[face], 0)
        if public[face] > 0:
            n = lay_group(out, n, head, face, public[face], marks[face] | in_hand)
    return n
