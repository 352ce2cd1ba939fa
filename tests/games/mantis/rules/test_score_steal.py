"""MA-SCORE-*, MA-STEAL-*: what a declaration does."""

from __future__ import annotations

from random import Random

import pytest

from rumpus.games.mantis.words import (
    NEXT_BACK,
    NEXT_TURN,
    REVEALED,
    SCORED,
    STAYED,
    STOLE,
    TRIED_TO_SCORE,
    TRIED_TO_STEAL,
)
from rumpus.rulekit.errors import IllegalAction

from ..table import NAMES, Lay

covers = pytest.mark.covers


# --------------------------------------------------------------------------------- score
@covers("MA-SCORE-1")
def test_the_top_card_is_turned_over_in_the_own_tank(table: Lay) -> None:
    t = table(tanks={"A": "R", "B": "R", "C": "G"}, top="G RGB")
    t.do("A SCORE")
    assert t.tanks() == {"A": "RG", "B": "R", "C": "G"}
    assert t.events[1].kind == REVEALED
    assert t.log[:2] == ["A tries to score.", "The card turns up green in A's Tank."]


@covers("MA-SCORE-2")
@pytest.mark.parametrize("had", range(1, 8))
def test_all_cards_of_the_colour_are_scored(table: Lay, had: int) -> None:
    t = table(tanks={"A": "R" * had + "GB"}, top="R RGB", scores={"A": 1}, target=30)
    t.do("A SCORE")
    assert t.tank("A") == "GB"
    assert t.scored("A") == 1 + had + 1
    assert f"A scores {had + 1} red cards." in t.log
    assert t.kinds == [TRIED_TO_SCORE, REVEALED, SCORED, NEXT_BACK, NEXT_TURN]


@covers("MA-SCORE-3")
def test_without_a_match_the_card_stays(table: Lay) -> None:
    t = table(tanks={"A": "RRO", "B": "GGG"}, top="G RGB", scores={"A": 4})
    t.do("A SCORE")
    assert t.tank("A") == "RROG"
    assert t.scores() == [4, 0, 0]
    assert "No match: the green card stays with A." in t.log
    assert t.kinds == [TRIED_TO_SCORE, REVEALED, STAYED, NEXT_BACK, NEXT_TURN]


@covers("MA-SCORE-4", "MA-WIN-4", "MA-SCORE-5")
@pytest.mark.parametrize("players", range(2, 7))
def test_only_trying_to_score_fills_a_score_pile(deal: Lay, players: int) -> None:
    chance = Random(players)
    for seed in range(4):
        t = deal(players, seed=seed, target=30)
        while not t.over:
            seat, before, choice = t["player"], t.scores(), chance.choice(t.choices)
            t.do(f"{t.turn} {choice}")
            gained = [now - was for now, was in zip(t.scores(), before, strict=True)]
            others = gained[:seat] + gained[seat + 1 :]
            assert others == [0] * (players - 1)
            if choice == "SCORE":
                assert gained[seat] == 0 or gained[seat] >= 2
            else:
                assert gained[seat] == 0


@covers("MA-SCORE-5")
def test_other_groups_are_untouched(table: Lay) -> None:
    t = table(tanks={"A": "ROOYYYGGGG", "B": "RR"}, top="O OYG")
    t.do("A SCORE")
    assert t.tanks() == {"A": "RYYYGGGG", "B": "RR", "C": ""}
    assert t.scored("A") == 3


# --------------------------------------------------------------------------------- steal
@covers("MA-STEAL-1")
def test_nobody_steals_from_themselves_or_from_nobody(table: Lay) -> None:
    t = table(players=3, tanks={"A": "R"}, top="R RGB")
    assert "STEAL A" not in t.choices
    for action in (3, 4, 5):
        with pytest.raises(IllegalAction):
            t.backend.apply(t.s, 0, action)
    assert t.pile == 104


@covers("MA-STEAL-2")
@pytest.mark.parametrize("players", range(2, 7))
def test_the_top_card_is_turned_over_in_the_targets_tank(table: Lay, players: int) -> None:
    for turn in NAMES[:players]:
        for target in NAMES[:players].replace(turn, ""):
            t = table(players=players, tanks={target: "R"}, top="G RGB", turn=turn)
            t.do(f"{turn} STEAL {target}")
            assert t.tanks() == {**dict.fromkeys(NAMES[:players], ""), target: "RG"}
            assert f"The card turns up green in {target}'s Tank." in t.log


@covers("MA-STEAL-3")
@pytest.mark.parametrize("had", range(1, 8))
def test_all_cards_of_the_colour_are_stolen(table: Lay, had: int) -> None:
    t = table(tanks={"A": "G", "C": "R" * had + "OB"}, top="R RGB")
    t.do("A STEAL C")
    assert t.tanks() == {"A": "R" * (had + 1) + "G", "B": "", "C": "OB"}
    assert f"A steals {had + 1} red cards from C." in t.log
    assert t.kinds == [TRIED_TO_STEAL, REVEALED, STOLE, NEXT_BACK, NEXT_TURN]


@covers("MA-STEAL-4")
def test_stolen_cards_are_not_scored(table: Lay) -> None:
    t = table(tanks={"B": "R" * 12}, scores={"A": 1, "B": 2}, top="R RGB")
    t.do("A STEAL B")
    assert t.scores() == [1, 2, 0]
    assert t.tank("A") == "R" * 13
    assert not t.over


@covers("MA-STEAL-5")
def test_without_a_match_the_target_keeps_the_card(table: Lay) -> None:
    t = table(tanks={"A": "K", "B": "RR"}, top="G RGB")
    t.do("A STEAL B")
    assert t.tanks() == {"A": "K", "B": "RRG", "C": ""}
    assert "No match: the green card stays with B." in t.log
    assert t.kinds == [TRIED_TO_STEAL, REVEALED, STAYED, NEXT_BACK, NEXT_TURN]


@covers("MA-STEAL-6")
def test_stolen_cards_join_the_thiefs_group_and_score_nothing(table: Lay) -> None:
    t = table(tanks={"A": "RRRG", "B": "RR"}, top="R RGB", scores={"A": 8})
    t.do("A STEAL B")
    assert t.tanks() == {"A": "RRRRRRG", "B": "", "C": ""}
    assert t.scored("A") == 8
    assert not t.over


@covers("MA-STEAL-7")
def test_only_the_targets_tank_decides(table: Lay) -> None:
    t = table(tanks={"A": "RRR", "B": "G", "C": "RR"}, top="R RGB")
    t.do("A STEAL B")
    assert t.tanks() == {"A": "RRR", "B": "RG", "C": "RR"}


@covers("MA-STEAL-8")
def test_stealing_from_an_empty_tank_gives_the_card_away(table: Lay) -> None:
    for colour in "ROYGBPK":
        t = table(tanks={"A": "ROYGBPK", "C": "ROYGBPK"}, top=colour)
        assert "STEAL B" in t.choices
        t.do("A STEAL B")
        assert t.tanks() == {"A": "ROYGBPK", "B": colour, "C": "ROYGBPK"}
