"""Spike Bot: the card under the one it damages is scrapped."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.words import TRIGGERED

from ...table import Lay

covers = pytest.mark.covers


@covers("SB-BOT-SPIKE-1", "SB-SC-7", "SB-BAT-7")
def test_it_scraps_the_card_underneath(table: Lay) -> None:
    t = table({"P1": "Spike^ Core2_", "P2": "Core5^ Reaper_ Core3_"})
    t.do("P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core2^", "Core5^:3 Core3_")
    assert t.count(TRIGGERED) == 0


@covers("SB-BOT-SPIKE-2", "SB-SC-8", "SB-BAT-3")
def test_top_card_and_the_one_below_go_together(table: Lay) -> None:
    t = table({"P1": "Spike^ Core4_", "P2": "Core2^ Reaper_ Core3_"})
    t.do("P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Spike^:2 Core4_", "Core3^")
    assert t.count(TRIGGERED) == 0


@covers("SB-BOT-SPIKE-2")
def test_it_does_so_as_a_defender(table: Lay) -> None:
    t = table({"P1": "Core2^ Core9_ Core4_", "P2": "Spike^ Core5_"})
    t.do("P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core4^", "Spike^:2 Core5_")


@covers("SB-BOT-SPIKE-3", "SB-SC-9")
def test_with_nothing_below_nothing_more_happens(table: Lay) -> None:
    t = table({"P1": "Spike^ Core4_", "P2": "Core5^"})
    t.do("P1 attack")
    assert t.stak("P2") == "Core5^:3" and t.stak("P1") == "Core4^"
