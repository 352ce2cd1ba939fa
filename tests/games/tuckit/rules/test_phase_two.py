"""TI-P2-*, TI-WIN-*: tucking, playing from Stacks, winning."""

from __future__ import annotations

from typing import Any

import pytest

from ..table import Lay, Table

covers = pytest.mark.covers
STACKS = {"P1": ["8^ 8v", "K^ 6v", "A^ 7v"]}


def phase_two(table: Lay, mine: str = "", on_pile: str = "", **more: Any) -> Table:
    """P1 at the start of a turn in Phase 2, with this hand."""
    setting = {"phase": 2, "pile": on_pile, "hand": {"P1": mine}, "stacks": STACKS}
    return table(**{**setting, **more})


# --------------------------------------------------------------------------------- hands and tucks
@covers("TI-P2-1")
def test_a_hand_comes_first(table: Lay) -> None:
    t = phase_two(table, "4 6", "4")
    assert t.every_play("P1") == {"4", "6"}
    assert phase_two(table, "", "4").every_play("P1") == {"8", "8 8", "K", "A"}


@covers("TI-P2-2", "TI-OPT-12")
def test_everybody_may_tuck_between_plays(table: Lay) -> None:
    t = phase_two(table, on_pile="4", hand={"P1": "4 6", "P2": "8 Q", "P3": ""})
    assert t.turn == "P1" and t.may == "P2"
    assert t.choices("P2") == ["stack 1", "stack 2", "stack 3"] and t.choices("P3") == []
    t.tuck("P2", "Q", 3)
    assert t.stack("P2", 3).endswith("Qv") and t.hand("P2") == "8"
    t.tuck("P2", "8", 1)
    assert t.may == "" and t.turn == "P1"


@covers("TI-P2-2", "TI-OPT-12")
def test_nobody_tucks_between_a_7_and_its_flip(table: Lay) -> None:
    """EC-054."""
    t = phase_two(table, on_pile="4", hand={"P1": "7 4", "P2": "8 Q", "P3": "6"})
    assert t.may == "P2 P3"
    t.do("P2 stack 1", "P1 7 done")
    assert t.stage == "may flip" and t.may == "" and t.choices("P2") == []


@covers("TI-P2-2", "TI-OPT-12")
def test_a_tuck_begun_is_over_when_ones_turn_comes(table: Lay) -> None:
    t = phase_two(table, on_pile="4", hand={"P1": "8 4", "P2": "8 Q", "P3": "6"})
    t.do("P2 stack 1", "P1 8 done")
    assert t.turn == "P2" and "Q" in t.choices("P2") and "decline" in t.choices("P2")


@covers("TI-P2-2", "TI-OPT-12")
@pytest.mark.parametrize(
    ("timing", "others", "after_roll", "at_the_end"),
    [
        ("any-time", "P2", True, False),
        ("own-turn", "", True, True),
        ("turn-start", "", False, False),
    ],
)
def test_when_one_may_tuck(
    table: Lay, timing: str, others: str, after_roll: bool, at_the_end: bool
) -> None:
    hand = {"P1": "8 4 4", "P2": "8 Q", "P3": ""}
    setting: dict[str, Any] = {"hand": hand, "balls": True, "tuck_timing": timing}
    t = phase_two(table, on_pile="4", **setting)
    assert "stack 1" in t.choices("P1") and t.may == others
    t.do("P1 roll")
    assert ("stack 1" in t.choices("P1")) == after_roll
    t.do("P1 8 done")
    assert (t.stage == "last tucks") == at_the_end
    if at_the_end:
        assert t.turn == "P1" and t.choices("P1") == ["stack 1", "stack 2", "stack 3", "done"]
        early = t.take("P1 done")
        assert early.turn == "P2"
        t.tuck("P1", "4", 1)
        assert t.stage == "last tucks"
        t.tuck("P1", "4", 1)  # the hand is empty: nothing more to ask
    assert t.turn == "P2"


@covers("TI-OPT-12")
def test_with_own_turn_one_may_tuck_after_picking_up(table: Lay) -> None:
    """EC-055: take the pile, tuck everything, start the next turn with free hands."""
    t = phase_two(table, "", "K K A", tuck_timing="own-turn")
    t.do("P1 decline")
    t.tuck("P1", "A", 3)
    assert t.stage == "last tucks" and t.hand("P1") == "K K"
    t.tuck("P1", "K", 2)
    t.tuck("P1", "K", 2)
    assert t.stack("P1", 2) == "K^ 6v Kv Kv" and t.turn == "P2"


@covers("TI-P2-4")
def test_a_pile_of_one_card_is_taken_and_tucked(table: Lay) -> None:
    t = table(phase=2, pile="8", hand={"P1": ""}, stacks={"P1": ["4^", "6^", ""]})
    t.do("P1 decline")
    assert (t.stage, t.turn, t.hand("P1")) == ("must tuck", "P1", "8")


@covers("TI-OPT-12", "TI-P1-7")
def test_with_own_turn_nobody_is_asked_to_tuck_in_phase_one(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "8 6 6"}, tuck_timing="own-turn")
    t.do("P1 8 done")
    assert (t.phase, t.stage, t.turn) == (1, "turn", "P2")


@covers("TI-OPT-12")
def test_with_own_turn_an_extra_turn_follows_at_once(table: Lay) -> None:
    t = phase_two(table, "10 4", "4", tuck_timing="own-turn")
    t.do("P1 10 done")
    assert (t.stage, t.turn) == ("turn", "P1") and "stack 1" in t.choices("P1")


@covers("TI-P2-2a")
def test_a_tucked_card_goes_to_the_bottom_in_ones_own_order(table: Lay) -> None:
    t = phase_two(table, "4 6 9")
    for card in ("9", "4", "6"):
        t.tuck("P1", card, 1)
    assert t.stack("P1", 1) == "8^ 8v 9v 4v 6v"


@covers("TI-P2-2a")
def test_below_a_stack_that_was_turned_over(table: Lay) -> None:
    t = phase_two(table, "4 6", turned=[("P1", 1)])
    t.tuck("P1", "4", 1)
    assert t.stack("P1", 1) == "8^ 8v 4v"


@covers("TI-P2-2b")
def test_an_empty_place_can_be_tucked_to(table: Lay) -> None:
    t = phase_two(table, "4", stacks={"P1": ["8^", "", ""]})
    assert "stack 2" in t.choices("P1")
    t.tuck("P1", "4", 2)
    assert t.stack("P1", 2) == "4v"
    forced = table(  # EC-059: in Phase 1 as well
        pile="K", hand={"P1": "4 6 7"}, draw="J", stacks={"P1": ["8^", "", ""]}
    )
    forced.do("P1 decline")
    forced.tuck("P1", "J", 3)
    assert forced.stack("P1", 3) == "Jv"


@covers("TI-P2-2c")
def test_stacks_are_not_rearranged(table: Lay) -> None:
    """No choice in a turn moves a Stack card, except to play it."""
    t = phase_two(table, "4 6 9", "K")
    before = [card for stack in t.stacks("P1") for card in stack.split()]
    for choice in t.choices("P1"):
        if choice != "decline":
            after = t.take(f"P1 {choice}")
            assert [card for stack in after.stacks("P1") for card in stack.split()] == before
            assert after.hand("P1") in ("4 6 9", "4 6", "4 9", "6 9")


@covers("TI-P2-2d")
def test_tuck_some_play_another(table: Lay) -> None:
    t = phase_two(table, "4 6 9", "4")
    t.tuck("P1", "4", 1)
    assert t.turn == "P1" and t.every_play("P1") == {"6", "9"}
    t.do("P1 6 done")
    assert t.pile == "4 6" and t.turn == "P2"


@covers("TI-P2-2e")
def test_tuck_all_play_from_a_stack(table: Lay) -> None:
    t = phase_two(table, "4 6", "4")
    t.tuck("P1", "4", 1)
    assert t.every_play("P1") == {"6"}
    t.tuck("P1", "6", 1)
    assert t.every_play("P1") == {"8", "8 8", "K", "A"}
    t.do("P1 stack 2")
    assert t.pile == "4 K"


# --------------------------------------------------------------------------------- from Stacks
@covers("TI-P2-3", "TI-P2-3b")
def test_one_stack_a_play(table: Lay) -> None:
    t = phase_two(table, "", stacks={"P1": ["8^ 8v", "8^ 6v", "A^ 7v"]})
    t.do("P1 stack 1")
    assert t.choices("P1") == ["stack 1", "done"]
    t.do("P1 stack 1")
    assert t.turn == "P2" and t.pile == "8 8"


@covers("TI-P2-3b")
def test_hand_and_stacks_do_not_mix(table: Lay) -> None:
    t = phase_two(table, "8 8")
    t.do("P1 8")
    assert t.choices("P1") == ["8", "done"]
    t.do("P1 8")  # the hand is empty now
    assert t.turn == "P2"


@covers("TI-P2-3a")
def test_face_down_cards_are_played_like_others(table: Lay) -> None:
    t = phase_two(table, "", stacks={"P1": ["8v 8^ 8v", "4v", ""]})
    assert t.every_play("P1") == {"8", "8 8", "8 8 8", "4"}


@covers("TI-P2-3c")
def test_one_may_stop_anywhere(table: Lay) -> None:
    t = phase_two(table, "", stacks={"P1": ["8^ 8v 8v 8v", "4v", ""]})
    assert t.every_play("P1") == {"8", "8 8", "8 8 8", "8 8 8 8", "4"}


@covers("TI-P2-3d")
def test_the_next_card_keeps_its_side(table: Lay) -> None:
    t = phase_two(table, "", stacks={"P1": ["8^ 4v 6^", "K^ Q^", ""]})
    t.do("P1 stack 1")
    t.do("P1 done")
    assert t.stack("P1", 1) == "4v 6^" and t.faces("P2", "Stack 1", "P1") == "? 6"


@covers("TI-P2-3d")
def test_no_question_where_all_see_that_nothing_fits(table: Lay) -> None:
    t = phase_two(table, "", stacks={"P1": ["8^ 4^", "K^ 8v!", "K^ 8v"]})
    assert t.take("P1 stack 1").turn == "P2"
    assert t.take("P1 stack 2").turn == "P2"
    assert t.take("P1 stack 3").turn == "P1"


@covers("TI-P2-3e")
@pytest.mark.parametrize("phase", [1, 2])
def test_owners_see_their_own_stacks(table: Lay, phase: int) -> None:
    t = table(phase=phase, stacks={"P2": ["8v 4v 6^", "Kv", ""]})
    assert t.faces("P2", "Stack 1", "P2") == "8 4 6" and t.faces("P2", "Stack 2", "P2") == "K"
    assert t.faces("P1", "Stack 1", "P2") == "? ? 6"


# --------------------------------------------------------------------------------- picking up
@covers("TI-P2-4")
def test_pick_up_and_tuck_one(table: Lay) -> None:
    t = phase_two(table, "4", "8 Q")
    t.do("P1 decline")
    assert t.hand("P1") == "4 8 Q" and t.pile == "" and t.stage == "must tuck"
    t.tuck("P1", "4", 2)  # EC-061: an earlier tuck would not have paid for it
    assert t.turn == "P2" and t.hand("P1") == "8 Q" and t.stack("P1", 2) == "K^ 6v 4v"


@covers("TI-P2-4a", "TI-OPT-13")
def test_declining_on_an_empty_pile_costs_a_tuck(table: Lay) -> None:
    t = phase_two(table, "4 6")
    t.do("P1 decline")
    assert t.stage == "must tuck"
    t.tuck("P1", "6", 1)
    assert t.hand("P1") == "4" and t.turn == "P2"


@covers("TI-P2-4b")
def test_without_any_card_nothing_is_tucked(table: Lay) -> None:
    t = phase_two(table, "")
    t.do("P1 decline")
    assert t.turn == "P2" and t.stacks("P1") == STACKS["P1"]


@covers("TI-OPT-13")
def test_declining_on_an_empty_pile_can_be_forbidden(table: Lay) -> None:
    forbid: dict[str, Any] = {"decline_on_empty_pile": "forbid", "balls": True, "leaves": True}
    assert "decline" not in phase_two(table, "4 6", **forbid).choices("P1")
    assert "decline" not in phase_two(table, "", **forbid).choices("P1")
    assert "decline" in phase_two(table, "4 6", "K", **forbid).choices("P1")
    assert "decline" in phase_two(table, "4 6", "4", **forbid).choices("P1")
    t = phase_two(table, "", stacks={"P1": ["SK^", "SK^ 4v", ""]}, **forbid)
    assert "decline" not in t.choices("P1")
    t.do("P1 roll")
    assert t.choices("P1") == ["decline"]  # nothing can be played any more
    first = table(hand={"P1": "4 6 8"}, **forbid)
    assert "decline" in first.choices("P1")  # Phase 1 is not meant


@covers("TI-P2-5")
def test_an_emptied_hand_opens_no_stack_in_the_same_turn(table: Lay) -> None:
    t = phase_two(table, "8", "4")
    t.do("P1 8")
    assert t.turn == "P2" and t.pile == "4 8"


@covers("TI-P2-6")
def test_an_extra_turn_may_use_another_stack(table: Lay) -> None:
    t = phase_two(table, "", "4", stacks={"P1": ["10^ 8v", "K^ 6v", ""]})
    t.do("P1 stack 1", "P1 done")
    assert t.turn == "P1" and t.pile == ""
    assert t.choices("P1") == ["stack 1", "stack 2", "decline"]


@covers("TI-P2-7")
def test_no_drawing_in_phase_2(table: Lay) -> None:
    t = phase_two(table, "8 4", "4")
    t.do("P1 8 done")
    assert t.hand("P1") == "4" and not any("draws" in line for line in t.log)


# --------------------------------------------------------------------------------- winning
@covers("TI-WIN-1", "TI-TOURN-5")
def test_empty_stacks_win_at_once(table: Lay) -> None:
    t = phase_two(table, "", "4", stacks={"P1": ["", "8^ 8v", ""]})
    t.do("P1 stack 2", "P1 stack 2")
    assert t.over and t.winner == "P1" and t.turn == t.may == ""
    assert t.places == [1, 2, 2] and t.gears[0] == 0
    assert "P1's Stacks are empty: P1 wins!" in t.log


@covers("TI-WIN-1")
@pytest.mark.parametrize("stacks", [["8^", "6v", ""], ["8^", "", "6v"]])
def test_one_stack_that_is_left_is_no_win(table: Lay, stacks: list[str]) -> None:
    t = phase_two(table, "", "4", stacks={"P1": stacks})
    t.do("P1 stack 1")
    assert not t.over and t.winner == ""


@covers("TI-WIN-1")
def test_an_empty_hand_is_no_win(table: Lay) -> None:
    t = phase_two(table, "8", "4")
    t.do("P1 8")
    assert not t.over


@covers("TI-WIN-2", "TI-WIN-3", "TI-WIN-5")
@pytest.mark.parametrize("phase", [1, 2])
def test_the_last_card_as_reward_wins_whatever_is_in_the_hand(table: Lay, phase: int) -> None:
    t = phase_two(table, "6 6 K", "6 6", stacks={"P1": ["", "", "Kv"]}, phase=phase)
    t.do("P1 6 6 done", "P1 stack 3")
    assert t.winner == "P1" and t.hand("P1") == "K K"


@covers("TI-WIN-4")
@pytest.mark.parametrize("last", ["7", "10", "J", "3", "8", "DQ"])
def test_the_win_comes_before_every_effect(table: Lay, last: str) -> None:
    pile = "8 8 8" if last == "8" else "4"
    t = phase_two(table, "", pile, stacks={"P1": [f"{last}^", "", ""]})
    t.do("P1 stack 1")
    assert t.winner == "P1" and t.pile == f"{pile} {last}" and t.direction == 1


@covers("TI-WIN-6", "TI-EXP4-S1")
def test_a_skip_card_as_last_card_wins(table: Lay) -> None:
    t = phase_two(table, "", "DQ", stacks={"P1": ["", "SKv", ""]}, leaves=True)
    t.do("P1 stack 2")
    assert t.winner == "P1" and t.pile == "DQ"


@covers("TI-WIN-7")
def test_a_flip_takes_no_card_from_a_stack(table: Lay) -> None:
    t = phase_two(table, "7 4", "4", stacks={"P1": ["8^", "", ""], "P2": ["4v", "", ""]})
    t.do("P1 7 done", "P1 flip 2 stack 1")
    assert not t.over and t.stack("P2", 1) == "4^" and t.turn == "P2"


@covers("TI-WIN-8", "TI-OPT-28")
@pytest.mark.parametrize("limit", ["100", "500", "1000", "2000", "5000"])
def test_the_turn_limit(table: Lay, limit: str) -> None:
    for turns, over in ((int(limit) - 2, False), (int(limit) - 1, True)):
        t = phase_two(table, "8 4", "4", turns=turns, max_turns=limit)
        t.do("P1 8 done")
        assert t.over == over and t.winner == ""
        assert (f"The game stops after {int(limit):,} turns." in t.log) == over


@covers("TI-OPT-28", "TI-WIN-8")
def test_extra_turns_count(table: Lay) -> None:
    t = phase_two(table, "10 4", "4", turns=99, max_turns="100")
    t.do("P1 10 done")
    assert t.over


@covers("TI-OPT-29")
def test_places_at_the_turn_limit(table: Lay) -> None:
    """EC-207: fewest Stack cards, then fewest hand cards, or a draw."""
    hand = {"P1": "8 4 4", "P2": "6", "P3": "6 6", "P4": "6"}
    stacks = {"P1": ["Q^", "", ""], "P2": ["4^ 4v", "", ""], "P3": ["K^", "Kv", ""],
              "P4": ["5^", "5v", ""]}  # fmt: skip
    limit: dict[str, Any] = {"turns": 99, "max_turns": "100"}
    setting = {"hand": hand, "stacks": stacks, "players": 4, **limit}
    t = phase_two(table, on_pile="4", **setting)
    t.do("P1 8 done")
    assert t.places == [1, 2, 4, 2]
    t = phase_two(table, on_pile="4", **setting, limit_result="draw")
    t.do("P1 8 done")
    assert t.places == [1, 1, 1, 1]
    assert t.gears == [0, 1, 3, 3]  # gears count as usual
