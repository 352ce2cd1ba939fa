"""A table of Ruckus in words."""

from __future__ import annotations

from tests.games.in_words import in_words

from ..table import Lay

NAMES = ["Ann", "Bo", "Cy"]


def test_the_table_says_the_goal_the_totals_and_the_bonus(table: Lay) -> None:
    t = table(hands={"A": "l"}, piles={"A": "a:4"}, totals={"B": 12}, dealer="B")
    said = in_words(t.backend, t.s, 0, NAMES)
    assert "Bo deals. The goal is 75 points. Going out adds a bonus of 5 points." in said
    assert "Ann (you): 0 points" in said and "Bo: 12 points" in said
    t.do("A out")
    said = in_words(t.backend, t.s, 0, NAMES)
    assert "Ann (you): 9 points, 9 this round, went out (bonus 5)" in said


def test_a_game_of_rounds_says_how_many(table: Lay) -> None:
    said = [
        in_words(t.backend, t.s, 0, NAMES)
        for t in (table(length="rounds", rounds=3), table(length="single"))
    ]
    assert "Round 1 of 3," in said[0] and "goal" not in said[0]
    assert "This round decides the game." in said[1]


def test_cards_say_what_they_can_do(table: Lay) -> None:
    t = table(hands={"A": "a b c d"}, piles={"A": "b:2 c:2", "B": "a:2 c:2", "C": "e:6"})
    faces = t.backend.game.words.faces
    said = in_words(t.backend, t.s, 0, NAMES)
    assert f"{faces[0]} [steals], {faces[1]} [builds], {faces[2]} [steals, builds], {faces[3]}" in (
        said
    )
    assert f"6x {faces[4]} [safe]" in said
