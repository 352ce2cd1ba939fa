"""The rules of Ruckus as shared code calls them."""

from __future__ import annotations

from rumpus.rulekit import Row, first_n, has, only, row, rule, tell
from rumpus.rulekit.offering import offer
from rumpus.rulekit.seats import starting_seat

from ..options import HUMAN, LIVE
from ..state import State, in_flurry
from ..words import (
    ACTIONS,
    DEAL,
    END,
    IS_READY,
    LAST_FLURRY,
    OVER,
    READY,
    SCORING,
    TIME_IS_UP,
    WAIT,
)
from .claims import claim, offer_claims, offer_sets
from .dealing import begin_round, deal_another
from .scoring import call_time, is_timed, run_out
from .ticks import choose_in_tick, offer_in_tick, still_to_choose


@rule
def setup(s: State) -> None:
    """Pick the first dealer (RU-SETUP-2) and begin the first round."""
    s.dealer = starting_seat(s, s.first_dealer)
    begin_round(s)


# --------------------------------------------------------------------------------- who may act
@rule
def is_over(s: State) -> bool:
    """Whether somebody has won."""
    return s.stage == OVER


@rule
def in_tick(s: State) -> bool:
    """Whether everybody chooses in secret now."""
    return s.timing != LIVE and in_flurry(s)


@rule
def asks(s: State) -> int:
    """Everybody who is not ready for the deal; when all are, the dealer (RU-STEAL-4, RU-RT-4)."""
    if s.stage == OVER:
        return 0
    if in_tick(s):
        return still_to_choose(s)
    waiting = first_n(s.n_players) & ~s.ready
    return only(s.dealer) if waiting == 0 else waiting


@rule
def may(s: State) -> int:
    """Players who are ready may still act, and so may the table."""
    if s.stage == OVER or s.timing != LIVE:
        return 0
    return first_n(s.n_players + 1) & ~asks(s)


@rule
def legal(s: State, seat: int, out: Row) -> int:
    """What a seat, or the table itself, may do."""
    if in_tick(s):
        return offer_in_tick(s, seat, out)
    if seat == s.n_players:
        return offer_to_table(s, out)
    n = 0
    if in_flurry(s):
        n = offer_sets(s, seat, out)
        if n > 0:
            return n
        n = offer_claims(s, seat, out)
    if not has(s.ready, seat):
        n = offer(out, n, READY)
    if seat == s.dealer and (s.dealing == HUMAN or s.ready == first_n(s.n_players)):
        n = offer(out, n, after_pause(s))
    return n


@rule
def offer_to_table(s: State, out: Row) -> int:
    """What only the clock decides: that a pause was long enough, or that the time is up."""
    n = offer(out, 0, after_pause(s))
    if is_timed(s) and not s.time_up:
        n = offer(out, n, TIME_IS_UP)
    return n


@rule
def after_pause(s: State) -> int:
    """What follows a pause: another deal, the next round, or the end of the last flurry."""
    return END if s.stage == LAST_FLURRY else DEAL


# --------------------------------------------------------------------------------- acting
@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carry out an action."""
    if in_tick(s):
        choose_in_tick(s, seat, action)
    elif action == READY:
        get_ready(s, seat)
    elif action == TIME_IS_UP:
        call_time(s)
    elif action == END:
        run_out(s)
    elif s.stage == SCORING:
        begin_round(s)
    elif action == DEAL:
        deal_another(s)
    else:
        claim(s, seat, action)


@rule
def get_ready(s: State, seat: int) -> None:
    """A seat is done with this flurry, or with the scores (RU-RT-4)."""
    s.ready = s.ready | only(seat)
    if in_flurry(s):
        s.tidy = s.tidy | only(seat)
    tell(s, IS_READY, seat)
    if s.timing != LIVE and s.ready == first_n(s.n_players):
        begin_round(s)


@rule
def timeout(s: State, seat: int) -> int:
    """Sets are laid one by one; otherwise an idle player is ready, and in a tick waits."""
    actions = row(ACTIONS)
    if in_flurry(s) and offer_sets(s, seat, actions) > 0:
        return actions[0]
    if in_tick(s):
        return WAIT
    return after_pause(s) if has(s.ready, seat) else READY


# --------------------------------------------------------------------------------- the result
@rule
def places(s: State, out: Row) -> None:
    """Every seat's place."""
    for seat in range(s.n_players):
        out[seat] = s.place[seat]


@rule
def scores(s: State, out: Row) -> None:
    """Every seat's points."""
    for seat in range(s.n_players):
        out[seat] = s.total[seat]
