"""MA-DECK-*: the deck, and what a deck file may hold."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rumpus.games.mantis import cards, game
from rumpus.games.mantis.cards import DECK, TRIPLES, read_card, read_deck

covers = pytest.mark.covers
FILE = Path(cards.__file__).with_name("deck.txt").read_text(encoding="utf-8")


@covers("MA-DECK-1")
def test_there_are_105_cards_fifteen_of_each_colour() -> None:
    assert len(DECK) == 105
    assert Counter(card.front for card in DECK) == dict.fromkeys(range(7), 15)


@covers("MA-DECK-2")
def test_a_back_shows_three_different_colours() -> None:
    assert all(len(set(TRIPLES[card.back])) == 3 for card in DECK)


@covers("MA-DECK-3")
def test_the_front_is_one_of_the_three() -> None:
    assert all(TRIPLES[card.back][card.part] == card.front for card in DECK)


@covers("MA-DECK-4")
def test_every_back_occurs_with_each_of_its_colours() -> None:
    assert len(set(DECK)) == 105
    assert Counter(card.back for card in DECK) == dict.fromkeys(range(35), 3)


def test_the_deck_is_the_file_beside_the_rules() -> None:
    assert read_deck(FILE) == DECK
    assert game.folder == Path(cards.__file__).parent


def test_a_card_is_read_whatever_the_order_and_the_case() -> None:
    assert read_card("g BRG") == read_card("  G   rgb ") == read_card("G RGB")


@covers("MA-DECK-2", "MA-DECK-3")
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("R", "write the front's letter and the back's three letters, as in R RGB"),
        ("R RG", "write the front's letter and the back's three letters"),
        ("RR RGB", "write the front's letter and the back's three letters"),
        ("R RGB G", "write the front's letter and the back's three letters"),
        ("R RGX", "X is not a colour; the colours are R O Y G B P K"),
        ("W RGB", "W is not a colour"),
        ("R RRG", "a back shows three different colours"),
        ("O RGB", "the front's colour is one of the three on the back"),
    ],
)
def test_a_wrong_line_gets_a_sentence_that_names_it(line: str, sentence: str) -> None:
    lines = FILE.splitlines()
    number = lines.index("R RGB")
    lines[number] = line
    with pytest.raises(ValueError, match=f"deck line {number + 1}: {sentence}"):
        read_deck("\n".join(lines))


@covers("MA-DECK-1")
@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("R RGB\n", "", "a deck has 105 cards, not 104"),
        ("R RGB\n", "R RGB\nR RGB\n", "a deck has 105 cards, not 106"),
        ("R RGB\n", "G RGB\n", "a deck has 15 red fronts, not 14"),
    ],
)
def test_a_deck_that_is_not_whole_gets_a_sentence(old: str, new: str, sentence: str) -> None:
    assert FILE.count(old) == 1
    with pytest.raises(ValueError, match=sentence):
        read_deck(FILE.replace(old, new))


def test_another_deck_of_105_may_take_its_place() -> None:
    other = FILE.replace("R RGB\n", "G RGB\n").replace("G RGK\n", "R RGK\n")
    deck = read_deck(other)
    assert deck != DECK
    assert Counter(card.front for card in deck) == dict.fromkeys(range(7), 15)


def test_comments_and_empty_lines_are_passed_by() -> None:
    assert read_deck(f"# mine\n\n   \n{FILE}\n  # the end\n") == DECK
