"""Building Stacks sensibly: for the quick choice, and for players who let the game pair the cards.

Cards that can be played together share a Stack: two of one value, a half card under the card that
it is half a step above, a 9/5 with a 9 or a 5. Strong cards go into Stacks, where they wait for
Phase 2; weak ones stay in the hand to be played first.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, members_of, rule
from rumpus.rulekit.piles import bottom, pile

from ..cards import DEALT, DICE, STACK_SIZE, STRENGTH, VALUES
from ..state import State, hand_of, kind_of, stack_of
from .hands import kinds_in

PAIRED, FIRST_OF_PAIR, PARTED = 500, 200, 150


@rule
def next_place(s: State, seat: int) -> int:
    """How many cards are in a player's Stacks, which is also the number of the next place."""
    return DEALT - s.size[hand_of(seat)]


@rule
def goes_under(kind: int, above: int) -> bool:
    """Whether a card can be played together with the card above it (TI-PLAY-3, TI-EXP2-9, 11)."""
    if kind == DICE:
        return above == DICE
    return VALUES[kind] & (VALUES[above] | (VALUES[above] << 1)) != 0


@rule
def mates_of(s: State, seat: int, kind: int) -> int:
    """How many other cards of a hand could be played together with a card of this kind."""
    mates = -1 if goes_under(kind, kind) else 0
    for card in pile(s, hand_of(seat)):
        if goes_under(kind_of(s, card), kind):
            mates += 1
    return mates


@rule
def place_worth(s: State, seat: int, kind: int) -> int:
    """The value of putting a card of this kind on the next place of the Stacks."""
    mates = mates_of(s, seat, kind)
    place = next_place(s, seat)
    if place % STACK_SIZE == 0:
        return STRENGTH[kind] + (FIRST_OF_PAIR if mates > 0 else 0)
    above_it = bottom(s, stack_of(seat, place // STACK_SIZE))
    if goes_under(kind, kind_of(s, above_it)):
        return STRENGTH[kind] + PAIRED
    return STRENGTH[kind] - (PARTED if mates > 0 else 0)


@rule
def best_to_place(s: State, seat: int) -> int:
    """The kind of card that fits best on the next place."""
    best = NONE
    for kind in members_of(kinds_in(s, hand_of(seat))):
        if best == NONE or place_worth(s, seat, kind) > place_worth(s, seat, best):
            best = kind
    return best
