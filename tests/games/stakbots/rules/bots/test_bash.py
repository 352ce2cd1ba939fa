"""Bash Bot: the bottom card of the Stak it damages is scrapped."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.words import TRIGGERED

from ...table import Lay

covers = pytest.mark.covers


@covers("SB-BOT-BASH-1", "SB-SC-4", "SB-BAT-4")
def test_it_scraps_the_bottom_card_even_if_it_is_scrapped_itself(table: Lay) -> None:
    t = table({"P1": "Bash^ Core2_", "P2": "Core5^ Core2_ Core3_"})
    t.do("P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core2^", "Core5^:4 Core2_")
    assert t.heap() == "Bash Core3"


@covers("SB-BOT-BASH-2", "SB-SC-6")
def test_it_does_so_as_a_defender(table: Lay) -> None:
    t = table({"P1": "Core3^ Core4_ Core2_", "P2": "Bash^ Core5_"})
    t.do("P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core4^", "Bash^:3 Core5_")


@covers("SB-BOT-BASH-2", "SB-SC-5")
def test_top_and_bottom_go_together(table: Lay) -> None:
    t = table({"P1": "Bash^ Core2_", "P2": "Core3^ Core2_"})
    t.do("P1 attack")
    assert t.winners == "P1" and t.stak("P1") == "Bash^:3 Core2_"


@covers("SB-BOT-BASH-3", "SB-EX-13", "SB-STAK-2")
def test_a_single_card_is_the_bottom_card(table: Lay) -> None:
    t = table({"P1": "Bash^ Core2_", "P2": "Core5^"})
    t.do("P1 attack")
    assert t.winners == "P1" and t.heap() == "Bash Core5"


@covers("SB-BOT-BASH-4", "SB-BAT-7")
def test_a_face_down_bottom_card_does_not_trigger(table: Lay) -> None:
    t = table({"P1": "Bash^ Core2_", "P2": "Core5^ Core3_ Bountiful_"}, supply="Core4")
    t.do("P1 attack")
    assert t.count(TRIGGERED) == 0 and t.hand("P2") == ""
    assert t.heap() == "Bash Bountiful"


@covers("SB-BAT-4")
def test_a_card_that_is_marked_twice_is_scrapped_once(table: Lay) -> None:
    t = table({"P1": "Bash^ Core2_", "P2": "Core2^"})
    t.do("P1 attack")
    assert t.fed == 1 and t.heap() == "Core2"


@covers("SB-AX-6")
def test_an_attacker_that_lies_at_the_bottom_loses_its_right(table: Lay) -> None:
    t = table({"P1": "Core3^ Core5^*", "P2": "Core2^ Core2_", "P3": "Core4^ Core4_"},
              hands={"P1": "Clumsy"})  # fmt: skip
    assert t.refuses("P1 attack P2")
    t.do("P1 play Clumsy")
    assert t.stak("P1") == "Clumsy^ Core3^" and t.fact("spent staks") == 1
    assert t.refuses("P1 attack P2")


@covers("SB-BAT-3")
def test_without_power_it_bashes_nothing(table: Lay) -> None:
    t = table({"P1": "Bash0^ Core3_", "P2": "Core5^ Core4_ Core2_"})
    t.do("P1 attack")
    assert t.stak("P1") == "Core3^" and t.stak("P2") == "Core5^ Core4_ Core2_"
