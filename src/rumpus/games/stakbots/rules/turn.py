"""Turns: beginning, feeding the scrapheap, ending; and who is out."""

from __future__ import annotations

from rumpus.rulekit import NONE, count, first_n, has, members_of, only, rule, tell
from rumpus.rulekit.ranking import leaders
from rumpus.rulekit.seats import next_of

from ..cards import CARDS
from ..options import ACTIVE_LOSES, BLITZ, CAPTAIN, DRAW, NO_LIMIT, SYNCHRONOUS
from ..state import HAND, State
from ..words import (
    ACTING,
    ACTIONS_OF_TURN,
    DRAWN,
    DROPPING,
    DROPS,
    OPENING,
    OUT,
    TURN_BEGAN,
    TURN_ENDED,
    TURN_LIMIT,
    WON,
)
from .battle import heal
from .moves import draw, give_up_hand, give_up_staks
from .seats import (
    has_cards,
    is_out,
    members,
    side_cards,
    stak_cards,
    turn_takers,
)

SURVIVED = 10_000
"""Bigger than any check: the rank of those who are left at the end."""


@rule
def ask(s: State, stage: int, seat: int) -> None:
    """Wait for a seat's decision."""
    s.stage = stage
    s.seat = seat


# --------------------------------------------------------------------------------- beginning
@rule
def begin_turn(s: State, seat: int) -> None:
    """A turn begins: nothing is fed yet, and attackers can be chosen (SB-TURN-1, 9)."""
    s.active = seat
    s.step = OPENING
    s.fed = 0
    s.actions = 0
    s.dropped = 0
    s.yielded = 0
    s.ready = 0
    tell(s, TURN_BEGAN, seat)


@rule
def go_on(s: State) -> None:
    """No effect is waiting: the next step of the turn."""
    if s.step == OPENING:
        if s.drawing == DRAW and (s.turn > 0 or s.first_draw):  # SB-TURN-2, 3
            for seat in members_of(turn_takers(s)):  # SB-VAR-SYNC-2
                draw(s, seat)
        s.step = DROPS
    if s.step == DROPS and s.drawing == BLITZ:
        dropper = next_dropper(s)
        if dropper != NONE:
            s.dropped = s.dropped | only(dropper)
            ask(s, DROPPING, dropper)
            return
    s.step = ACTIONS_OF_TURN
    ask(s, ACTING, s.active)


@rule
def next_dropper(s: State) -> int:
    """A player who may drop a top card and was not asked yet (SB-VAR-BLITZ-2, 3, 7)."""
    for seat in members_of(turn_takers(s) & ~s.dropped):
        for stak in range(seat * s.staks, (seat + 1) * s.staks):
            if s.size[stak] > 1:
                return seat
    return NONE


# --------------------------------------------------------------------------------- ending
@rule
def cards_to_feed(s: State) -> int:
    """How many cards a turn has to feed (SB-TURN-5, SB-VAR-SYNC-5, SB-TOG-FEED-1, 2)."""
    return s.feed * count(turn_takers(s))


@rule
def is_fed(s: State) -> bool:
    """Whether the scrapheap has had enough, or nothing is left to feed (SB-FEED-6)."""
    return s.fed >= cards_to_feed(s) or has_nothing(s)


@rule
def may_end(s: State, seat: int) -> bool:
    """Whether a player may want to end the turn now."""
    if s.team_control == CAPTAIN and seat != s.active:
        return False
    if s.hand_limit != NO_LIMIT and s.size[HAND + seat] > s.hand_limit:
        return False
    return not has(s.ready, seat) and is_fed(s)


@rule
def may_yield(s: State, seat: int) -> bool:
    """Whether a member of a team may leave it to others (SB-VAR-SYNC-6)."""
    if has(s.yielded, seat):
        return False
    if is_fed(s):
        return s.team_control == CAPTAIN and seat != s.active
    for other in members_of(turn_takers(s) & ~s.yielded & ~only(seat)):
        if has_cards(s, other):
            return True
    return False


@rule
def end_turn(s: State) -> None:
    """The turn is over; players without any card are skipped (SB-VAR-STAG-3)."""
    idle = True
    while idle and not s.over:
        close_turn(s)
        if not s.over:
            begin_turn(s, next_player(s))
            go_on(s)
            idle = has_nothing(s)


@rule
def has_nothing(s: State) -> bool:
    """Whether nobody whose turn it is has any card."""
    for seat in members_of(turn_takers(s)):
        if has_cards(s, seat):
            return False
    return True


@rule
def close_turn(s: State) -> None:
    """Damage and attack restrictions are cleared (SB-TURN-8, 9)."""
    heal(s)
    for stak in range(s.n_players * s.staks):
        s.chosen[stak] = NONE
    for card in range(CARDS):
        s.tired[card] = 0
    s.stomp = NONE
    s.attacking = NONE
    s.attacked = NONE
    s.declared = NONE
    s.turn += 1
    tell(s, TURN_ENDED, s.active, s.fed)
    if s.turn >= s.max_turns or s.time_up:  # SB-TURN-12, Q113
        tell(s, TURN_LIMIT, s.turn)
        for seat in range(s.n_players):
            if not is_out(s, seat):
                s.fell[seat] = SURVIVED + side_cards(s, s.team[seat])
        finish(s)


@rule
def next_player(s: State) -> int:
    """The next player clockwise who is in the game; the next team's first (SB-TURN-10)."""
    following = 0
    for seat in range(s.n_players):
        shares_turn = s.teams == SYNCHRONOUS and s.team[seat] == s.team[s.active]
        if not is_out(s, seat) and not shares_turn:
            following = following | only(seat)
    return next_of(following, s.active)


# --------------------------------------------------------------------------------- who is out
@rule
def check_out(s: State) -> None:
    """A player without cards in any Stak is out (SB-OUT-1..4, 7, SB-VAR-TEAM-2, 3,
    SB-VAR-MULTI-6)."""
    for seat in members_of(s.resigned):
        leave_side(s, seat)
    left = 0
    lost = 0
    for seat in range(s.n_players):
        if not is_out(s, seat):
            if stak_cards(s, seat) > 0 or side_cards(s, s.team[seat]) > 0:
                left = left | only(s.team[seat])
            else:
                lost = lost | only(s.team[seat])
    if lost == 0:
        return
    s.checks += 2
    for seat in range(s.n_players):
        if has(lost, s.team[seat]) and not is_out(s, seat):
            go_out(s, seat)
            if left == 0 and s.double_out == ACTIVE_LOSES and s.team[seat] == s.team[s.active]:
                s.fell[seat] -= 1
    if count(left) <= 1:
        for seat in range(s.n_players):
            if not is_out(s, seat):
                s.fell[seat] = SURVIVED
        finish(s)


@rule
def leave_side(s: State, seat: int) -> None:
    """A player who resigns gives up all Staks; in a team the others play on (SB-OUT-9)."""
    if is_out(s, seat):
        return
    give_up_staks(s, seat)
    if members(s, s.team[seat]) & ~s.resigned != 0:
        s.checks += 2
        go_out(s, seat)


@rule
def go_out(s: State, seat: int) -> None:
    """A player is out; the hand goes to the scrapheap (SB-OUT-6)."""
    s.fell[seat] = s.checks
    tell(s, OUT, seat)
    give_up_hand(s, seat)


@rule
def finish(s: State) -> None:
    """The game is over (SB-OUT-3, 4)."""
    s.over = 1
    last = leaders(s.fell, first_n(s.n_players))
    winners = 0
    for seat in members_of(last):
        winners = winners | only(s.team[seat])
    for seat in members_of(last):
        tell(s, WON if count(winners) == 1 else DRAWN, seat)
