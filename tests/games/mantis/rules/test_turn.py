"""MA-TURN-*: what may be declared, by whom, and whose turn it is then."""

from __future__ import annotations

import pytest

from rumpus.games.mantis.words import SCORE, STOP
from rumpus.rulekit.errors import IllegalAction

from ..table import NAMES, Lay

covers = pytest.mark.covers


@covers("MA-TURN-1", "MA-STEAL-1")
@pytest.mark.parametrize("players", range(2, 7))
def test_one_scores_or_steals_from_any_other_player(deal: Lay, players: int) -> None:
    for seat in range(players):
        t = deal(players, starter=f"seat-{seat + 1}")
        others = [NAMES[(seat + k) % players] for k in range(1, players)]
        assert t.choices == ["SCORE", *(f"STEAL {name}" for name in others)]


@covers("MA-TURN-1")
def test_one_declaration_turns_one_card_over(deal: Lay) -> None:
    t = deal(3, starter="seat-1")
    t.do("A SCORE")
    assert t.pile == 92
    with pytest.raises(IllegalAction, match="Seat 1 has nothing to decide now"):
        t.do("A SCORE")


@covers("MA-TURN-1")
def test_only_the_active_player_declares(deal: Lay) -> None:
    t = deal(3, starter="seat-2")
    assert t.turn == "B"
    assert t.legal("A") == t.legal("C") == []
    assert t.backend.may(t.s) == ()
    before = t.bytes
    for action in range(-1, 8):
        with pytest.raises(IllegalAction):
            t.backend.apply(t.s, 0, action)
    assert t.bytes == before


@covers("MA-TURN-2")
def test_before_the_declaration_only_the_back_is_known(table: Lay) -> None:
    red, blue = (
        table(tanks={"A": "RG", "B": "B"}, top=top, pile=102) for top in ("R RGB", "B RGB")
    )
    assert red.back == blue.back == "RGB"
    assert red.top != blue.top
    for name in ("A", "B", "C", ""):
        assert red.seen_by(name) == blue.seen_by(name)
    assert red.choices == blue.choices
    assert red.backend.advice(red.s, 0) == blue.backend.advice(blue.s, 0)


@covers("MA-TURN-2")
def test_the_declaration_is_told_before_the_card(table: Lay) -> None:
    t = table(tanks={"B": "R"}, top="R RGB")
    t.do("A STEAL B")
    assert t.log[:2] == ["A tries to steal from B.", "The card turns up red in B's Tank."]


@covers("MA-TURN-3")
def test_there_is_no_passing(deal: Lay) -> None:
    t = deal(3, starter="seat-1")
    assert STOP not in t.legal("A")
    with pytest.raises(IllegalAction, match="'stop' is not allowed now; allowed: score, steal 2"):
        t.do("A STOP")


@covers("MA-TURN-3")
def test_a_declaration_cannot_be_taken_back(table: Lay) -> None:
    t = table(tanks={"A": "R"}, top="G RGB")
    t.do("A SCORE")
    assert t.tank("A") == "RG"
    for again in ("A SCORE", "A STEAL B", "A STOP"):
        with pytest.raises(IllegalAction):
            t.do(again)
    assert t.tank("A") == "RG"


@covers("MA-TURN-4")
@pytest.mark.parametrize("top", ["R RGB", "G RGB"], ids=["match", "no match"])
@pytest.mark.parametrize("action", ["SCORE", "STEAL"])
@pytest.mark.parametrize("turn", ["A", "B", "C", "D"])
def test_then_the_next_player_clockwise_is_active(
    table: Lay, turn: str, action: str, top: str
) -> None:
    following = {"A": "B", "B": "C", "C": "D", "D": "A"}[turn]
    target = {"A": "C", "B": "D", "C": "A", "D": "B"}[turn]
    t = table(players=4, tanks=dict.fromkeys("ABCD", "R"), top=top, turn=turn)
    t.do(f"{turn} SCORE" if action == "SCORE" else f"{turn} STEAL {target}")
    assert t.turn == following
    assert t.log[-1] == f"It is {following}'s turn."


@covers("MA-TURN-5", "MA-EXH-1")
def test_an_empty_tank_changes_nothing(table: Lay) -> None:
    full = table(tanks={"A": "R", "B": "R", "C": "R"}, turn="C")
    full.do("C SCORE")
    empty = table(tanks={"B": "R", "C": "R"}, turn="C")
    empty.do("C SCORE")
    assert empty.tank("A") == ""
    assert empty.turn == full.turn == "A"
    assert empty.choices == full.choices == ["SCORE", "STEAL B", "STEAL C"]
    empty.do("A SCORE")
    assert len(empty.tank("A")) == 1
    assert empty.scored("A") == 0


@covers("MA-TURN-5")
def test_nobody_is_skipped_when_all_tanks_are_empty(table: Lay) -> None:
    t = table(players=3)
    order = ""
    for _ in range(6):
        order += t.turn
        t.do(f"{t.turn} SCORE")
    assert order == "ABCABC"


@covers("MA-OPT-7")
@pytest.mark.parametrize("again", [False, True])
def test_when_time_is_up_the_player_tries_to_score(table: Lay, again: bool) -> None:
    t = table(players=2, again=again, optional_extra="on")
    assert t.backend.run("timeout", t.s, 0) == SCORE
    assert SCORE in t.legal("A")
