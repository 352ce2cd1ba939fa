"""The tutorial's game of Tuck It: three players, whose hands, Stacks and next cards are laid out by
hand."""

from __future__ import annotations

from typing import Any

from rumpus.rulekit import NONE
from rumpus.rulekit.optional.tutorial import Move, Tutorial
from rumpus.rulekit.piles import lift, pile, put_on, put_under, turn_card

from .cards import LETTERS
from .rules.hands import lay_open
from .rules.turns import start_turn
from .state import COMMUNITY_PILE, DRAW_PILE, hand_of, stack_of

HANDS = ("7 8 8", "9 4 J", "4 6 Q")
STACKS = (("10 2", "5 5", "K A"), ("A 4", "6 3", "J 8"), ("2 7", "9 K", "Q 6"))
"""The top card, which lies face up, and the one under it."""
UPCOMING = "Q 3 J K 2"
"""The top of the Draw Pile: two cards for the learner, one for Mo, Ivy's reveal, one more."""
LEFT = "4 6 8 Q 4 6 8 Q 2 3 5 7 9 10 J K A"


def new_card(s: Any, letters: str) -> int:
    """A card that is not in play yet, with this face."""
    card = next(card for card in range(len(s.zone)) if s.zone[card] == NONE)
    s.face[card] = LETTERS.index(letters)
    return card


def begin(s: Any) -> None:
    """Lay the table out."""
    lay_open(s, new_card(s, "6"), COMMUNITY_PILE)
    for letters in f"{UPCOMING} {LEFT}".split():
        put_under(s, DRAW_PILE, new_card(s, letters))
    for seat, (hand, stacks) in enumerate(zip(HANDS, STACKS, strict=True)):
        for letters in hand.split():
            put_on(s, hand_of(seat), new_card(s, letters))
        for number, cards in enumerate(stacks):
            for letters in cards.split():
                put_under(s, stack_of(seat, number), new_card(s, letters))
            lay_top_open(s, seat, number)
    s.seen[s.end[1][stack_of(0, 0)]] = 1  # so that nobody asks whether it follows the 10
    start_turn(s, 0)


def lay_top_open(s: Any, seat: int, number: int) -> None:
    """Turn the top card of a Stack up for all to see."""
    card = s.end[0][stack_of(seat, number)]
    turn_card(s, card, up=True)
    s.seen[card] = 1


def forward(s: Any) -> None:
    """Turn the clock forward: the Draw Pile is used up, and the learner has two cards left."""
    for card in list(pile(s, DRAW_PILE)):
        lift(s, card)
    newest = s.end[0][hand_of(0)]
    lift(s, newest)
    start_turn(s, 0)


TUTORIAL = Tutorial(
    players=3,
    begin=begin,
    moves=(
        Move(0, "8"), Move(0, "8"), Move(0, "done"),
        Move(1, "9"), Move(1, "done"),
        Move(2, "decline"), Move(2, "stack 2"), Move(2, "4"),
        Move(0, "7"), Move(0, "done"),
        Move(0, "flip 2 stack 1"),
        Move(0, "stack 2", forward), Move(0, "Q"), Move(0, "stack 2"), Move(0, "3"),
        Move(0, "stack 1"),
    ),
)  # fmt: skip
