"""The cards of Mantis: 105 of them, read from deck.txt and checked.

Every card has one colour on its front and three on its back, and the front is one of the three.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from rumpus.rulekit.optional.host_files import read_data

COLOUR_NAMES = ("red", "orange", "yellow", "green", "blue", "purple", "pink")
COLOUR_LETTERS = ("R", "O", "Y", "G", "B", "P", "K")
COLOURS = len(COLOUR_NAMES)
CARDS = 105
FRONTS_OF_A_COLOUR = 15

TRIPLES = tuple(combinations(range(COLOURS), 3))
"""Every possible back: three different colours, sorted."""
BACKS = len(TRIPLES)
PARTS = 3


class Card(NamedTuple):
    """The front and back of one card."""

    front: int
    back: int
    part: int  # which of the back's three colours is on the front


def read_card(line: str) -> Card:
    """A card from `R RGB`."""
    words = line.upper().split()
    if len(words) != 2 or len(words[0]) != 1 or len(words[1]) != PARTS:
        raise ValueError("write the front's letter and the back's three letters, as in R RGB")
    for letter in words[0] + words[1]:
        if letter not in COLOUR_LETTERS:
            raise ValueError(
                f"{letter} is not a colour; the colours are {' '.join(COLOUR_LETTERS)}"
            )
    triple = tuple(sorted(COLOUR_LETTERS.index(letter) for letter in words[1]))
    if triple not in TRIPLES:
        raise ValueError("a back shows three different colours")
    front = COLOUR_LETTERS.index(words[0])
    if front not in triple:
        raise ValueError("the front's colour is one of the three on the back")
    return Card(front, TRIPLES.index(triple), triple.index(front))


def read_deck(text: str) -> tuple[Card, ...]:
    """The cards of a deck file; an error names the line."""
    cards = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                cards.append(read_card(line))
            except ValueError as sentence:
                raise ValueError(f"deck line {number}: {sentence}") from None
    if len(cards) != CARDS:
        raise ValueError(f"a deck has {CARDS} cards, not {len(cards)}")
    for colour, name in enumerate(COLOUR_NAMES):
        fronts = sum(card.front == colour for card in cards)
        if fronts != FRONTS_OF_A_COLOUR:
            raise ValueError(f"a deck has {FRONTS_OF_A_COLOUR} {name} fronts, not {fronts}")
    return tuple(cards)


DECK = read_data(__file__, "deck.txt", read_deck)

FRONT = tuple(card.front for card in DECK)
BACK = tuple(card.back for card in DECK)
PART = tuple(card.part for card in DECK)
COPIES = tuple(
    tuple(sum((card.back, card.part) == (back, part) for card in DECK) for part in range(PARTS))
    for back in range(BACKS)
)
"""How many cards there are of each back and front."""
FIRST_CARD = tuple(
    tuple(
        next((i for i, card in enumerate(DECK) if (card.back, card.part) == (back, part)), 0)
        for part in range(PARTS)
    )
    for back in range(BACKS)
)
"""A card of each back and front."""
