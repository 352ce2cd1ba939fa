"""The tick model: everybody chooses in secret, then the choices are carried out in random order."""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, members_of, only, row, rule, shuffle, tell, whisper
from rumpus.rulekit.offering import is_offered, offer

from ..cards import DESIGNS
from ..options import MAX_PLAYERS
from ..state import State, in_flurry
from ..words import (
    ACTIONS,
    BUILD,
    CAME,
    CHOSE,
    FACE_DOWN,
    LAST_FLURRY,
    LAY,
    OUT,
    OVER,
    WAIT,
    WAS_TOO_LATE,
)
from .claims import claim, offer_claims, offer_sets
from .dealing import deal_another
from .scoring import call_time, go_out, is_timed, run_out

SECONDS = 3
"""The seconds that a tick takes in a game with a time limit."""
A_MINUTE = 60 // SECONDS


@rule
def offer_in_tick(s: State, seat: int, out: Row) -> int:
    """A claim, or to wait; a player with a set has to lay it."""
    n = offer_sets(s, seat, out)
    if n == 0:
        n = offer_claims(s, seat, out)
        n = offer(out, n, WAIT)
    return n


@rule
def still_to_choose(s: State) -> int:
    """The set of seats that have not chosen yet."""
    seats = 0
    for seat in range(s.n_players):
        if s.choice[seat] == NONE:
            seats = seats | only(seat)
    return seats


@rule
def choose_in_tick(s: State, seat: int, action: int) -> None:
    """Store a choice; the last one starts the tick."""
    s.choice[seat] = action
    tell(s, CHOSE, seat)
    if still_to_choose(s) == 0:
        carry_out_choices(s)
        pass_time(s)


@rule
def carry_out_choices(s: State) -> None:
    """If all wait, that is the pause; otherwise carry out every choice that is still possible."""
    waits = True
    for seat in range(s.n_players):
        s.came[seat] = NONE
        if s.choice[seat] != WAIT:
            waits = False
        if s.choice[seat] < LAY:
            s.tidy = s.tidy | only(seat)
    late = 0
    if not waits:
        late = claim_in_random_order(s)
    tell(s, CAME, NONE, WAIT)
    for seat in members_of(late):
        whisper(s, only(seat), WAS_TOO_LATE, (s.choice[seat] - BUILD) % DESIGNS)
    for seat in range(s.n_players):
        s.choice[seat] = NONE
    if waits and s.stage == LAST_FLURRY:
        run_out(s)
    elif waits:
        deal_another(s)


@rule
def claim_in_random_order(s: State) -> int:
    """Carry out what is possible; returns the set of seats that came too late."""
    order = row(MAX_PLAYERS)
    for seat in range(s.n_players):
        order[seat] = seat
    shuffle(s, order, s.n_players)
    late = 0
    n = 0
    for i in range(s.n_players):
        claimant = order[i]
        action = s.choice[claimant]
        if in_flurry(s) and action != WAIT:
            if is_possible(s, claimant, action):
                s.came[n] = claimant
                n += 1
                tell(s, CAME, claimant, action)
                claim_in_tick(s, claimant, action)
            else:
                late = late | only(claimant)
    return late


@rule
def is_possible(s: State, seat: int, action: int) -> bool:
    """Whether a choice can still be carried out."""
    actions = row(ACTIONS)
    n = offer_sets(s, seat, actions)
    if n == 0:
        n = offer_claims(s, seat, actions)
    return is_offered(actions, n, action)


@rule
def claim_in_tick(s: State, seat: int, action: int) -> None:
    """A claim; with a shared bonus all who go out in the same tick go out together (Q22)."""
    if action == OUT and s.shared_bonus:
        for other in range(s.n_players):
            if other != seat and s.choice[other] == OUT:
                go_out(s, other, FACE_DOWN)
    claim(s, seat, action)


@rule
def pass_time(s: State) -> None:
    """A tick takes a few seconds, which count in a game with a time limit."""
    s.ticks += 1
    if is_timed(s) and s.stage != OVER and s.ticks == s.minutes * A_MINUTE:
        call_time(s)
