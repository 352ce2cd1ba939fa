"""Cards moving into and out of hands and Stacks, and what everybody learns about them.

How a card leaves a hand without being followed: rulekit/hands.py.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, ReadRow, Row, only, row, rule, tell, whisper
from rumpus.rulekit.hands import leave_openly, swap_faces
from rumpus.rulekit.offering import offer_each
from rumpus.rulekit.piles import is_up, lift, move_on, pile, put_on, put_under, top, turn_card

from ..cards import GEARS, HAND_SIZE, KIND
from ..options import ON
from ..state import (
    COMMUNITY_PILE,
    DRAW_PILE,
    SEEN,
    TRASH_PILE,
    State,
    hand_of,
    in_phase_two,
    stack_of,
)
from ..words import (
    CARD,
    DREW,
    FLIP_SHOWED,
    PHASE_TWO,
    TOOK_PILE,
    TRASHED,
    TUCKED,
    TURNED_UP,
    YOU_TUCKED,
    YOUR_CARD,
)


# --------------------------------------------------------------------------------- looking
@rule
def gears_on(s: State, card: int) -> int:
    """How many gears are printed on a card."""
    return GEARS[s.gears][s.face[card]]


@rule
def kinds_in(s: State, zone: int) -> int:
    """The set of kinds in a zone."""
    kinds = 0
    for card in pile(s, zone):
        kinds = kinds | only(KIND[s.face[card]])
    return kinds


@rule
def offer_hand(s: State, seat: int, out: Row) -> int:
    """Offer every kind of card in a hand; returns how many."""
    return offer_each(out, 0, CARD, kinds_in(s, hand_of(seat)))


# --------------------------------------------------------------------------------- out of a hand
@rule
def leaves_openly(s: State, seat: int, kind: int) -> int:
    """Which card leaves a hand when one of this kind is shown to all.

    Of several printings, the one with the most gears; of equal ones, one that is known to be there.
    """
    chosen = NONE
    for card in pile(s, hand_of(seat)):
        if KIND[s.face[card]] == kind and (chosen == NONE or goes_first(s, card, chosen)):
            chosen = card
    return leave_openly(s, s.face, chosen, s.seen, SEEN)


@rule
def goes_first(s: State, card: int, other: int) -> bool:
    """Whether a card leaves a hand openly rather than another one of its kind."""
    more = gears_on(s, card) - gears_on(s, other)
    return more > 0 or (more == 0 and s.seen[card] > s.seen[other])


@rule
def goes_last(s: State, card: int, other: int) -> bool:
    """Whether a card is tucked rather than another one of its kind."""
    return gears_on(s, card) < gears_on(s, other)


@rule
def leaves_unseen(s: State, seat: int, kind: int) -> int:
    """Which card leaves a hand when one of this kind, with the fewest gears, goes face down.

    It may have been any of them, so nothing is known about the hand any more, nor about the card:
    everything is forgotten rather than kept as "one of these". A hand's only card stays known.
    """
    hand = hand_of(seat)
    chosen = NONE
    for card in pile(s, hand):
        if KIND[s.face[card]] == kind and (chosen == NONE or goes_last(s, card, chosen)):
            chosen = card
    card_out = top(s, hand)
    swap_faces(s.face, card_out, chosen)
    if s.size[hand] > 1:
        for card in pile(s, hand):
            s.seen[card] = 0
    return card_out


# --------------------------------------------------------------------------------- into a hand
@rule
def deal_to(s: State, seat: int, n: int, cards: Row) -> None:
    """Deal this many cards from the Draw Pile into a hand, unseen by the others, and note them."""
    for i in range(n):
        cards[i] = top(s, DRAW_PILE)
        move_on(s, cards[i], hand_of(seat))


@rule
def look_at_dealt(s: State, seat: int, n: int, cards: ReadRow) -> None:
    """A player looks at the newly dealt cards one by one."""
    for i in range(n):
        if i == n - 1 and in_phase_two(s):
            tell(s, PHASE_TWO)  # TI-P1-5
        whisper(s, only(seat), YOUR_CARD, s.face[cards[i]])


@rule
def draw_up(s: State, seat: int) -> None:
    """Draw until the hand has three cards or the Draw Pile is empty (TI-TURN-5, 6, TI-P1-4)."""
    hand = hand_of(seat)
    n = min(HAND_SIZE - s.size[hand], s.size[DRAW_PILE])
    if n > 0:
        cards = row(HAND_SIZE)
        deal_to(s, seat, n, cards)
        tell(s, DREW, seat, n)
        look_at_dealt(s, seat, n, cards)


@rule
def pick_up_pile(s: State, seat: int) -> None:
    """The whole Community Pile goes into a hand; everybody knows what is there now."""
    n = s.size[COMMUNITY_PILE]
    for card in pile(s, COMMUNITY_PILE):
        move_on(s, card, hand_of(seat))
    tell(s, TOOK_PILE, seat, n)


# --------------------------------------------------------------------------------- to the piles
@rule
def lay_open(s: State, card: int, zone: int) -> None:
    """A lifted card is laid face up on a pile, for all to see."""
    s.seen[card] = 1
    put_on(s, zone, card)
    turn_card(s, card, True)


@rule
def trash_pile(s: State) -> None:
    """The whole Community Pile goes to the Trash Pile."""
    n = s.size[COMMUNITY_PILE]
    for card in pile(s, COMMUNITY_PILE):
        move_on(s, card, TRASH_PILE)
    tell(s, TRASHED, n)


# --------------------------------------------------------------------------------- Stacks
@rule
def tuck_under(s: State, seat: int, number: int, kind: int) -> None:
    """A hand card goes face down under all cards of a Stack (TI-P2-2a, 2b)."""
    card = leaves_unseen(s, seat, kind)
    lift(s, card)
    put_under(s, stack_of(seat, number), card)
    turn_card(s, card, False)
    whisper(s, only(seat), YOU_TUCKED, s.face[card], number)
    tell(s, TUCKED, seat, number)


@rule
def turn_up_top(s: State, seat: int, number: int) -> None:
    """The top card of a Stack is turned face up."""
    card = top(s, stack_of(seat, number))
    turn_card(s, card, True)
    s.seen[card] = 1
    tell(s, TURNED_UP, seat, number, s.face[card])


@rule
def look_at(s: State, seat: int, number: int) -> None:
    """Everybody sees the face-up cards of a Stack, or only its top card (EC-072)."""
    zone = stack_of(seat, number)
    on_top = top(s, zone)
    height = s.size[zone]
    for card in pile(s, zone):
        if card != on_top and s.covered_faceup_visible != ON:
            break
        if is_up(s, card) and s.seen[card] == 0:
            s.seen[card] = 1
            tell(s, FLIP_SHOWED, seat, number, height, s.face[card])
        height -= 1
