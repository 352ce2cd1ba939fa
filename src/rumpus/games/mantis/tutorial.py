"""The tutorial's game of Mantis: three players, whose Tanks and next cards are laid out by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rumpus.rulekit.optional.tutorial import Move, Tutorial
from rumpus.rulekit.sets import first_n

from .cards import BACK, CARDS, FRONT, TRIPLES

RED, ORANGE, YELLOW, GREEN, BLUE, PURPLE, PINK = range(7)
TANKS = (
    {RED: 2, YELLOW: 1, GREEN: 1},
    {BLUE: 1, PURPLE: 3},
    {YELLOW: 1, BLUE: 2, PINK: 1},
)
TARGET, LEFT = 10, 93
UPCOMING = (  # the card on top for each move, and the back that shows after the last
    (RED, (RED, GREEN, PURPLE)),
    (ORANGE, (ORANGE, YELLOW, PINK)),
    (GREEN, (GREEN, BLUE, PINK)),
    (PURPLE, (ORANGE, YELLOW, PURPLE)),
    (PURPLE, (BLUE, PURPLE, PINK)),
    (RED, (RED, YELLOW, BLUE)),
)


def begin(s: Any) -> None:
    """Lay the table out."""
    s.contenders, s.target, s.player = first_n(s.n_players), TARGET, 0
    for seat, tank in enumerate(TANKS):
        for colour, cards in tank.items():
            s.tank[seat][colour] = cards
    s.n_deck = LEFT


def card_like(front: int, back: tuple[int, ...]) -> int:
    """A card with these colours."""
    wanted = TRIPLES.index(back)
    return next(c for c in range(CARDS) if FRONT[c] == front and BACK[c] == wanted)


def coming(number: int, *, again: bool = False) -> Callable[[Any], None]:
    """What puts a card on top, its back in sight, and another under it that shows next."""

    def arrange(s: Any) -> None:
        for i in range(s.n_deck):  # whichever is drawn next
            s.deck[i] = card_like(*UPCOMING[number + 1])
        s.deck[s.n_deck - 1] = card_like(*UPCOMING[number])
        s.back = BACK[s.deck[s.n_deck - 1]]
        if again:
            s.player = 0

    return arrange


TUTORIAL = Tutorial(
    players=3,
    begin=begin,
    moves=(
        Move(0, "score", coming(0)),
        Move(1, "score", coming(1)),
        Move(2, "steal 1", coming(2)),
        Move(0, "steal 2", coming(3)),
        Move(0, "score", coming(4, again=True)),
    ),
)
