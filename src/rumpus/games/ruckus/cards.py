"""The cards of Ruckus: 72 of them in twelve designs, read from designs.txt and checked."""

from __future__ import annotations

from typing import NamedTuple

from rumpus.rulekit.optional.host_files import read_data

DESIGNS = 12
CARDS = 72
LEAST_COPIES, MOST_COPIES = 2, 12
SLOTS = 36
"""The most cards a hand can hold: seven plus 29 more deals, if two play and lay nothing."""


class Design(NamedTuple):
    """One picture, and how many cards show it."""

    letter: str
    copies: int
    picture: str
    name: str


def read_design(line: str) -> Design:
    """A design from `K 6 kettle Kettle Trot`."""
    words = line.split(maxsplit=3)
    if len(words) != 4:
        raise ValueError("write letter, copies, picture and name, as in K 6 kettle Kettle Trot")
    letter, copies, picture, name = words
    if len(letter) != 1 or not letter.isalpha():
        raise ValueError(f"{letter} is not one letter")
    if not copies.isdigit() or not LEAST_COPIES <= int(copies) <= MOST_COPIES:
        raise ValueError(f"a design has {LEAST_COPIES} to {MOST_COPIES} copies, not {copies}")
    return Design(letter.upper(), int(copies), picture, name)


def read_designs(text: str) -> tuple[Design, ...]:
    """The designs of a file; an error names the line."""
    designs: list[Design] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            design = read_design(line)
            for earlier in designs:
                if design.letter == earlier.letter:
                    raise ValueError(f"{design.letter} already stands for {earlier.name}")
                if design.name == earlier.name:
                    raise ValueError(f"there is a {design.name} already")
        except ValueError as sentence:
            raise ValueError(f"designs line {number}: {sentence}") from None
        designs.append(design)
    if len(designs) != DESIGNS:
        raise ValueError(f"a deck has {DESIGNS} designs, not {len(designs)}")
    cards = sum(design.copies for design in designs)
    if cards != CARDS:
        raise ValueError(f"a deck has {CARDS} cards, not {cards}")
    return tuple(designs)


DECK = read_data(__file__, "designs.txt", read_designs)

COPIES = tuple(design.copies for design in DECK)
"""How many cards there are of each design."""
BOX = tuple(number for number, copies in enumerate(COPIES) for _ in range(copies))
"""The design of every card, unshuffled."""
