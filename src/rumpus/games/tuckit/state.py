"""The state of a table of Tuck It, and the zones in it."""

from __future__ import annotations

from rumpus.rulekit import NONE, has, i8, i16, i32, rule, state
from rumpus.rulekit.piles import Piles, top
from rumpus.rulekit.seats import Seats, clockwise, counterclockwise

from .cards import ABILITIES, CARDS, DARK, KIND, NINE, STACKS
from .options import MAX_PLAYERS, ON, STAND_ALONE, WITH_LEAVES

UNKNOWN = -1
SEEN = 1
"""Everybody knows the card."""

# zones
DRAW_PILE, COMMUNITY_PILE, TRASH_PILE, HANDS = 0, 1, 2, 3
STACK_PLACES = HANDS + MAX_PLAYERS
ZONES = STACK_PLACES + MAX_PLAYERS * STACKS
OWNER = tuple(
    NONE if zone < HANDS
    else zone - HANDS if zone < STACK_PLACES
    else (zone - STACK_PLACES) // STACKS
    for zone in range(ZONES)
)  # fmt: skip

MOST_SHOWN = 6
"""The most cards that a player can show before the first turn: three tops, three hand cards."""


@state
class State(Seats, Piles, cards=CARDS, zones=ZONES):
    """A table of Tuck It."""

    # options
    hearts: i8
    acorns: i8
    balls: i8
    leaves: i8
    skip_cards: i8
    gears: i8
    tie_fallback: i8
    direction_tie: i8
    revealed_ten_extra_turn: i8
    draw_before_extra_turn: i8
    tuck_timing: i8
    decline_on_empty_pile: i8
    voluntary_turn_up: i8
    nine_rule: i8
    fourkind_check: i8
    j_carry_over: i8
    revealed_skip: i8
    skip_after_roll: i8
    dice_abilities: i8
    ace_blocked_by_dice5: i8
    dice_run: i8
    dice_in_chains: i8
    split_descend: i8
    covered_faceup_visible: i8
    browse_piles: i8
    observation: i8
    max_turns: i16
    limit_result: i8
    second_place: i8
    # the cards
    face = i8[CARDS](UNKNOWN)  # what is printed on each card
    seen = i8[CARDS]()  # whether everybody knows it
    # the setup
    waiting: i8  # the seats that still build or choose
    contenders: i8  # the seats that reveal a card
    choice = i8[MAX_PLAYERS](NONE)  # what each will reveal: a Stack, or FROM_HAND
    shown = i8[MAX_PLAYERS, MOST_SHOWN]()  # the values of the cards that each has revealed
    n_shown = i8[MAX_PLAYERS]()
    # the turn
    stage: i8
    player: i8  # whose turn it is
    direction = i8(1)  # 1 clockwise, -1 counter-clockwise
    turns: i16
    steps: i8  # how many seats further the next turn is
    single: i8  # whether only a single card may be played
    die: i8
    rolled: i8  # whether the die was rolled in this turn
    die_counts: i8  # whether Dice cards have a value in this turn
    place = i8[MAX_PLAYERS](NONE)  # the Stack under which a seat is tucking a card
    # the play
    source: i8  # where its cards come from
    laid: i8  # how many of its cards lie on the pile
    chain: i32  # the set of values that its last card can have
    common: i32  # the set of values that all its cards can have
    # the end
    winner = i8(NONE)


# --------------------------------------------------------------------------------- places
@rule
def hand_of(seat: int) -> int:
    """The zone of a player's hand."""
    return HANDS + seat


@rule
def stack_of(seat: int, number: int) -> int:
    """The zone of one of a player's Stacks."""
    return STACK_PLACES + seat * STACKS + number


@rule
def kind_of(s: State, card: int) -> int:
    """What kind of card this is."""
    return KIND[s.face[card]]


@rule
def top_kind(s: State, zone: int) -> int:
    """The kind of the card on top of a zone, or NONE."""
    card = top(s, zone)
    return NONE if card == NONE else KIND[s.face[card]]


# --------------------------------------------------------------------------------- questions
@rule
def following(s: State, seat: int, turns: int) -> int:
    """The seat that is so many turns after this one, in the direction of play."""
    if s.direction > 0:
        return clockwise(s, seat, turns)
    return counterclockwise(s, seat, turns)


@rule
def in_phase_two(s: State) -> bool:
    """TI-GEN-12: Phase 2 begins as soon as the Draw Pile is empty."""
    return s.size[DRAW_PILE] == 0


@rule
def stack_cards(s: State, seat: int) -> int:
    """How many cards lie in all Stacks of a player."""
    n = 0
    for number in range(STACKS):
        n += s.size[stack_of(seat, number)]
    return n


@rule
def has_skip_cards(s: State) -> bool:
    """TI-GEN-4, TI-EXP4-1: whether the Skip cards are in the deck."""
    return s.skip_cards == STAND_ALONE or (s.skip_cards == WITH_LEAVES and s.leaves == ON)


@rule
def can_tuck(s: State, seat: int) -> bool:
    """TI-P1-7, TI-P2-2: whether a player may tuck a card voluntarily."""
    return in_phase_two(s) and s.size[hand_of(seat)] > 0


@rule
def is_dark(s: State) -> bool:
    """TI-ABIL-DQ-1: whether a Dark Q on top forbids playing."""
    on_top = top_kind(s, COMMUNITY_PILE)
    return on_top != NONE and has(ABILITIES[on_top], DARK)


@rule
def is_capped(s: State) -> bool:
    """TI-ABIL-9a: whether only 9 or less may follow the pile's top card."""
    on_top = top_kind(s, COMMUNITY_PILE)
    return on_top != NONE and has(ABILITIES[on_top], NINE)
