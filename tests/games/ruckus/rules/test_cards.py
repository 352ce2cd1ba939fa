"""The designs, and what the file may hold."""

from __future__ import annotations

import pytest

from rumpus.games.ruckus.cards import BOX, COPIES, DECK, read_designs

LINES = [f"{d.letter} {d.copies} {d.picture} {d.name}" for d in DECK]


def test_twelve_designs_of_six_cards() -> None:
    assert len(DECK) == 12
    assert COPIES == (6,) * 12
    assert len(BOX) == 72
    assert len({design.letter for design in DECK}) == 12
    assert len({design.picture for design in DECK}) == 12


def test_another_list_may_stand_there() -> None:
    uneven = [LINES[0].replace(" 6 ", " 4 "), "# a comment", "", LINES[1].replace(" 6 ", " 8 ")]
    assert [d.copies for d in read_designs("\n".join(uneven + LINES[2:]))][:3] == [4, 8, 6]


def test_a_design_has_two_to_twelve_copies() -> None:
    uneven = [LINES[0].replace(" 6 ", " 2 "), LINES[1].replace(" 6 ", " 12 ")]
    uneven += [LINES[2].replace(" 6 ", " 4 ")]
    assert [d.copies for d in read_designs("\n".join(uneven + LINES[3:]))][:4] == [2, 12, 4, 6]


@pytest.mark.parametrize(
    ("number", "line", "sentence"),
    [
        (0, "K 6 kettle", "designs line 1: write letter, copies, picture and name, as in K 6"),
        (1, "KK 6 snail Disco Snail", "designs line 2: KK is not one letter"),
        (1, "7 6 snail Disco Snail", "designs line 2: 7 is not one letter"),
        (
            2,
            "C many cactus Cactus Sheriff",
            "designs line 3: a design has 2 to 12 copies, not many",
        ),
        (2, "C 1 cactus Cactus Sheriff", "designs line 3: a design has 2 to 12 copies, not 1"),
        (2, "C 13 cactus Cactus Sheriff", "designs line 3: a design has 2 to 12 copies, not 13"),
        (3, "k 6 toast Turbo Toast", "designs line 4: K already stands for Kettle Trot"),
        (3, "T 6 toast Kettle Trot", "designs line 4: there is a Kettle Trot already"),
        (3, "T 7 toast Turbo Toast", "a deck has 72 cards, not 73"),
        (3, "", "a deck has 12 designs, not 11"),
    ],
)
def test_a_wrong_line_is_named(number: int, line: str, sentence: str) -> None:
    lines = [*LINES[:number], line, *LINES[number + 1 :]]
    with pytest.raises(ValueError, match=sentence):
        read_designs("\n".join(lines))
