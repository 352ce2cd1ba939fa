"""MA-WIN-*, MA-EXH-*: who wins, and when."""

from __future__ import annotations

import pytest

from rumpus.games.mantis.words import NEXT_BACK, RAN_OUT, WON
from rumpus.rulekit.errors import IllegalAction

from ..table import Lay

covers = pytest.mark.covers


# --------------------------------------------------------------------------------- the target
@covers("MA-WIN-1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_ten_cards_win_with_three_to_six_players(table: Lay, players: int) -> None:
    t = table(players=players, tanks={"A": "R"}, scores={"A": 7}, top="R")
    t.do("A SCORE")
    assert t.scored("A") == 9 and not t.over
    t = table(players=players, tanks={"A": "R"}, scores={"A": 8}, top="R")
    t.do("A SCORE")
    assert t.scored("A") == 10 and t.winners == "A"


@covers("MA-WIN-2", "MA-2P-1")
def test_fifteen_cards_win_with_two_players(table: Lay) -> None:
    t = table(players=2, tanks={"A": "R"}, scores={"A": 12}, top="R")
    t.do("A SCORE")
    assert t.scored("A") == 14 and not t.over
    t = table(players=2, tanks={"A": "R"}, scores={"A": 13}, top="R")
    t.do("A SCORE")
    assert t.scored("A") == 15 and t.winners == "A"


@covers("MA-WIN-3")
@pytest.mark.parametrize(("had", "scored"), [(1, 10), (2, 11), (7, 16)])
def test_play_stops_at_once(table: Lay, had: int, scored: int) -> None:
    t = table(tanks={"A": "R" * had + "G", "B": "RR"}, scores={"A": 8, "B": 9}, top="R")
    t.do("A SCORE")
    assert t.scored("A") == scored
    assert t.winners == "A"
    assert t.turn == ""
    assert t.log[-1] == f"A wins with {scored} cards."
    for name in "ABC":
        assert t.legal(name) == []
        with pytest.raises(IllegalAction, match="The game is over"):
            t.do(f"{name} SCORE")


@covers("MA-WIN-3")
def test_a_big_tank_wins_nothing(table: Lay) -> None:
    t = table(tanks={"A": "R" * 11 + "G" * 11, "B": "O"}, scores={"B": 9}, top="B")
    t.do("A SCORE")
    assert not t.over


@covers("MA-PILE-5")
def test_every_scored_card_counts_one_whatever_its_colour(table: Lay) -> None:
    for colour in "ROYGBPK":
        t = table(tanks={"A": colour}, scores={"A": 2, "B": 3}, top=colour)
        t.do("A SCORE")
        assert t.points == [4, 3, 0]


@covers("MA-WIN-5")
def test_the_others_are_placed_by_score_pile_then_tank(table: Lay) -> None:
    t = table(
        players=5,
        tanks={"A": "R", "B": "GGG", "C": "OYYBP", "D": "PPPPPPP", "E": "KKKKK"},
        scores={"A": 8, "B": 4, "C": 4, "D": 2, "E": 4},
        top="R",
    )
    t.do("A SCORE")
    assert t.places == [1, 4, 2, 5, 2]
    assert t.points == [10, 4, 4, 2, 4]


# --------------------------------------------------------------------------------- running out
@covers("MA-EXH-2")
def test_when_the_pile_has_run_out_the_biggest_score_pile_wins(table: Lay) -> None:
    t = table(tanks={"A": "G"}, scores={"A": 4, "B": 6, "C": 5}, top="R", rest="C", pile=1)
    t.do("A SCORE")
    assert t.over and t.pile == 0
    assert t.winners == "B"
    assert t.places == [3, 1, 2]
    assert t.kinds[-2:] == [RAN_OUT, WON]


@covers("MA-EXH-2")
def test_one_card_is_not_none(table: Lay) -> None:
    t = table(tanks={"A": "G"}, scores={"A": 4, "B": 6}, top="R", rest="C")
    assert t.pile == 1 and not t.over and t.choices == ["SCORE", "STEAL B", "STEAL C"]


@covers("MA-EXH-3")
def test_equal_score_piles_are_separated_by_tanks(table: Lay) -> None:
    t = table(
        tanks={"A": "G" * 12, "B": "O" * 12}, scores={"A": 6, "B": 6, "C": 5}, top="R", rest="C"
    )
    t.do("A STEAL B")  # the red card stays with B, who then has one more
    assert t.places == [2, 1, 3]


@covers("MA-EXH-4")
def test_the_last_card_is_resolved_before_it_is_counted(table: Lay) -> None:
    t = table(tanks={"A": "RRG"}, scores={"A": 4, "B": 6}, top="R", rest="C")
    t.do("A SCORE")
    assert t.scored("A") == 7
    assert t.winners == "A"
    t = table(
        tanks={"A": "G", "B": "RRR"}, scores={"A": 6, "B": 5, "C": 6}, top="R", rest="B", pile=1
    )
    t.do("A STEAL B")  # a whole colour changes Tanks and makes A's bigger than C's
    assert t.tank("C") == ""
    assert t.winners == "A"


@covers("MA-EXH-4", "MA-WIN-3")
def test_the_last_card_may_reach_the_target(table: Lay) -> None:
    t = table(tanks={"A": "RG"}, scores={"A": 8, "B": 9}, top="R", rest="C", pile=1)
    t.do("A SCORE")
    assert t.pile == 0
    assert t.winners == "A"
    assert RAN_OUT not in t.kinds
    assert t.log[-1] == "A wins with 10 cards."


@covers("MA-EXH-4")
def test_after_the_last_card_there_is_no_next_back(table: Lay) -> None:
    t = table(tanks={"A": "RG"}, top="R", rest="C")
    t.do("A SCORE")
    assert t.back == ""
    assert NEXT_BACK not in t.kinds
    assert t.seen_by("A").zones[0].groups == ()


@covers("MA-EXH-5")
def test_players_equal_in_both_share_the_win(table: Lay) -> None:
    t = table(
        players=4,
        tanks={"A": "G" * 12, "B": "O" * 13, "C": "P" * 14},
        scores={"A": 6, "B": 6, "C": 5, "D": 5},
        top="R",
        rest="D",
    )
    t.do("A SCORE")
    assert t.winners == "AB"
    assert t.places == [1, 1, 4, 3]
    assert t.log[-3:] == [
        "The Draw Pile has run out.",
        "A shares the win with 6 cards.",
        "B shares the win with 6 cards.",
    ]


@covers("MA-EXH-5")
def test_all_may_share_the_win(table: Lay) -> None:
    tanks = {"A": "R" * 15 + "O" * 15 + "Y" * 4, "B": "G" * 15 + "B" * 15 + "Y" * 5}
    t = table(tanks=tanks, scores={}, top="K", rest="C")
    assert [len(tank) for tank in t.tanks().values()] == [34, 35, 35]
    t.do("A SCORE")
    assert t.winners == "ABC"
