"""Tranq Bot: resets another face-up card."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots import game
from rumpus.games.stakbots.words import EFFECT, NO_TARGET, POSITION

from ...table import Lay, Table

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


@covers("SB-BOT-TRANQ-1")
def test_of_a_long_stak_the_first_24_face_up_cards_can_be_named(table: Lay) -> None:
    many = " ".join(["Core5^"] * 25)
    t = table({"P1": "Core2^ Core3_", "P2": f"Core4^ Core3_ {many}"}, hands={"P1": "Tranq"})
    t.do("P1 play Tranq", "P1 at P2")
    assert t.choices == ["P1 reset Core4", *["P1 reset Core5"] * 23]
    t.do_number(0, POSITION + 23)
    up = [word[-1] for word in t.stak("P2").split()]
    assert up == ["^", "_", *"^" * 22, "_", "^", "^"]


@covers("SB-BOT-TRANQ-1", "SB-ENTRY-17")
def test_a_stak_in_which_no_card_can_be_named_is_no_target(table: Lay) -> None:
    """24 cards can be named; all of these, or all but one, were reset in this chain before."""
    down, many = " ".join(["Core3_"] * 3), " ".join(["Core5^"] * 23)
    t = table({"P1": "Core2^ Core3_", "P2": f"Core9^ {down} {many} Core4^"}, hands={"P1": "Tranq"})
    t.do("P1 play Tranq")
    up = [card for card in t.cards(1) if t.is_up(card)]
    assert len(up) == 25 and t.choices == ["P1 at P1", "P1 at P2"]
    for left in (None, up[0], up[23]):
        s = game.state()
        s.unpack(t.backend.pack(t.s))
        s.any_reset = 1
        for card in up[:24]:
            s.resets[card] = int(card != left)
        u = Table(t.backend, t.backend.load(s.pack()))
        assert u.choices == (["P1 at P1"] if left is None else ["P1 at P1", "P1 at P2"])
        if left is not None:
            u.do("P1 at P2")
            assert u["resets"][left] == 1 and u["resets"][up[24]] == 0


@covers("SB-BOT-TRANQ-1")
def test_the_only_other_face_up_card_may_lie_under_face_down_ones(table: Lay) -> None:
    t = table({"P1": "Core4^ Tranq_ Core3_ Core9^", "P2": "Core5^ Core5_"})
    t.do("P1 scrap", "P1 at P1")
    assert t.stak("P1") == "Tranq^ Core3_ Core9_"
