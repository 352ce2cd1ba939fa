"""Blitz: no draw, but a top card may be slipped under its Stak."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.words import ACTING, ACTIONS_OF_TURN, DREW, DROPPING

from ..laying import SEATS
from ..table import Lay

covers = pytest.mark.covers
TWO = {"P1": "Core2^ Reaper_ Core3_", "P2": "Core4^ Core5_"}


@covers("SB-VAR-BLITZ-1", "SB-OPT-7")
def test_there_is_no_draw(table: Lay, deal: Lay) -> None:
    t = table(TWO, supply="Core9", begin=True, drawing="blitz")
    t.do("P1 keep")
    assert t.hand("P1") == "" and t.supply() == "Core9"
    assert deal(3, drawing="blitz").count(DREW) == 0


@covers("SB-VAR-BLITZ-2", "SB-VAR-BLITZ-4", "SB-VX-1")
def test_the_top_card_may_go_to_the_bottom_face_up(table: Lay) -> None:
    t = table({**TWO, "P3": "Core9^ Core9_"}, begin=True, drawing="blitz")
    assert t.stage == DROPPING and t.choices == ["P1 keep", "P1 drop"]
    t.do("P1 drop")
    assert t.stak("P1") == "Reaper^ Core3_ Core2^" and t.asks == "P1"
    t.do("P1 at P2")
    assert t.stak("P2") == "Core5^" and t.fed == 1 and t.stage == ACTING


@covers("SB-VAR-BLITZ-3")
def test_declining_is_final_and_the_drop_comes_first(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Core9"}, begin=True, drawing="blitz")
    t.do("P1 keep")
    assert t.stage == ACTING and "P1 drop" not in t.choices
    t.do("P1 play Core9")
    assert "P1 drop" not in t.choices


@covers("SB-VAR-BLITZ-2")
def test_there_is_one_drop_a_turn(table: Lay) -> None:
    t = table({"P1": "Core2^ Core5_ Core3_", "P2": "Core4^ Core5_"}, begin=True, drawing="blitz")
    t.do("P1 drop")
    assert t.stage == ACTING and "P1 drop" not in t.choices


@covers("SB-VAR-BLITZ-2", "SB-TURN-1")
def test_there_is_one_in_every_turn(table: Lay) -> None:
    t = table({"P1": "Core2^ Core5_ Core3_", "P2": "Core4^ Core5_"}, begin=True, drawing="blitz",
              feed=0)  # fmt: skip
    for seat in ("P1", "P2", "P1"):
        assert t.stage == DROPPING and t.choices == [f"{seat} keep", f"{seat} drop"]
        t.do(f"{seat} keep", f"{seat} end")


@covers("SB-VAR-BLITZ-5")
def test_a_drop_does_not_feed(table: Lay) -> None:
    t = table({"P1": "Core2^ Core5_ Core3_", "P2": "Core4^ Core5_"}, begin=True, drawing="blitz")
    t.do("P1 drop")
    assert t.fed == 0 and t.refuses("P1 end")


@covers("SB-VAR-BLITZ-6", "SB-VX-3", "SB-COMBO-2")
def test_with_several_staks_only_one_card_drops(table: Lay) -> None:
    t = table(
        {"P1": "Core2^ Core5_", "P1b": "Core3^ Core5_", "P2": "Core4^ Core5_", "P2b": "Core4^"},
        begin=True,
        drawing="blitz",
    )
    assert t.choices == ["P1 keep", "P1 drop", "P1 dropb"]
    t.do("P1 dropb")
    assert t.stak("P1b") == "Core5^ Core3^" and t.stak("P1") == "Core2^ Core5_"
    assert t.stage == ACTING and t.refuses("P1 drop")


@covers("SB-VAR-BLITZ-7", "SB-VX-2")
def test_a_single_card_cannot_drop(table: Lay) -> None:
    t = table({"P1": "Core2^", "P2": "Core4^ Core5_"}, begin=True, drawing="blitz")
    assert t.stage == ACTING
    t = table({"P1": "Core2^", "P1b": "Core3^ Core5_", "P2": "Core4^ Core5_", "P2b": "Core4^"},
              begin=True, drawing="blitz")  # fmt: skip
    assert t.choices == ["P1 keep", "P1 dropb"]
    given = {"P1": "Core2^ Core2_", "P1b": "Core3^ Core5_", "P2": "Core4^", "P2b": "Core4^"}
    for more in ({}, {"P3": "Core4^ Core5_", "P3b": "Core4^ Core5_"}):
        t = table({**given, **more}, turn="P2", begin=True, drawing="blitz")
        assert t.stage == ACTING and t.turn == "P2" and t["step"] == ACTIONS_OF_TURN


@covers("SB-VAR-BLITZ-8", "SB-OPT-14")
@pytest.mark.parametrize("hand", [0, 2, 7])
def test_the_starting_hand_is_free(deal: Lay, hand: int) -> None:
    t = deal(3, drawing="blitz", hand=hand)
    assert [t["size"][12 + seat] for seat in range(3)] == [hand] * 3
    assert deal(3, drawing="blitz")["size"][12] == 2


@covers("SB-VAR-BLITZ-9")
def test_bountiful_and_recycling_still_draw(table: Lay) -> None:
    t = table({"P1": "Core2^ Bountiful_ Core3_", "P2": "Core4^ Core5_"}, hands={"P1": "Core9 Trip"},
              supply="Core4 Core5", begin=True, drawing="blitz", recycling=True)  # fmt: skip
    t.do("P1 drop")
    assert t.hand("P1") == "Core4 Core9 Trip"
    t.do("P1 recycle Trip", "P1 draw")
    assert t.hand("P1") == "Core4 Core5 Core9"


@covers("SB-VAR-BLITZ-4")
def test_who_drops_into_being_out_loses_the_turn(table: Lay) -> None:
    t = table({"P1": "Core2^ Clumsy_", "P2": "Core4^ Core5_", "P3": "Core4^ Core5_"}, begin=True,
              drawing="blitz")  # fmt: skip
    t.do("P1 drop")  # Clumsy scraps the dropped card, and stays
    assert t.stak("P1") == "Clumsy^" and t.fed == 1 and t.turn == SEATS[0]


@covers("SB-OUT-5", "SB-VAR-BLITZ-2")
def test_after_who_is_out_the_next_player_is_asked_for_a_drop(table: Lay) -> None:
    t = table({"P1": "Core2^", "P2": "Core4^ Core5_", "P3": "Core4^ Core5_"}, drawing="blitz")
    t.do("P1 attack P2")
    assert t.is_out("P1") and t.stage == DROPPING and t.choices == ["P2 keep", "P2 drop"]
