"""One test for each rule of Totterstone."""

from __future__ import annotations

from typing import Any

import pytest
from rumpus.rulekit.piles import lift, move_on, put_on
from rumpus.running import Interpreted
from rumpus.testing.account import cards_in

from rumpus_totterstone import game
from rumpus_totterstone.cards import BAG, CAIRN, HANDS, LETTERS, TAKEN
from rumpus_totterstone.words import LAY, REACH

rules = Interpreted(game, checked=True)


def table(cairn: str, *hands: str, tottering: int = 0, bag: str = "", **settings: int) -> Any:
    """A table with these cards and no others. A cairn is written from the ground up, a bag from the
    first card to be drawn on."""
    size = max(len(hand.split()) for hand in hands)
    s, _ = rules.deal(
        len(hands), {"starter": 0, "hand_size": max(size, 2), "limit": 7, **settings}, bytes(32)
    )
    for card in range(len(s.zone)):
        lift(s, card)
    spare = iter(range(len(s.zone)))
    zones = {CAIRN: cairn.split(), BAG: bag.split()[::-1]}
    zones |= {HANDS + seat: hand.split() for seat, hand in enumerate(hands)}
    for zone, letters in zones.items():
        for letter in letters:
            card = next(spare)
            s.face[card], s.known[card] = LETTERS.index(letter), 0
            put_on(s, zone, card)
    s.tottering = tottering
    return s


def lay(s: Any, seat: int, letter: str) -> None:
    """Lay a card from a hand."""
    rules.apply(s, seat, LAY + LETTERS.index(letter))


def letters_in(s: Any, zone: int) -> str:
    """The cards of a zone from the top down."""
    return " ".join(LETTERS[s.face[card]] for card in cards_in(s, zone))


def test_everybody_begins_with_a_full_hand() -> None:
    s, _ = rules.deal(3, {"hand_size": 5}, bytes(32))
    assert [s.size[HANDS + seat] for seat in range(3)] == [5, 5, 5]
    assert s.size[BAG] == 60 - 15


@pytest.mark.parametrize(
    ("cairn", "stone", "tottering"),
    [
        ("", "9", 2),  # the ground
        ("4", "3", 3),  # lighter
        ("4", "1", 3),
        ("4", "4", 2),  # equal
        ("4", "7", 5),  # heavier
        ("4 W", "7", 5),  # what lies below the wedge counts
        ("W", "7", 2),
        ("4", "W", 0),
    ],
)
def test_how_much_a_stone_makes_the_cairn_totter(cairn: str, stone: str, tottering: int) -> None:
    s = table(cairn, f"{stone} 5", "5 5", tottering=2)
    lay(s, 0, stone)
    assert s.tottering == tottering


def test_a_wedge_steadies_the_cairn_by_three() -> None:
    s = table("4", "W 5", "5 5", tottering=6)
    lay(s, 0, "W")
    assert s.tottering == 3


def test_whoever_lays_a_stone_draws_another_one() -> None:
    s = table("4", "3 5", "5 5", bag="8 6")
    lay(s, 0, "3")
    assert sorted(letters_in(s, HANDS).split()) == ["5", "8"]
    assert letters_in(s, BAG) == "6"
    assert rules.asks(s) == (1,)


def test_a_stone_from_the_bag_is_laid_and_the_hand_stays() -> None:
    s = table("4", "3 5", "5 5", bag="8 6")
    assert REACH in rules.legal(s, 0)
    rules.apply(s, 0, REACH)
    assert letters_in(s, CAIRN) == "8 4" and s.tottering == 4
    assert sorted(letters_in(s, HANDS).split()) == ["3", "5"]


def test_nobody_reaches_into_an_empty_bag() -> None:
    s = table("4", "3 5", "5 5")
    assert REACH not in rules.legal(s, 0)


def test_the_cairn_holds_at_the_limit() -> None:
    s = table("4 4", "6 5", "5 5", tottering=5)
    lay(s, 0, "6")
    assert s.tottering == 7 and s.size[TAKEN] == 0
    assert rules.asks(s) == (1,)


def test_above_the_limit_it_topples_and_its_builder_starts_the_next() -> None:
    s = table("4 W 4", "7 5", "5 5", tottering=5)
    lay(s, 0, "7")
    assert s.size[TAKEN] == 4 and s.size[CAIRN] == 0 and s.tottering == 0
    assert rules.asks(s) == (0,)


def test_whoever_topples_the_cairn_with_their_last_stone_starts_nothing() -> None:
    s = table("4", "9", "5 5", tottering=5)
    lay(s, 0, "9")
    assert s.size[TAKEN] == 2 and rules.asks(s) == (1,)


def test_an_empty_hand_is_skipped() -> None:
    s = table("4", "3 2", "", "5 5")
    lay(s, 0, "3")
    assert rules.asks(s) == (2,)


def test_the_game_is_over_when_all_hands_are_empty() -> None:
    s = table("4", "3", "2")
    lay(s, 0, "3")
    assert not rules.is_over(s)
    lay(s, 1, "2")
    assert rules.is_over(s) and rules.asks(s) == ()


@pytest.mark.parametrize(
    ("taken", "places"),
    [
        (("1", "1 1", "1 1 1"), (1, 2, 3)),
        (("9", "1 1", "1 1"), (1, 2, 2)),
        (("9", "8", "W"), (3, 2, 1)),  # equally many: the lighter ones win
        (("", "", "1"), (1, 1, 3)),
    ],
)
def test_the_fewest_stones_win_then_the_lightest(
    taken: tuple[str, ...], places: tuple[int, ...]
) -> None:
    s = table(" ".join(taken), "", "", "")
    for seat, stones in enumerate(taken):
        for _ in stones.split():
            move_on(s, cards_in(s, CAIRN)[-1], TAKEN + seat)
    assert rules.places(s) == list(places)
    assert rules.scores(s) == [len(stones.split()) for stones in taken]
