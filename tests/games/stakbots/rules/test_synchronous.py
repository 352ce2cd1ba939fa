"""Synchronous teams: one turn for all of them."""

from __future__ import annotations

from random import Random

import pytest

from rumpus.games.stakbots.words import ACTING, DROPPING

from ..table import Lay

covers = pytest.mark.covers
FOUR = {"P1": "Core5^ Core3_", "P2": "Core4^ Core4_", "P3": "Core2^ Core4_", "P4": "Core3^ Core5_"}
SYNC = {"teams": "synchronous"}


@covers("SB-VAR-SYNC-1")
def test_team_mates_share_a_turn(table: Lay) -> None:
    t = table(FOUR, fed=2, **SYNC)
    assert t.asks == "P1 P2"
    t.do("P1 end", "P2 end")
    assert t.asks == "P3 P4"


@covers("SB-VAR-SYNC-2")
def test_every_member_draws_in_seat_order(table: Lay) -> None:
    t = table(FOUR, supply="Core9 Trip Shot", begin=True, turn="P3", **SYNC)
    assert (t.hand("P3"), t.hand("P4")) == ("Core9", "Trip") and t.hand("P1") == ""


@covers("SB-VAR-SYNC-3", "SB-EX-14", "SB-VAR-SYNC-4")
def test_members_act_in_any_order_each_with_an_attacker(table: Lay) -> None:
    t = table(FOUR, hands={"P1": "Core9"}, **SYNC)
    t.do("P1 attack P3", "P2 attack P4", "P1 play Core9")
    assert t.stak("P1") == "Core9^ Core5^:2 Core3_" and t.stak("P2") == "Core4^:3 Core4_"
    assert t.stak("P3") == "Core4^" and t.stak("P4") == "Core5^"
    assert t.fact("to feed") == 2 and t.fed == 2 and "P1 end" in t.choices
    assert "P1 attack" not in t.choices and "P2 attack" in t.choices


@covers("SB-VAR-SYNC-5", "SB-VX-5", "SB-TOG-FEED-2")
def test_the_team_feeds_a_card_for_every_member(table: Lay) -> None:
    six = {**FOUR, "P5": "Core4^ Core4_", "P6": "Core4^ Core4_"}
    t = table(six, hands={"P1": "Trip Shot Pit"}, team_size=3, **SYNC)
    t.do("P1 discard Trip")
    assert "P1 end" not in t.choices
    t.do("P1 discard Shot")
    assert "P2 end" not in t.choices
    t.do("P1 discard Pit")
    assert {"P1 end", "P2 end", "P3 end"} <= set(t.choices)
    t = table({**FOUR, "P1": ""}, hands={"P2": "Trip"}, **SYNC)
    t.do("P2 discard Trip")
    assert "P2 end" not in t.choices  # members without a Stak count too
    t = table(FOUR, feed=2, **SYNC)
    assert t.fact("to feed") == 4


@covers("SB-VAR-SYNC-6")
def test_the_turn_ends_when_all_have_confirmed(table: Lay) -> None:
    t = table(FOUR, hands={"P1": "Core9"}, fed=2, **SYNC)
    assert t.refuses("P1 yield") and t.refuses("P2 yield")
    t.do("P1 end")
    assert t.asks == "P2" and t.may == "P1" and t.turn == "P1" and t.refuses("P1 end")
    t.do("P1 play Core9")  # a player who acts again has to confirm again
    assert t.asks == "P1 P2"
    t.do("P2 end", "P1 end")
    assert t.turn == "P3"


@covers("SB-VAR-SYNC-6")
def test_before_the_duty_is_met_a_member_may_leave_the_word(table: Lay) -> None:
    t = table(FOUR, hands={"P2": "Trip"}, **SYNC)
    t.do("P1 yield")
    assert t.asks == "P2" and t.may == "P1" and "P2 yield" not in t.choices
    assert t.refuses("P1 yield")
    t.do("P2 discard Trip")
    assert t.asks == "P1 P2"  # an action wakes everybody


@covers("SB-VAR-SYNC-6")
def test_nobody_can_yield_to_somebody_without_cards(table: Lay) -> None:
    t = table({**FOUR, "P2": ""}, **SYNC)
    assert "P1 yield" not in t.choices and "P2 yield" in t.choices


@covers("SB-OPT-5", "SB-VAR-SYNC-6")
def test_a_captain_can_end_the_turn_alone(table: Lay) -> None:
    t = table(FOUR, hands={"P1": "Core9"}, fed=2, team_control="captain", **SYNC)
    assert t.asks == "P2" and t.may == "P1" and "P2 end" not in t.choices
    assert t.refuses("P1 yield")
    u = t.copy().do("P1 end")
    assert u.turn == "P3"
    t.do("P2 yield")
    assert t.asks == "P1" and "P1 end" in t.choices
    t.do("P1 play Core9")
    assert t.asks == "P2"


@covers("SB-VAR-SYNC-6", "SB-TURN-1")
def test_every_shared_turn_begins_anew(table: Lay) -> None:
    t = table(FOUR, feed=0, **SYNC)
    for team in ("P1 P2", "P3 P4") * 2:
        assert t.asks == team and t.turn == team[:2] and t.fact("ready") == 0
        t.do(*(f"{seat} end" for seat in team.split()))
    t = table(FOUR, feed=0, team_control="captain", **SYNC)
    for captain, member in (("P1", "P2"), ("P3", "P4")) * 2:
        assert t.asks == member and t.may == t.turn == captain
        t.do(f"{member} yield")
        assert t.asks == captain and t.may == member
        t.do(f"{captain} end")


@covers("SB-VAR-SYNC-3", "SB-TURN-6")
def test_while_one_chooses_the_others_wait(table: Lay) -> None:
    t = table(FOUR, hands={"P2": "Trip"}, fed=2, **SYNC).do("P1 attack")
    assert t.asks == "P1" and t.may == "" and t.choices == ["P1 at P3", "P1 at P4"]
    t.do("P1 at P3", "P2 play Trip")
    assert t.asks == "P2" and t.may == "" and t.refuses("P1 end")


@covers("SB-VAR-SYNC-7", "SB-AX-4")
def test_the_active_team_comes_first_in_seat_order(table: Lay) -> None:
    given = {
        "P1": "",
        "P2": "Core3^ Bountiful_ Core2_",
        "P3": "Core3^ Bountiful_ Core2_",
        "P4": "Core9^",
    }
    t = table(given, supply="Core4 Core5", **SYNC)
    t.do("P2 attack P3")
    assert (t.hand("P2"), t.hand("P3")) == ("Core4", "Core5") and t.asks == "P1 P2"
    t = table(given, supply="Core4 Core5", turn="P3", **SYNC)
    t.do("P3 attack")
    assert (t.hand("P3"), t.hand("P2")) == ("Core4", "Core5")


@covers("SB-AX-4")
def test_a_first_member_without_a_stak_draws_and_plays(table: Lay) -> None:
    t = table({**FOUR, "P1": ""}, supply="Core9 Trip", begin=True, **SYNC)
    assert t.turn == "P1" and t.hand("P1") == "Core9" and not t.is_out("P1")
    assert "P1 yield" in t.choices
    t.do("P1 play Core9", "P1 attack P3")
    assert t.stak("P1") == "Core9^:2"


@covers("SB-VAR-SYNC-8")
def test_a_member_acts_with_the_own_things_only(table: Lay) -> None:
    t = table(FOUR, hands={"P1": "Core9", "P2": "Trip"}, **SYNC)
    assert "P1 play Core9" in t.choices and "P2 play Core9" not in t.choices
    t.do("P1 scrap")
    assert t.stak("P1") == "Core3^" and t.stak("P2") == "Core4^ Core4_"
    t.do("P1 play Core9")
    assert t.stak("P1") == "Core9^ Core3^" and t.asks == "P1 P2"


@covers("SB-COMBO-4")
def test_in_blitz_each_member_may_drop_one(table: Lay) -> None:
    t = table(FOUR, begin=True, drawing="blitz", **SYNC)
    assert t.stage == DROPPING and t.asks == "P1"
    t.do("P1 drop")
    assert t.stage == DROPPING and t.asks == "P2" and t.stak("P1") == "Core3^ Core5^"
    t.do("P2 keep")
    assert t.stage == ACTING and t.asks == "P1 P2"


@covers("SB-COMBO-4")
def test_with_several_staks_every_stak_has_an_attacker(table: Lay) -> None:
    given = {f"P{seat}{letter}": "Core5^ Core3_" for seat in range(1, 5) for letter in ("", "b")}
    t = table(given, supply="Core9 Trip Core2", begin=True, **SYNC)
    assert (t.hand("P1"), t.hand("P2")) == ("Core9", "Trip") and t.fact("to feed") == 2
    t.do("P1 attack P3", "P1 attackb P4", "P2 attackb P3b")
    assert t.fed == 6


@pytest.mark.parametrize("control", ["free", "captain"])
def test_whoever_is_asked_can_always_do_something(deal: Lay, control: str) -> None:
    for seed in range(2):
        t, chance = (
            deal(6, seed=seed, team_size=3, team_control=control, feed=3, **SYNC),
            Random(seed),
        )
        while not t.over:
            asked = t.backend.asks(t.s)
            assert asked and all(t.backend.legal(t.s, seat) for seat in asked)
            seat = chance.choice((*asked, *t.backend.may(t.s)))
            if actions := t.backend.legal(t.s, seat):
                t.act(seat, chance.choice(actions))
