"""Being out, winning, places."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.state import LEFT_OUT

from ..table import Lay

covers = pytest.mark.covers


@covers("SB-OUT-1")
def test_without_a_stak_one_is_out_whatever_is_in_hand(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^", "P3": "Core4^ Core4_"},
              hands={"P2": "Core9 Core9"})  # fmt: skip
    t.do("P1 attack P2")
    assert t.is_out("P2") and not t.is_out("P3") and t.hand("P2") == ""


@covers("SB-OUT-2")
def test_the_check_waits_for_the_end_of_the_chain(table: Lay) -> None:
    t = table({"P1": "Core3^", "P2": "Core3^ Expel_ Core2_", "P3": "Core4^ Core4_"},
              hands={"P1": "Core9"}, supply="Trip")  # fmt: skip
    t.do("P1 attack P2")
    assert t.asks == "P2" and "P2 name P1" in t.choices and not t.is_out("P1")
    t.do("P2 name P1")
    assert t.is_out("P1") and t.heap() == "Core3 Core3 Core9"


@covers("SB-OUT-3")
def test_the_last_one_with_a_stak_wins(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^", "P3": ""})
    t.do("P1 attack")
    assert t.winners == "P1"


@covers("SB-OUT-4", "SB-SC-23")
def test_running_out_together_is_a_draw(table: Lay) -> None:
    t = table({"P1": "Core3^", "P2": "Core3^"})
    t.do("P1 attack")
    assert t.winners == "P1 P2" and t.said("shares a draw")


@covers("SB-OPT-25")
def test_the_active_player_can_be_made_to_lose_then(table: Lay) -> None:
    t = table({"P1": "Core3^", "P2": "Core3^"}, double_out="active-loses")
    t.do("P1 attack")
    assert t.winners == "P2" and t.places == [2, 1]
    t = table({"P1": "Core3^", "P2": "Core3^", "P3": "Core2^ Core2_"}, double_out="active-loses")
    t.do("P1 attack P2")
    assert t.winners == "P3" and t.places == [2, 2, 1]


@covers("SB-OPT-25", "SB-OUT-7")
def test_who_loses_then_is_still_before_those_who_were_out_earlier(table: Lay) -> None:
    t = table({"P1": "Core9^", "P2": "Core9^", "P3": "Core1^"}, double_out="active-loses")
    t.do("P1 attack P3", "P1 attack")
    assert t.winners == "P2" and t.places == [2, 1, 3]


@covers("SB-OUT-5")
def test_the_turn_of_a_player_who_is_out_ends_at_once(table: Lay) -> None:
    t = table({"P1": "Core2^", "P2": "Core5^ Core3_", "P3": "Core4^ Core4_"}, supply="Core9")
    t.do("P1 attack P2")
    assert t.is_out("P1") and t.turn == "P2" and t.hand("P2") == "Core9"
    assert t.stak("P2") == "Core5^ Core3_"  # damage is removed


@covers("SB-OUT-6")
def test_the_hand_goes_to_the_scrapheap(table: Lay) -> None:
    given = {"P1": "Core5^ Core3_", "P2": "Core2^", "P3": "Core4^ Core4_"}
    t = table(given, hands={"P2": "Core9 Trip"})
    t.do("P1 attack P2")
    assert t.heap() == "Core2 Core9 Trip" and t.fed == 1


@covers("SB-OPT-27")
def test_the_hand_can_be_removed_instead(table: Lay) -> None:
    given = {"P1": "Core5^ Core3_", "P2": "Core2^", "P3": "Core4^ Core4_"}
    t = table(given, hands={"P2": "Core9 Trip"}, out_hand="removed")
    left_out = t.left_out
    t.do("P1 attack P2")
    assert t.heap() == "Core2" and t.left_out == left_out + 2
    assert all(t.is_up(card) for card in t.cards(LEFT_OUT))
    zone = next(zone for zone in t.seen_by().zones if zone.zone == 7)
    assert {"Core9", "Trip"} <= {t.names[group.face] for group in zone.groups}


@covers("SB-OUT-7")
def test_places_go_by_the_time_of_being_out(table: Lay) -> None:
    t = table({"P1": "Core9^ Core3_", "P2": "Core1^", "P3": "Core2^", "P4": "Core3^"})
    t.do("P1 attack P3", "P1 attack P2", "P1 attack P4")
    assert t.places == [1, 3, 4, 2]
    t = table({"P1": "Core3^", "P2": "Core3^", "P3": "Core2^ Core2_", "P4": "Core2^"})
    t.do("P1 attack P2", "P3 attack P4")
    assert t.places == [3, 3, 1, 2]


@covers("SB-OUT-8")
def test_a_winner_need_not_have_fed(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core5^"}, hands={"P1": "Begone"})
    t.do("P1 play Begone")
    assert t.winners == "P1" and t.fed == 0


def test_points_are_the_cards_left_in_staks(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_ Core2_", "P2": "Core2^"})
    t.do("P1 attack")
    assert t.backend.scores(t.s) == [3, 0]


@covers("SB-OUT-3")
def test_who_has_won_is_not_shown_as_out(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^"}).do("P1 attack")
    assert t.winners == "P1" and t.fact("out") == 1 << 1
