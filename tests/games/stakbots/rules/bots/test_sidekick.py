"""Sidekick Bot: falls one place when it enters."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.words import EFFECT, STAYED

from ...table import Lay

covers = pytest.mark.covers


@covers("SB-BOT-SIDEKICK-1")
def test_it_falls_one_place_and_stays_face_up(table: Lay) -> None:
    t = table({"P1": "Core4^ Core2_ Core3_", "P2": "Core5^ Core5_"}, hands={"P1": "Sidekick"})
    t.do("P1 play Sidekick")
    assert t.stak("P1") == "Core4^ Sidekick^ Core2_ Core3_"
    assert t.fed == 0


@covers("SB-BOT-SIDEKICK-2")
def test_a_face_down_card_below_turns_up_and_triggers(table: Lay) -> None:
    t = table({"P1": "Core2^ Sidekick_ Bountiful_ Core3_", "P2": "Core5^ Core5_"}, supply="Core4")
    t.do("P1 scrap")
    assert t.stak("P1") == "Bountiful^ Sidekick^ Core3_" and t.hand("P1") == "Core4"


@covers("SB-BOT-SIDEKICK-2")
def test_a_face_up_card_below_does_not_trigger(table: Lay) -> None:
    t = table({"P1": "Bountiful^ Core3_", "P2": "Core5^ Core5_"}, hands={"P1": "Sidekick"},
              supply="Core4")  # fmt: skip
    t.do("P1 play Sidekick")
    assert t.stak("P1") == "Bountiful^ Sidekick^ Core3_"
    assert t.count(EFFECT) == 1 and t.hand("P1") == ""


@covers("SB-BOT-SIDEKICK-3", "SB-STAK-8")
def test_alone_it_stays_on_top(table: Lay) -> None:
    t = table({"P1": "Core2^ Sidekick_", "P2": "Core5^ Core5_"})
    t.do("P1 scrap")
    assert t.stak("P1") == "Sidekick^" and t.count(STAYED) == 1
    assert t.count(EFFECT) == 1


@covers("SB-BOT-SIDEKICK-4", "SB-SC-18")
def test_it_slips_under_the_attacker_which_goes_on(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core2^ Core2_ Core4_"}, hands={"P1": "Sidekick"})
    t.do("P1 attack", "P1 play Sidekick")
    assert t.stak("P1") == "Core5^:2 Sidekick^ Core2_"
    t.do("P1 attack")
    assert t.stak("P1") == "Core5^:4 Sidekick^ Core2_" and t.stak("P2") == "Core4^"


@covers("SB-SC-19")
def test_it_reveals_a_reaper(table: Lay) -> None:
    t = table({"P1": "Core2^ Sidekick_ Reaper_ Core3_", "P2": "Core4^ Core5_"})
    t.do("P1 scrap")
    assert t.stak("P1") == "Reaper^ Sidekick^ Core3_" and t.stak("P2") == "Core5^"
