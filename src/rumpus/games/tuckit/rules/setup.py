"""The setup: deal, build three Stacks, reveal who starts and in which direction."""

from __future__ import annotations

from rumpus.rulekit import (
    NONE,
    Row,
    below,
    count,
    first_n,
    lowest,
    members_of,
    only,
    roll,
    row,
    rule,
    tell,
)
from rumpus.rulekit.hands import first_hidden, lay_deck, leave_openly, swap_faces
from rumpus.rulekit.offering import offer, offer_each
from rumpus.rulekit.piles import is_up, lift, pile, put_under, top, turn_card
from rumpus.rulekit.ranking import leaders
from rumpus.rulekit.seats import clockwise, counterclockwise, drawn_by_lot

from ..cards import (
    COPIES,
    DEALT,
    DICE,
    DIE_VALUE,
    HAND_SIZE,
    KIND,
    PRINTS,
    SIDES,
    SKIP,
    STACK_SIZE,
    STACKS,
    VALUE,
)
from ..options import CLOCKWISE, LOWEST_SEAT, MAX_PLAYERS, MORE_REVEALS
from ..state import (
    DRAW_PILE,
    MOST_SHOWN,
    SEEN,
    State,
    hand_of,
    has_skip_cards,
    kind_of,
    stack_of,
)
from ..words import (
    BREAKING_DIRECTION_TIE,
    BREAKING_TIE,
    BUILD_STACKS,
    BUILDING,
    CARD,
    CHOOSE_REVEAL,
    CHOSE_REVEAL,
    DEALT_OUT,
    DIRECTION_SET,
    FROM_HAND,
    NEIGHBOURS_TIED,
    PAIR,
    PLACED,
    REVEALING,
    SETUP_ROLLED,
    SHOWED,
    STACK,
    STACKS_READY,
    STARTS,
    TIED,
)
from .hands import deal_to, look_at_dealt, offer_hand, turn_up_top
from .pairing import best_to_place, next_place
from .turns import start_turn

BASE, HEARTS, ACORNS, BALLS, LEAVES = range(5)


# --------------------------------------------------------------------------------- the deal
@rule
def copies_in_play(s: State, printed: int) -> int:
    """How many cards of a printing the chosen sets have (TI-GEN-3, 4)."""
    if KIND[printed] == SKIP:
        return COPIES[LEAVES][printed] if has_skip_cards(s) else 0
    n = COPIES[BASE][printed]
    if s.hearts:
        n += COPIES[HEARTS][printed]
    if s.acorns:
        n += COPIES[ACORNS][printed]
    if s.balls:
        n += COPIES[BALLS][printed]
    if s.leaves:
        n += COPIES[LEAVES][printed]
    return n


@rule
def count_copies(s: State, out: Row) -> None:
    """Write down how many cards of every printing the chosen sets have."""
    for printed in range(PRINTS):
        out[printed] = copies_in_play(s, printed)


@rule
def setup(s: State) -> None:
    """Shuffle the chosen sets and deal nine cards to everybody (TI-SETUP-1, 2)."""
    copies = row(PRINTS)
    count_copies(s, copies)
    lay_deck(s, s.face, DRAW_PILE, copies, PRINTS)
    cards = row(DEALT)
    for seat in range(s.n_players):
        deal_to(s, seat, DEALT, cards)
        tell(s, DEALT_OUT, seat, DEALT)
        look_at_dealt(s, seat, DEALT, cards)
    s.stage = BUILDING
    s.waiting = first_n(s.n_players)
    tell(s, BUILD_STACKS)


# --------------------------------------------------------------------------------- building Stacks
@rule
def offer_building(s: State, seat: int, out: Row) -> int:
    """Any hand card for the next place, or all places at once."""
    n = offer_hand(s, seat, out)
    return offer(out, n, PAIR)


@rule
def answer_building(s: State, seat: int, action: int) -> None:
    """Put a card on the next place; the last three are the hand (TI-SETUP-3, 4, 5)."""
    if action == PAIR:
        while s.size[hand_of(seat)] > HAND_SIZE:
            kind = best_to_place(s, seat)
            put_on_next_place(s, seat, kind)
    else:
        put_on_next_place(s, seat, action - CARD)
    if s.size[hand_of(seat)] == HAND_SIZE:
        s.waiting = s.waiting & ~only(seat)
        tell(s, STACKS_READY, seat)
    if s.waiting == 0:
        ask_for_cards(s, REVEALING, first_n(s.n_players))


@rule
def put_on_next_place(s: State, seat: int, kind: int) -> None:
    """The top of the first Stack, then the card under it, then the top of the second, ..."""
    hand = hand_of(seat)
    number = next_place(s, seat) // STACK_SIZE
    card = top(s, hand)
    swap_faces(s.face, card, first_of_kind(s, hand, kind))
    lift(s, card)
    put_under(s, stack_of(seat, number), card)
    tell(s, PLACED, seat, number)


@rule
def first_of_kind(s: State, zone: int, kind: int) -> int:
    """The first card of a kind in a zone, or NONE."""
    for card in pile(s, zone):
        if kind_of(s, card) == kind:
            return card
    return NONE


# --------------------------------------------------------------------------------- revealing
@rule
def ask_for_cards(s: State, stage: int, seats: int) -> None:
    """Some players each choose a card to reveal, all at the same time (TI-SETUP-6, 8)."""
    s.stage = stage
    s.contenders = seats
    s.waiting = seats
    for seat in members_of(seats):
        tell(s, CHOOSE_REVEAL, seat)


@rule
def offer_reveal(s: State, seat: int, out: Row) -> int:
    """The top of a Stack not turned up yet; in a tie also an unseen hand card (TI-SETUP-9)."""
    n = 0
    for number in range(STACKS):
        if not is_up(s, top(s, stack_of(seat, number))):
            n = offer(out, n, STACK + number)
    if s.stage != REVEALING:
        kinds = 0
        for card in pile(s, hand_of(seat)):
            if s.seen[card] != SEEN:
                kinds = kinds | only(kind_of(s, card))
        n = offer_each(out, n, CARD, kinds)
    return n


@rule
def answer_reveal(s: State, seat: int, action: int) -> None:
    """Choose in secret; when all have chosen, reveal all choices."""
    if action >= STACK:
        s.choice[seat] = action - STACK
    else:
        s.choice[seat] = FROM_HAND
        chosen = unseen_of_kind(s, hand_of(seat), action - CARD)
        leave_openly(s, s.face, chosen, s.seen, SEEN)  # the card that is revealed later
    s.waiting = s.waiting & ~only(seat)
    tell(s, CHOSE_REVEAL, seat)
    if s.waiting == 0:
        reveal_all(s)


@rule
def unseen_of_kind(s: State, zone: int, kind: int) -> int:
    """The first card of a kind in a zone that not everybody knows, or NONE."""
    for card in pile(s, zone):
        if kind_of(s, card) == kind and s.seen[card] != SEEN:
            return card
    return NONE


@rule
def reveal_all(s: State) -> None:
    """All chosen cards are shown together; then the highest decides."""
    for seat in members_of(s.contenders):
        reveal_chosen(s, seat)
    if s.stage == BREAKING_DIRECTION_TIE:
        find_direction(s)
    else:
        find_starter(s)


@rule
def reveal_chosen(s: State, seat: int) -> None:
    """A Stack's top stays face up, a hand card stays in the hand (TI-SETUP-11, 12)."""
    number = s.choice[seat]
    if number == FROM_HAND:
        card = first_hidden(s, hand_of(seat), s.seen, SEEN)
    else:
        card = top(s, stack_of(seat, number))
        turn_card(s, card, True)
    s.seen[card] = 1
    s.choice[seat] = NONE
    tell(s, SHOWED, seat, number, s.face[card])
    kind = kind_of(s, card)
    value = VALUE[kind]  # TI-SETUP-18: a 9/5 is a 9, a Skip card 0
    if kind == DICE:
        pips = roll(s, SIDES)  # TI-EXP3-D11
        value = DIE_VALUE[pips]
        tell(s, SETUP_ROLLED, seat, pips)
    s.shown[seat][s.n_shown[seat]] = value
    s.n_shown[seat] += 1


# --------------------------------------------------------------------------------- who starts
@rule
def find_starter(s: State) -> None:
    """The highest card just shown starts; tied players show another (TI-SETUP-7, 8, 10)."""
    last_shown = row(MAX_PLAYERS)
    for seat in members_of(s.contenders):
        last_shown[seat] = s.shown[seat][s.n_shown[seat] - 1]
    highest = leaders(last_shown, s.contenders)
    s.player = lowest(highest)
    if count(highest) > 1:
        for seat in members_of(highest):
            tell(s, TIED, seat)
        if s.n_shown[s.player] < MOST_SHOWN:
            ask_for_cards(s, BREAKING_TIE, highest)
            return
        if s.tie_fallback != LOWEST_SEAT:
            s.player = drawn_by_lot(s, highest)  # TI-SETUP-13
    tell(s, STARTS, s.player)
    if s.n_players == 2:
        begin(s)  # TI-SETUP-16
    else:
        find_direction(s)


# --------------------------------------------------------------------------------- the direction
@rule
def find_direction(s: State) -> None:
    """Play goes towards the starter's neighbour who revealed the higher card (TI-SETUP-14)."""
    left = clockwise(s, s.player, 1)
    right = counterclockwise(s, s.player, 1)
    difference = 0
    for i in range(min(s.n_shown[left], s.n_shown[right])):
        if difference == 0:
            difference = s.shown[left][i] - s.shown[right][i]  # TI-SETUP-15, 19
    s.direction = 1 if difference >= 0 else -1
    if difference == 0 and s.direction_tie != CLOCKWISE:
        if s.direction_tie == MORE_REVEALS and s.n_shown[left] < MOST_SHOWN:
            tell(s, NEIGHBOURS_TIED, left, right)
            ask_for_cards(s, BREAKING_DIRECTION_TIE, only(left) | only(right))
            return
        break_direction_tie(s, left, right)
    tell(s, DIRECTION_SET, 0 if s.direction == 1 else 1)
    begin(s)


@rule
def break_direction_tie(s: State, left: int, right: int) -> None:
    """The neighbours are equal and have no card left to break the tie: lots, or the lower seat."""
    if s.direction_tie == MORE_REVEALS and s.tie_fallback == LOWEST_SEAT:
        s.direction = 1 if left < right else -1
    else:
        s.direction = 1 if below(s, 2) == 0 else -1


@rule
def begin(s: State) -> None:
    """All other tops are turned up, and the first turn begins (TI-SETUP-17, 20)."""
    for seat in range(s.n_players):
        for number in range(STACKS):
            if not is_up(s, top(s, stack_of(seat, number))):
                turn_up_top(s, seat, number)
    start_turn(s, s.player)
