"""The tutorial's round of Ruckus: three players, whose hands and piles are laid out by hand."""

from __future__ import annotations

from typing import Any

from rumpus.rulekit.optional.tutorial import Move, Tutorial

from .cards import DECK, SLOTS

DESIGN = {design.picture: number for number, design in enumerate(DECK)}
LEARNER, MO, IVY, TABLE = range(4)
HANDS = (
    ("kettle", "toast", "pigeon", "volcano"),
    ("cactus", "jelly", "donut", "radish"),
    ("kettle", "pigeon", "whale", "jelly", "ghost"),
)
PILES = (
    {"banana": 2},
    {"kettle": 2, "toast": 2, "pigeon": 2},
    {"snail": 2, "toast": 3},
)
LEFT = 46


def begin(s: Any) -> None:
    """Lay the table out: the seven cards were dealt, and one more."""
    s.dealer, s.round_number, s.deals = MO, 1, 1
    for seat, hand in enumerate(HANDS):
        s.n_hand[seat] = len(hand)
        for i, picture in enumerate(hand):
            s.hand[seat * SLOTS + i] = DESIGN[picture]
    for seat, piles in enumerate(PILES):
        for picture, cards in piles.items():
            s.pile[seat][DESIGN[picture]] = cards
    s.n_deck = LEFT


def bananas(s: Any) -> None:
    """Whatever is dealt next is one."""
    for i in range(s.n_deck):
        s.deck[i] = DESIGN["banana"]


TUTORIAL = Tutorial(
    players=3,
    begin=begin,
    moves=(
        Move(LEARNER, "steal K 2"),
        Move(IVY, "steal K 1"),
        Move(TABLE, "deal", bananas),
        Move(LEARNER, "build B"),
        Move(LEARNER, "steal T 3", beside=("steal T 2",)),
        Move(LEARNER, "steal P 2", faster=(IVY, "steal P 2")),
        Move(LEARNER, "steal P 3"),
        Move(LEARNER, "out"),
    ),
)
