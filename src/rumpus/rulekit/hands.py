"""Hidden cards: tokens whose faces only some of the players know.

What is printed on a card (`face`) is kept apart from the card, and so is who knows it (`known`).
Nobody may be able to follow a card that leaves a hand. So unless everybody knew that card to be
there, the token that leaves is always the first hidden one of the hand, and it takes the right face
with it.

Most games take up `HiddenCards` and the rules that go with it. The rules above it take the fields
as they are, for games that keep other books.
"""

from __future__ import annotations

from rumpus.language.declare import NONE, ReadRow, Row, bundle, i8, rule
from rumpus.language.intrinsics import row

from .chance import Chance, below, forget_chance, shuffle
from .piles import Piles, lift, move_on, pile, put_on, top, turn_card
from .sets import has, only

PUBLIC = -1
"""Known to every seat and to spectators: the set of everybody."""
MOST_CARDS = 127
"""The most cards, and the most faces."""


# --------------------------------------------------------------------------------- any books
@rule
def swap_faces(face: Row, card: int, other: int) -> None:
    """Two cards exchange what is printed on them."""
    printed = face[card]
    face[card] = face[other]
    face[other] = printed


@rule
def first_hidden(s: Piles, zone: int, known: ReadRow, everybody: int) -> int:
    """The first card of a zone that not everybody knows, or NONE; `everybody` is what `known` says
    of a card that all have seen."""
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


@rule
def lay_deck(s: Piles, face: Row, zone: int, copies: ReadRow, n_faces: int) -> None:
    """Lay as many cards as there are copies of each face on a zone, face down and shuffled, from
    wherever they lie."""
    n = lay_out_faces(copies, n_faces, face)
    shuffle(s, face, n)
    for card in range(n):
        if s.zone[card] != NONE:
            lift(s, card)
        turn_card(s, card, False)
        put_on(s, zone, card)


@rule
def deal_faces(s: Chance, face: Row, cards: ReadRow, n: int, copies: ReadRow, n_faces: int) -> None:
    """Give the first n of some cards faces by chance, out of so many copies of each."""
    faces = row(MOST_CARDS)
    left = lay_out_faces(copies, n_faces, faces)
    shuffle(s, faces, left)
    for i in range(n):
        left -= 1
        face[cards[i]] = faces[left]


# --------------------------------------------------------------------------------- hidden cards
@bundle
class HiddenCards(Piles):
    """Piles of cards with faces, and who knows them.

    Take it up with `class State(Seats, HiddenCards, cards=54, zones=20)`. A card lies face down and
    nobody knows it until a rule says otherwise.
    """

    face = i8["cards"](NONE)
    known = i8["cards"]()  # the set of seats that know the face, or PUBLIC


@rule
def knows(s: HiddenCards, viewer: int, card: int) -> bool:
    """Whether a viewer knows what is printed on a card; a spectator (NONE) knows what is public."""
    if viewer == NONE:
        return s.known[card] == PUBLIC
    return has(s.known[card], viewer)


@rule
def show_to(s: HiddenCards, card: int, seats: int) -> None:
    """A set of seats, or PUBLIC, gets to know a card; who knew it before still does."""
    s.known[card] = s.known[card] | seats


@rule
def draw_card(s: HiddenCards, source: int, zone: int, seats: int) -> int:
    """The top card of one zone goes on top of another, seen by a set of seats; returns the card, or
    NONE where there is none."""
    card = top(s, source)
    if card != NONE:
        show_to(s, card, seats)
        move_on(s, card, zone)
    return card


@rule
def find_face(s: HiddenCards, zone: int, face: int) -> int:
    """A card of a zone with this face, one that everybody knows if there is one; NONE: no such."""
    found = NONE
    for card in pile(s, zone):
        if s.face[card] == face and (found == NONE or s.known[card] == PUBLIC):
            found = card
    return found


@rule
def random_card(s: HiddenCards, zone: int) -> int:
    """Any card of a zone, each equally likely; NONE where there is none."""
    if s.size[zone] == 0:
        return NONE
    skip = below(s, s.size[zone])
    for card in pile(s, zone):
        if skip == 0:
            return card
        skip -= 1
    return NONE


@rule
def viewers_of(s: HiddenCards, zone: int) -> int:
    """The set of seats that know every card of a zone; PUBLIC where everybody does."""
    seats = PUBLIC
    for card in pile(s, zone):
        seats = seats & s.known[card]
    return seats


@rule
def play_card(s: HiddenCards, card: int, zone: int) -> int:
    """A card is laid face up on a zone for all to see, and nobody can tell where in its hand it
    was; returns the token that it is now.

    Whoever knew only some of the hidden cards of that hand knows none of them any more.
    """
    if s.known[card] != PUBLIC:
        viewers = viewers_of(s, s.zone[card])
        for other in pile(s, s.zone[card]):
            if s.known[other] != PUBLIC:
                s.known[other] = viewers
    played = leave_openly(s, s.face, card, s.known, PUBLIC)
    s.known[played] = PUBLIC
    move_on(s, played, zone)
    turn_card(s, played, True)
    return played


@rule
def pass_card(s: HiddenCards, card: int, zone: int, giver: int, seats: int) -> int:
    """A card leaves the giver's hand face down for a zone, where a set of seats may look at it too.
    Returns the token that it is now.

    To everybody but the giver it may have been any of that hand: they know none of it any more.
    """
    source = s.zone[card]
    for other in pile(s, source):
        s.known[other] = only(giver)
    passed = top(s, source)
    swap_faces(s.face, passed, card)
    show_to(s, passed, seats)
    move_on(s, passed, zone)
    turn_card(s, passed, False)
    return passed


@rule
def redact_hidden(s: HiddenCards, viewer: int) -> None:
    """Blank the faces that a viewer does not know, and chance."""
    for card in range(len(s.face)):
        if not knows(s, viewer, card):
            s.face[card] = NONE
    forget_chance(s)


@rule
def imagine_hidden(s: HiddenCards, viewer: int, copies: ReadRow, n_faces: int) -> None:
    """Deal the faces that a viewer does not know anew, out of all copies but those known."""
    left = row(MOST_CARDS)
    for face in range(n_faces):
        left[face] = copies[face]
    cards = row(MOST_CARDS)
    n = 0
    for card in range(len(s.face)):
        if s.zone[card] != NONE:
            if knows(s, viewer, card):
                left[s.face[card]] -= 1
            else:
                cards[n] = card
                n += 1
    deal_faces(s, s.face, cards, n, left, n_faces)
