"""Clumsy Bot: bashes its own Stak."""

from __future__ import annotations

import pytest

from ...table import Lay

covers = pytest.mark.covers


@covers("SB-BOT-CLUMSY-1", "SB-EX-8")
def test_the_bottom_card_of_its_own_stak_is_scrapped(table: Lay) -> None:
    t = table({"P1": "Core2^ Clumsy_ Core5_", "P2": "Core3^ Core3_"})
    t.do("P1 scrap")
    assert t.stak("P1") == "Clumsy^" and t.fed == 2
    assert t.stak("P2") == "Core3^ Core3_"


@covers("SB-BOT-CLUMSY-2", "SB-EX-7", "SB-ENTRY-5")
def test_as_the_last_card_it_scraps_itself(table: Lay) -> None:
    t = table({"P1": "Core2^ Clumsy_", "P2": "Core3^ Core3_"})
    t.do("P1 scrap")
    assert t.winners == "P2" and t.heap() == "Clumsy Core2"


@covers("SB-BOT-CLUMSY-3")
def test_whether_it_is_the_last_is_judged_when_it_acts(table: Lay) -> None:
    # the battle takes the card above it and the one below: by now it is the last one
    t = table({"P1": "Bash^ Core2_", "P2": "Core4^ Clumsy_ Core5_"})
    t.do("P1 attack")
    assert t.stak("P1") == "Core2^" and t.winners == "P1"
    assert t.heap() == "Bash Clumsy Core4 Core5"


@covers("SB-EX-16", "SB-OUT-4")
def test_both_can_run_out_by_it(table: Lay) -> None:
    t = table({"P1": "Core3^", "P2": "Core3^ Clumsy_"})
    t.do("P1 attack")
    assert t.winners == "P1 P2"


@covers("SB-BOT-CLUMSY-1")
def test_played_it_takes_the_bottom_card(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_ Bountiful_", "P2": "Core3^ Core3_"}, hands={"P1": "Clumsy"},
              supply="Core4")  # fmt: skip
    t.do("P1 play Clumsy")
    assert (
        t.stak("P1") == "Clumsy^ Core2^ Core3_" and t.heap() == "Bountiful" and t.hand("P1") == ""
    )
