"""Trip Bot: a top card falls one place."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.words import STAYED

from ...table import Lay

covers = pytest.mark.covers


@covers("SB-BOT-TRIP-1", "SB-STAK-7")
def test_a_top_card_falls_and_stays_face_up(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core4^:1 Core5_ Core3_"}, hands={"P1": "Trip"})
    t.do("P1 play Trip", "P1 at P2")
    assert t.stak("P2") == "Core5^ Core4^:1 Core3_" and t.fed == 0


@covers("SB-BOT-TRIP-2")
def test_it_may_trip_itself(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core4^ Core5_"}, hands={"P1": "Trip"})
    t.do("P1 play Trip", "P1 at P1")
    assert t.stak("P1") == "Core2^ Trip^ Core3_"


@covers("SB-BOT-TRIP-3", "SB-STAK-8")
def test_a_single_card_may_be_chosen_and_does_not_move(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core4^:2"}, hands={"P1": "Trip"})
    t.do("P1 play Trip", "P1 at P2")
    assert t.stak("P2") == "Core4^:2" and t.count(STAYED) == 1


@covers("SB-SC-24", "SB-DMG-3")
def test_its_power_is_0_and_1_damage_scraps_it(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Trip^ Core3_"})
    t.do("P1 attack")
    assert t.stak("P1") == "Core2^ Core3_" and t.stak("P2") == "Core3^"
