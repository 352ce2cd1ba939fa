"""Hidden cards: tokens whose faces only some of the players know.

What is printed on a card (`face`) is kept apart from the card, and so is who knows it (`known`, a
field of the game's own: `everybody` is what it says of a card that all have seen). Nobody may be
able to follow a card that leaves a hand. So unless everybody knew that card to be there, the token
that leaves is always the first hidden one of the hand, and it takes the right face with it.
"""

from __future__ import annotations

from rumpus.language.declare import NONE, ReadRow, Row, rule

from .piles import Piles, pile


@rule
def swap_faces(face: Row, card: int, other: int) -> None:
    """Two cards exchange what is printed on them."""
    printed = face[card]
    face[card] = face[other]
    face[other] = printed


@rule
def first_hidden(s: Piles, zone: int, known: ReadRow, everybody: int) -> int:
    """The first card of a zone that not everybody knows, or NONE."""
    for card in pile(s, zone):
        if known[card] != everybody:
            return card
    return NONE


@rule
def leave_openly(s: Piles, face: Row, card: int, known: ReadRow, everybody: int) -> int:
    """Which token leaves a zone when this card is shown to all: the card itself if everybody knows
    it to be there, else the first hidden one, after they have exchanged their faces."""
    if known[card] == everybody:
        return card
    first = first_hidden(s, s.zone[card], known, everybody)
    swap_faces(face, first, card)
    return first


@rule
def lay_out_faces(copies: ReadRow, n_faces: int, out: Row) -> int:
    """Write every face down as often as there are copies of it; returns how many cards that is."""
    n = 0
    for face in range(n_faces):
        for _ in range(copies[face]):
            out[n] = face
            n += 1
    return n
