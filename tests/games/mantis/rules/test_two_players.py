"""MA-2P-*: the extra turn."""

from __future__ import annotations

import pytest

from rumpus.games.mantis.words import EXTRA_TURN, NEXT_TURN
from rumpus.rulekit.errors import IllegalAction

from ..table import Lay

covers = pytest.mark.covers


@covers("MA-2P-2")
@pytest.mark.parametrize("turn", ["A", "B"])
def test_a_successful_steal_gives_another_turn(table: Lay, turn: str) -> None:
    other = {"A": "B", "B": "A"}[turn]
    t = table(players=2, tanks={other: "RR"}, top="R", turn=turn)
    t.do(f"{turn} STEAL {other}")
    assert t.tank(turn) == "RRR"
    assert t.turn == turn
    assert t.kinds[-1] == EXTRA_TURN
    assert t.log[-1] == f"{turn} goes again."


@covers("MA-2P-3")
def test_extra_turns_go_on_while_steals_succeed(table: Lay) -> None:
    t = table(players=2, tanks={"B": "ROYGBPK"})
    for colour in "ROYGBPK":
        t.lay_on_top(colour)
        t.do("A STEAL B")
        assert t.turn == "A"
    assert t.tanks() == {"A": "RROOYYGGBBPPKK", "B": ""}
    t.do("A STEAL B")
    assert t.turn == "B"


@covers("MA-2P-4")
def test_in_an_extra_turn_both_are_allowed(table: Lay) -> None:
    t = table(players=2, tanks={"B": "RR"}, top="R")
    t.do("A STEAL B")
    assert t.choices == ["SCORE", "STEAL B"]


@covers("MA-2P-4")
@pytest.mark.parametrize(
    ("top", "action"),
    [("R", "A SCORE"), ("G", "A SCORE"), ("G", "A STEAL B")],
    ids=["a score", "a failed score", "a failed steal"],
)
def test_what_ends_the_extra_turns(table: Lay, top: str, action: str) -> None:
    t = table(players=2, tanks={"B": "RR"}, top="R")
    t.do("A STEAL B")
    t.lay_on_top(top)
    t.do(action)
    assert t.turn == "B"
    assert t.kinds[-1] == NEXT_TURN
    t.lay_on_top("K")
    t.do("B SCORE")
    assert t.turn == "A", "the next turn is an ordinary one"


@covers("MA-2P-5")
def test_an_extra_turn_must_be_taken(table: Lay) -> None:
    t = table(players=2, tanks={"B": "RR"}, top="R")
    t.do("A STEAL B")
    with pytest.raises(IllegalAction, match="'stop' is not allowed now"):
        t.do("A STOP")


@covers("MA-2P-6")
def test_without_cards_there_is_no_extra_turn(table: Lay) -> None:
    t = table(players=2, tanks={"A": "G"}, scores={"A": 4, "B": 5}, top="R", rest="B", pile=1)
    t.do("A STEAL B")
    assert len(t.tank("A")) > 10
    assert t.over and t.turn == ""
    assert EXTRA_TURN not in t.kinds
    assert t.winners == "B"


@covers("MA-2P-6")
def test_the_second_last_card_still_gives_an_extra_turn(table: Lay) -> None:
    tanks = {"A": "O" * 15 + "G" * 15 + "Y" * 15, "B": "B" * 15 + "R" * 13 + "K" * 15 + "P" * 15}
    t = table(players=2, tanks=tanks, top="R", pile=2)
    t.do("A STEAL B")
    assert t.turn == "A"
    assert t.pile == 1
    t.do("A STEAL B")
    assert t.over
    assert t.winners == "A"


@covers("MA-2P-7")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_with_more_players_a_steal_ends_the_turn(table: Lay, players: int) -> None:
    t = table(players=players, tanks={"C": "RR"}, top="R")
    t.do("A STEAL C")
    assert t.tank("A") == "RRR"
    assert t.turn == "B"
    assert EXTRA_TURN not in t.kinds
