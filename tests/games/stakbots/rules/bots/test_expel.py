"""Expel Bot: a player of its owner's choice discards a card."""

from __future__ import annotations

import pytest

from ...table import Lay

covers = pytest.mark.covers
STAKS = {"P1": "Core2^ Core3_", "P2": "Core5^ Core5_", "P3": "Core5^ Core5_"}


@covers("SB-BOT-EXPEL-1", "SB-FEED-2")
def test_a_named_player_discards_and_it_counts(table: Lay) -> None:
    t = table(STAKS, hands={"P1": "Expel", "P2": "Core4 Core9"})
    t.do("P1 play Expel", "P1 name P2")
    assert t.asks == "P2" and t.choices == ["P2 discard Core4", "P2 discard Core9"]
    t.do("P2 discard Core9")
    assert t.hand("P2") == "Core4" and t.heap() == "Core9" and t.fed == 1
    assert t.asks == "P1" and "P1 end" in t.choices


@covers("SB-BOT-EXPEL-2", "SB-EX-12")
def test_a_player_without_cards_can_be_named(table: Lay) -> None:
    t = table(STAKS, hands={"P1": "Expel", "P3": "Core4"})
    t.do("P1 play Expel", "P1 name P2")
    assert t.asks == "P1" and t.fed == 0 and t.hand("P3") == "Core4"


@covers("SB-BOT-EXPEL-3")
def test_the_named_player_picks_even_among_equal_cards(table: Lay) -> None:
    t = table(STAKS, hands={"P1": "Expel", "P2": "Core4 Core4"})
    t.do("P1 play Expel", "P1 name P2")
    assert t.asks == "P2" and t.choices == ["P2 discard Core4"]


@covers("SB-BOT-EXPEL-3")
def test_the_only_card_of_a_hand_goes_without_a_question(table: Lay) -> None:
    t = table(STAKS, hands={"P1": "Expel", "P2": "Core4"})
    t.do("P1 play Expel", "P1 name P2")
    assert t.asks == "P1" and t.hand("P2") == "" and t.heap() == "Core4"


@covers("SB-BOT-EXPEL-4")
def test_anybody_in_the_game_can_be_named(table: Lay) -> None:
    t = table({**STAKS, "P4": ""}, hands={"P1": "Expel Core9"})
    t.do("P1 play Expel")
    assert t.choices == ["P1 name P1", "P1 name P2", "P1 name P3"]
    t.do("P1 name P1")
    assert t.hand("P1") == "" and t.heap() == "Core9"


@covers("SB-OPT-26")
def test_chance_can_pick(table: Lay) -> None:
    picked = set()
    for seed in range(12):
        t = table(STAKS, hands={"P1": "Expel", "P2": "Core4 Core9 Core2"}, seed=seed,
                  expel_pick="random")  # fmt: skip
        t.do("P1 play Expel", "P1 name P2")
        assert t.asks == "P1" and t.fed == 1
        picked.add(t.heap())
    assert picked == {"Core2", "Core4", "Core9"}
