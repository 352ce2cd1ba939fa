"""A turn in Phase 1 and Phase 2: what may be done, and what happens instead of a play."""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, members_of, roll, rule, tell
from rumpus.rulekit.offering import offer
from rumpus.rulekit.piles import is_up, lift, move_on, top

from ..cards import DICE, KIND, SIDES, SKIP, STACKS
from ..options import FORBID, ON, SKIP_PICKED_UP, SKIP_TRASHED, TURN_START
from ..state import (
    COMMUNITY_PILE,
    DRAW_PILE,
    TRASH_PILE,
    State,
    can_tuck,
    hand_of,
    in_phase_two,
    is_dark,
    kind_of,
    stack_of,
    top_kind,
)
from ..words import (
    CARD,
    DARK_Q_STRUCK,
    DECLINE,
    DECLINED,
    FLIP,
    FROM_DRAW_PILE,
    MUST_TUCK,
    MUST_TUCK_ONE,
    PHASE_TWO,
    PLAYED,
    REVEALED,
    ROLL,
    ROLLED,
    STACK,
    TAKE,
    TOOK_REVEALED,
    TRASHED_SKIP,
    TURN_UP,
)
from .hands import kinds_in, lay_open, pick_up_pile, turn_up_top
from .playing import finish_play, play_from_hand, play_from_stack
from .plays import can_land_as, can_start
from .tucking import begin_tuck, offer_stacks
from .turns import end_turn


# --------------------------------------------------------------------------------- a turn
@rule
def can_play(s: State, kind: int) -> bool:
    """Whether a card within reach may be played now (TI-EXP4-S2, S8: Skip cards come first)."""
    if kind == SKIP:
        return s.rolled == 0 or s.skip_after_roll == ON
    return not is_dark(s) and can_start(s, kind)


@rule
def offer_turn(s: State, seat: int, out: Row) -> int:
    """Everything that may be done when it is one's turn."""
    n = offer_plays(s, seat, out)
    plays = n
    if can_tuck(s, seat) and not (s.tuck_timing == TURN_START and s.rolled):
        n = offer_stacks(out, n)
    n = offer_turning_up(s, seat, out, n)
    if is_dark(s):
        return offer(out, n, TAKE)  # TI-ABIL-DQ-5
    if s.balls and not s.die_counts:
        n = offer(out, n, ROLL)  # TI-EXP3-D1, D2
    if plays == 0 or not must_play(s):
        n = offer(out, n, DECLINE)  # TI-TURN-4
    return n


@rule
def offer_plays(s: State, seat: int, out: Row) -> int:
    """Cards from the hand; with an empty hand in Phase 2, Stack tops (TI-P1-1, TI-P2-1, 3)."""
    n = 0
    hand = hand_of(seat)
    if s.size[hand] > 0:
        for kind in members_of(kinds_in(s, hand)):
            if can_play(s, kind):
                n = offer(out, n, CARD + kind)
    elif in_phase_two(s):
        for number in range(STACKS):
            kind_on_top = top_kind(s, stack_of(seat, number))
            if kind_on_top != NONE and can_play(s, kind_on_top):
                n = offer(out, n, STACK + number)
    return n


@rule
def offer_turning_up(s: State, seat: int, out: Row, n: int) -> int:
    """EC-071: face-down tops, where that is allowed."""
    m = n
    if s.voluntary_turn_up:
        for number in range(STACKS):
            card = top(s, stack_of(seat, number))
            if card != NONE and not is_up(s, card):
                m = offer(out, m, TURN_UP + number)
    return m


@rule
def must_play(s: State) -> bool:
    """EC-062: whether a player who can play may not decline."""
    empty = s.size[COMMUNITY_PILE] == 0
    return s.decline_on_empty_pile == FORBID and empty and in_phase_two(s)


@rule
def answer_turn(s: State, seat: int, action: int) -> None:
    """Play, begin to tuck, roll, take, decline, or turn a top up."""
    if action < STACK:
        play_from_hand(s, seat, action - CARD)
    elif action < FLIP:
        if s.size[hand_of(seat)] > 0:
            begin_tuck(s, seat, action - STACK)
        else:
            play_from_stack(s, seat, action - STACK)
    elif action == ROLL:
        s.rolled = 1
        roll_die(s, seat)
    elif action == TAKE:
        take_dark_pile(s, seat)
    elif action == DECLINE:
        decline(s, seat)
    else:
        turn_up_top(s, seat, action - TURN_UP)


@rule
def roll_die(s: State, seat: int) -> None:
    """TI-EXP3-D4: all Dice cards have the value that the die shows now."""
    s.die = roll(s, SIDES)
    s.die_counts = 1
    tell(s, ROLLED, seat, s.die)


# --------------------------------------------------------------------------------- not playing
@rule
def decline(s: State, seat: int) -> None:
    """Phase 1: reveal the top of the Draw Pile; Phase 2: pick up (TI-P1-2, TI-P2-4)."""
    tell(s, DECLINED, seat)
    if in_phase_two(s):
        take_pile(s, seat)
    else:
        reveal_card(s, seat)


@rule
def reveal_card(s: State, seat: int) -> None:
    """Turn over the Draw Pile's top card and try to play it (TI-P1-2a to 2g)."""
    card = turn_over(s, seat)
    while KIND[s.face[card]] == SKIP and s.revealed_skip != SKIP_PICKED_UP:
        lift(s, card)
        lay_open(s, card, TRASH_PILE)
        tell(s, TRASHED_SKIP)
        if s.revealed_skip == SKIP_TRASHED:
            end_turn(s, 1)
            return
        if in_phase_two(s):
            take_pile(s, seat)
            return
        card = turn_over(s, seat)
    kind = kind_of(s, card)
    if kind == DICE and not s.die_counts:
        roll_die(s, seat)  # TI-EXP3-D6, D7
    if can_land_as(s, kind, top_kind(s, COMMUNITY_PILE)) != 0:
        s.source = FROM_DRAW_PILE
        s.laid = 1
        lift(s, card)
        lay_open(s, card, COMMUNITY_PILE)
        tell(s, PLAYED, seat, s.face[card], s.source)
        finish_play(s, seat)
    else:
        move_on(s, card, hand_of(seat))
        tell(s, TOOK_REVEALED, seat, s.face[card])
        take_pile(s, seat)


@rule
def turn_over(s: State, seat: int) -> int:
    """Reveal the top card of the Draw Pile; it stays there until it is clear where it goes."""
    card = top(s, DRAW_PILE)
    if s.size[DRAW_PILE] == 1:
        tell(s, PHASE_TWO)  # TI-P1-5
    s.seen[card] = 1
    tell(s, REVEALED, seat, s.face[card])
    return card


@rule
def take_pile(s: State, seat: int) -> None:
    """Pick up the pile, then tuck one card, if there is one (TI-P1-2b, 2c, TI-P2-4, 4a, 4b)."""
    pick_up_pile(s, seat)
    if s.size[hand_of(seat)] > 0:
        s.stage = MUST_TUCK
        tell(s, MUST_TUCK_ONE, seat)
    else:
        end_turn(s, 1)


@rule
def take_dark_pile(s: State, seat: int) -> None:
    """The Dark Q is trashed, the rest of the pile is taken (TI-ABIL-DQ-1 to DQ-4)."""
    move_on(s, top(s, COMMUNITY_PILE), TRASH_PILE)
    tell(s, DARK_Q_STRUCK, seat)
    take_pile(s, seat)
