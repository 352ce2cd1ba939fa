"""TI-TURN-*, TI-PLAY-*, TI-P1-*: the frame of a turn, legal plays, Phase 1."""

from __future__ import annotations

import pytest

from rumpus.rulekit.errors import IllegalAction

from ..table import Lay

covers = pytest.mark.covers


# --------------------------------------------------------------------------------- the frame
@covers("TI-TURN-1")
def test_one_play_a_turn(table: Lay) -> None:
    t = table(hand={"P1": "4 6 8"})
    t.do("P1 4")
    assert t.choices("P1") == ["done"]
    t.do("P1 done")
    assert t.turn == "P2" and t.choices("P1") == []
    with pytest.raises(IllegalAction, match="Seat 1 has nothing to decide now"):
        t.do("P1 6")


@covers("TI-TURN-2")
@pytest.mark.parametrize(("direction", "following"), [(1, "P2 P3 P4 P1"), (-1, "P4 P3 P2 P1")])
def test_the_neighbour_in_the_direction_is_next(table: Lay, direction: int, following: str) -> None:
    hand = {"P1": "4 4 4", "P2": "6 6 6", "P3": "6 4 4", "P4": "6 8 8"}
    t = table(4, hand=hand, direction=direction, draw="8 8 8")
    t.do("P1 4 done")
    for name in following.split():
        assert t.turn == name
        t.do(f"{name} {'8' if name == 'P1' else '6'} done")


@covers("TI-TURN-3", "TI-PLAY-8")
@pytest.mark.parametrize("pile", ["DQ J", "9 9 8", "8s 8", "J J J", "3 4"])
def test_cards_below_the_top_have_no_effect(table: Lay, pile: str) -> None:
    t = table(4, pile=pile, hand={"P1": "Q Q K"}, leaves=True)
    assert t.every_play("P1") == {"Q", "Q Q", "K"}
    t.do("P1 Q Q done")
    assert t.turn == "P2" and t.direction == 1


@covers("TI-TURN-4")
def test_one_may_decline_with_a_legal_card(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "6 8 K"}, draw="J")
    assert "decline" in t.choices("P1")
    t.do("P1 decline")
    assert t.pile == "4 J" and t.hand("P1") == "6 8 K"
    t = table(phase=2, pile="4", hand={"P1": "6 8 K"})
    assert "decline" in t.choices("P1")


@covers("TI-TURN-5")
@pytest.mark.parametrize(
    ("setting", "acts", "hand"),
    [
        ({"pile": "4"}, ["P1 6 done"], "8 10 K"),  # a play
        ({"pile": "4"}, ["P1 decline"], "6 8 10"),  # a legal reveal
        ({"pile": "DQ"}, ["P1 take", "P1 stack 1", "P1 8"], "6 10 K"),  # the Dark Q alone
        ({"pile": "4", "leaves": True, "hand": {"P1": "SK 8 10"}}, ["P1 SK"], "8 10 K"),
    ],
)
def test_whatever_a_turn_was_one_draws_up_to_three(
    table: Lay, setting: dict[str, object], acts: list[str], hand: str
) -> None:
    t = table(**{"hand": {"P1": "6 8 10"}, "draw": "K 4"} | setting)
    t.do(*acts)
    assert t.turn == "P2" and t.hand("P1") == hand


@covers("TI-TURN-6")
def test_three_or_more_draw_and_discard_nothing(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "6 6 8 8 K K A A"}, draw="2")
    t.do("P1 6 done")
    assert t.hand("P1") == "6 8 8 K K A A" and t.draw[0] == "2"


@covers("TI-TURN-7", "TI-OPT-11")
def test_drawing_comes_before_an_extra_turn(table: Lay) -> None:
    """EC-043: with the option off only after the last extra turn."""
    hand = {"P1": "10 10 8"}
    t = table(pile="4", hand=hand, draw="2 6")
    t.do("P1 10 done")
    assert t.turn == "P1" and t.hand("P1") == "2 8 10"
    t = table(pile="4", hand=hand, draw="2 6", draw_before_extra_turn=False)
    t.do("P1 10 done")
    assert t.turn == "P1" and t.hand("P1") == "8 10"
    t.do("P1 8 done")
    assert t.turn == "P2" and t.hand("P1") == "2 6 10"


@covers("TI-OPT-11", "TI-TURN-7")
def test_the_bonus_draws_before_the_extra_turn_in_any_case(table: Lay) -> None:
    t = table(pile="6 6 6", hand={"P1": "6 8 K"}, draw="2", draw_before_extra_turn=False)
    t.do("P1 6 done", "P1 done")
    assert t.turn == "P1" and t.hand("P1") == "2 8 K"


@covers("TI-OPT-11")
def test_a_hand_run_dry_by_tens_can_only_reveal(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "10"}, draw="2 6", draw_before_extra_turn=False)
    t.do("P1 10")
    assert t.turn == "P1" and t.choices("P1") == ["decline"]


@covers("TI-TURN-8")
def test_the_order_inside_a_turn(table: Lay) -> None:
    """A flip comes before drawing, the win before everything else."""
    t = table(pile="4", hand={"P1": "7 8 8"}, draw="K")
    t.do("P1 7 done")
    assert t.stage == "may flip" and t.hand("P1") == "8 8"
    t.do("P1 done")
    assert t.hand("P1") == "8 8 K"
    t = table(phase=2, pile="7 7 7", hand={"P1": ""}, stacks={"P1": ["7^", "", ""]})
    t.do("P1 stack 1")
    assert t.winner == "P1" and t.pile == "7 7 7 7"


# --------------------------------------------------------------------------------- legal plays
@covers("TI-PLAY-1")
def test_everything_but_skip_goes_on_an_empty_pile(table: Lay) -> None:
    sets = {"acorns": True, "balls": True, "leaves": True}
    kinds = "2 3 4 5 6 7 8 9 10 J Q DQ K A 2h 5h 8h 95 DI 2s As SK"
    t = table(hand={"P1": kinds}, rolls=[2], **sets)
    t.do("P1 roll")
    assert set(t.choices("P1")) & {*kinds.split()} == {*kinds.split()} - {"SK"}


@covers("TI-PLAY-2", "TI-ABIL-4")
@pytest.mark.parametrize("on_top", ["4", "6", "8", "J", "Q", "K"])
def test_equal_or_higher(table: Lay, on_top: str) -> None:
    order = ["4", "6", "8", "J", "Q", "K"]
    t = table(pile=on_top, hand={"P1": " ".join(order)})
    assert {c for c in t.choices("P1") if c in order} == {*order[order.index(on_top) :]}


@covers("TI-PLAY-3")
def test_several_cards_of_one_value(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "6 6 6 8 K"})
    assert t.every_play("P1") == {"6", "6 6", "6 6 6", "8", "K"}


@covers("TI-PLAY-4")
@pytest.mark.parametrize("pile", ["6", "6 6", "6 6 6"])
def test_the_number_of_the_last_play_does_not_matter(table: Lay, pile: str) -> None:
    t = table(pile=pile, hand={"P1": "8 8 K"})
    assert t.every_play("P1") == {"8", "8 8", "K"}


@covers("TI-PLAY-5", "TI-EXP2-12")
def test_only_the_first_card_is_held_against_the_pile(table: Lay) -> None:
    t = table(pile="8", hand={"P1": "3h 4 4"}, acorns=True)
    assert t.can("P1 3h 4 4")
    assert not t.can("P1 4")


@covers("TI-PLAY-6")
def test_one_orders_the_cards_of_a_hand(table: Lay) -> None:
    t = table(pile="J", hand={"P1": "Q DQ Qs"}, leaves=True)
    plays = t.every_play("P1")
    assert {"Q DQ Qs", "Q Qs DQ", "DQ Q Qs", "DQ Qs Q", "Qs Q DQ", "Qs DQ Q"} <= plays
    hidden = t.take("P1 DQ Q done")
    assert "take" not in hidden.choices("P2")
    on_top = t.take("P1 Q DQ done")
    assert on_top.choices("P2") == ["take"]


@covers("TI-PLAY-7")
def test_the_order_of_a_stack_is_fixed(table: Lay) -> None:
    t = table(phase=2, pile="J", hand={"P1": ""}, stacks={"P1": ["DQ^ Qv 4v", "4^", ""]})
    assert t.every_play("P1") == {"DQ", "DQ Q"}


@covers("TI-PLAY-9")
@pytest.mark.parametrize(
    "cards", ["Q DQ Qs", "8 8s", "5 95 5", "9 95 9", "5 5s", "9s 9 95", "A As"]
)
def test_values_alone_make_a_set(table: Lay, cards: str) -> None:
    t = table(hand={"P1": cards}, balls=True, leaves=True)
    t.do(f"P1 {cards}")
    assert t.pile == cards or not t.pile


@covers("TI-PLAY-9", "TI-EXP3-D8")
def test_a_dice_card_joins_its_value(table: Lay) -> None:
    t = table(hand={"P1": "4 DI 6"}, balls=True, rolls=[4])
    t.do("P1 roll")
    assert t.can("P1 4 DI") and t.can("P1 DI 4")
    assert not t.can("P1 6 DI") and not t.can("P1 DI 6")


@covers("TI-PLAY-10")
def test_played_cards_lie_face_up(table: Lay) -> None:
    t = table(phase=2, pile="J", hand={"P1": ""}, stacks={"P1": ["Qv Qv 4v", "4^", ""]})
    t.do("P1 stack 1", "P1 stack 1", "P1 done")
    for viewer in ("", "P1", "P2", "P3"):
        assert t.faces(viewer, "Community Pile") == "Q Q J"
        assert all(group.marks & 1 for group in t.zone(viewer, "Community Pile").groups)


@covers("TI-PLAY-3", "TI-TURN-1")
def test_the_question_for_more_cards_tells_nothing(table: Lay) -> None:
    """Everybody sees the same pause, whether or not a second K is held."""
    views = []
    for hand in ("K K 4", "K 6 4"):
        t = table(pile="8", hand={"P1": hand, "P2": "6 6 8"}, seed=3)
        t.do("P1 K")
        views.append((t.stage, t.turn, t.zone("P2", "Hand", "P1").size, t.heard_by("P2")))
    assert views[0] == views[1]
    known = table(pile="8", hand={"P1": "K 6! 4!"})
    known.do("P1 K")
    assert known.turn == "P2"  # everybody knows that nothing can be added


# --------------------------------------------------------------------------------- Phase 1
@covers("TI-P1-1")
def test_stacks_are_closed_in_phase_1(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "6 8 K"}, stacks={"P1": ["8^ 8v", "K^ Kv", "A^ Av"]})
    assert set(t.choices("P1")) == {"6", "8", "K", "decline"}


@covers("TI-P1-2", "TI-P1-2a")
def test_a_legal_reveal_is_played_and_ends_the_turn(table: Lay) -> None:
    t = table(pile="8", hand={"P1": "4 6 7"}, draw="K")
    t.do("P1 decline")
    assert t.pile == "8 K" and t.turn == "P2" and t.hand("P1") == "4 6 7"


@covers("TI-P1-2b", "TI-P1-2c")
def test_an_illegal_reveal_takes_the_pile(table: Lay) -> None:
    stacks = {"P1": ["4^ 4v", "6^ 6v", "8^ 8v"]}
    t = table(pile="8 K", hand={"P1": "4 6 7"}, draw="J", stacks=stacks)
    t.do("P1 decline")
    assert t.hand("P1") == "4 6 7 8 J K" and t.pile == ""
    assert t.stage == "must tuck" and t.choices("P1") == ["stack 1", "stack 2", "stack 3"]
    t.do("P1 stack 3")
    assert t.choices("P1") == ["4", "6", "7", "8", "J", "K"]  # EC-036: any card of the hand
    t.do("P1 J")
    assert t.stack("P1", 3) == "8^ 8v Jv" and t.turn == "P2"


@covers("TI-P1-2d")
def test_no_hand_card_joins_the_reveal(table: Lay) -> None:
    t = table(pile="8", hand={"P1": "K K 7"}, draw="K")
    t.do("P1 decline")
    assert t.turn == "P2" and t.pile == "8 K"


@covers("TI-P1-2e")
@pytest.mark.parametrize(
    ("card", "pile", "expected"),
    [
        ("J", "8", "P3"),
        ("3", "8", "P4"),
        ("9", "8", "P2"),
        ("DQ", "8", "P2"),
        ("8s", "8", "P2"),
    ],
)
def test_a_reveal_has_its_full_effect(table: Lay, card: str, pile: str, expected: str) -> None:
    t = table(4, pile=pile, hand={"P1": "4 6 7", "P2": "10 10 K"}, draw=card, leaves=True)
    t.do("P1 decline")
    assert t.turn == expected
    if card == "9":
        assert not t.every_play("P2")
    if card == "DQ":
        assert t.choices("P2") == ["take"]
    if card == "8s":
        assert t.every_play("P2") == {"10", "K"}


@covers("TI-P1-2e")
def test_a_revealed_7_flips(table: Lay) -> None:
    t = table(pile="6", hand={"P1": "4 4 4"}, draw="7", stacks={"P2": ["K^ 4v", "8^", "8^"]})
    t.do("P1 decline")
    assert t.stage == "may flip"
    t.do("P1 flip 2 stack 1")
    assert t.stack("P2", 1) == "4^ Kv" and t.turn == "P2"


@covers("TI-P1-2f", "TI-OPT-10")
def test_a_revealed_10_gives_its_extra_turn(table: Lay) -> None:
    t = table(pile="8", hand={"P1": "4 6 7"}, draw="10")
    t.do("P1 decline")
    assert t.turn == "P1" and t.pile == "" and t.trash == {"8": 1, "10": 1}
    t = table(pile="8", hand={"P1": "4 6 7"}, draw="10", revealed_ten_extra_turn=False)
    t.do("P1 decline")
    assert t.turn == "P2" and t.pile == ""


@covers("TI-P1-2f", "TI-OPT-10", "TI-FOUR-9")
def test_a_revealed_fourth_card_gives_the_bonus(table: Lay) -> None:
    t = table(pile="8 8 8", hand={"P1": "4 6 7"}, draw="8")
    t.do("P1 decline")
    assert (t.turn, t.stage) == ("P1", "may take a top card")
    t = table(pile="8 8 8", hand={"P1": "4 6 7"}, draw="8", revealed_ten_extra_turn=False)
    t.do("P1 decline")
    assert (t.turn, t.stage, t.pile) == ("P2", "turn", "")


@covers("TI-P1-2g", "TI-OPT-18")
def test_a_revealed_skip_card_is_no_play(table: Lay) -> None:
    t = table(pile="8 K", hand={"P1": "4 6 7"}, draw="SK", leaves=True)
    t.do("P1 decline")
    assert t.hand("P1") == "4 6 7 8 K SK" and t.stage == "must tuck"
    t = table(pile="", hand={"P1": "4 6 7"}, draw="SK", leaves=True)
    t.do("P1 decline")
    assert t.hand("P1") == "4 6 7 SK" and t.stage == "must tuck"  # EC-180


@covers("TI-OPT-18")
def test_a_revealed_skip_card_can_be_trashed(table: Lay) -> None:
    setting = {"pile": "8 K", "hand": {"P1": "4 6 7"}, "draw": "SK A", "leaves": True}
    t = table(**setting, revealed_skip="trash-end")
    t.do("P1 decline")
    assert t.trash == {"SK": 1} and t.pile == "8 K" and t.turn == "P2"
    t = table(**setting, revealed_skip="redraw")
    t.do("P1 decline")
    assert t.trash == {"SK": 1} and t.pile == "8 K A" and t.turn == "P2"
    t = table(**{**setting, "draw": "SK SK J"}, revealed_skip="redraw")
    t.do("P1 decline")
    assert t.trash == {"SK": 2} and t.hand("P1") == "4 6 7 8 J K"
    t = table(**{**setting, "draw": "SK", "phase": 2}, revealed_skip="redraw")
    t.do("P1 decline")  # the Draw Pile is empty now: as in Phase 2
    assert t.hand("P1") == "4 6 7 8 K" and t.stage == "must tuck"


@covers("TI-P1-3")
def test_declining_on_an_empty_pile_plays_the_reveal(table: Lay) -> None:
    t = table(pile="", hand={"P1": "K K K"}, draw="4")
    t.do("P1 decline")
    assert t.pile == "4" and t.hand("P1") == "K K K" and t.turn == "P2"


@covers("TI-P1-4", "TI-P1-5")
def test_one_takes_what_is_left_and_phase_2_begins(table: Lay) -> None:
    t = table(phase=2, pile="4", hand={"P1": "10 6 6"}, draw="8")
    assert t.phase == 1
    t.do("P1 10 done")
    assert t.phase == 2 and t.hand("P1") == "6 6 8"
    assert t.turn == "P1" and "stack 1" in t.choices("P1")  # the extra turn is in Phase 2
    assert "The Draw Pile is empty: Phase 2." in t.log


@covers("TI-P1-5", "TI-GEN-12")
def test_phase_2_begins_at_once(table: Lay) -> None:
    t = table(phase=2, pile="4", hand={"P1": "7 6 6", "P2": "4 4"}, draw="8")
    t.do("P1 7 done")
    assert t.stage == "may flip" and t.phase == 1
    t.do("P1 done")
    assert t.phase == 2 and t.turn == "P2" and t.may == "P1 P3"


@covers("TI-P1-6")
@pytest.mark.parametrize(("last", "pile"), [("K", "8 K"), ("J", "8 J")])
def test_the_last_reveal_is_completed(table: Lay, last: str, pile: str) -> None:
    t = table(phase=2, pile="8", hand={"P1": "4 6 7"}, draw=last)
    t.do("P1 decline")
    assert t.pile == pile and t.phase == 2 and t.hand("P1") == "4 6 7"
    t = table(phase=2, pile="8 K", hand={"P1": "4 6 7"}, draw="J")
    t.do("P1 decline")
    assert t.hand("P1") == "4 6 7 8 J K" and t.stage == "must tuck"
    t.tuck("P1", "J", 1)
    assert "P1" in t.may  # EC-041: she may tuck more


@covers("TI-P1-7")
def test_no_tucking_of_ones_own_accord_in_phase_1(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "6 8 K", "P2": "4 4 4"})
    assert not any(choice.startswith("stack") for choice in t.choices("P1"))
    assert t.may == "" and t.choices("P2") == []
