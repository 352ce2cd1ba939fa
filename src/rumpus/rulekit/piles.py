"""Ordered piles of cards, with operations that take constant time however large the pile is.

A card is a token, a number from 0; its face is a separate field of the game. A zone is a place for
a pile. Each card knows its two neighbours, each zone its two ends. Turning a whole pile over only
swaps the meaning of the two directions, so it costs the same for one card or fifty.
"""

from __future__ import annotations

from typing import Any, ClassVar

from rumpus.language.declare import NONE, HookConstant, Row, bundle, each, i8, rule
from rumpus.language.intrinsics import row

from .chance import Chance, below

FLIPS = HookConstant("FLIPS", 1)
"""Whether the game turns piles over; if not, the direction of a pile need not be checked."""


@bundle
class Piles(Chance):
    """Where every card is, and the chance that shuffles them.

    Include it with `class State(Piles, cards=54, zones=20)`. In a zone that was turned over,
    0 and 1 of `link`, `side` and `end` mean the opposite.
    """

    zone = i8["cards"](NONE)
    link = i8[2, "cards"](NONE)  # the neighbours: 0 above, 1 below
    side = i8["cards"]()  # 0 face down, 1 face up
    end = i8[2, "zones"](NONE)  # 0 top, 1 bottom
    size = i8["zones"]()
    turned = i8["zones"]()

    sizes: ClassVar[dict[str, int]]

    def __init_subclass__(cls, *, cards: int | None = None, zones: int = 0, **more: Any) -> None:
        super().__init_subclass__(**more)
        if cards is None:  # a bundle on top of this one: its games say how many
            return
        if not (1 <= cards <= 127 and 1 <= zones <= 127):
            raise TypeError("piles hold 1 to 127 cards in 1 to 127 zones")
        cls.sizes = {**getattr(cls, "sizes", {}), "cards": cards, "zones": zones}


# --------------------------------------------------------------------------------- looking
@rule
def way_of(s: Piles, zone: int) -> int:
    """1 if a zone was turned over."""
    return s.turned[zone] if FLIPS == 1 else 0


@rule
def top(s: Piles, zone: int) -> int:
    """The top card of a zone, or NONE."""
    return s.end[way_of(s, zone)][zone]


@rule
def bottom(s: Piles, zone: int) -> int:
    """The bottom card of a zone, or NONE."""
    return s.end[1 - way_of(s, zone)][zone]


@rule
def above(s: Piles, card: int) -> int:
    """The card that lies on this one, or NONE."""
    return s.link[way_of(s, s.zone[card])][card]


@rule
def under(s: Piles, card: int) -> int:
    """The card under this one, or NONE."""
    return s.link[1 - way_of(s, s.zone[card])][card]


@rule
def is_up(s: Piles, card: int) -> bool:
    """Whether the card is face up, in a pile or lifted."""
    if s.zone[card] == NONE:
        return s.side[card] == 1
    return s.side[card] != way_of(s, s.zone[card])


@rule
def under_in(s: Piles, zone: int, card: int) -> int:
    """The card under this one in a zone, or NONE."""
    return s.link[1 - way_of(s, zone)][card]


pile = each(top, under_in)
"""`for card in pile(s, zone)`: its cards from the top down; the body may move the card away."""


# --------------------------------------------------------------------------------- moving
@rule
def lift(s: Piles, card: int) -> None:
    """Take a card out of its zone."""
    zone = s.zone[card]
    way = way_of(s, zone)
    over = s.link[way][card]
    beneath = s.link[1 - way][card]
    if over == NONE:
        s.end[way][zone] = beneath
    else:
        s.link[1 - way][over] = beneath
    if beneath == NONE:
        s.end[1 - way][zone] = over
    else:
        s.link[way][beneath] = over
    s.side[card] ^= way
    s.zone[card] = NONE
    s.link[0][card] = NONE
    s.link[1][card] = NONE
    s.size[zone] -= 1


@rule
def join(s: Piles, zone: int, over: int, card: int, beneath: int) -> None:
    """Put a lifted card between two neighbours in a zone."""
    way = way_of(s, zone)
    s.zone[card] = zone
    s.side[card] ^= way
    s.link[way][card] = over
    s.link[1 - way][card] = beneath
    if over == NONE:
        s.end[way][zone] = card
    else:
        s.link[1 - way][over] = card
    if beneath == NONE:
        s.end[1 - way][zone] = card
    else:
        s.link[way][beneath] = card
    s.size[zone] += 1


@rule
def put_on(s: Piles, zone: int, card: int) -> None:
    """Lay a lifted card on top of a zone."""
    join(s, zone, NONE, card, top(s, zone))


@rule
def put_under(s: Piles, zone: int, card: int) -> None:
    """Tuck a lifted card under a zone's bottom card."""
    join(s, zone, bottom(s, zone), card, NONE)


@rule
def put_beneath(s: Piles, over: int, card: int) -> None:
    """Tuck a lifted card directly under another card."""
    join(s, s.zone[over], over, card, under(s, over))


@rule
def move_on(s: Piles, card: int, zone: int) -> None:
    """Take a card from where it lies and lay it on top of a zone."""
    lift(s, card)
    put_on(s, zone, card)


@rule
def turn_card(s: Piles, card: int, up: bool) -> None:
    """Lay a card face up or face down where it is."""
    if is_up(s, card) != up:
        s.side[card] = 1 - s.side[card]


@rule
def flip(s: Piles, zone: int) -> None:
    """Turn a whole pile over: its bottom card is on top, and every card shows its other side."""
    s.turned[zone] = 1 - s.turned[zone]


@rule
def shuffle_faces(s: Piles, face: Row, zone: int) -> None:
    """Shuffle a pile: what is printed changes places and the tokens stay, so nobody can follow."""
    places = row(127)
    n = 0
    for card in pile(s, zone):
        places[n] = card
        n += 1
    for i in range(n - 1, 0, -1):
        j = places[below(s, i + 1)]
        printed = face[j]
        face[j] = face[places[i]]
        face[places[i]] = printed
