"""Staks: order, sides, what is seen and whose a card is."""

from __future__ import annotations

from random import Random

import pytest

from rumpus.games.stakbots.words import FACE_UP, REDRAWING, REMEMBERED

from ..table import Lay

covers = pytest.mark.covers


@covers("SB-STAK-1")
def test_a_stak_is_ordered_from_top_to_bottom(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_ Core4^ Core5_", "P2": "Core2^ Core2_"})
    faces = [group.face for group in t.zone_seen("P1").groups]
    assert [t.names[face] if face >= 0 else "" for face in faces] == ["Core2", "", "Core4", ""]
    t.do("P1 scrap")
    assert t.stak("P1") == "Core3^ Core4^ Core5_"


@covers("SB-STAK-2")
def test_a_single_card_is_top_and_bottom(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core2^ Clumsy_"})
    t.do("P1 attack")
    assert t.winners == "P1" and t.heap() == "Clumsy Core2"


@covers("SB-STAK-3", "SB-STAK-4")
def test_top_cards_are_face_up_whenever_somebody_decides(deal: Lay) -> None:
    for seed in range(3):
        t, chance = deal(4, seed=seed, recycling=True), Random(seed)
        while not t.over:
            seat = t.backend.asks(t.s)[0]
            t.act(seat, chance.choice(t.backend.legal(t.s, seat)))  # Table.check() looks


@covers("SB-STAK-4")
def test_a_face_down_card_turns_up_when_it_comes_on_top(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_ Core4_", "P2": "Core2^ Core2_"})
    t.do("P1 scrap")
    assert t.stak("P1") == "Core3^ Core4_" and t.said("turns up on P1's Stak")


@covers("SB-STAK-5")
def test_deeper_face_up_cards_are_seen_by_all(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_ Core4^ Core5_", "P2": "Core2^ Core2_"})
    for viewer in ("", "P1", "P2"):
        third = t.zone_seen("P1", viewer).groups[2]
        assert t.names[third.face] == "Core4" and third.marks & FACE_UP


@covers("SB-STAK-6")
def test_nobody_may_look_at_face_down_cards(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_ Core4_", "P2": "Core2^ Core2_"})
    for viewer in ("", "P1", "P2"):
        assert [group.face for group in t.zone_seen("P1", viewer).groups[1:]] == [-1, -1]


@covers("SB-OPT-30")
def test_what_was_reset_below_the_top_is_remembered(table: Lay) -> None:
    given = {"P1": "Core5^ Core5_", "P2": "Core2^ Core9^ Core3_"}
    t = table(given, hands={"P1": "Tranq"})
    t.do("P1 play Tranq", "P1 reset P2 Core9")
    for viewer in ("", "P1", "P2"):
        group = t.zone_seen("P2", viewer).groups[1]
        assert t.names[group.face] == "Core9" and group.marks == REMEMBERED
    t = table(given, hands={"P1": "Tranq"}, memory_marks="off")
    t.do("P1 play Tranq", "P1 reset P2 Core9")
    assert t.stak("P2") == "Core2^ Core9_ Core3_"
    for viewer in ("", "P1", "P2"):
        group = t.zone_seen("P2", viewer).groups[1]
        assert group.face == -1 and group.marks == 0


@covers("SB-STAK-7")
def test_falling_changes_places_with_the_card_below(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core4^ Core5^ Core3_"}, hands={"P1": "Trip"})
    t.do("P1 play Trip", "P1 at P2")
    assert t.stak("P2") == "Core5^ Core4^ Core3_"


@covers("SB-STAK-8")
def test_a_card_alone_cannot_fall(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core4^"}, hands={"P1": "Trip"})
    t.do("P1 play Trip", "P1 at P2")
    assert t.stak("P2") == "Core4^"


@covers("SB-STAK-9")
def test_with_one_deck_a_card_belongs_where_it_lies(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core4^ Core5_", "P3": "Core4^ Core5_"},
              hands={"P1": "Core9 Begone"}, borderless="all")  # fmt: skip
    t.do("P1 play Core9 on P2", "P1 play Begone on P1", "P1 at P2")
    assert t.hand("P2") == "Core9" and t.hand("P1") == ""


def test_while_a_recycler_decides_the_next_card_is_still_down(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core4^ Core5_"}, hands={"P1": "Core9"}, recycling=True)
    t.do("P1 recycle")
    assert t.stage == REDRAWING and t.stak("P1") == "Core3_"
