"""The words: notation that reads back, sentences, where an action is pointed at."""

from __future__ import annotations

import pytest

from rumpus.games.ruckus import game
from rumpus.games.ruckus.words import ACTIONS, BUILD, CAME, HAND, LAY, OUT, PILES, STEAL
from rumpus.rulekit.errors import InvalidNotation

WORDS = game.words
NAMES = ["Ann", "Bob", "Cy", "Di", "Eve"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("wait", 0),
        ("out", 1),
        ("build K", 2),
        ("build V", 13),
        ("steal K 3", 14),
        ("steal V 3", 25),
        ("steal K 1", 50),
        ("steal V 1", 61),
        ("lay K", 62),
        ("lay V", 73),
        ("deal", 74),
        ("ready", 75),
        ("call", 76),
        ("end", 77),
        ("time", 78),
    ],
)
def test_the_action_space_is_that_of_the_rules(text: str, number: int) -> None:
    assert WORDS.parse(text, 1, 5) == number
    assert WORDS.notation(number, 1, 5) == text
    assert number < ACTIONS


@pytest.mark.parametrize("players", range(2, 6))
def test_every_action_reads_back(players: int) -> None:
    for seat in range(players):
        for number in WORDS.every_action(players):
            assert WORDS.parse(WORDS.notation(number, seat, players), seat, players) == number
            assert WORDS.say_action(number, seat, NAMES[:players])


def test_what_is_no_action_is_refused() -> None:
    with pytest.raises(InvalidNotation, match="'grab K' is not an action; write wait, out, build"):
        WORDS.parse("grab K", 0, 3)


def test_sentences() -> None:
    assert WORDS.say_action(STEAL + 12, 0, NAMES) == "Steal Cy's Kettle Trot"
    assert WORDS.say_action(OUT, 0, NAMES) == "RUCKUS! Lay your last card face down"
    assert WORDS.say_event(CAME, (-1, 0), NAMES) == "Next is nobody."


def test_claims_are_pointed_at_piles_and_cards() -> None:
    assert WORDS.place(STEAL + 12, 1, 3) == (PILES, 0)
    assert WORDS.place(BUILD, 1, 3) == (PILES, 1)
    assert WORDS.place(LAY, 1, 3) == (HAND, 1)
    assert WORDS.place(OUT, 2, 3) == (HAND, 2)
