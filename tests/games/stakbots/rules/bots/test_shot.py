"""Shot Bot: a single shot at a top card."""

from __future__ import annotations

import pytest

from ...table import Lay

covers = pytest.mark.covers


@covers("SB-BOT-SHOT-1", "SB-BOT-SHOT-3", "SB-EX-11", "SB-ATK-14")
def test_a_top_card_takes_damage_and_deals_none_back(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core4^ Core5_"}, hands={"P1": "Shot"})
    t.do("P1 play Shot")
    assert t.choices == ["P1 at P1", "P1 at P2"]
    t.do("P1 at P2")
    assert t.stak("P2") == "Core4^:3 Core5_" and t.stak("P1") == "Shot^ Core2^ Core3_"
    assert "P1 attack" in t.choices and t.fact("spent staks") == 0


@covers("SB-BOT-SHOT-2")
def test_its_damage_is_its_own_number_not_its_power(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core9^ Core5_"}, hands={"P1": "Shot"})
    t.do("P1 play Shot", "P1 at P2")
    assert t.stak("P2") == "Core9^:3 Core5_" and t.power("P1") == 0


@covers("SB-BOT-SHOT-4", "SB-DMG-3")
def test_it_may_shoot_itself(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core4^ Core5_"}, hands={"P1": "Shot"})
    t.do("P1 play Shot", "P1 at P1")
    assert t.stak("P1") == "Core2^ Core3_" and t.heap() == "Shot" and t.fed == 1


@covers("SB-BOT-SHOT-5", "SB-DMG-1")
def test_its_damage_adds_to_that_of_a_battle(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core4^ Core5_"}, hands={"P1": "Shot"})
    t.do("P1 attack", "P1 play Shot", "P1 at P2")
    assert t.stak("P2") == "Core5^" and t.heap() == "Core2 Core4"


@covers("SB-BOT-SHOT-1")
def test_it_scraps_what_it_overpowers(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core3^ Core5_"}, hands={"P1": "Shot"})
    t.do("P1 play Shot", "P1 at P2")
    assert t.stak("P2") == "Core5^" and t.fed == 1


@covers("SB-OPT-23")
@pytest.mark.parametrize("bot", ["Shot", "Trip", "Pit"])
def test_aiming_at_oneself_can_be_ruled_out(table: Lay, bot: str) -> None:
    given = {"P1": "Core2^ Core3_", "P2": "Core9^ Core5_", "P3": "Core9^ Core5_"}
    t = table(given, hands={"P1": bot})
    t.do(f"P1 play {bot}")
    assert t.choices == ["P1 at P1", "P1 at P2", "P1 at P3"]
    t = table(given, hands={"P1": bot}, self_target="no")
    t.do(f"P1 play {bot}")
    assert t.choices == ["P1 at P2", "P1 at P3"]
