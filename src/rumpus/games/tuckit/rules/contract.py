"""The rules of Tuck It as shared code calls them."""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, only, rule

from ..cards import HAND_SIZE
from ..options import ANY_TIME
from ..state import State, can_tuck, hand_of
from ..words import ADDING, BREAKING_DIRECTION_TIE, BUILDING, CARD, DONE, OVER, STACK, TURN
from .hands import offer_hand
from .phases import answer_turn, offer_turn
from .playing import (
    answer_adding,
    answer_flip,
    answer_reward,
    offer_adding,
    offer_flip,
    offer_reward,
)
from .setup import answer_building, answer_reveal, offer_building, offer_reveal
from .tucking import (
    answer_last_tucks,
    answer_tuck_place,
    begin_tuck,
    finish_tuck,
    offer_last_tucks,
    offer_tuck_places,
)

OFFERS = (
    offer_building, offer_reveal, offer_reveal, offer_reveal, offer_turn, offer_adding,
    offer_tuck_places, offer_flip, offer_reward, offer_last_tucks,
)  # fmt: skip
ANSWERS = (
    answer_building, answer_reveal, answer_reveal, answer_reveal, answer_turn, answer_adding,
    answer_tuck_place, answer_flip, answer_reward, answer_last_tucks,
)  # fmt: skip
"""What is offered in each stage, and what the answer does."""

SECONDS_A_CARD = 20


@rule
def is_over(s: State) -> bool:
    """Whether the game has ended."""
    return s.stage == OVER


@rule
def asks(s: State) -> int:
    """In the setup everybody who has not chosen yet, then the player whose turn it is."""
    if s.stage == OVER:
        return 0
    return s.waiting if s.stage <= BREAKING_DIRECTION_TIE else only(s.player)


@rule
def may(s: State) -> int:
    """TI-P2-2, EC-052, EC-054: between plays everybody else with hand cards may tuck as well."""
    seats = 0
    if s.tuck_timing == ANY_TIME and s.stage == TURN:
        for seat in range(s.n_players):
            if seat != s.player and can_tuck(s, seat):
                seats = seats | only(seat)
    return seats


@rule
def legal(s: State, seat: int, out: Row) -> int:
    """What a seat may do: finish a tuck, tuck outside its turn, or answer what the stage asks."""
    if s.place[seat] != NONE:
        return offer_hand(s, seat, out)
    if s.stage == TURN and seat != s.player:
        return offer_tuck_places(s, seat, out)
    stage = s.stage
    return OFFERS[stage](s, seat, out)


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carry out what a seat chose."""
    if s.place[seat] != NONE:
        finish_tuck(s, seat, action - CARD)
    elif s.stage == TURN and seat != s.player:
        begin_tuck(s, seat, action - STACK)
    else:
        stage = s.stage
        ANSWERS[stage](s, seat, action)


@rule
def seconds(s: State, seat: int) -> int:
    """TI-OPT-35: building has its time limit for every card still to be placed."""
    if s.stage != BUILDING:
        return 0
    return SECONDS_A_CARD * (s.size[hand_of(seat)] - HAND_SIZE)


@rule
def passes(s: State, seat: int) -> int:
    """TI-PLAY-3: a play may end without another card."""
    return DONE if s.stage == ADDING else NONE
