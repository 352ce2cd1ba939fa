"""Pit Bot: a top card goes to the bottom of its Stak."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.words import STAYED, TRIGGERED

from ...table import Lay

covers = pytest.mark.covers


@covers("SB-BOT-PIT-1", "SB-AX-1")
def test_a_top_card_goes_under_all_others(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core5^:1 Core2_ Core3_"}, hands={"P1": "Pit"})
    t.do("P1 play Pit", "P1 at P2")
    assert t.stak("P2") == "Core2^ Core3_ Core5^:1" and t.fed == 0


@covers("SB-BOT-PIT-2")
def test_it_may_go_down_itself(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core4^ Core5_"}, hands={"P1": "Pit"})
    t.do("P1 play Pit", "P1 at P1")
    assert t.stak("P1") == "Core2^ Core3_ Pit^"


@covers("SB-BOT-PIT-3")
def test_a_single_card_does_not_move(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core4^:2"}, hands={"P1": "Pit"})
    t.do("P1 play Pit", "P1 at P2")
    assert t.stak("P2") == "Core4^:2" and t.count(STAYED) == 1


@covers("SB-SC-28")
def test_it_does_not_trigger_when_it_comes_back(table: Lay) -> None:
    t = table({"P1": "Core9^ Core3_", "P2": "Bountiful^ Core4_"}, hands={"P1": "Pit"},
              supply="Core5")  # fmt: skip
    t.do("P1 play Pit", "P1 at P2")
    assert t.stak("P2") == "Core4^ Bountiful^"
    t.do("P1 scrap", "P1 attack")
    assert t.stak("P2") == "Bountiful^" and t.count(TRIGGERED) == 0 and t.hand("P2") == ""
