"""What only the table does: call time, and let a player who leaves for good resign (Q113, Q115)."""

from __future__ import annotations

from rumpus.rulekit import Row, has, only, rule, tell

from .options import NO_TEAMS
from .seats import is_out
from .state import (
    ACTING,
    DRAFTING,
    DROPPING,
    RESIGN,
    RESIGNED,
    TIME_CALLED,
    TIME_IS_UP,
    State,
)
from .turn import check_out, end_turn


@rule
def offer_to_table(s: State, out: Row) -> int:
    """Time can be called once; nobody resigns in a draft or leaves a team alone."""
    n = 0
    if not s.time_up:
        out[n] = TIME_IS_UP
        n += 1
    if s.teams == NO_TEAMS and s.stage != DRAFTING:
        for seat in range(s.n_players):
            if not is_out(s, seat) and not has(s.resigned, seat):
                out[n] = RESIGN + seat
                n += 1
    return n


@rule
def act_as_table(s: State, action: int) -> None:
    """Carry out what the table does."""
    if action == TIME_IS_UP:
        s.time_up = 1
        tell(s, TIME_CALLED)
    else:
        resign(s, action - RESIGN)


@rule
def resign(s: State, seat: int) -> None:
    """A player resigns: out at once between two actions, else when the chain is over (Q115)."""
    s.resigned = s.resigned | only(seat)
    tell(s, RESIGNED, seat)
    if s.stage in (ACTING, DROPPING):
        check_out(s)
        if not s.over and is_out(s, s.active):  # SB-OUT-5
            end_turn(s)
