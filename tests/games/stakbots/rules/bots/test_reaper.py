"""Reaper Bot: scraps another top card."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.words import NO_TARGET

from ...table import Lay

covers = pytest.mark.covers


@covers("SB-BOT-REAPER-1")
def test_another_top_card_is_scrapped(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core9^ Core5_"}, hands={"P1": "Reaper"})
    t.do("P1 play Reaper")
    assert t.stak("P2") == "Core5^" and t.heap() == "Core9" and t.fed == 1


@covers("SB-AX-2", "SB-BOT-REAPER-1")
def test_it_never_takes_itself(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core4^ Core5_", "P3": "Core4^ Core5_"},
              hands={"P1": "Reaper"})  # fmt: skip
    t.do("P1 play Reaper")
    assert t.choices == ["P1 at P2", "P1 at P3"] and t.refuses("P1 at P1")


@covers("SB-BOT-REAPER-2", "SB-ENTRY-15")
def test_without_another_top_card_nothing_happens(table: Lay) -> None:
    t = table({"P1": "Core3^", "P2": "Core3^ Reaper_ Core2_"})
    t.do("P1 attack")
    assert t.count(NO_TARGET) == 1 and t.winners == "P2"
    assert t.stak("P2") == "Reaper^ Core2_"


@covers("SB-SC-3", "SB-ENTRY-3")
def test_a_face_up_reaper_that_comes_on_top_does_nothing(table: Lay) -> None:
    t = table({"P1": "Core2^ Reaper^ Core3_", "P2": "Core4^ Core5_"})
    t.do("P1 scrap")
    assert t.stak("P1") == "Reaper^ Core3_" and t.stak("P2") == "Core4^ Core5_"
