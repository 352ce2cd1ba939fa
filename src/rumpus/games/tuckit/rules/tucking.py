"""Tucking cards under Stacks: forced or voluntary, in or outside one's turn."""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, first_n, rule, tell
from rumpus.rulekit.offering import offer, offer_each

from ..cards import STACKS
from ..state import State, hand_of
from ..words import DONE, LAST_TUCKS, MUST_TUCK, STACK, TUCKING
from .hands import tuck_under
from .turns import end_turn, pass_on


@rule
def begin_tuck(s: State, seat: int, number: int) -> None:
    """First the Stack is chosen, for all to see, then the card: no secret waits in between."""
    s.place[seat] = number
    tell(s, TUCKING, seat, number)


@rule
def offer_stacks(out: Row, n: int) -> int:
    """All three Stack places."""
    return offer_each(out, n, STACK, first_n(STACKS))


@rule
def offer_tuck_places(s: State, seat: int, out: Row) -> int:
    """Any of one's three Stack places, empty ones included (TI-P2-2b)."""
    return offer_stacks(out, 0)


@rule
def answer_tuck_place(s: State, seat: int, action: int) -> None:
    """Choose the Stack to tuck under."""
    begin_tuck(s, seat, action - STACK)


@rule
def finish_tuck(s: State, seat: int, kind: int) -> None:
    """The chosen card is tucked; a forced tuck ends the turn."""
    number = s.place[seat]
    s.place[seat] = NONE
    tuck_under(s, seat, number, kind)
    if seat == s.player:
        if s.stage == MUST_TUCK:
            end_turn(s, 1)
        elif s.stage == LAST_TUCKS and s.size[hand_of(seat)] == 0:
            pass_on(s)


@rule
def offer_last_tucks(s: State, seat: int, out: Row) -> int:
    """Tuck more, or pass on."""
    n = offer_stacks(out, 0)
    return offer(out, n, DONE)


@rule
def answer_last_tucks(s: State, seat: int, action: int) -> None:
    """Tuck more, or pass on."""
    if action == DONE:
        pass_on(s)
    else:
        begin_tuck(s, seat, action - STACK)
