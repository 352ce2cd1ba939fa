"""One test for each rule of Magpie."""

from __future__ import annotations

from typing import Any

import pytest
from rumpus.running import Interpreted
from rumpus.testing.account import cards_in

from rumpus_magpie import game
from rumpus_magpie.cards import DRAW_PILE, FACES, HANDS, HOARDS, NEST
from rumpus_magpie.words import PLAY

rules = Interpreted(game, checked=True)


def table(nest: str, hand: str, **settings: int) -> Any:
    """A table of two. The first player holds these cards, and it is their turn."""
    s, _ = rules.deal(2, {"starter": 0, "hand_size": len(hand.split()), **settings}, bytes(32))
    for pile, names in ((NEST, nest), (HANDS, hand)):
        for card, name in zip(cards_in(s, pile), names.split(), strict=True):
            s.face[card] = FACES.index(name)
    return s


def play(s: Any, seat: int, name: str) -> None:
    """Play a card by its name."""
    rules.apply(s, seat, PLAY + FACES.index(name))


def test_a_match_takes_the_nest() -> None:
    s = table("coin", "coin key")
    play(s, 0, "coin")
    assert s.size[HOARDS] == 2 and s.size[NEST] == 0


def test_any_other_card_stays_on_the_nest() -> None:
    s = table("coin", "coin key")
    play(s, 0, "key")
    assert s.size[HOARDS] == 0 and s.size[NEST] == 2
    assert FACES[s.face[cards_in(s, NEST)[0]]] == "key"


@pytest.mark.parametrize(("thieves", "taken"), [(1, 2), (0, 0)])
def test_a_thief_takes_the_nest_if_thieves_steal(thieves: int, taken: int) -> None:
    s = table("coin", "thief key", thieves=thieves)
    play(s, 0, "thief")
    assert s.size[HOARDS] == taken


def test_an_empty_nest_cannot_be_taken() -> None:
    s = table("coin", "coin thief")
    play(s, 0, "coin")
    s.player = 0
    play(s, 0, "thief")
    assert s.size[HOARDS] == 2 and s.size[NEST] == 1


def test_whoever_played_draws_and_the_turn_passes() -> None:
    s = table("coin", "coin key")
    left = s.size[DRAW_PILE]
    play(s, 0, "key")
    assert s.size[HANDS] == 2 and s.size[DRAW_PILE] == left - 1
    assert rules.asks(s) == (1,)


def test_the_largest_hoard_wins_when_all_hands_are_empty() -> None:
    s, _ = rules.deal(3, {}, bytes(32))
    while not rules.is_over(s):
        (seat,) = rules.asks(s)
        rules.apply(s, seat, rules.legal(s, seat)[0])
    hoards = list(s.size[HOARDS : HOARDS + 3])
    assert not any(s.size[HANDS : HANDS + 3]) and s.size[DRAW_PILE] == 0
    assert rules.places(s)[hoards.index(max(hoards))] == 1
