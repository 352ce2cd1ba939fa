"""A table of Mantis in words."""

from __future__ import annotations

from tests.games.in_words import choices, in_words

from ..rules.test_options import tied
from ..table import Lay

NAMES = ["Ann", "Bo"]


def test_the_table_says_what_wins_and_who_goes_again(table: Lay) -> None:
    t = table(players=2, tanks={"B": "RR"}, scores={"A": 4}, top="R")
    said = in_words(t.backend, t.s, 0, NAMES)
    assert "Whoever has 15 cards in the Score Pile wins." in said
    assert "Score Pile (4)" in said and "Tank (2): 2x red" in said
    assert "extra turn" not in said
    t.do("A STEAL B")
    assert "Ann has an extra turn." in in_words(t.backend, t.s, 0, NAMES)


def test_an_extra_game_names_who_plays_it(table: Lay) -> None:
    t = tied(table, final_tie="extra-game")  # A and B
    said = in_words(t.backend, t.s, 2, ["Ann", "Bo", "Cy", "Di"])
    assert "The win is between Ann and Bo." in said
    assert "Cy (you): not in the extra game" in said


def test_colours_are_painted_and_still_named(table: Lay) -> None:
    t = table(players=2, tanks={"A": "RB"})
    said = in_words(t.backend, t.s, 0, NAMES, paint=lambda text, how: f"<{how}>{text}")
    assert "<red>red" in said and "<blue>blue" in said


def test_choices_are_in_plain_words(table: Lay) -> None:
    t = table(players=2, tanks={"B": "RR"}, top="R")
    assert choices(t.backend, t.s, 0, NAMES) == {
        "score": "Try to score",
        "steal 2": "Try to steal from Bo",
    }
