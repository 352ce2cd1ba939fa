"""Core Bot: simple attack and defence."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.words import TRIGGERED

from ...table import Lay

covers = pytest.mark.covers


@covers("SB-BOT-CORE-1")
def test_a_core_bot_has_neither_ability_nor_entry_effect(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_ Core4_", "P2": "Core4^ Core5_"}, hands={"P1": "Core5"})
    t.do("P1 play Core5", "P1 scrap", "P1 scrap")
    assert t.count(TRIGGERED) == 0
    t.do("P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core4^", "Core4^:3 Core5_")
    assert t.heap() == "Core2 Core3 Core5"


@covers("SB-EX-1")
def test_a_power_4_card_deals_4_and_takes_less_than_4(table: Lay) -> None:
    t = table({"P1": "Core4^ Core2_", "P2": "Core2^ Core3_ Core4_"})
    t.do("P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core4^:2 Core2_", "Core3^ Core4_")
    t.do("P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core2^", "Core4^")


@covers("SB-EX-2")
def test_power_5_against_power_2(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core2^ Core2_ Core4_"})
    t.do("P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core5^:2 Core2_", "Core2^ Core4_")
    assert t.power("P1") == 5


@covers("SB-EX-3")
def test_further_damage_adds_up(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core2^ Core2_ Core4_"})
    t.do("P1 attack", "P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core5^:4 Core2_", "Core4^")
    t = table({"P1": "Core5^ Core2_", "P2": "Core2^ Core3_ Core4_"})
    t.do("P1 attack", "P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core2^", "Core4^")


@covers("SB-EX-4")
def test_damage_heals_when_the_turn_ends(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core2^ Core2_ Core4_"})
    t.do("P1 attack", "P1 attack", "P1 end")
    assert t.stak("P1") == "Core5^ Core2_"
