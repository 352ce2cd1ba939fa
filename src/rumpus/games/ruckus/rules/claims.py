"""Stealing, building, laying and going out in a flurry: RU-STEAL, RU-BUILD, RU-OUT, RU-RT-2."""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, only, rule, tell
from rumpus.rulekit.offering import offer, offer_each
from rumpus.rulekit.seats import clockwise

from ..cards import DESIGNS, SLOTS
from ..options import AUTOMATIC, FOLLOW, MANUAL
from ..state import State, put_down, sets_in_hand
from ..words import (
    BUILD,
    BUILT,
    BY_BUILDING,
    BY_CALLING,
    CALL,
    FACE_DOWN,
    LAY,
    OUT,
    STEAL,
    STOLE,
    WITH_A_SET,
    WITH_A_STEAL,
)
from .dealing import lay_set
from .scoring import end_round, go_out


# --------------------------------------------------------------------------------- what is offered
@rule
def offer_sets(s: State, seat: int, out: Row) -> int:
    """A player with a set must lay it before anything else (RU-SET-1, RU-SET-3)."""
    return offer_each(out, 0, LAY, sets_in_hand(s, seat)) if s.lay_mode == MANUAL else 0


@rule
def offer_claims(s: State, seat: int, out: Row) -> int:
    """Go out, build or steal with singles (RU-OUT-1, RU-BUILD-1, RU-STEAL-1..7)."""
    n = 0
    if s.n_hand[seat] == 1:
        n = offer(out, n, OUT)
    if s.n_hand[seat] == 0 and s.call == MANUAL:
        n = offer(out, n, CALL)
    for i in range(seat * SLOTS, seat * SLOTS + s.n_hand[seat]):
        design = s.hand[i]
        if s.pile[seat][design] > 0:
            n = offer(out, n, BUILD + design)
        for k in range(1, s.n_players):
            if pile_aimed_at(s, seat, clockwise(s, seat, k), design) != NONE:
                n = offer(out, n, STEAL + DESIGNS * (k - 1) + design)
    return n


@rule
def pile_aimed_at(s: State, seat: int, victim: int, design: int) -> int:
    """Whose pile a steal takes: the victim's, or with stale=follow wherever it went."""
    owner = victim
    if s.stale == FOLLOW:
        while s.pile[owner][design] == 0 and s.went_to[owner][design] != NONE:
            owner = s.went_to[owner][design]
    if owner == seat or s.pile[owner][design] == 0:
        return NONE
    return owner


# --------------------------------------------------------------------------------- what is done
@rule
def claim(s: State, seat: int, action: int) -> None:
    """Carry out a claim."""
    s.ready = 0  # RU-RT-4
    if action == OUT:
        go_out(s, seat, FACE_DOWN)
        end_round(s)
    elif action == CALL:
        go_out(s, seat, BY_CALLING)
        end_round(s)
    elif action < STEAL:
        build(s, seat, action - BUILD)
    elif action < LAY:
        k = (action - STEAL) // DESIGNS + 1
        steal(s, seat, clockwise(s, seat, k), (action - STEAL) % DESIGNS)
    else:
        lay_set(s, seat, action - LAY)
        play_card(s, seat, WITH_A_SET)


@rule
def build(s: State, seat: int, design: int) -> None:
    """A single joins one's own pile (RU-BUILD-1)."""
    s.tidy = s.tidy | only(seat)
    n = put_down(s, seat, design)
    s.pile[seat][design] += n
    tell(s, BUILT, seat, design, s.pile[seat][design])
    play_card(s, seat, BY_BUILDING)


@rule
def steal(s: State, seat: int, victim: int, design: int) -> None:
    """A single takes a whole pile, which joins one's own (RU-STEAL-1, RU-STEAL-8)."""
    s.tidy = s.tidy | only(seat)
    owner = pile_aimed_at(s, seat, victim, design)
    n = put_down(s, seat, design)
    s.pile[seat][design] += s.pile[owner][design] + n
    s.pile[owner][design] = 0
    if s.stale == FOLLOW:
        s.went_to[owner][design] = seat
    tell(s, STOLE, seat, owner, design, s.pile[seat][design])
    play_card(s, seat, WITH_A_STEAL)


@rule
def play_card(s: State, seat: int, how: int) -> None:
    """After a card was played: an empty hand ends the round (RU-OUT-2, RU-OUT-5)."""
    if s.n_hand[seat] == 0 and s.call == AUTOMATIC:
        go_out(s, seat, how)
        end_round(s)
    elif s.n_hand[seat] == 1 and s.auto_out:
        go_out(s, seat, FACE_DOWN)
        end_round(s)
