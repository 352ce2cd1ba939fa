"""Set-up and deal, and the sets that must be laid: RU-SETUP, RU-SET, RU-DEAL, RU-EXH."""

from __future__ import annotations

from rumpus.rulekit import NONE, count, draw_to_end, first_n, members_of, only, rule, tell, whisper
from rumpus.rulekit.seats import around, clockwise

from ..cards import BOX, CARDS, DESIGNS, SLOTS
from ..options import AUTOMATIC, IMMEDIATE, MAX_PLAYERS
from ..state import UNKNOWN, State, put_down, sets_in_hand, take_in
from ..words import (
    DEALT,
    FACE_DOWN,
    FLURRY,
    LAID,
    LAST_FLURRY,
    LAST_FLURRY_BEGAN,
    NEW_SETS,
    RAN_OUT,
    ROUND_STARTED,
    WITH_A_SET,
    YOURS,
)
from .scoring import end_round, go_out

FIRST_CARDS = 7


# --------------------------------------------------------------------------------- the deals
@rule
def begin_round(s: State) -> None:
    """All cards are shuffled and everybody is dealt seven (RU-SETUP-3, RU-WIN-4)."""
    clear_table(s)
    s.round_number += 1
    tell(s, ROUND_STARTED, s.round_number, s.dealer)
    deal_each(s, FIRST_CARDS)


@rule
def clear_table(s: State) -> None:
    """All cards go back into the deck; they are shuffled as they are drawn."""
    for i in range(CARDS):
        s.deck[i] = BOX[i]
    s.n_deck = CARDS
    for seat in range(s.n_players):
        for i in range(seat * SLOTS, seat * SLOTS + s.n_hand[seat]):
            s.hand[i] = UNKNOWN
        s.n_hand[seat] = 0
        s.out_card[seat] = NONE
        for design in range(DESIGNS):
            s.pile[seat][design] = 0
    s.outs = 0
    s.deals = 0
    s.stage = FLURRY


@rule
def deal_another(s: State) -> None:
    """Everybody is dealt one more card (RU-DEAL-1, RU-DEAL-5)."""
    s.deals += 1
    deal_each(s, 1)


@rule
def deal_each(s: State, cards: int) -> None:
    """Deal singly and face down, beginning at the dealer's left (RU-SETUP-3, RU-SETUP-4)."""
    forget_flurry(s)
    for _ in range(cards):
        for seat in around(s, left_of_dealer(s)):
            draw(s, seat)
    for seat in around(s, left_of_dealer(s)):
        tell(s, DEALT, seat, cards)
        for i in range(s.n_hand[seat] - cards, s.n_hand[seat]):
            whisper(s, only(seat), YOURS, s.hand[seat * SLOTS + i])
    begin_flurry(s)


@rule
def left_of_dealer(s: State) -> int:
    """Who is dealt to first (RU-SETUP-3)."""
    return clockwise(s, s.dealer, 1)


@rule
def forget_flurry(s: State) -> None:
    """Nobody is ready any more, and moved piles are not followed beyond a deal."""
    s.ready = 0
    s.tidy = 0
    for seat in range(MAX_PLAYERS):
        for design in range(DESIGNS):
            s.went_to[seat][design] = NONE


@rule
def draw(s: State, seat: int) -> None:
    """The top card of the deck goes into a hand."""
    card = draw_to_end(s, s.deck, s.n_deck)
    s.n_deck -= 1
    s.deck[s.n_deck] = UNKNOWN
    take_in(s, seat, card)


@rule
def begin_flurry(s: State) -> None:
    """Sets are laid, which may end the round; then everybody may steal."""
    if s.lay_mode == AUTOMATIC:
        lay_all_sets(s)
    leave_by_deal(s)
    if s.outs != 0:
        end_round(s)
    elif s.n_deck < s.n_players:
        use_up_deck(s)


# --------------------------------------------------------------------------------- sets
@rule
def lay_all_sets(s: State) -> None:
    """Every set in every hand is laid, in deal order (RU-SET-1, RU-SET-4, RU-SET-8, RU-RT-7)."""
    n = 0
    for holder in range(s.n_players):
        n += count(sets_in_hand(s, holder))
    tell(s, NEW_SETS, n)
    for seat in around(s, left_of_dealer(s)):
        sets = sets_in_hand(s, seat)
        for design in members_of(sets):
            lay_set(s, seat, design)
    s.tidy = first_n(s.n_players)


@rule
def lay_set(s: State, seat: int, design: int) -> None:
    """All cards of a design come out of a hand onto the seat's own pile (RU-SET-2, 5, 6)."""
    n = put_down(s, seat, design)
    s.pile[seat][design] += n
    tell(s, LAID, seat, design, n, s.pile[seat][design])


@rule
def leave_by_deal(s: State) -> None:
    """A player whom a deal leaves without cards goes out, the first in deal order (RU-OUT-5, 6)."""
    for seat in around(s, left_of_dealer(s)):
        if s.outs == 0 or s.shared_bonus:
            if s.n_hand[seat] == 0 and s.call == AUTOMATIC:
                go_out(s, seat, WITH_A_SET)
            elif s.n_hand[seat] == 1 and s.auto_out:
                go_out(s, seat, FACE_DOWN)


# --------------------------------------------------------------------------------- the deck
@rule
def use_up_deck(s: State) -> None:
    """There are not enough cards for another deal (RU-EXH-1, RU-EXH-2)."""
    if s.exhaust == IMMEDIATE:
        if s.lay_mode != AUTOMATIC:
            lay_all_sets(s)
        tell(s, RAN_OUT)
        end_round(s)
    else:
        s.stage = LAST_FLURRY
        tell(s, LAST_FLURRY_BEGAN, s.n_deck)
