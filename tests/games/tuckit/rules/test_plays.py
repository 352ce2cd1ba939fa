"""The rules against the legality function of section 2.15, over random hands and piles."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from rumpus.games.tuckit.cards import LETTERS

from ..reference import four_kind, legal_play
from ..table import Lay

covers = pytest.mark.covers
COPIES = {
    "2": 4, "3": 9, "4": 5, "5": 4, "6": 5, "7": 4, "8": 5, "9": 4, "10": 9, "J": 9, "Q": 3,
    "DQ": 1, "K": 3, "A": 10, "95": 6, "DI": 10, "SK": 2,
}  # fmt: skip
BOX = [letters for letters in LETTERS for _ in range(COPIES.get(letters, 1))]
CHAINS = [c for c in BOX if c.endswith("h") or c in ("95", "DI", "5", "9", "4", "6")]


def plays_of(hand: list[str], top: str, die: int, *, limit_one: bool) -> set[str]:
    """All legal plays of a hand, by trying every order of every choice of cards."""
    found = set()
    for n in range(1, len(hand) + 1):
        for cards in set(permutations(hand, n)):
            if legal_play(cards, top, die, limit_one=limit_one):
                found.add(" ".join(cards))
    return found


@covers(
    "TI-PLAY-2", "TI-PLAY-3", "TI-PLAY-5", "TI-EXP2-9", "TI-EXP2-11", "TI-EXP3-S4", "TI-EXP3-D8"
)
@pytest.mark.parametrize("seed", range(25))
def test_the_rules_offer_exactly_the_legal_plays(table: Lay, seed: int) -> None:
    chance = Random(seed)
    deck = list(BOX)
    chance.shuffle(deck)
    some = [c for c in deck if c in CHAINS] if seed % 2 else deck
    hand = some[:5]
    left = Counter(deck) - Counter(hand)
    top = chance.choice([c for c in left.elements() if c not in ("SK", "10", "DQ")])
    roll = chance.randint(1, 6)
    t = table(
        pile=top, hand={"P1": " ".join(hand)}, die=roll if top == "DI" else 0, rolls=[roll],
        hearts=True, acorns=True, balls=True, leaves=True,
    )  # fmt: skip
    if top != "DI":
        t.do("P1 roll")
    expected = plays_of(hand, top, roll, limit_one=top.endswith("s"))
    assert t.every_play("P1") == expected


def test_every_prefix_of_a_legal_play_is_legal() -> None:
    """Invariant 6, of the function itself: laying a play card by card has no dead end."""
    chance = Random(1)
    for _ in range(200):
        hand, top = chance.sample(CHAINS, 5), chance.choice([*BOX, ""]).replace("SK", "")
        plays = plays_of(hand, top, chance.randint(1, 6), limit_one=False)
        for play in plays:
            cards = play.split()
            assert all(" ".join(cards[:n]) in plays for n in range(1, len(cards)))


LIKE = {
    "5": ["5", "95", "5s"], "9": ["9", "95", "9s"], "4": ["4", "DI", "4h", "4s"],
    "A": ["A", "As"], "Q": ["Q", "Qs", "DQ"],
}  # fmt: skip
FOURS = 4  # what the die shows where a Dice card lies on top


def pile_and_last(chance: Random) -> tuple[list[str], str]:
    """A pile of cards that are much alike, without four of a kind, and one that may follow."""
    while True:
        value = chance.choice(list(LIKE))
        left = Counter(BOX)
        pile = []
        for _ in range(chance.randint(2, 4)):
            card = chance.choice([c for c in LIKE[value] if left[c]])
            left[card] -= 1
            pile.append(card)
        last = next(c for c in [value, *LIKE[value]] if left[c])
        if pile[-1] != "DQ" and not four_kind(pile) and legal_play([last], pile[-1], FOURS):
            return pile, last


@covers("TI-FOUR-1", "TI-EXP2-13", "TI-EXP3-S6", "TI-EXP3-D9", "TI-EXP3-D10")
@pytest.mark.parametrize("seed", range(40))
def test_four_of_a_kind_is_what_the_function_says(table: Lay, seed: int) -> None:
    pile, last = pile_and_last(Random(seed))
    t = table(
        pile=" ".join(pile), hand={"P1": f"{last} K K"}, die=FOURS if pile[-1] == "DI" else 0,
        hearts=True, acorns=True, balls=True, leaves=True,
    )  # fmt: skip
    t.do(f"P1 {last}")
    if t.stage == "adding cards":
        t.do("P1 done")
    assert (t.stage == "may take a top card") == four_kind([*pile, last])


def test_both_answers_are_among_them() -> None:
    cases = [pile_and_last(Random(seed)) for seed in range(40)]
    assert 10 <= sum(four_kind([*pile, last]) for pile, last in cases) <= 30
