"""Bountiful Bot: its owner draws a card."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.words import NOTHING_TO_DRAW

from ...table import Lay

covers = pytest.mark.covers


@covers("SB-BOT-BOUNTIFUL-1")
def test_its_owner_draws(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core5^ Core5_"}, hands={"P1": "Bountiful"},
              supply="Core4 Core9")  # fmt: skip
    t.do("P1 play Bountiful")
    assert t.hand("P1") == "Core4" and t.supply() == "Core9"


@covers("SB-BOT-BOUNTIFUL-1", "SB-ENTRY-4", "SB-ENTRY-6")
def test_its_owner_draws_in_anybodys_turn(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^ Bountiful_ Core5_"}, supply="Core4")
    t.do("P1 attack")
    assert t.hand("P2") == "Core4" and t.hand("P1") == ""


@covers("SB-BOT-BOUNTIFUL-2", "SB-SUP-3")
def test_nothing_is_drawn_when_there_is_nothing(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core5^ Core5_"}, hands={"P1": "Bountiful"})
    t.do("P1 play Bountiful")
    assert t.hand("P1") == "" and t.count(NOTHING_TO_DRAW) == 1
    assert t.stak("P1") == "Bountiful^ Core2^ Core3_" and t.asks == "P1"


@covers("SB-EX-15", "SB-ENTRY-16", "SB-OUT-2")
def test_a_chain_is_finished_before_anybody_is_out(table: Lay) -> None:
    t = table({"P1": "Core3^", "P2": "Core3^ Bountiful_"}, supply="Core2")
    t.do("P1 attack")
    lines = t.log
    assert lines.index("P2 draws a card.") < lines.index("P1 is out of the game.")
    assert t.hand("P2") == "Core2" and t.winners == "P2"
