"""Tranq Bot: resets another face-up card."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.state import EFFECT, NO_TARGET

from ..table import Lay

covers = pytest.mark.covers


@covers("SB-BOT-TRANQ-1")
def test_any_other_face_up_card_in_any_stak_can_be_chosen(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3^ Core4_", "P2": "Core5^ Core4_ Core3^", "P3": "Core2^ Core2_"},
              hands={"P1": "Tranq"})  # fmt: skip
    t.do("P1 play Tranq")
    assert t.choices == ["P1 at P1", "P1 at P2", "P1 at P3"]
    t.do("P1 at P2")
    assert t.choices == ["P1 reset Core5", "P1 reset Core3"]
    t.do("P1 reset P2 Core3")
    assert t.stak("P2") == "Core5^ Core4_ Core3_" and t.fed == 0


@covers("SB-BOT-TRANQ-2", "SB-EX-10")
def test_a_top_card_turns_up_at_once_and_triggers(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Reaper^ Core4_"}, hands={"P1": "Tranq"})
    t.do("P1 play Tranq", "P1 reset P2 Reaper")
    assert t.stak("P1") == "Core2^ Core3_" and t.stak("P2") == "Reaper^ Core4_"
    assert t.heap() == "Tranq" and t.count(EFFECT) == 2


@covers("SB-BOT-TRANQ-2", "SB-DMG-5")
def test_a_reset_card_loses_its_damage(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core5^:3 Core4_"}, hands={"P1": "Tranq"})
    t.do("P1 play Tranq", "P1 reset P2 Core5")
    assert t.stak("P2") == "Core5^ Core4_"


@covers("SB-BOT-TRANQ-3", "SB-EX-9", "SB-ATK-7")
def test_the_chosen_attacker_cannot_attack_any_more(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core2^ Tranq_ Core3_"})
    t.do("P1 attack")
    assert t.stak("P1") == "Core5^ Core2_" and t.asks == "P1"
    assert t.refuses("P1 attack") and t.fact("spent staks") == 1


@covers("SB-BOT-TRANQ-3", "SB-ATK-8")
def test_that_holds_for_an_attacker_below_the_top_as_well(table: Lay) -> None:
    t = table({"P1": "Core2^ Core5^* Core4_", "P2": "Core3^ Core3_"}, hands={"P1": "Tranq"})
    t.do("P1 play Tranq", "P1 reset P1 Core5", "P1 scrap", "P1 scrap")
    assert t.stak("P1") == "Core5^ Core4_" and t.refuses("P1 attack")


@covers("SB-BOT-TRANQ-4", "SB-SC-29")
def test_a_card_below_stays_down_and_triggers_later(table: Lay) -> None:
    t = table({"P1": "Core5^ Core5_", "P2": "Core2^ Bountiful^ Core3_"}, hands={"P1": "Tranq"},
              supply="Core4")  # fmt: skip
    t.do("P1 play Tranq", "P1 reset P2 Bountiful")
    assert t.stak("P2") == "Core2^ Bountiful_ Core3_" and t.hand("P2") == ""
    t.do("P1 scrap", "P1 attack")
    assert t.stak("P2") == "Bountiful^ Core3_" and t.hand("P2") == "Core4"


@covers("SB-BOT-TRANQ-4")
def test_a_card_below_loses_its_damage(table: Lay) -> None:
    t = table({"P1": "Core5^ Core5_", "P2": "Core2^ Core9^:4 Core3_"}, hands={"P1": "Tranq"})
    t.do("P1 play Tranq", "P1 reset P2 Core9")
    assert t.stak("P2") == "Core2^ Core9_ Core3_"


@covers("SB-BOT-TRANQ-5", "SB-ENTRY-15")
def test_it_cannot_choose_itself_and_may_find_nothing(table: Lay) -> None:
    t = table({"P1": "Core2^ Tranq_ Core3_", "P2": "Tranq^ Core4_"}, hands={"P1": "Tranq"})
    t.do("P1 play Tranq")
    assert "P1 at P1" in t.choices
    t.do("P1 at P1")  # the only other face-up card there
    assert t.stak("P1") == "Tranq^ Core2_ Tranq_ Core3_"


@covers("SB-SC-21", "SB-ENTRY-17")
def test_two_tranqs_reset_each_other_once(table: Lay) -> None:
    t = table({"P1": "Core2^ Tranq_ Core3_", "P2": "Tranq^ Core4_"})
    t.do("P1 scrap")
    assert t.stak("P1") == "Tranq^ Core3_" and t.stak("P2") == "Tranq^ Core4_"
    assert t.count(EFFECT) == 3 and t.count(NO_TARGET) == 1 and t.asks == "P1"


@covers("SB-AX-7", "SB-OPT-24")
@pytest.mark.parametrize(("limit", "effects"), [(1, 3), (2, 5), (3, 7)])
def test_the_number_of_resets_can_be_set(table: Lay, limit: int, effects: int) -> None:
    t = table({"P1": "Core2^ Tranq_ Core3_", "P2": "Tranq^ Core4_"}, reset_limit=limit)
    t.do("P1 scrap")
    assert t.count(EFFECT) == effects and t.stak("P1") == "Tranq^ Core3_"
