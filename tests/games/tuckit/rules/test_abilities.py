"""TI-ABIL-*: what the cards of the base set do; and the matrix of section 2.16, card by card."""

from __future__ import annotations

import pytest

from rumpus.games.tuckit.cards import LETTERS

from ..table import Lay, Table

covers = pytest.mark.covers
SETS = {"acorns": True, "balls": True, "leaves": True}

NUMBERS = ["2", "3", "4", "5", "6", "7", "8", "9"]
HALVES = ["2h", "3h", "4h", "5h", "6h", "7h", "8h"]
COURT = ["J", "Q", "K", "A"]
DICE_TOPS = ["DI=2", "DI=3", "DI=4", "DI=5", "DI=6", "DI=A"]
TOPS = [*NUMBERS, *HALVES, "95", *COURT, *DICE_TOPS]
LOW_DICE = DICE_TOPS[:5]
BELOW_9 = [*NUMBERS[:7], *HALVES]


def up_to(last: str, row: list[str]) -> list[str]:
    return row[: row.index(last) + 1]


def on_four(half: str) -> list[str]:
    return [*NUMBERS[:3], *up_to("3h", HALVES), *([half] if half else []), "9", "95"]


MATRIX = {
    "2": TOPS,
    "2h": TOPS,
    "3": [*NUMBERS, *HALVES, "95", *LOW_DICE],
    "3h": [*NUMBERS, *HALVES, "95", *LOW_DICE],
    "4": [*on_four(""), "DI=2", "DI=3", "DI=4"],
    "4h": [*on_four("4h"), "DI=2", "DI=3", "DI=4"],
    "5": [*NUMBERS[:4], *up_to("4h", HALVES), "9", "95", "A", *DICE_TOPS[:4], "DI=A"],
    "5h": [*NUMBERS[:4], *up_to("5h", HALVES), "9", "95", "A", *DICE_TOPS[:4], "DI=A"],
    "6": [*NUMBERS[:5], *up_to("5h", HALVES), "9", "95", *LOW_DICE],
    "6h": [*NUMBERS[:5], *up_to("6h", HALVES), "9", "95", *LOW_DICE],
    "7": [*NUMBERS[:6], *up_to("6h", HALVES), "9", "95", *LOW_DICE],
    "7h": [*NUMBERS[:6], *up_to("7h", HALVES), "9", "95", *LOW_DICE],
    "8": [*NUMBERS[:7], *up_to("7h", HALVES), "9", "95", *LOW_DICE],
    "8h": [*NUMBERS, *HALVES, "95", *LOW_DICE],
    "9": [*NUMBERS, *HALVES, "95", *LOW_DICE],
    "95": [*NUMBERS, *HALVES, "95", "A", *LOW_DICE, "DI=A"],
    "10": [*BELOW_9, *LOW_DICE],
    "J": [*BELOW_9, "J", *LOW_DICE],
    "Q": [*BELOW_9, "J", "Q", *LOW_DICE],
    "DQ": [*BELOW_9, "J", "Q", *LOW_DICE],
    "K": [*BELOW_9, "J", "Q", "K", *LOW_DICE],
    "A": [
        "2", "3", "4", "6", "7", "8", "2h", "3h", "4h", "6h", "7h", "8h", *COURT,
        "DI=2", "DI=3", "DI=4", "DI=6", "DI=A",
    ],
    "DI=A": [*BELOW_9, *COURT, "DI=A"],
    "DI=2": ["2", "9", "95", "DI=2"],
    "DI=3": ["2", "3", "2h", "9", "95", "DI=3"],
    "DI=4": [*on_four(""), "DI=4"],
    "DI=5": [*NUMBERS[:4], *up_to("4h", HALVES), "9", "95", "DI=5"],
    "DI=6": [*NUMBERS[:5], *up_to("5h", HALVES), "9", "95", "DI=6"],
}  # fmt: skip
"""Which top cards a card may be played on, as section 2.16 has it."""
SLOW = [letters for letters in LETTERS if letters.endswith("s")]
PLAIN = {**{s: MATRIX[s[:-1]] for s in SLOW}, **MATRIX}


def pips(letters: str) -> int:
    """What the die shows for DI=4; 0 for another card."""
    if not letters.startswith("DI="):
        return 0
    return 1 if letters == "DI=A" else int(letters[-1])


def lay(table: Lay, on_top: str, hand: str, **settings: object) -> Table:
    """A hand against a top card; a Dice card in it is rolled first."""
    mine, below = pips(hand), pips(on_top)
    t = table(
        pile="DI" if below else on_top, die=below, hand={"P1": f"{'DI' if mine else hand} 8 8"},
        rolls=[mine] if mine and not below else [], **{**SETS, **settings},
    )  # fmt: skip
    if mine and not below:
        t.do("P1 roll")
    return t


@covers(
    "TI-PLAY-2", "TI-ABIL-0", "TI-ABIL-2", "TI-ABIL-3a", "TI-ABIL-3b", "TI-ABIL-4", "TI-ABIL-5a",
    "TI-ABIL-5b", "TI-ABIL-9a", "TI-ABIL-9b", "TI-ABIL-10e", "TI-ABIL-A", "TI-ABIL-DQ-7",
    "TI-EXP2-2", "TI-EXP2-3", "TI-EXP2-4", "TI-EXP2-5", "TI-EXP2-14", "TI-EXP2-15", "TI-EXP3-S1",
    "TI-EXP3-S2", "TI-EXP3-S3", "TI-EXP3-D4", "TI-EXP3-D12", "TI-EXP4-2",
)  # fmt: skip
@pytest.mark.parametrize("card", PLAIN)
def test_the_matrix(table: Lay, card: str) -> None:
    """Every card on every top card, slow tops like their twins."""
    for on_top in [*TOPS, *SLOW]:
        if pips(card) and pips(on_top) not in (0, pips(card)):
            continue  # with a Dice card on top all of them have its value
        if card == on_top and card in (*SLOW, *HALVES):
            continue  # there is only one of it
        twin = on_top[:-1] if on_top in SLOW else on_top
        allowed = twin in PLAIN[card]
        t = lay(table, on_top, card)
        letters = "DI" if pips(card) else card
        assert (letters in t.choices("P1")) == allowed, f"{card} on {on_top}"


# --------------------------------------------------------------------------------- 3
@covers("TI-ABIL-3c", "TI-EXP2-4")
@pytest.mark.parametrize("card", ["3", "3h"])
@pytest.mark.parametrize("direction", [1, -1])
def test_a_3_reverses(table: Lay, card: str, direction: int) -> None:
    t = table(4, pile="8", hand={"P1": f"{card} 4 6"}, direction=direction, acorns=True)
    t.do(f"P1 {card} done")
    assert t.direction == -direction
    assert t.turn == ("P4" if direction == 1 else "P2")  # the former previous player


@covers("TI-ABIL-3d", "TI-EXP2-4")
@pytest.mark.parametrize("card", ["3", "3h"])
def test_a_3_reverses_nothing_for_two(table: Lay, card: str) -> None:
    t = table(2, pile="8", hand={"P1": f"{card} 4 6"}, acorns=True)
    t.do(f"P1 {card} done")
    assert t.turn == "P2" and t.direction == 1


@covers("TI-ABIL-3e", "TI-ABIL-0")
@pytest.mark.parametrize("cards", ["3", "3 3", "3 3 3"])
def test_several_3s_reverse_once(table: Lay, cards: str) -> None:
    t = table(4, pile="8", hand={"P1": "3 3 3 6"})
    t.do(f"P1 {cards} done")
    assert t.direction == -1 and t.turn == "P4"


@covers("TI-ABIL-0", "TI-ABIL-3c")
def test_a_buried_3_reverses_nothing(table: Lay) -> None:
    t = table(4, pile="8", hand={"P1": "3 3h 4"}, acorns=True)
    t.do("P1 3 3h 4")
    assert t.direction == 1 and t.turn == "P2"


# --------------------------------------------------------------------------------- 7
@covers("TI-ABIL-7a", "TI-EXP2-6")
@pytest.mark.parametrize("card", ["7", "7h", "7s"])
def test_a_7_flips_any_stack_with_cards(table: Lay, card: str) -> None:
    stacks = {"P1": ["8^", "", "6^"], "P2": ["", "4v", ""], "P3": ["4^", "4^", "4^"]}
    t = table(pile="4", hand={"P1": f"{card} 8 8"}, stacks=stacks, acorns=True, leaves=True)
    t.do(f"P1 {card}")
    if t.stage == "adding cards":
        t.do("P1 done")
    assert t.stage == "may flip"
    assert t.choices("P1") == [
        "flip 1 stack 1", "flip 1 stack 3", "flip 2 stack 2",
        "flip 3 stack 1", "flip 3 stack 2", "flip 3 stack 3", "done",
    ]  # fmt: skip
    t.do("P1 flip 3 stack 2")
    assert t.stack("P3", 2) == "4v" and t.turn == "P2"


@covers("TI-ABIL-7a")
def test_three_7s_flip_one_stack(table: Lay) -> None:
    """EC-108."""
    t = table(pile="4", hand={"P1": "7 7 7 4"})
    t.do("P1 7 7 7 done", "P1 flip 2 stack 1")
    assert t.turn == "P2"


@covers("TI-ABIL-7b")
@pytest.mark.parametrize(
    ("before", "after"),
    [("6^ Kv 8v", "8^ K^ 6v"), ("6^ K^ 8v", "8^ Kv 6v"), ("Kv", "K^"), ("6^ Kv", "K^ 6v")],
)
def test_order_and_sides_turn_over(table: Lay, before: str, after: str) -> None:
    for stack in ([], [("P2", 1)]):  # the Stack may have been turned over before
        t = table(hand={"P1": "7 4 4"}, stacks={"P2": [before, "4^", ""]}, turned=stack)
        t.do("P1 7 done", "P1 flip 2 stack 1")
        assert t.stack("P2", 1) == after


@covers("TI-ABIL-7c", "TI-ABIL-7d")
def test_one_card_and_nothing(table: Lay) -> None:
    t = table(hand={"P1": "7 4 4"}, stacks={"P2": ["J^", "", ""]})
    t.do("P1 7 done")
    assert t.take("P1 flip 2 stack 1").stack("P2", 1) == "Jv"
    assert t.take("P1 done").stack("P2", 1) == "J^"


@covers("TI-ABIL-7e")
def test_the_flip_comes_before_drawing(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "7 4 4"}, draw="K")
    t.do("P1 7 done")
    assert t.hand("P1") == "4 4" and t.draw[0] == "K"
    t.do("P1 flip 2 stack 1")
    assert t.hand("P1") == "4 4 K"


@covers("TI-ABIL-7a")
def test_one_may_flip_the_stack_just_played_from(table: Lay) -> None:
    """EC-106."""
    t = table(phase=2, hand={"P1": ""}, stacks={"P1": ["7^ 4v 8v", "6^", ""]})
    t.do("P1 stack 1", "P1 done", "P1 flip 1 stack 1")
    assert t.stack("P1", 1) == "8^ 4^"


# --------------------------------------------------------------------------------- 9
@covers("TI-ABIL-9a", "TI-ABIL-9b", "TI-OPT-15")
def test_after_a_9(table: Lay) -> None:
    hand = "2 3 4 5 6 7 8 9 10 J Q DQ K A"
    t = table(pile="9", hand={"P1": hand})
    assert {c for c in t.choices("P1") if c in LETTERS} == {*"23456789"}
    t = table(pile="9", hand={"P1": hand}, nine_rule="cap-only")  # EC-079, the other reading
    assert {c for c in t.choices("P1") if c in LETTERS} == {"2", "3", "9"}


@covers("TI-OPT-15", "TI-EXP3-S3")
def test_the_ceiling_alone_on_a_split_card(table: Lay) -> None:
    hand = "2 3 4 5 8 9 10 A 95"
    t = table(pile="95", hand={"P1": hand}, balls=True, nine_rule="cap-only")
    assert {c for c in t.choices("P1") if c in LETTERS} == {"2", "3", "9", "95"}


@covers("TI-ABIL-9c")
def test_one_may_decline_on_a_9(table: Lay) -> None:
    assert "decline" in table(pile="9", hand={"P1": "8 8 8"}).choices("P1")


@covers("TI-ABIL-9a", "TI-TURN-3")
def test_a_9_binds_whoever_is_next(table: Lay) -> None:
    """EC-081, EC-082: also its own player, if the other skips."""
    t = table(2, pile="9", hand={"P1": "K 4 4", "P2": "SK 4 4"}, turn="P2", leaves=True)
    t.do("P2 SK")
    assert t.turn == "P1" and t.every_play("P1") == {"4", "4 4"}


# --------------------------------------------------------------------------------- 10
@covers("TI-ABIL-10a", "TI-ABIL-10b", "TI-ABIL-10d")
def test_a_10_trashes_the_pile_and_goes_again(table: Lay) -> None:
    t = table(pile="4 8", hand={"P1": "10 4 6"})
    t.do("P1 10 done")
    assert t.pile == "" and t.trash == {"4": 1, "8": 1, "10": 1} and t.turn == "P1"
    assert "4" in t.choices("P1")
    empty = table(hand={"P1": "10 4 6"})  # EC-113
    empty.do("P1 10 done")
    assert empty.trash == {"10": 1} and empty.turn == "P1"


@covers("TI-ABIL-10c")
@pytest.mark.parametrize("cards", ["10", "10 10", "10 10 10"])
def test_several_10s_give_one_extra_turn(table: Lay, cards: str) -> None:
    t = table(pile="4", hand={"P1": "10 10 10 8 8"})
    t.do(f"P1 {cards} done", "P1 8 done")
    assert t.turn == "P2"


@covers("TI-ABIL-10c", "TI-FOUR-5")
def test_four_10s_are_four_of_a_kind(table: Lay) -> None:
    """EC-114: the bonus instead of the ability, and one extra turn."""
    t = table(pile="4", hand={"P1": "10 10 10 10 8 8"})
    t.do("P1 10 10 10 10 done")
    assert t.stage == "may take a top card" and t.pile == ""
    t.do("P1 done", "P1 8 done")
    assert t.turn == "P2"


@covers("TI-ABIL-10e", "TI-ABIL-10d")
def test_a_10_has_no_right_of_its_own(table: Lay) -> None:
    for on_top in ("9", "J", "Q", "K", "A"):
        assert not table(pile=on_top, hand={"P1": "10 10 10"}).every_play("P1")
    assert table(pile="8h", hand={"P1": "10 4 4"}, acorns=True).every_play("P1") == {"10"}


# --------------------------------------------------------------------------------- J
@covers("TI-ABIL-Ja")
@pytest.mark.parametrize(("direction", "following"), [(1, "P3"), (-1, "P3")])
@pytest.mark.parametrize("card", ["J", "Js"])
def test_a_j_skips_the_next(table: Lay, direction: int, following: str, card: str) -> None:
    t = table(4, pile="8", hand={"P1": f"{card} 4 6"}, direction=direction, leaves=True)
    t.do(f"P1 {card} done")
    assert t.turn == following
    assert f"P{2 if direction == 1 else 4} is skipped." in t.log


@covers("TI-ABIL-Jb")
@pytest.mark.parametrize("cards", ["J", "J J", "J J J"])
def test_any_number_of_js_skips_one(table: Lay, cards: str) -> None:
    t = table(5, pile="8", hand={"P1": "J J J 4"})
    t.do(f"P1 {cards} done")
    assert t.turn == "P3"


@covers("TI-ABIL-Jc")
def test_with_two_players_a_j_comes_back(table: Lay) -> None:
    t = table(2, pile="8", hand={"P1": "J Q 6"}, draw="4")
    t.do("P1 J done")
    assert t.turn == "P1" and t.hand("P1") == "4 6 Q"  # EC-044: the turn ended, so she drew
    assert t.every_play("P1") == {"Q"}


@covers("TI-ABIL-Jd", "TI-OPT-17")
def test_a_j_is_spent_when_the_turn_passes(table: Lay) -> None:
    """EC-102: a Skip card on the J skips nobody again, unless the table wants it."""
    for carried, following in (("off", "P2"), ("on", "P3")):
        t = table(4, pile="J", hand={"P1": "SK 4 6"}, leaves=True, j_carry_over=carried)
        t.do("P1 SK")
        assert t.turn == following
    plain = table(4, pile="J", hand={"P1": "Q 4 6"})
    plain.do("P1 Q done")
    assert plain.turn == "P2"


# --------------------------------------------------------------------------------- the Dark Q
@covers("TI-ABIL-DQ-1", "TI-ABIL-DQ-2", "TI-ABIL-DQ-3", "TI-ABIL-DQ-5")
@pytest.mark.parametrize("phase", [1, 2])
def test_the_dark_q_strikes(table: Lay, phase: int) -> None:
    t = table(pile="8 J DQ", hand={"P1": "2 Q Q"}, phase=phase, trash="4", balls=True)
    plays = [c for c in t.choices("P1") if not c.startswith("stack")]
    assert plays == ["take"]  # EC-090, EC-091, EC-098, EC-101: no 2, no Q, no reveal, no roll
    trash = t.trash["DQ"]
    t.do("P1 take")
    assert t.trash["DQ"] == trash + 1 and t.pile == "" and t.hand("P1") == "2 8 J Q Q"
    t.do("P1 stack 1")
    assert "DQ" not in t.choices("P1")  # EC-095
    t.do("P1 8")
    assert t.turn == "P2" and t.hand("P1") == "2 J Q Q"


@covers("TI-ABIL-DQ-4")
def test_after_the_dark_q_alone_one_draws_up(table: Lay) -> None:
    """EC-094."""
    t = table(pile="DQ", hand={"P1": "4 6 8"}, draw="K")
    t.do("P1 take")
    assert t.hand("P1") == "4 6 8"
    t.tuck("P1", "4", 1)
    assert t.hand("P1") == "6 8 K"
    bare = table(phase=2, pile="DQ", hand={"P1": ""})
    bare.do("P1 take")
    assert bare.turn == "P2"  # not even a tuck


@covers("TI-ABIL-DQ-3")
def test_around_the_dark_q_one_may_tuck_in_phase_2(table: Lay) -> None:
    """EC-097: for instance to reach a Skip card."""
    stacks = {"P1": ["SKv 4v", "8v", ""]}
    t = table(phase=2, pile="8 DQ", hand={"P1": "6"}, stacks=stacks, leaves=True)
    t.tuck("P1", "6", 2)
    assert t.choices("P1") == ["stack 1", "take"]
    t.do("P1 stack 1")
    assert t.turn == "P2" and t.pile == "8 DQ"


@covers("TI-ABIL-DQ-6")
def test_a_buried_dark_q_is_a_q(table: Lay) -> None:
    t = table(pile="8 DQ Q", hand={"P1": "Q 4 6"}, draw="J")
    assert t.every_play("P1") == {"Q"}
    t.do("P1 decline")
    assert "DQ" in t.hand("P1").split()  # EC-093


@covers("TI-ABIL-DQ-6", "TI-ABIL-DQ-7")
def test_a_dark_q_under_its_own_set_does_nothing(table: Lay) -> None:
    """EC-092."""
    t = table(pile="J", hand={"P1": "DQ Q 4", "P2": "K K K"})
    t.do("P1 DQ Q done")
    assert t.every_play("P2") == {"K", "K K", "K K K"}


# --------------------------------------------------------------------------------- 5 and A
@covers("TI-ABIL-5a", "TI-ABIL-A")
def test_5_on_a_but_never_a_on_5(table: Lay) -> None:
    t = table(pile="A", hand={"P1": "5 5 6", "P2": "A A A"})
    assert t.every_play("P1") == {"5", "5 5"}
    t.do("P1 5 done")
    assert not t.every_play("P2")


@covers("TI-ABIL-5b")
def test_after_a_5_on_an_a_the_5_counts(table: Lay) -> None:
    """EC-085."""
    hand = "2 3 4 5 6 7 8 9 10 J Q K A"
    t = table(pile="A 5", hand={"P1": hand})
    assert {c for c in t.choices("P1") if c in LETTERS} == {*hand.split()} - {"4", "A"}
