"""The scenarios of section 5 of the rules, one by one."""

from __future__ import annotations

import pytest

from ..table import Lay, Table

covers = pytest.mark.covers


# --------------------------------------------------------------------------------- setup
@covers("WX-1")
def test_wx_1_first_game_of_three(deal: Lay) -> None:
    t = deal(3)
    assert sum(t.cards.values()) == 54 and len(t.draw) == 27


@covers("WX-2")
def test_wx_2_first_game_of_five(deal: Lay) -> None:
    t = deal(5)
    assert sum(t.cards.values()) == 69 and len(t.draw) == 24
    assert t.cards[1] == t.cards[8] == t.cards[9] == 9  # 3, 10, J


def four_reveals(dealt: Lay, left: str, right: str) -> Table:
    """The bottom player P1 reveals Q, the others 8 or 2 and 6."""
    t = dealt(4, {
        "P1": "Q 4 4 4 6 6 6 8 8", "P2": f"{left} 3 3 5 5 7 7 9 9",
        "P3": "6 2 2 J J J 9 9 A", "P4": f"{right} 10 10 10 10 A A K K",
    })  # fmt: skip
    t.build("P1", "Q 4", "4 4", "6 6")
    t.build("P2", f"{left} 3", "3 5", "5 7")
    t.build("P3", "6 2", "2 J", "J J")
    t.build("P4", f"{right} 10", "10 10", "10 A")
    for name in t.names:
        t.do(f"{name} stack 1")
    return t


@covers("WX-3")
def test_wx_3_the_highest_starts_towards_the_higher_neighbour(dealt: Lay) -> None:
    t = four_reveals(dealt, "8", "2")
    assert (t.turn, t.direction) == ("P1", 1)
    order = []
    for cards in ("6 done", "9 done", "9 done", "decline"):
        order.append(t.turn)
        t.do(f"{t.turn} {cards}")
    assert order == ["P1", "P2", "P3", "P4"]


@covers("WX-4")
def test_wx_4_the_other_way_round(dealt: Lay) -> None:
    t = four_reveals(dealt, "2", "8")
    assert (t.turn, t.direction) == ("P1", -1)
    t.do("P1 8 done")
    assert t.turn == "P4"


@covers("WX-5")
def test_wx_5_the_tied_reveal_one_more_card(dealt: Lay) -> None:
    t = dealt(3, {
        "P1": "K 4 5 4 6 6 8 8 7", "P2": "K 2 5 5 J J 9 10 10", "P3": "4 3 3 6 6 7 7 8 8",
    })  # fmt: skip
    t.build("P1", "K 4", "5 4", "6 6")
    t.build("P2", "K 2", "5 5", "J J")
    t.build("P3", "4 3", "3 6", "6 7")
    t.do("P1 stack 1", "P2 stack 1", "P3 stack 1")
    assert (t.stage, t.turn) == ("breaking a tie", "P1 P2")
    t.do("P1 stack 2", "P2 9")
    assert t.facts()["turn"] == 1
    assert t.hand("P2") == "9 10 10" and t.known("P2") == "9"
    assert t.stack("P1", 2) == "5^ 4v"
    assert t.known("P3") == ""


@covers("WX-6")
def test_wx_6_every_stack_shows_a_card_over_a_hidden_one(deal: Lay) -> None:
    t = deal(4)
    for name in t.names:
        t.do(f"{name} pair")
    while t.stage != "turn":
        name = t.turn.split()[0]
        t.do(f"{name} {t.choices(name)[0]}")
    for name in t.names:
        for stack in t.stacks(name):
            assert [card[-1] for card in stack.split()] == ["^", "v"]
        assert len(t.hand(name).split()) == 3
    assert t.pile == "" and not t.trash


# --------------------------------------------------------------------------------- Phase 1
@covers("WX-7")
def test_wx_7_equal_or_higher(table: Lay) -> None:
    t = table(pile="8", hand={"P2": "6 8 K"}, turn="P2")
    assert t.every_play("P2") == {"8", "K"}
    assert "decline" in t.choices("P2")


@covers("WX-8")
def test_wx_8_one_two_or_three_aces(table: Lay) -> None:
    t = table(pile="8 K", hand={"P3": "A A A"}, turn="P3")
    assert t.every_play("P3") == {"A", "A A", "A A A"}


@covers("WX-9")
def test_wx_9_a_single_card_on_a_pair(table: Lay) -> None:
    t = table(pile="6 6", hand={"P1": "7 4 4"})
    assert t.can("P1 7 done")


@covers("WX-10")
def test_wx_10_an_illegal_reveal(table: Lay) -> None:
    t = table(
        4, pile="8 K A", hand={"P4": "6 7 10"}, stacks={"P4": ["4^ 4v", "6^ 6v", "8^ 8v"]},
        draw="9", turn="P4",
    )  # fmt: skip
    draw_pile = len(t.draw)
    t.do("P4 decline")
    assert t.hand("P4") == "6 7 8 9 10 K A" and t.pile == ""
    t.tuck("P4", "A", 2)
    assert t.stack("P4", 2) == "6^ 6v Av"
    assert t.turn == "P1"
    assert t.hand("P4") == "6 7 8 9 10 K" and len(t.draw) == draw_pile - 1


@covers("WX-11")
def test_wx_11_a_legal_reveal_must_be_played(table: Lay) -> None:
    t = table(4, pile="8 K A", hand={"P4": "6 7 10"}, draw="5", turn="P4")
    t.do("P4 decline")
    assert t.pile == "8 K A 5" and t.hand("P4") == "6 7 10" and t.turn == "P1"


@covers("WX-12")
def test_wx_12_drawing_up(table: Lay) -> None:
    t = table(hand={"P1": "6 6 4"}, draw="K A 2")
    t.do("P1 6 6 done")
    assert t.hand("P1") == "4 K A" and t.draw[0] == "2" and t.turn == "P2"


@covers("WX-13")
def test_wx_13_not_enough_to_draw(table: Lay) -> None:
    t = table(hand={"P1": "6 6 4"}, draw="K", phase=2)
    assert t.phase == 1
    t.do("P1 6 6 done")
    assert t.hand("P1") == "4 K" and t.draw == []
    assert t.turn == "P2" and t.phase == 2


# --------------------------------------------------------------------------------- Phase 2
def p15(table: Lay) -> Table:
    return table(phase=2, pile="4", hand={"P1": "K A"}, stacks={"P1": ["5^ 6v", "9^ 8v", "Q^ 7v"]})


@covers("WX-14")
def test_wx_14_stacks_wait_for_an_empty_hand(table: Lay) -> None:
    t = p15(table)
    assert t.every_play("P1") == {"K", "A"}
    t.do("P1 stack 1")  # with cards in the hand this is a tuck, not a play
    assert t.pile == "4" and t.choices("P1") == ["K", "A"]


@covers("WX-15")
def test_wx_15_tuck_the_hand_then_play_from_a_stack(table: Lay) -> None:
    t = p15(table)
    t.tuck("P1", "K", 1)
    t.tuck("P1", "A", 1)
    assert t.every_play("P1") == {"5", "9", "Q"}
    assert t.stack("P1", 1) == "5^ 6v Kv Av"


@covers("WX-16")
def test_wx_16_two_from_one_stack(table: Lay) -> None:
    t = table(phase=2, pile="J", hand={"P1": ""}, stacks={"P1": ["Q^ Qv 4v", "8^", "8^"]})
    t.do("P1 stack 1", "P1 stack 1", "P1 done")
    assert t.pile == "J Q Q" and t.stack("P1", 1) == "4v"
    assert t.facts()["turn"] == 1


@covers("WX-17")
def test_wx_17_tuck_to_an_empty_place(table: Lay) -> None:
    t = table(phase=2, hand={"P1": "4"}, stacks={"P1": ["8^ 8v", "", "6^"]})
    t.tuck("P1", "4", 2)
    assert t.stack("P1", 2) == "4v"


def p17(table: Lay) -> Table:
    return table(phase=2, pile="8 K", hand={"P1": ""}, stacks={"P1": ["6^ 4v", "A^ 7v", "A^ 8v"]})


@covers("WX-18")
def test_wx_18_one_stack_a_turn(table: Lay) -> None:
    t = p17(table)
    assert t.choices("P1") == ["stack 2", "stack 3", "decline"]
    t.do("P1 stack 2")
    assert t.choices("P1") == ["done"]


@covers("WX-19")
def test_wx_19_pick_up_instead(table: Lay) -> None:
    t = p17(table)
    t.do("P1 decline")
    assert t.hand("P1") == "8 K" and t.pile == ""
    t.tuck("P1", "8", 3)
    assert t.stack("P1", 3) == "A^ 8v 8v" and t.hand("P1") == "K" and t.turn == "P2"


@covers("WX-20")
def test_wx_20_win_by_the_reward(table: Lay) -> None:
    t = table(phase=2, pile="8", hand={"P1": "8 8 8 4"}, stacks={"P1": ["", "Kv", ""]})
    t.do("P1 8 8 8 done")
    assert t.pile == "" and t.trash["8"] == 5 and t.stage == "may take a top card"
    t.do("P1 stack 2")
    assert t.over and t.winner == "P1" and t.hand("P1") == "4 K"


# --------------------------------------------------------------------------------- abilities
def seven(table: Lay, stack: str) -> Table:
    t = table(hand={"P1": "7 4 6"}, stacks={"P2": [stack, "6^", "6^"]})
    t.do("P1 7 done")
    assert t.stage == "may flip"
    return t


@covers("WX-21")
def test_wx_21_a_flip_reverses_order_and_sides(table: Lay) -> None:
    t = seven(table, "5^ Kv 9v")
    t.do("P1 flip 2 stack 1")
    assert t.stack("P2", 1) == "9^ K^ 5v"


@covers("WX-22")
def test_wx_22_a_flip_of_one_card(table: Lay) -> None:
    t = seven(table, "Jv")
    t.do("P1 flip 2 stack 1")
    assert t.stack("P2", 1) == "J^"


@covers("WX-23")
def test_wx_23_no_flip(table: Lay) -> None:
    t = seven(table, "5^ Kv 9v")
    t.do("P1 done")
    assert t.stack("P2", 1) == "5^ Kv 9v" and t.turn == "P2"


@covers("WX-24")
def test_wx_24_three_js_skip_one_player(table: Lay) -> None:
    t = table(4, pile="8", hand={"P1": "J J J"})
    t.do("P1 J J J")
    assert t.turn == "P3"
    assert "P2 is skipped." in t.log


@covers("WX-25")
def test_wx_25_the_dark_q_as_fourth_q(table: Lay) -> None:
    t = table(pile="Q Q Q", hand={"P1": "DQ 4 6"}, draw="8")
    t.do("P1 DQ done")
    assert t.trash == {"Q": 3, "DQ": 1} and t.pile == ""
    assert t.choices("P1") == ["stack 1", "stack 2", "stack 3", "done"]
    t.do("P1 done")
    assert t.turn == "P1" and t.hand("P1") == "4 6 8"
    assert set(t.choices("P1")) == {"4", "6", "8", "decline"}


@covers("WX-26")
def test_wx_26_two_of_four_by_others(table: Lay) -> None:
    t = table(pile="4 6 6", hand={"P1": "6 6 K"})
    t.do("P1 6 6 done")
    assert t.stage == "may take a top card" and t.turn == "P1" and t.pile == ""


# --------------------------------------------------------------------------------- expansion 2
@covers("WX-27")
def test_wx_27_a_long_chain(table: Lay) -> None:
    t = table(pile="8", hand={"P1": "3h 4 4 4h 5 5h 6 6h 7"}, acorns=True)
    t.do("P1 3h 4 4 4h 5 5h 6 6h 7")
    assert t.pile == "8 3h 4 4 4h 5 5h 6 6h 7"
    assert t.stage == "may flip" and t.direction == 1


@covers("WX-28")
def test_wx_28_no_4_on_a_half(table: Lay) -> None:
    assert not table(pile="4h", hand={"P1": "4 6 8"}, acorns=True).can("P1 4")


@covers("WX-29")
def test_wx_29_no_ace_on_five_and_a_half(table: Lay) -> None:
    assert not table(pile="5h", hand={"P1": "A 6 8"}, acorns=True).can("P1 A")


@covers("WX-30")
def test_wx_30_half_cards_in_the_setup(dealt: Lay) -> None:
    hands = {"P1": "4h 2 2 2 3 3 3 3 K", "P2": "4 6 6 6 6 6 8 8 8", "P3": "5 5 5 7 7 7 9 9 9"}
    t = dealt(3, hands, acorns=True)
    t.build("P1", "4h 2", "2 2", "3 3")
    t.build("P2", "4 6", "6 6", "6 6")
    t.build("P3", "5 5", "5 7", "7 7")
    t.do("P1 stack 1", "P2 stack 1", "P3 stack 1")
    assert t.turn == "P3"  # 5 is the highest, and 4½ is higher than 4
    assert t.direction == 1


@covers("WX-31")
def test_wx_31_halves_on_an_ace(table: Lay) -> None:
    t = table(pile="A", hand={"P1": "5h 2h 3h"}, acorns=True)
    assert t.every_play("P1") == {"5h", "2h"}


# --------------------------------------------------------------------------------- expansion 3
@covers("WX-32")
def test_wx_32_a_split_card_joins_5_to_9(table: Lay) -> None:
    t = table(pile="A", hand={"P1": "5 95 9 9 9"}, balls=True)
    t.do("P1 5 95 9 9 9")
    assert t.trash == {"A": 1, "5": 1, "95": 1, "9": 3}
    assert t.stage == "may take a top card"


@covers("WX-33")
def test_wx_33_nine_or_less_on_a_split_card(table: Lay) -> None:
    t = table(pile="95", hand={"P1": "A 10 4"}, balls=True)
    assert t.every_play("P1") == {"4"}


@covers("WX-34")
def test_wx_34_a_split_card_is_a_9_in_the_setup(dealt: Lay) -> None:
    t = dealt(2, {"P1": "95 2 2 2 3 3 3 3 K", "P2": "8 6 6 6 6 6 8 8 8"}, balls=True)
    t.build("P1", "95 2", "2 2", "3 3")
    t.build("P2", "8 6", "6 6", "6 6")
    t.do("P1 stack 1", "P2 stack 1")
    assert t.turn == "P1"


@covers("WX-35", "WX-36")
def test_wx_35_36_a_dice_card_needs_a_roll_that_fits(table: Lay) -> None:
    t = table(pile="5", hand={"P1": "DI K 2"}, balls=True, rolls=[4])
    assert t.every_play("P1") == {"K", "2"}
    t.do("P1 roll")
    assert t.facts()["die"] == 4
    assert t.every_play("P1") == {"K", "2"} and "roll" not in t.choices("P1")


@covers("WX-37")
def test_wx_37_a_revealed_dice_card_is_rolled(table: Lay) -> None:
    t = table(pile="5", hand={"P1": "4 4 4"}, draw="DI", balls=True, rolls=[6])
    t.do("P1 decline")
    assert t.pile == "5 DI" and t.facts()["die"] == 6 and t.turn == "P2"


@covers("WX-38")
def test_wx_38_no_second_roll_for_a_revealed_dice_card(table: Lay) -> None:
    t = table(pile="5", hand={"P1": "4 4 4"}, draw="DI", balls=True, rolls=[3, 6])
    t.do("P1 roll")
    t.do("P1 decline")
    assert t.facts()["die"] == 3 and not any("rolls" in line for line in t.log)
    assert t.hand("P1") == "4 4 4 5 DI" and t.stage == "must tuck"


@covers("WX-39")
def test_wx_39_dice_on_top_lock_the_die(table: Lay) -> None:
    t = table(pile="DI", die=4, hand={"P1": "DI 3 4 K"}, balls=True)
    assert "roll" not in t.choices("P1")
    assert t.every_play("P1") == {"DI", "4", "K", "3", "DI 4", "4 DI"}


@covers("WX-40")
def test_wx_40_a_dice_card_completes_no_four(table: Lay) -> None:
    t = table(pile="4 4 4", hand={"P1": "DI K 2"}, balls=True, rolls=[4])
    t.do("P1 roll", "P1 DI", "P1 done")
    assert t.pile == "4 4 4 DI" and t.turn == "P2"


@covers("WX-41")
def test_wx_41_four_dice_cards(table: Lay) -> None:
    t = table(pile="DI DI DI", die=2, hand={"P1": "DI K 2"}, balls=True)
    t.do("P1 DI done")
    assert t.pile == "" and t.stage == "may take a top card"


@covers("WX-42")
def test_wx_42_every_revealed_dice_card_has_its_own_roll(dealt: Lay) -> None:
    hands = {"P1": "DI 2 2 2 3 3 3 3 K", "P2": "DI 6 6 6 6 6 8 8 8"}
    t = dealt(2, hands, balls=True, rolls=[6, 1])
    t.build("P1", "DI 2", "2 2", "3 3")
    t.build("P2", "DI 6", "6 6", "6 6")
    t.do("P1 stack 1", "P2 stack 1")
    assert "P1 rolls 6 for it." in t.log and "P2 rolls 1 for it." in t.log
    assert t.turn == "P2"  # one pip is an A


# --------------------------------------------------------------------------------- expansion 4
@covers("WX-43")
def test_wx_43_a_single_card_after_a_slow_one(table: Lay) -> None:
    t = table(pile="8s", hand={"P1": "9 9 Q"}, leaves=True)
    assert t.every_play("P1") == {"9", "Q"}


@covers("WX-44")
def test_wx_44_the_slow_j_of_two_players(table: Lay) -> None:
    t = table(2, pile="8", hand={"P1": "Js Q Q"}, leaves=True)
    t.do("P1 Js done")
    assert t.turn == "P1" and t.facts()["single card"] == 1
    t.do("P1 Q")
    assert t.turn == "P2"


@covers("WX-45")
def test_wx_45_a_skip_card_hands_the_dark_q_on(table: Lay) -> None:
    t = table(3, pile="8 DQ", hand={"P2": "SK 4 4", "P3": "6 6 6"}, turn="P2", leaves=True)
    t.do("P2 SK")
    assert t.trash == {"SK": 1} and t.pile == "8 DQ"
    assert len(t.hand("P2").split()) == 3
    assert t.turn == "P3" and t.choices("P3") == ["take"]
    t.do("P3 take")
    assert t.trash == {"SK": 1, "DQ": 1} and t.hand("P3") == "6 6 6 8"


@covers("WX-46")
def test_wx_46_a_skip_card_is_nothing_in_the_setup(dealt: Lay) -> None:
    t = dealt(2, {"P1": "SK 4 4 4 3 3 3 3 K", "P2": "2 6 6 6 6 6 8 8 8"}, leaves=True)
    t.build("P1", "SK 4", "4 4", "3 3")
    t.build("P2", "2 6", "6 6", "6 6")
    t.do("P1 stack 1", "P2 stack 1")
    assert t.turn == "P2"


@covers("WX-47")
def test_wx_47_a_skip_card_on_a_stack_waits_for_an_empty_hand(table: Lay) -> None:
    t = table(phase=2, pile="K", hand={"P1": "6"}, stacks={"P1": ["SK^ 4v", "8v", ""]}, leaves=True)
    t.tuck("P1", "6", 2)
    t.do("P1 stack 1")
    assert t.trash["SK"] == 2 and t.pile == "K" and t.turn == "P2"


# --------------------------------------------------------------------------------- the rest
@covers("WX-48")
def test_wx_48_gears_count_on_face_down_cards(table: Lay) -> None:
    t = table(
        2, phase=2, pile="K", hand={"P1": "", "P2": "2"},
        stacks={"P1": ["A^", "", ""], "P2": ["K^ 2v", "Kv", ""]},
    )  # fmt: skip
    t.do("P1 stack 1")
    assert t.over and t.gears == [0, 8]


def appendix(table: Lay, stack: str) -> Table:
    return table(phase=2, pile="6", hand={"P1": ""}, stacks={"P1": [stack, "4^", ""]}, acorns=True)


@covers("WX-49")
@pytest.mark.parametrize("stack", ["7^ 7hv 8v", "7v 7h^ 8v", "7v 7hv 8^", "7^ 7h^ 8^"])
def test_wx_49_a_chain_from_a_stack(table: Lay, stack: str) -> None:
    t = appendix(table, stack)
    t.do("P1 stack 1", "P1 stack 1", "P1 stack 1")
    assert t.pile == "6 7 7h 8" and t.turn == "P2"


@covers("WX-50")
def test_wx_50_a_chain_in_the_wrong_order(table: Lay) -> None:
    t = appendix(table, "8^ 7hv 7v")
    assert t.every_play("P1") == {"8"}
