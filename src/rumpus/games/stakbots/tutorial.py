"""The tutorial's turn of Stak Bots: two players, whose cards are laid out by hand."""

from __future__ import annotations

from typing import Any

from rumpus.rulekit.hands import PUBLIC
from rumpus.rulekit.optional.tutorial import Move, Tutorial
from rumpus.rulekit.piles import put_under, turn_card

from .cards import TABLE
from .rules.deal import take_sides, take_table
from .state import HAND, SUPPLY
from .words import ACTING, ACTIONS_OF_TURN

LAID = {  # from the top down; the other cards are the rest of the supply
    0: "core5 leader reaper fatal",
    1: "core3 spike clumsy core2",
    HAND: "core3 bountiful",
    HAND + 1: "tranq pit",
    SUPPLY: "shot",
}
NAMES = [row.name for row in TABLE.rows]


def begin(s: Any) -> None:
    """Lay the table out."""
    take_table(s)
    take_sides(s)
    s.active, s.stage, s.step, s.seat = 0, ACTING, ACTIONS_OF_TURN, 0
    laid = [(zone, NAMES.index(name)) for zone, text in LAID.items() for name in text.split()]
    rest = [face for face, copies in enumerate(s.copies) for _ in range(copies)]
    for _, face in laid:
        rest.remove(face)
    for card, (zone, face) in enumerate(laid + [(SUPPLY, face) for face in rest]):
        lay(s, card, zone, face)


def lay(s: Any, card: int, zone: int, face: int) -> None:
    """One more card at the bottom of a zone. The first one of a Stak is face-up."""
    is_top = zone < HAND and s.size[zone] == 0
    s.face[card] = face
    put_under(s, zone, card)
    if is_top:
        turn_card(s, card, True)
    s.known[card] = PUBLIC if is_top else 1 << zone - HAND if HAND <= zone < SUPPLY else 0
    if not is_top:
        s.hidden[face] += 1
        s.unseen[face] += 1


TUTORIAL = Tutorial(
    players=2,
    begin=begin,
    moves=tuple(
        Move(0, notation)
        for notation in ("play bountiful", "scrap", "attack", "play shot", "at 2", "scrap")
    ),
)
