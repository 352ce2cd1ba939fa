"""What a viewer of Stak Bots sees.

A Stak is laid out card by card from the top, every other zone by what its cards are.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, row, rule
from rumpus.rulekit.hands import PUBLIC, knows
from rumpus.rulekit.layout import FIRST_ZONE, lay_fact, lay_group, lay_zone
from rumpus.rulekit.piles import is_up, pile, top

from .cards import MOST_ROWS
from .options import STAKS_EACH
from .rules.battle import attackable
from .rules.effects import power
from .rules.seats import is_out, is_ranked, n_staks, number, owner
from .rules.turn import SURVIVED, cards_to_feed
from .state import (
    DRAFT,
    HAND,
    HEAP,
    LEFT_OUT,
    MOST_ACTIONS,
    SPENT,
    SUPPLY,
    State,
)
from .words import (
    ACTING,
    ACTING_CARD,
    ACTING_STAK,
    ACTIONS_LEFT,
    AIMED_STAK,
    AIMING,
    ATTACKED_STAK,
    ATTACKING_STAK,
    CARDS_TO_FEED,
    CHOSEN,
    DAMAGE_SHIFT,
    DECIDES,
    DRAFT_RANK,
    DRAFT_ZONE,
    DRAFTING,
    EFFECTS_WAITING,
    FACE_UP,
    FED,
    FIRST_STAK,
    HAND_ZONE,
    HAPPENING,
    HEAP_ZONE,
    IS_OVER,
    KNOWN,
    LAST_CARD,
    LEFT_OUT_ZONE,
    OUT_SEATS,
    OWED,
    POWER_SHIFT,
    READY_SEATS,
    REMEMBERED,
    SIDE_BITS,
    SIDES,
    SPENT_STAKS,
    STAGE,
    STAKS_OF_EACH,
    STEP,
    SUPPLY_ZONE,
    TARGETS,
    TIRED,
    TURNS,
    WAITING,
    WHOSE_TURN,
    YIELDED_SEATS,
)


@rule
def show(s: State, viewer: int, out: Row) -> int:
    """The facts, then every player's Staks and hand, then the piles."""
    show_facts(s, viewer, out)
    n = FIRST_ZONE
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
def show_facts(s: State, viewer: int, out: Row) -> None:
    """Everything other than cards."""
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
    owed = cards_to_feed(s) - s.fed
    lay_fact(out, WHOSE_TURN, s.active)
    lay_fact(out, STAGE, s.stage)
    lay_fact(out, STEP, s.step)
    lay_fact(out, DECIDES, s.seat)
    lay_fact(out, TURNS, s.turn)
    lay_fact(out, FED, s.fed)
    lay_fact(out, CARDS_TO_FEED, cards_to_feed(s))
    lay_fact(out, ACTIONS_LEFT, MOST_ACTIONS - s.actions)
    lay_fact(out, STAKS_OF_EACH, s.staks)
    lay_fact(out, ATTACKING_STAK, s.attacking)
    lay_fact(out, ATTACKED_STAK, s.attacked)
    lay_fact(out, SPENT_STAKS, spent)
    lay_fact(out, ACTING_CARD, s.face[s.card] if s.card != NONE else NONE)
    in_stak = s.card != NONE and s.zone[s.card] < HAND
    lay_fact(out, ACTING_STAK, s.zone[s.card] if in_stak else NONE)
    lay_fact(out, EFFECTS_WAITING, s.n_waiting)
    lay_fact(out, OUT_SEATS, out_of_game)
    lay_fact(out, SIDES, sides)
    lay_fact(out, READY_SEATS, s.ready)
    lay_fact(out, YIELDED_SEATS, s.yielded)
    lay_fact(out, DRAFT_RANK, s.draft_rank + 1 if drafting else 0)
    lay_fact(out, IS_OVER, s.over)
    lay_fact(out, AIMED_STAK, s.aimed)
    for i in range(STAKS_EACH):
        lay_fact(out, TARGETS + i, targets_of(s, viewer, i))
    lay_fact(out, OWED, max(owed, 0))
    lay_fact(out, LAST_CARD, 1 if viewer != NONE and cards_in_staks(s, viewer) == 1 else 0)


@rule
def cards_in_staks(s: State, seat: int) -> int:
    """How many cards are in all of a player's Staks."""
    n = 0
    for i in range(s.staks):
        n += s.size[seat * s.staks + i]
    return n


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
    """A Stak, one group per card, from the top down."""
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
