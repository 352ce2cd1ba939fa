"""Attacks, the chosen attacker, damage and battles."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.state import SPENT
from rumpus.games.stakbots.words import STRUCK, TRIGGERED

from ..table import Lay

covers = pytest.mark.covers
THREE = {"P1": "Core5^ Core3_", "P2": "Core2^ Core4_ Core4_", "P3": "Core3^ Core4_ Core4_"}


@covers("SB-ATK-1")
def test_the_own_top_card_attacks_a_top_card_of_an_opponent(table: Lay) -> None:
    t = table(THREE)
    t.do("P1 attack P3")
    assert t.stak("P1") == "Core5^:3 Core3_" and t.stak("P3") == "Core4^ Core4_"
    assert t.stak("P2") == THREE["P2"]


@covers("SB-ATK-1")
def test_where_there_is_a_choice_the_target_is_asked_for(table: Lay) -> None:
    t = table(THREE)
    t.do("P1 attack")
    assert t.asks == "P1" and t.choices == ["P1 at P2", "P1 at P3"]


@covers("SB-ATK-2")
def test_own_empty_and_friendly_staks_cannot_be_attacked(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^ Core4_", "P3": "Core3^ Core4_", "P4": ""},
              teams="staggered")  # fmt: skip
    t.do("P1 attack")  # P3 is a team-mate, P4's Stak is empty: only P2 is left
    assert t.stak("P2") == "Core4^" and t.stak("P3") == "Core3^ Core4_"
    t = table({"P1": "Core5^ Core3_", "P1b": "Core2^ Core3_", "P2": "Core2^ Core4_", "P2b": ""})
    t.do("P1 attack")
    assert t.stak("P2") == "Core4^" and t.stak("P1b") == "Core2^ Core3_"


@covers("SB-ATK-3", "SB-BAT-2")
def test_both_deal_their_power_at_the_same_time(table: Lay) -> None:
    t = table({"P1": "Core3^ Core2_", "P2": "Core3^ Core2_"})
    t.do("P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core2^", "Core2^") and t.count(STRUCK) == 2


@covers("SB-ATK-4")
@pytest.mark.parametrize(
    ("mine", "survives"), [("Core2", True), ("Core3", False), ("Core4", False)]
)
def test_damage_equal_to_the_power_or_above_scraps(table: Lay, mine: str, survives: bool) -> None:
    t = table({"P1": f"{mine}^ Core9_", "P2": "Core3^ Core9_"})
    t.do("P1 attack")
    assert t.stak("P2") == ("Core3^:2 Core9_" if survives else "Core9^")


@covers("SB-ATK-5")
def test_any_number_of_attacks_with_the_same_card(table: Lay) -> None:
    t = table({"P1": "Core9^ Core3_", "P2": "Core1^ Core1_ Core1_ Core1_ Core1_"})
    t.do(*["P1 attack"] * 4)
    assert t.stak("P1") == "Core9^:4 Core3_" and t.stak("P2") == "Core1^"


@covers("SB-ATK-5", "SB-ATK-8")
def test_no_other_card_may_attack_after_it(table: Lay) -> None:
    t = table(THREE, hands={"P1": "Core9"})
    t.do("P1 attack P2", "P1 play Core9")
    assert "P1 attack" not in t.choices
    t.do("P1 scrap", "P1 scrap")
    assert t.stak("P1") == "Core3^" and "P1 attack" not in t.choices


@covers("SB-ATK-6")
def test_a_card_is_chosen_by_its_first_battle(table: Lay) -> None:
    t = table(THREE)
    before = [group.marks & 2 for group in t.zone_seen("P1").groups]
    t.do("P1 attack P2")
    after = [group.marks & 2 for group in t.zone_seen("P1").groups]
    assert before == [0, 0] and after == [2, 0]


@covers("SB-ATK-7", "SB-ATK-8")
def test_a_scrapped_attacker_leaves_no_attack(table: Lay) -> None:
    t = table(THREE)
    t.do("P1 attack P2", "P1 scrap")
    assert t.stak("P1") == "Core3^" and "P1 attack" not in t.choices
    t = table({**THREE, "P1": "Core2^ Core9_"})
    t.do("P1 attack P3")
    assert t.stak("P1") == "Core9^" and "P1 attack" not in t.choices


@covers("SB-ATK-9", "SB-SC-22")
def test_a_covered_attacker_may_go_on_when_it_is_on_top_again(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^ Core2_ Core4_"}, hands={"P1": "Core2"})
    t.do("P1 attack", "P1 play Core2")
    assert t.stak("P1") == "Core2^ Core5^:2 Core3_" and "P1 attack" not in t.choices
    t.do("P1 scrap", "P1 attack")
    assert t.stak("P1") == "Core5^:4 Core3_"


@covers("SB-ATK-9")
@pytest.mark.parametrize(
    ("bot", "below"), [("Trip", "Core3^ Core5^:2"), ("Pit", "Core3^ Core5^:2")]
)
def test_so_may_one_that_fell_or_sank(table: Lay, bot: str, below: str) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": f"Core2^ {bot}_ Core4_ Core4_"})
    t.do("P1 attack", "P2 at P1")
    assert t.stak("P1") == below and "P1 attack" not in t.choices
    t.do("P1 scrap")
    assert t.stak("P1") == "Core5^:2" and "P1 attack" in t.choices


@covers("SB-ATK-10")
def test_resetting_or_returning_a_card_that_has_not_attacked_costs_nothing(table: Lay) -> None:
    t = table({"P1": "Core2^ Core5^ Core3_", "P2": "Core2^ Core4_"}, hands={"P1": "Tranq"})
    t.do("P1 play Tranq", "P1 reset P1 Core2", "P1 scrap")
    assert t.stak("P1") == "Core2^ Core5^ Core3_" and "P1 attack" in t.choices
    t = table(
        {
            "P1": "Core5^ Core3_",
            "P1b": "Core4^ Core4_",
            "P2": "Core2^ Core4_",
            "P2b": "Core2^ Core4_",
        },
        hands={"P1": "Begone"},
    )
    t.do("P1 play Begone on P1b", "P1 at P1", "P1 play Core5 on P1")
    assert "P1 attack" in t.choices


@covers("SB-ATK-12")
def test_nothing_against_nothing_is_not_offered(table: Lay) -> None:
    t = table({"P1": "Trip^ Core3_", "P2": "Shot^ Core4_"})
    assert "P1 attack" not in t.choices
    t = table({"P1": "Trip^ Core3_", "P2": "Shot^ Core4_", "P3": "Core2^ Core4_"})
    t.do("P1 attack")
    assert t.stak("P1") == "Core3^" and t.stak("P3") == "Core2^ Core4_"
    t = table({"P1": "Trip^ Core3_", "P2": "Shot^ Core4_", "P3": "Core1^ Core4_"})
    assert "P1 attack" in t.choices


@covers("SB-ATK-13")
def test_excess_damage_is_lost(table: Lay) -> None:
    t = table({"P1": "Core9^ Core3_", "P2": "Core2^ Core3_ Core4_"})
    t.do("P1 attack")
    assert t.stak("P2") == "Core3^ Core4_"


@covers("SB-ATK-14")
def test_entry_effects_are_no_attacks(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core9^ Core4_"}, hands={"P1": "Shot"})
    t.do("P1 play Shot", "P1 at P2")
    assert t.stak("P1") == "Shot^ Core5^ Core3_"
    t.do("P1 scrap")
    assert "P1 attack" in t.choices


# --------------------------------------------------------------------------------- damage
@covers("SB-DMG-1")
def test_damage_adds_up_from_whatever_source(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core9^ Core4_"}, hands={"P1": "Shot Core5"})
    t.do("P1 play Shot", "P1 at P2", "P1 play Core5", "P1 attack")
    assert t.stak("P2") == "Core9^:8 Core4_"


@covers("SB-DMG-2")
def test_a_damaged_card_deals_full_damage(table: Lay) -> None:
    t = table({"P1": "Core5^:4 Core3_", "P2": "Core9^:8 Core4_"})
    t.do("P1 attack")
    assert t.stak("P2") == "Core4^" and t.stak("P1") == "Core3^"
    t = table({"P1": "Core5^:4 Core3_", "P2": "Trip^ Core4_ Core9_"})
    t.do("P1 attack")
    assert t.stak("P1") == "Core5^:4 Core3_"


@covers("SB-DMG-3")
def test_a_power_0_card_stands_until_it_takes_damage(table: Lay) -> None:
    t = table({"P1": "Core1^ Core3_", "P2": "Core9^ Core4_"}, hands={"P1": "Trip"})
    t.do("P1 play Trip", "P1 at P2")
    assert t.stak("P1") == "Trip^ Core1^ Core3_"
    t = table({"P1": "Core1^ Core3_", "P2": "Trip^ Core4_"})
    t.do("P1 attack")
    assert t.stak("P2") == "Core4^"


@covers("SB-DMG-4")
def test_damage_stays_on_a_card_that_is_covered_falls_or_sinks(table: Lay) -> None:
    t = table({"P1": "Core5^:2 Core3_ Core4_", "P2": "Core9^:4 Core4_"},
              hands={"P1": "Sidekick Trip Pit"})  # fmt: skip
    t.do("P1 play Trip", "P1 at P2")
    assert t.stak("P2") == "Core4^ Core9^:4" and t.stak("P1") == "Trip^ Core5^:2 Core3_ Core4_"
    t.do("P1 scrap", "P1 play Pit", "P1 at P1", "P1 play Sidekick")
    assert t.stak("P1") == "Core5^:2 Sidekick^ Core3_ Core4_ Pit^"


@covers("SB-DMG-5")
def test_damage_leaves_with_the_stak(table: Lay) -> None:
    t = table({"P1": "Core5^:2 Core3_", "P2": "Core2^ Begone_ Core4_"})
    t.do("P1 attack", "P1 play Core5")
    assert t.stak("P1") == "Core5^ Core3^"


@covers("SB-DMG-6")
def test_only_a_leader_below_the_top_can_be_beaten(table: Lay) -> None:
    t = table({"P1": "Core5^ Core5_", "P2": "Core2^ Leader^:2 Core3^ Core4_"})
    t.do("P1 attack")  # the group shrinks from 3 to 2
    assert t.stak("P2") == "Core3^ Core4_" and t.heap() == "Core2 Leader"


# --------------------------------------------------------------------------------- battles
@covers("SB-BAT-4")
def test_what_was_scrapped_in_a_battle_may_come_back(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^ Core4_"}, hands={"P1": "Bash0"})
    t.do("P1 attack", "P1 play Bash0", "P1 end", "P2 play Core2", "P2 attack")
    assert t.stak("P2") == "Core2^ Core4^" and t.stak("P1") == "Core5^ Core3_"


@covers("SB-BAT-4")
def test_a_card_that_is_marked_twice_is_scrapped_by_what_came_first(table: Lay) -> None:
    t = table({"P1": "Fatal^ Core3_", "P2": "Core1^ Core4_"}).do("P1 attack")
    assert t.stak("P2") == "Core4^" and t.said("P2's Stak is scrapped by damage")
    t = table({"P1": "Spike^ Core3_", "P2": "Core9^ Core4_"})
    assert t.do("P1 attack").said("P2's Stak is scrapped by a Spike Bot")


@covers("SB-BAT-6")
def test_new_tops_turn_up_after_the_scrapping(table: Lay) -> None:
    t = table({"P1": "Core3^ Bountiful_ Core2_", "P2": "Core3^ Bountiful_ Core2_"},
              supply="Core4 Core5")  # fmt: skip
    t.do("P1 attack")
    lines = t.log
    scrapped = [i for i, line in enumerate(lines) if "is scrapped" in line]
    turned = [i for i, line in enumerate(lines) if "turns up" in line]
    drew = [i for i, line in enumerate(lines) if "draws" in line]
    assert max(scrapped) < min(turned) and max(turned) < min(drew)
    assert (t.hand("P1"), t.hand("P2")) == ("Core4", "Core5")


@covers("SB-BAT-7")
def test_what_goes_from_below_the_top_does_not_trigger(table: Lay) -> None:
    t = table({"P1": "Spike^ Core4_", "P2": "Core9^ Bountiful_ Core2_"}, supply="Core5")
    t.do("P1 attack")
    assert t.count(TRIGGERED) == 0 and t.hand("P2") == ""


@covers("SB-ATK-11")
def test_a_fresh_twin_is_played_before_a_returned_attacker(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^ Begone_ Core4_"}, hands={"P1": "Core5"})
    t.do("P1 attack")
    assert t.hand("P1") == "Core5 Core5"
    t.do("P1 play Core5")
    assert t["chosen"][0] == SPENT and not t["tired"][t.cards(0)[0]], "it is the fresh one"
    t.do("P1 discard Core5")
    assert t.hand("P1") == ""
