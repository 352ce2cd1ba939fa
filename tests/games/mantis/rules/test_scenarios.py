"""The scenarios of section 4 of the rules, one by one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from ..table import Lay, Table

covers = pytest.mark.covers


@dataclass(frozen=True)
class Scenario:
    """A table, the declarations, and the table afterwards. Whatever is not named is unchanged."""

    given: dict[str, Any]
    action: str
    tanks: dict[str, str] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)
    turn: str = ""
    winners: str = ""


FULL = {
    "A": "R" * 12 + "O" * 12,
    "B": "Y" * 13 + "G" * 14,
    "C": "B" * 15 + "P" * 2,
    "D": "P" * 13 + "K" * 4,
}
"""Four Tanks of 24, 27, 17 and 17 cards: with 19 scored cards, all but one."""
EQUAL = {**FULL, "A": "R" * 13 + "O" * 12, "B": "Y" * 13 + "G" * 13}
LAST = {"players": 4, "scores": {"A": 6, "B": 6, "C": 4, "D": 3}, "top": "K BPK", "pile": 1}

SCENARIOS = [
    pytest.param(
        Scenario(
            given={"tanks": {"A": "RRG"}, "scores": {"A": 3}, "top": "R RGB"},
            action="A SCORE",
            tanks={"A": "G"},
            scores={"A": 6},
            turn="B",
        ),
        marks=covers("MA-EX-1"),
    ),
    pytest.param(
        Scenario(
            given={"tanks": {"A": "RRG"}, "top": "B RGB"},
            action="A SCORE",
            tanks={"A": "RRGB"},
            turn="B",
        ),
        marks=covers("MA-EX-2"),
    ),
    pytest.param(
        Scenario(
            given={"players": 3, "tanks": {"A": "G", "B": "RRR"}, "top": "R RGB"},
            action="A STEAL B",
            tanks={"A": "RRRRG", "B": ""},
            turn="B",
        ),
        marks=covers("MA-EX-3"),
    ),
    pytest.param(
        Scenario(
            given={"tanks": {"B": "RRR"}, "top": "G RGB"},
            action="A STEAL B",
            tanks={"B": "RRRG"},
            turn="B",
        ),
        marks=covers("MA-EX-4"),
    ),
    pytest.param(
        Scenario(
            given={"tanks": {"A": "RR", "B": "R"}, "top": "R"},
            action="A STEAL B",
            tanks={"A": "RRRR", "B": ""},
            turn="B",
        ),
        marks=covers("MA-EX-5"),
    ),
    pytest.param(
        Scenario(
            given={"tanks": {"A": "RR", "B": "G"}, "top": "R"},
            action="A STEAL B",
            tanks={"B": "RG"},
            turn="B",
        ),
        marks=covers("MA-EX-6"),
    ),
    *(
        pytest.param(
            Scenario(
                given={"tanks": {"B": "R"}, "top": colour},
                action="A SCORE",
                tanks={"A": colour},
                turn="B",
            ),
            marks=covers("MA-EX-8"),
        )
        for colour in "ROYGBPK"
    ),
    pytest.param(
        Scenario(
            given={"players": 3, "tanks": {"A": "Y"}, "scores": {"A": 8}, "top": "Y"},
            action="A SCORE",
            tanks={"A": ""},
            scores={"A": 10},
            winners="A",
        ),
        marks=covers("MA-EX-9"),
    ),
    pytest.param(
        Scenario(
            given={"players": 3, "tanks": {"A": "YYYY"}, "scores": {"A": 9}, "top": "Y"},
            action="A SCORE",
            tanks={"A": ""},
            scores={"A": 14},
            winners="A",
        ),
        marks=covers("MA-EX-10"),
    ),
    pytest.param(
        Scenario(
            given={"players": 2, "tanks": {"A": "YY"}, "scores": {"A": 10}, "top": "Y"},
            action="A SCORE",
            tanks={"A": ""},
            scores={"A": 13},
            turn="B",
        ),
        marks=covers("MA-EX-11"),
    ),
    pytest.param(
        Scenario(
            given={"players": 2, "tanks": {"A": "G", "B": "PP"}, "top": "P"},
            action="A STEAL B",
            tanks={"A": "GPPP", "B": ""},
            turn="A",
        ),
        marks=covers("MA-EX-12"),
    ),
    pytest.param(
        Scenario(
            given={"players": 4, **LAST, "tanks": FULL},
            action="A SCORE",
            tanks={"A": FULL["A"] + "K"},
            winners="B",
        ),
        marks=covers("MA-EX-15"),
    ),
    pytest.param(
        Scenario(
            given={"players": 4, **LAST, "tanks": EQUAL},
            action="A SCORE",
            tanks={"A": EQUAL["A"] + "K"},
            winners="AB",
        ),
        marks=covers("MA-EX-16"),
    ),
    pytest.param(
        Scenario(
            given={
                "players": 2,
                "tanks": {
                    "A": "R" * 15 + "O" * 15 + "Y" * 15,
                    "B": "G" * 15 + "B" * 15 + "K" * 14,
                },
                "scores": {"A": 10, "B": 5},
                "top": "K",
                "pile": 1,
            },
            action="A STEAL B",
            tanks={"A": "R" * 15 + "O" * 15 + "Y" * 15 + "K" * 15, "B": "G" * 15 + "B" * 15},
            winners="A",
        ),
        marks=covers("MA-EX-17"),
    ),
    pytest.param(
        Scenario(
            given={"tanks": {"A": "G"}, "top": "R"},
            action="A STEAL B",
            tanks={"B": "R"},
            turn="B",
        ),
        marks=covers("MA-EX-20"),
    ),
]


@pytest.mark.parametrize(
    "scenario", SCENARIOS, ids=[mark.args[0] for scenario in SCENARIOS for mark in scenario.marks]
)
def test_scenario(table: Lay, scenario: Scenario) -> None:
    t = table(**scenario.given)
    before = t.copy()
    t.do(scenario.action)
    assert t.tanks() == {**before.tanks(), **scenario.tanks}
    for name in t.names:
        assert t.scored(name) == scenario.scores.get(name, before.scored(name))
    assert t.pile == before.pile - 1
    assert t.turn == scenario.turn
    assert t.over == bool(scenario.winners)
    if scenario.winners:
        assert t.winners == scenario.winners


@covers("MA-EX-7")
def test_a_match_in_the_opening_deal_is_a_group(deal: Lay) -> None:
    for seed in range(100):
        t = deal(3, seed=seed)
        pair = next((c for c in "ROYGBPK" if t.tank("A").count(c) == 2), "")
        if pair:
            break
    assert pair + pair in t.tank("A") and t.scored("A") == 0
    (group,) = (
        group
        for zone in t.seen_by("B").zones
        if (zone.zone, zone.owner) == (1, 0)
        for group in zone.groups
        if group.face == "ROYGBPK".index(pair)
    )
    assert group.cards == 2


def after_example_12(table: Lay) -> Table:
    t = table(players=2, tanks={"A": "G", "B": "PP"}, top="P")
    t.do("A STEAL B")
    return t


@covers("MA-EX-13")
def test_a_failed_steal_ends_the_extra_turns(table: Lay) -> None:
    t = after_example_12(table)
    t.lay_on_top("O")
    t.do("A STEAL B")
    assert t.tanks() == {"A": "GPPP", "B": "O"}
    assert t.turn == "B"


@covers("MA-EX-14")
def test_a_score_ends_the_extra_turns(table: Lay) -> None:
    t = after_example_12(table)
    t.lay_on_top("P")
    t.do("A SCORE")
    assert t.tank("A") == "G"
    assert t.scored("A") == 4
    assert t.turn == "B"
