"""Building Stacks sensibly: for the quick choice, and for whoever lets the game pair the cards.

Pairs go together, since both cards are then played at once. Strong cards go into Stacks, where they
wait for Phase 2; weak ones stay in the hand to be played first.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, members_of, rule
from rumpus.rulekit.piles import bottom, pile

from .cards import DEALT, LETTERS, STACK_SIZE, VALUE
from .hands import kinds_in
from .state import State, hand_of, kind_of, stack_of

STRENGTHS = {
    "2": 100, "3": 40, "4": 0, "5": 40, "6": 10, "7": 15, "8": 20, "9": 35, "10": 90, "J": 45,
    "Q": 45, "DQ": 60, "K": 55, "A": 75, "95": 55, "DI": 5, "SK": 90,
}  # fmt: skip
STRENGTH = tuple(
    STRENGTHS[letters if letters in STRENGTHS else letters.rstrip("hs")] for letters in LETTERS
)
"""How useful each kind is: above all, how easily it can be played."""
PAIRED, FIRST_OF_PAIR, PARTED = 500, 200, 150


@rule
def next_place(s: State, seat: int) -> int:
    """How many cards lie in a player's Stacks: the next one goes on the place of this number."""
    return DEALT - s.size[hand_of(seat)]


@rule
def place_worth(s: State, seat: int, kind: int) -> int:
    """What it is worth to put a card of this kind on the next place of the Stacks."""
    alike = 0
    for card in pile(s, hand_of(seat)):
        if VALUE[kind_of(s, card)] == VALUE[kind]:
            alike += 1
    place = next_place(s, seat)
    if place % STACK_SIZE == 0:
        return STRENGTH[kind] + (FIRST_OF_PAIR if alike > 1 else 0)
    above_it = bottom(s, stack_of(seat, place // STACK_SIZE))
    if VALUE[kind_of(s, above_it)] == VALUE[kind]:
        return STRENGTH[kind] + PAIRED
    return STRENGTH[kind] - (PARTED if alike > 1 else 0)


@rule
def best_to_place(s: State, seat: int) -> int:
    """The kind of card that fits best on the next place."""
    best = NONE
    for kind in members_of(kinds_in(s, hand_of(seat))):
        if best == NONE or place_worth(s, seat, kind) > place_worth(s, seat, best):
            best = kind
    return best
