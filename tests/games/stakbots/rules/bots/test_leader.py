"""Leader Bot: as strong as its face-up group."""

from __future__ import annotations

import pytest

from ...table import Lay

covers = pytest.mark.covers


@covers("SB-BOT-LEADER-1", "SB-EX-5")
def test_its_power_is_the_size_of_its_group(table: Lay) -> None:
    t = table({"P1": "Leader^ Core2^ Core3^ Core4^ Core5_", "P2": "Core2^ Core2_"})
    assert t.power("P1") == 4


@covers("SB-BOT-LEADER-1")
def test_a_face_down_card_breaks_the_group(table: Lay) -> None:
    t = table({"P1": "Leader^ Core2^ Core3_ Core4^ Core5^", "P2": "Core2^ Core2_"})
    assert t.power("P1") == 2


@covers("SB-BOT-LEADER-1")
def test_so_does_one_above_it(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_ Core3^ Leader^ Core4^", "P2": "Core2^ Core2_"})
    assert t.power("P1") == 3


@covers("SB-BOT-LEADER-2", "SB-SC-27")
def test_cards_above_it_count_too(table: Lay) -> None:
    t = table({"P1": "Core2^ Leader^ Core3^ Core5_", "P2": "Core2^ Core2_"})
    assert t.power("P1") == 3


@covers("SB-BOT-LEADER-3")
def test_alone_its_power_is_1(table: Lay) -> None:
    t = table({"P1": "Leader^ Core3_", "P2": "Core2^ Core2_"})
    assert t.power("P1") == 1
    t.do("P1 attack")
    assert t.stak("P2") == "Core2^:1 Core2_" and t.stak("P1") == "Core3^"


@covers("SB-BOT-LEADER-4", "SB-EX-6", "SB-BAT-5")
def test_it_is_scrapped_when_its_group_shrinks_too_far(table: Lay) -> None:
    t = table({"P1": "Leader^ Core3^ Core4^ Core5_", "P2": "Core2^ Tranq_ Core3_"})
    t.do("P1 attack")
    assert t.stak("P1") == "Leader^:2 Core3^ Core4^ Core5_" and t.power("P1") == 3
    t.do("P2 reset P1 Core3")
    assert t.stak("P1") == "Core3^ Core4^ Core5_" and t.stak("P2") == "Tranq^ Core3_"
    assert t.heap() == "Core2 Leader" and t.said("P1's Stak is scrapped by damage")


@covers("SB-BOT-LEADER-5")
def test_every_leader_counts_the_whole_group(table: Lay) -> None:
    t = table({"P1": "Leader^ Core2^ Leader^ Core5_", "P2": "Core2^ Core2_"})
    powers = [group.marks >> 16 for group in t.zone_seen("P1").groups]
    assert powers == [3, 2, 3, 0]


@covers("SB-BOT-LEADER-6", "SB-SC-10", "SB-BAT-1")
def test_a_battle_uses_the_power_at_its_start_and_checks_again(table: Lay) -> None:
    t = table({"P1": "Spike^ Core2_", "P2": "Leader^ Core3^ Core4^ Core5^"})
    t.do("P1 attack")
    assert t.stak("P2") == "Core4^ Core5^" and t.stak("P1") == "Core2^"
    assert t.heap() == "Core3 Leader Spike"


@covers("SB-BOT-LEADER-6", "SB-BAT-1")
def test_the_damage_it_deals_is_counted_before_anything_is_scrapped(table: Lay) -> None:
    t = table({"P1": "Leader^ Core3^ Core4_", "P2": "Spike^ Core2_ Core2_"})
    t.do("P1 attack")  # power 2 at the start: the Spike of power 3 survives
    assert t.stak("P2") == "Spike^:2 Core2_ Core2_"
    assert t.stak("P1") == "Core4^" and t.heap() == "Core3 Leader"


@covers("SB-BOT-LEADER-6", "SB-BAT-4")
def test_a_group_that_grows_by_the_battle_does_not_save_it(table: Lay) -> None:
    # the spiked card lay between two groups: with them joined the Leader would have power 4
    t = table({"P1": "Spike^ Core2_", "P2": "Leader^ Core2_ Core3^ Core4^ Core5^"})
    t.do("P1 attack")
    assert t.stak("P2") == "Core3^ Core4^ Core5^" and t.heap() == "Core2 Leader"
    assert t.stak("P1") == "Spike^:1 Core2_"


@covers("SB-DMG-6", "SB-BOT-LEADER-4")
def test_a_covered_leader_is_checked_too(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core2^ Leader^:1 Core3^ Core4_"},
              hands={"P1": "Tranq"})  # fmt: skip
    t.do("P1 play Tranq", "P1 reset P2 Core3")
    assert t.stak("P2") == "Core2^ Leader^:1 Core3_ Core4_"
    t.do("P1 scrap", "P1 attack")
    assert t.stak("P2") == "Core3^ Core4_" and t.heap() == "Core2 Leader Tranq"


@covers("SB-OPT-28")
def test_covered_leaders_can_be_left_alone(table: Lay) -> None:
    given = {"P1": "Core5^ Core2_", "P2": "Core2^ Leader^:2 Core3^ Core4^ Core4_"}
    t = table(given, hands={"P1": "Tranq"})
    t.do("P1 play Tranq", "P1 reset P2 Core3")
    assert t.stak("P2") == "Core2^ Core3_ Core4^ Core4_"
    t = table(given, hands={"P1": "Tranq"}, leader_check="top")
    t.do("P1 play Tranq", "P1 reset P2 Core3")
    assert t.stak("P2") == "Core2^ Leader^:2 Core3_ Core4^ Core4_"
    t.do("P1 scrap", "P1 attack")
    assert t.stak("P2") == "Core3^ Core4^ Core4_"
