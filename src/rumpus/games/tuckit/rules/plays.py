"""Which cards may be played: on the pile, together, and what makes four of a kind.

Sets of values (in halves) are kept as bits. Only the first card of a play is compared with the pile
(TI-PLAY-5); each of the others must fit the one before it.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, has, members_of, only, rule
from rumpus.rulekit.piles import pile

from ..cards import (
    ABILITIES,
    ACE,
    ACE_VALUE,
    COUNTS_AS,
    DICE,
    DIE_ABILITIES,
    DIE_VALUE,
    FIVE,
    FIVE_VALUE,
    NINE,
    NINE_OR_LESS,
    NINE_VALUE,
    ON_ACE,
    SPLIT,
    THREE,
    TWO,
    VALUE,
    VALUES,
)
from ..options import CAP_ONLY, ON, TRANSPARENT, VALUE_ONLY
from ..state import COMMUNITY_PILE, State, kind_of, top_kind

FOUR = 4
BOTH_SIDES = only(FIVE_VALUE) | only(NINE_VALUE)


# --------------------------------------------------------------------------------- values
@rule
def value_of(s: State, kind: int) -> int:
    """The value of a card on top of the pile (TI-EXP3-D4: a Dice card's is what the die shows)."""
    return DIE_VALUE[s.die] if kind == DICE else VALUE[kind]


@rule
def values_of(s: State, kind: int) -> int:
    """The set of values that a card can have when it is played."""
    return only(DIE_VALUE[s.die]) if kind == DICE else VALUES[kind]


@rule
def placing_abilities(s: State, kind: int) -> int:
    """The abilities that say what a card may be played on (TI-EXP3-D12: none on Dice cards)."""
    if kind == DICE and s.dice_abilities != VALUE_ONLY:
        return DIE_ABILITIES[s.die]
    return ABILITIES[kind]


@rule
def stops_ace(s: State, kind: int) -> bool:
    """Whether an A may not be played on this card (TI-ABIL-A, TI-EXP2-15, TI-EXP3-S3, EC-083)."""
    if kind == DICE:
        return s.ace_blocked_by_dice5 == ON and DIE_VALUE[s.die] == FIVE_VALUE
    return has(ABILITIES[kind], FIVE)


# --------------------------------------------------------------------------------- the first card
@rule
def can_land_as(s: State, kind: int, below: int) -> int:
    """The set of values that a card may be played as on top of another (or on NONE).

    A Skip card has no value and so is never played on the pile (TI-EXP4-S3).
    """
    mine = values_of(s, kind)
    if below == NONE:
        return mine  # TI-PLAY-1
    if has(ABILITIES[below], NINE):
        mine = mine & NINE_OR_LESS  # TI-ABIL-9a, 9b, TI-EXP3-S2
        if s.nine_rule != CAP_ONLY:
            return mine
    abilities = placing_abilities(s, kind)
    if has(abilities, ACE) and stops_ace(s, below):
        return 0
    least = value_of(s, below)
    if has(abilities, TWO) or (has(abilities, THREE) and least <= NINE_VALUE):
        return mine  # TI-ABIL-2, 3a, TI-EXP2-3, 4
    landing = (mine >> least) << least  # TI-PLAY-2: equal or higher
    if has(abilities, FIVE) and least == ACE_VALUE:
        landing = landing | (mine & ON_ACE)  # TI-ABIL-5a, TI-EXP2-5, TI-EXP3-S1
    return landing


@rule
def can_start(s: State, kind: int) -> bool:
    """Whether a play may begin with this card (TI-EXP3-D3: Dice cards only with a live die)."""
    if kind == DICE and not s.die_counts:
        return False
    return can_land_as(s, kind, top_kind(s, COMMUNITY_PILE)) != 0


@rule
def through_split(s: State, kind: int, values: int) -> int:
    """A 9/5 that was played as a 5 may continue as a 9, not the reverse (TI-EXP3-S4, S5)."""
    if kind == SPLIT and (s.split_descend or has(values, FIVE_VALUE)):
        return BOTH_SIDES
    return values


# --------------------------------------------------------------------------------- further cards
@rule
def can_add_as(s: State, kind: int) -> int:
    """The set of values that a card may be added to the play as.

    It has the same value (TI-PLAY-3), or is half a step higher (TI-EXP2-9, 11).
    """
    if kind == DICE and not s.die_counts:
        return 0
    mine = values_of(s, kind)
    if not s.dice_in_chains and dice_among(s, kind):
        return mine & s.common  # EC-163: all cards must have the value on the die
    return mine & (s.chain | (s.chain << 1))


@rule
def dice_among(s: State, kind: int) -> bool:
    """Whether a card is a Dice card, or one is in the play."""
    if kind == DICE:
        return True
    left = s.laid
    for card in pile(s, COMMUNITY_PILE):
        if left == 0:
            break
        if kind_of(s, card) == DICE:
            return True
        left -= 1
    return False


@rule
def join_play(s: State, kind: int) -> None:
    """Update the play for its next card, which is about to be laid."""
    if s.laid == 0:
        values = can_land_as(s, kind, top_kind(s, COMMUNITY_PILE))
        s.common = values_of(s, kind)
    else:
        values = can_add_as(s, kind)
        s.common = s.common & values_of(s, kind)
    s.chain = through_split(s, kind, values)
    s.laid += 1


# --------------------------------------------------------------------------------- four of a kind
@rule
def four_of_a_kind(s: State) -> bool:
    """Whether the top four cards of the pile have one value (TI-FOUR-1, 2)."""
    if s.size[COMMUNITY_PILE] < FOUR:
        return False
    if run_of_dice(s) >= FOUR:
        return True  # TI-EXP3-D10
    for value in members_of(first_counting(s)):
        if run_of(s, value) >= FOUR:
            return True
    return False


@rule
def run_of_dice(s: State) -> int:
    """How many Dice cards are on top of the pile."""
    n = 0
    for card in pile(s, COMMUNITY_PILE):
        if kind_of(s, card) != DICE:
            break
        n += 1
    return n


@rule
def looks_through(s: State, kind: int) -> bool:
    """EC-133: whether a run continues past this card as if it were not there."""
    return kind == DICE and s.dice_run == TRANSPARENT


@rule
def first_counting(s: State) -> int:
    """The set of values that the top card counts as (none for half and Dice cards)."""
    for card in pile(s, COMMUNITY_PILE):
        if not looks_through(s, kind_of(s, card)):
            return COUNTS_AS[kind_of(s, card)]
    return 0


@rule
def run_of(s: State, value: int) -> int:
    """How many cards on top of the pile count as this value (TI-EXP2-13, TI-EXP3-S6, D9)."""
    n = 0
    for card in pile(s, COMMUNITY_PILE):
        kind = kind_of(s, card)
        if not looks_through(s, kind):
            if not has(COUNTS_AS[kind], value):
                break
            n += 1
    return n
