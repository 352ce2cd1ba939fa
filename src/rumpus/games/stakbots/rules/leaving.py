"""What only the table does: call time, and let a player who leaves for good resign (Q113, Q115)."""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, count, has, lowest, only, rule, tell
from rumpus.rulekit.offering import offer

from ..options import SYNCHRONOUS
from ..state import State
from ..words import (
    ACTING,
    AIMING,
    DRAFTING,
    DROPPING,
    PLACING,
    RECYCLING,
    RESIGN,
    RESIGNED,
    TIME_CALLED,
    TIME_IS_UP,
)
from .draft import go_on_drafting
from .seats import is_out, turn_takers
from .turn import SURVIVED, ask, check_out, end_turn, finish, go_on, go_out


@rule
def offer_to_table(s: State, out: Row) -> int:
    """Time can be called once; every player in the game can resign once."""
    n = 0
    if not s.time_up:
        n = offer(out, n, TIME_IS_UP)
    for seat in range(s.n_players):
        if not is_out(s, seat) and not has(s.resigned, seat):
            n = offer(out, n, RESIGN + seat)
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
    """A player resigns: out at once between actions, otherwise when the chain is over (Q115)."""
    s.resigned = s.resigned | only(seat)
    tell(s, RESIGNED, seat)
    if s.stage == DRAFTING:
        leave_draft(s, seat)
    elif s.stage in (DROPPING, ACTING, PLACING, AIMING, RECYCLING):
        if s.stage != DROPPING:
            begin_again(s)
        check_out(s)
        if not s.over:
            go_on_without(s, seat)


@rule
def begin_again(s: State) -> None:
    """Take back an action that was begun but not carried out."""
    s.card = NONE
    s.aimed = NONE
    s.attacking = NONE
    ask(s, ACTING, s.active)


@rule
def go_on_without(s: State, seat: int) -> None:
    """The turn continues, in a team with those who are left, or it ends (SB-OUT-5)."""
    takers = turn_takers(s) & ~s.resigned
    s.yielded = 0
    s.ready = s.ready & ~only(seat)
    if is_out(s, s.active) and (s.teams != SYNCHRONOUS or takers == 0):
        end_turn(s)
        return
    if is_out(s, s.active):
        s.active = lowest(takers)
    if s.stage == DROPPING:
        if s.seat == seat:
            go_on(s)
    elif s.ready == takers:
        end_turn(s)
    else:
        ask(s, ACTING, s.active)


@rule
def leave_draft(s: State, seat: int) -> None:
    """The draft goes on with automatic picks for players who resigned, or one side has won."""
    sides = 0
    for other in range(s.n_players):
        if not has(s.resigned, other):
            sides = sides | only(s.team[other])
    if count(sides) > 1:
        if s.seat == seat:
            go_on_drafting(s)
        return
    s.checks += 2
    for other in range(s.n_players):
        if has(sides, s.team[other]):
            s.fell[other] = SURVIVED
        else:
            go_out(s, other)
    finish(s)
