"""The frame of a turn: how it begins, how it ends, and who is next."""

from __future__ import annotations

from rumpus.rulekit import NONE, rule, tell

from ..cards import DICE, SLOW
from ..options import OWN_TURN
from ..state import COMMUNITY_PILE, State, can_tuck, following, top_kind
from ..words import CAN_STILL_TUCK, EXTRA_TURN, LAST_TUCKS, NEXT_TURN, SKIPPED, TURN
from .ending import stop
from .hands import draw_up


@rule
def start_turn(s: State, seat: int) -> None:
    """A turn begins; only the pile's top card decides what is special about it (TI-TURN-3)."""
    s.stage = TURN
    s.player = seat
    s.turns += 1
    s.place[seat] = NONE
    s.rolled = 0
    s.laid = 0
    on_top = top_kind(s, COMMUNITY_PILE)
    s.die_counts = 1 if on_top == DICE else 0  # TI-EXP3-D5
    s.single = 0 if on_top == NONE else SLOW[on_top]  # TI-EXP4-3, 4, 5
    tell(s, NEXT_TURN, seat)


@rule
def end_turn(s: State, steps: int) -> None:
    """Draw up, and pass on: 0 seats for an extra turn, 1, or 2 to skip one (TI-TURN-2, 5, 7)."""
    draw_up(s, s.player)
    end_turn_undrawn(s, steps)


@rule
def end_turn_undrawn(s: State, steps: int) -> None:
    """The same without drawing; a player who may tuck in her own turn may do it here (EC-055)."""
    s.steps = steps
    if s.tuck_timing == OWN_TURN and steps > 0 and can_tuck(s, s.player):
        s.stage = LAST_TUCKS
        tell(s, CAN_STILL_TUCK, s.player)
    else:
        pass_on(s)


@rule
def pass_on(s: State) -> None:
    """The next turn, or the end if the turn limit is reached (TI-WIN-8)."""
    if s.turns >= s.max_turns:
        stop(s)
        return
    if s.steps == 0:
        tell(s, EXTRA_TURN, s.player)
    if s.steps == 2:
        tell(s, SKIPPED, following(s, s.player, 1))  # TI-ABIL-Ja, Jb
    start_turn(s, following(s, s.player, s.steps))
