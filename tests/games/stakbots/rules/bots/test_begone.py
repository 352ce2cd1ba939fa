"""Begone Bot: another top card returns to its owner's hand."""

from __future__ import annotations

import pytest

from ...table import Lay

covers = pytest.mark.covers


@covers("SB-BOT-BEGONE-1", "SB-BOT-BEGONE-2", "SB-FEED-3")
def test_another_top_card_goes_to_its_owners_hand(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core4^ Core5_", "P3": "Core9^ Core5_"},
              hands={"P1": "Begone"})  # fmt: skip
    t.do("P1 play Begone")
    assert t.choices == ["P1 at P2", "P1 at P3"]
    t.do("P1 at P3")
    assert t.stak("P3") == "Core5^" and t.hand("P3") == "Core9" and t.fed == 0


@covers("SB-BOT-BEGONE-1", "SB-DMG-5")
def test_a_returned_card_loses_its_damage(table: Lay) -> None:
    t = table({"P1": "Core5^:2 Core4_", "P2": "Core2^ Begone_ Core4_"})
    t.do("P1 attack", "P1 play Core5")
    assert t.stak("P1") == "Core5^ Core4^"


@covers("SB-BOT-BEGONE-3", "SB-SC-20", "SB-OUT-1", "SB-OUT-8")
def test_an_emptied_stak_puts_its_player_out(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core5^"}, hands={"P1": "Begone", "P2": "Core4"})
    t.do("P1 play Begone")
    assert t.winners == "P1" and t.fed == 0
    assert t.heap() == "Core4 Core5"


@covers("SB-BOT-BEGONE-4", "SB-ATK-11")
def test_a_returned_card_may_be_played_again(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core2^ Begone_ Core4_"})
    t.do("P1 attack")
    assert t.hand("P1") == "Core5" and t.stak("P1") == "Core2^"
    t.do("P1 play Core5")
    assert t.stak("P1") == "Core5^ Core2^" and t.refuses("P1 attack")


@covers("SB-ENTRY-15")
def test_without_another_top_card_nothing_happens(table: Lay) -> None:
    t = table({"P1": "Core3^", "P2": "Core3^ Begone_ Core2_"})
    t.do("P1 attack")
    assert t.stak("P2") == "Begone^ Core2_" and t.winners == "P2"


@covers("SB-AX-3", "SB-ATK-11")
def test_a_returned_attacker_may_not_attack_from_a_second_stak(table: Lay) -> None:
    t = table(
        {"P1": "Core5^ Core2_", "P1b": "Core9^ Core4_", "P2": "Core2^ Begone_ Core4_",
         "P2b": "Core4^ Core4_"},
    )  # fmt: skip
    t.do("P1 attack P2", "P2 at P1")
    assert t.hand("P1") == "Core5"
    assert "P1 attack" not in t.choices and "P1 attackb" in t.choices
    t.do("P1 play Core5 on P1b")
    assert t.stak("P1b") == "Core5^ Core9^ Core4_" and "P1 attackb" not in t.choices
    t.do("P1 scrapb")
    assert "P1 attackb" in t.choices
