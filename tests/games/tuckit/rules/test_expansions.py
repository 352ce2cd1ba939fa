"""TI-EXP2-*, TI-EXP3-*, TI-EXP4-*: half cards and chains, 9/5, Dice, Slow Down and Skip cards."""

from __future__ import annotations

import pytest

from ..table import Lay, Table

covers = pytest.mark.covers
ALL = {"acorns": True, "balls": True, "leaves": True}


def can_play(table: Lay, pile: str, cards: str, *, roll: int = 0, **more: object) -> bool:
    """Whether these cards may be played together in this order on this pile."""
    rolls = [roll] if roll else []
    t = table(pile=pile, hand={"P1": f"{cards} K K"}, rolls=rolls, **{**ALL, **more})
    if roll:
        t.do("P1 roll")
    return t.can(f"P1 {cards}")


# --------------------------------------------------------------------------------- half cards
@covers("TI-EXP2-8")
@pytest.mark.parametrize("card", ["2h", "3h", "4h", "5h", "6h", "7h", "8h"])
def test_a_half_card_alone(table: Lay, card: str) -> None:
    t = table(hand={"P1": f"{card} K K"}, acorns=True)
    assert card in t.every_play("P1")


@covers("TI-EXP2-9", "TI-EXP2-10", "TI-EXP2-11")
@pytest.mark.parametrize(
    ("cards", "legal"),
    [
        ("4 4h 5", True),
        ("4h 5", True),
        ("4 4h", True),
        ("4 4 4h 5 5 5 5h 6", True),
        ("2 2h 3 3h 4", True),
        ("8 8h 9 9", True),
        ("4 5", False),
        ("4 4h 6", False),
        ("4h 5h", False),
        ("4h 4", False),  # never falling
        ("5 4h", False),
        ("4 4h 4", False),
        ("7 2", False),  # EC-141: no placement ability inside a chain
        ("9 10", False),
        ("8 8h 8", False),
    ],
)
def test_chains(table: Lay, cards: str, legal: bool) -> None:
    assert can_play(table, "2", cards) == legal


@covers("TI-EXP2-13")
def test_half_cards_are_nothing_of_which_there_could_be_four(table: Lay) -> None:
    t = table(pile="4h 5h 6h", hand={"P1": "8h K K"}, acorns=True)
    t.do("P1 8h done")
    assert (t.pile, t.turn) == ("4h 5h 6h 8h", "P2")


@covers("TI-ABIL-5a", "TI-EXP2-5", "TI-EXP2-9")
@pytest.mark.parametrize(
    ("cards", "legal"), [("5 5h 6", True), ("5 6", False), ("5h 6", True), ("5h 5", False)]
)
def test_a_chain_that_begins_on_an_ace(table: Lay, cards: str, legal: bool) -> None:
    assert can_play(table, "A", cards) == legal


@covers("TI-EXP2-9")
def test_a_chain_from_a_stack_must_rise(table: Lay) -> None:
    """EC-143."""
    setting = {"phase": 2, "pile": "2", "hand": {"P1": ""}, "acorns": True}
    t = table(**setting, stacks={"P1": ["4v 4hv 5v 5v 8v", "K^", ""]})
    assert t.every_play("P1") == {"4", "4 4h", "4 4h 5", "4 4h 5 5", "K"}
    t = table(**setting, stacks={"P1": ["5v 4hv 4v", "K^", ""]})
    assert t.every_play("P1") == {"5", "K"}


@covers("TI-EXP2-12")
@pytest.mark.parametrize(
    ("pile", "cards", "legal"),
    [
        ("K", "2h 3 3h 4", True),
        ("8", "3h 4 4h 5", True),
        ("A", "5 5h 6 6h 7", True),
        ("9", "4 4h 5", True),  # EC-144
        ("8", "4 4h 5", False),
        ("4h", "5 5h 6", True),  # EC-140
        ("2h", "2", True),  # EC-136
        ("3h", "3", True),
        ("5h", "5", False),  # EC-086
        ("5h", "95", True),
    ],
)
def test_the_first_card_of_a_chain_decides(table: Lay, pile: str, cards: str, legal: bool) -> None:
    assert can_play(table, pile, cards) == legal


@covers("TI-EXP2-13")
@pytest.mark.parametrize(
    ("pile", "cards"), [("2 2 2h 2", "2"), ("4 4 4", "4h"), ("4 4 4h", "5 5"), ("2h 2 2 2", "2h")]
)
def test_half_cards_count_in_no_four(table: Lay, pile: str, cards: str) -> None:
    """EC-131."""
    if cards == "2h":
        return
    t = table(pile=pile, hand={"P1": f"{cards} 8 8"}, acorns=True)
    t.do(f"P1 {cards} done")
    assert t.stage == "turn" and t.turn == "P2" and t.pile == f"{pile} {cards}"


@covers("TI-EXP2-2")
def test_a_half_lies_between_its_neighbours(table: Lay) -> None:
    """EC-135."""
    assert can_play(table, "4", "4h") and not can_play(table, "5", "4h")
    assert can_play(table, "4h", "5") and not can_play(table, "4h", "4")


# --------------------------------------------------------------------------------- 9/5
@covers("TI-EXP3-S4", "TI-EXP3-S5", "TI-OPT-24")
@pytest.mark.parametrize(
    ("pile", "cards", "by_the_book", "descending"),
    [
        ("", "5 95 9", True, True),
        ("", "95 9", True, True),
        ("", "95 5", True, True),
        ("", "95 95 9", True, True),
        ("", "9 95 5", False, True),  # EC-145
        ("8", "95 5", False, True),  # EC-146
        ("8", "95 9", True, True),
        ("4", "95 5", True, True),
        ("A", "95 5", True, True),
        ("9", "95 5", True, True),
        ("A", "95 9 9", True, True),  # EC-147
        ("", "4h 95 9", True, True),  # EC-148
        ("", "8h 95 9", True, True),
        ("", "5 95 5h 6", True, True),
        ("", "8h 95 5", False, True),
        ("", "95 9 5", False, False),
        ("", "5 9", False, False),
        ("J", "95", False, False),  # EC-149
        ("Q", "95", False, False),
        ("K", "95", False, False),
    ],
)
def test_a_split_card_leads_up(
    table: Lay, pile: str, cards: str, by_the_book: bool, descending: bool
) -> None:
    assert can_play(table, pile, cards) == by_the_book
    assert can_play(table, pile, cards, split_descend=True) == descending


@covers("TI-EXP3-S6")
@pytest.mark.parametrize(
    ("pile", "cards", "bonus"),
    [
        ("5 5", "95 95", True),  # EC-130
        ("95 95", "9 9", True),
        ("5 95 95", "9", False),
        ("95 95 95", "95", True),
        ("9 95 9", "95", True),
        ("5 95 9", "9", False),
        ("9 95", "5 5", False),
    ],
)
def test_a_split_card_counts_on_both_sides(table: Lay, pile: str, cards: str, bonus: bool) -> None:
    t = table(pile=pile, hand={"P1": f"{cards} 8 8"}, balls=True)
    t.do(f"P1 {cards} done")
    assert (t.stage == "may take a top card") == bonus


# --------------------------------------------------------------------------------- the die
@covers("TI-EXP3-D1", "TI-EXP3-D2")
def test_one_roll_before_the_play_even_without_a_dice_card(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "8 8 K"}, balls=True, rolls=[2])
    assert "roll" in t.choices("P1")
    t.do("P1 roll")
    assert "roll" not in t.choices("P1") and t.every_play("P1") == {"8", "8 8", "K"}
    t.do("P1 8")
    assert "roll" not in t.choices("P1")
    assert "roll" not in table(pile="4", hand={"P1": "8 8 K"}).choices("P1")  # without the Balls


@covers("TI-EXP3-D2")
def test_a_fitting_dice_card_need_not_be_played(table: Lay) -> None:
    """EC-156."""
    t = table(pile="4", hand={"P1": "DI 8 K"}, balls=True, rolls=[6])
    t.do("P1 roll")
    assert t.every_play("P1") == {"DI", "8", "K"} and "decline" in t.choices("P1")


@covers("TI-EXP3-D3")
def test_no_dice_card_without_a_roll_in_this_turn(table: Lay) -> None:
    """EC-157: the old value does not count."""
    hand = {"P1": "DI 8 K", "P2": "DI 8 Q"}
    t = table(pile="4", hand=hand, balls=True, die=6, rolls=[6])
    assert not t.can("P1 DI")
    t.do("P1 roll", "P1 8 done")
    assert t.turn == "P2" and not t.can("P2 DI")


@covers("TI-EXP3-D3", "TI-EXP3-D1")
def test_a_dice_card_in_a_stack_run_needs_the_roll(table: Lay) -> None:
    """EC-167."""
    for roll, plays in ((6, {"6", "6 DI", "6 DI 6", "K"}), (4, {"6", "K"})):
        t = table(
            phase=2, pile="4", hand={"P1": ""}, stacks={"P1": ["6v DIv 6v", "K^", ""]},
            balls=True, rolls=[roll],
        )  # fmt: skip
        assert t.every_play("P1") == {"6", "K"}
        t.do("P1 roll")
        assert t.every_play("P1") == plays


@covers("TI-EXP3-D4")
@pytest.mark.parametrize("roll", range(1, 7))
def test_all_dice_cards_have_the_value_on_the_die(table: Lay, roll: int) -> None:
    t = table(hand={"P1": "DI DI 8"}, balls=True, rolls=[roll])
    t.do("P1 roll", "P1 DI", "P1 DI", "P1 done")
    hand = "2 3 4 5 6 K A"
    twin = table(pile="DI DI", die=roll, hand={"P1": hand}, balls=True)
    value = "A" if roll == 1 else str(roll)
    assert value in twin.choices("P1")
    assert ("K" in twin.choices("P1")) == (roll != 1)


@covers("TI-EXP3-D5", "TI-EXP4-S6")
def test_a_dice_card_on_top_locks_the_die(table: Lay) -> None:
    """EC-158, EC-160: also behind a Skip card."""
    hand = {"P1": "SK DI 8", "P2": "DI 8 8"}
    t = table(pile="DI", die=3, hand=hand, balls=True, leaves=True)
    assert "roll" not in t.choices("P1") and t.can("P1 DI")
    t.do("P1 SK")
    assert t.turn == "P2" and "roll" not in t.choices("P2") and t.can("P2 DI")
    fresh = table(pile="DI 8", die=3, hand={"P1": "DI 8 8"}, balls=True)
    assert "roll" in fresh.choices("P1") and not fresh.can("P1 DI")  # EC-168


@covers("TI-EXP3-D5")
def test_the_lock_ends_with_the_card(table: Lay) -> None:
    """EC-159."""
    t = table(pile="4 DI", die=3, hand={"P1": "10 4 4"}, balls=True)
    t.do("P1 10 done")
    assert t.turn == "P1" and "roll" in t.choices("P1")


@covers("TI-EXP3-D6", "TI-EXP3-D5")
@pytest.mark.parametrize(("roll", "legal"), [(6, True), (2, False), (1, True)])
def test_a_revealed_dice_card_must_be_rolled(table: Lay, roll: int, legal: bool) -> None:
    t = table(pile="5", hand={"P1": "4 4 4"}, draw="DI", balls=True, rolls=[roll])
    t.do("P1 decline")
    assert f"P1 rolls {roll}." in t.log
    assert (t.pile == "5 DI") == legal and (t.stage == "must tuck") != legal
    locked = table(pile="DI", die=3, hand={"P1": "4 4 4"}, draw="DI", balls=True)
    locked.do("P1 decline")
    assert locked.pile == "DI DI" and not any("rolls" in line for line in locked.log)


@covers("TI-EXP3-D7")
def test_a_revealed_dice_card_uses_the_roll_of_the_turn(table: Lay) -> None:
    t = table(pile="5", hand={"P1": "4 4 4"}, draw="DI", balls=True, rolls=[6, 2])
    t.do("P1 roll", "P1 decline")
    assert t.pile == "5 DI" and t.facts()["die"] == 6


@covers("TI-EXP3-D8", "TI-OPT-23")
@pytest.mark.parametrize(
    ("roll", "cards", "by_the_book", "without_chains"),
    [
        (4, "4 DI", True, True),
        (4, "DI 4 DI", True, True),
        (4, "DI 5", False, False),
        (4, "DI 4h 5", True, False),  # EC-163
        (4, "4 4h DI", False, False),
        (5, "4 4h DI", True, False),
        (5, "5 DI 5h", True, False),
        (5, "DI 95", True, True),
        (5, "DI 95 9", True, False),  # EC-164
        (5, "95 DI 5", True, True),
        (5, "5 95 DI", True, True),
        (5, "9 95 DI", False, False),
        (5, "95 9 DI", False, False),
        (1, "DI A", True, True),
        (2, "DI 2", True, True),
        (2, "DI 2h", True, False),
        (3, "DI 3", True, True),
        (6, "DI 6", True, True),
    ],
)
def test_dice_cards_join_others(
    table: Lay, roll: int, cards: str, by_the_book: bool, without_chains: bool
) -> None:
    assert can_play(table, "", cards, roll=roll) == by_the_book
    assert can_play(table, "", cards, roll=roll, dice_in_chains=False) == without_chains


@covers("TI-EXP3-D9", "TI-EXP3-D10", "TI-OPT-22")
@pytest.mark.parametrize(
    ("pile", "cards", "by_the_book", "transparent"),
    [
        ("4 4 4", "DI", False, False),
        ("4 4 DI", "4", False, False),  # EC-132
        ("4 4 DI 4", "4", False, True),  # EC-133
        ("4 4 4", "DI 4", False, True),
        ("4 4 DI DI", "4 4", False, True),
        ("4 4", "4 4 DI", False, True),
        ("DI DI", "DI DI", True, True),  # EC-134
        ("DI DI DI", "DI", True, True),
        ("4 DI DI DI", "4", False, False),
        ("DI DI 4 DI", "DI", False, False),
    ],
)
def test_dice_cards_and_four_of_a_kind(
    table: Lay, pile: str, cards: str, by_the_book: bool, transparent: bool
) -> None:
    for dice_run, bonus in (("interrupts", by_the_book), ("transparent", transparent)):
        locked = pile.endswith("DI")
        t = table(
            pile=pile, hand={"P1": f"{cards} 8 8"}, balls=True, dice_run=dice_run,
            die=4 if locked else 0, rolls=[] if locked else [4],
        )  # fmt: skip
        if not locked:
            t.do("P1 roll")
        t.do(f"P1 {cards} done")
        assert (t.stage == "may take a top card") == bonus, dice_run


@covers("TI-EXP3-D12", "TI-OPT-20")
@pytest.mark.parametrize(
    ("pile", "roll", "none", "placement"),
    [
        ("K", 2, False, True),
        ("8", 3, False, True),
        ("K", 3, False, False),
        ("A", 5, False, True),
        ("K", 5, False, False),
        ("5", 1, True, False),  # EC-084
        ("8", 4, False, False),
        ("8", 6, False, False),
        ("K", 1, True, True),
    ],
)
def test_what_a_dice_card_may_be_played_on(
    table: Lay, pile: str, roll: int, none: bool, placement: bool
) -> None:
    assert can_play(table, pile, "DI", roll=roll) == none
    for abilities in ("placement", "full"):
        assert can_play(table, pile, "DI", roll=roll, dice_abilities=abilities) == placement


@covers("TI-OPT-20", "TI-EXP3-D12")
@pytest.mark.parametrize(("abilities", "direction"), [("none", 1), ("placement", 1), ("full", -1)])
def test_a_dice_3_reverses_only_with_its_full_ability(
    table: Lay, abilities: str, direction: int
) -> None:
    t = table(hand={"P1": "DI 8 8"}, balls=True, rolls=[3], dice_abilities=abilities)
    t.do("P1 roll", "P1 DI", "P1 done")
    assert t.direction == direction


@covers("TI-OPT-20")
def test_a_dice_ace_before_a_natural_one_on_a_5(table: Lay) -> None:
    """EC-166."""
    assert can_play(table, "5", "DI A", roll=1)
    assert not can_play(table, "5", "A DI", roll=1)
    assert not can_play(table, "5", "DI A", roll=1, dice_abilities="placement")


@covers("TI-OPT-21")
@pytest.mark.parametrize(("setting", "legal"), [("on", False), ("off", True)])
def test_an_ace_on_a_dice_5(table: Lay, setting: str, legal: bool) -> None:
    """EC-083, EC-153."""
    t = table(pile="DI", die=5, hand={"P1": "A 8 8"}, balls=True, ace_blocked_by_dice5=setting)
    assert t.can("P1 A") == legal
    on_ace = table(pile="DI", die=1, hand={"P1": "5 3 4"}, balls=True)
    assert on_ace.every_play("P1") == {"5"}


@covers("TI-EXP3-D13")
def test_an_extra_turn_brings_a_new_roll(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "10 DI 8"}, balls=True, rolls=[6, 2])
    t.do("P1 roll", "P1 10 done")
    assert t.turn == "P1" and "roll" in t.choices("P1") and not t.can("P1 DI")
    t.do("P1 roll")
    assert t.facts()["die"] == 2 and t.can("P1 DI")


# --------------------------------------------------------------------------------- Slow Down
@covers("TI-EXP4-3", "TI-EXP4-6")
@pytest.mark.parametrize("pile", ["2s", "4s", "5s", "6s", "7s", "8s", "Js", "Qs", "Ks"])
def test_a_slow_card_allows_a_single_card(table: Lay, pile: str) -> None:
    t = table(pile=pile, hand={"P1": "K K K"}, leaves=True)
    assert t.every_play("P1") == {"K"} and "decline" in t.choices("P1")
    t.do("P1 K")
    assert t.turn == "P2"


@covers("TI-EXP4-3")
def test_no_chain_after_a_slow_card(table: Lay) -> None:
    """EC-142, EC-165, EC-177."""
    t = table(pile="4s", hand={"P1": "6 6h 7"}, acorns=True, leaves=True)
    assert t.every_play("P1") == {"6", "6h", "7"}
    buried = table(pile="8s 8", hand={"P1": "K K K"}, leaves=True)
    assert "K K" in buried.every_play("P1")
    dice = table(pile="4s", hand={"P1": "DI DI 8"}, balls=True, leaves=True, rolls=[6])
    dice.do("P1 roll")
    assert dice.every_play("P1") == {"DI", "8"}


@covers("TI-EXP4-3")
def test_a_slow_card_and_stacks(table: Lay) -> None:
    t = table(phase=2, pile="4s", hand={"P1": ""}, stacks={"P1": ["8^ 8v", "4v", ""]}, leaves=True)
    assert t.every_play("P1") == {"8", "4"}


@covers("TI-EXP4-4")
def test_a_slow_j_limits_the_next_turn_taken(table: Lay) -> None:
    """EC-170, EC-171."""
    hand = {"P1": "Js Q Q", "P2": "Q K K", "P3": "K A A"}
    two = table(2, pile="8", hand={"P1": "Js Q Q"}, leaves=True)
    two.do("P1 Js done")
    assert two.turn == "P1" and two.facts()["single card"] == 1
    three = table(3, pile="8", hand=hand, leaves=True)
    three.do("P1 Js done")
    assert three.turn == "P3" and three.every_play("P3") == {"K", "A"}


@covers("TI-EXP4-5")
def test_the_limit_ends_with_the_turn(table: Lay) -> None:
    """EC-116, EC-172, EC-174, EC-176."""
    t = table(pile="8s", hand={"P1": "10 8 8"}, draw="4", leaves=True)
    t.do("P1 10")
    assert t.turn == "P1" and t.facts()["single card"] == 0 and "8 8" in t.every_play("P1")
    four = table(pile="8 8 8s", hand={"P1": "8 4 4"}, leaves=True)
    four.do("P1 8")
    assert four.stage == "may take a top card"
    taken = table(phase=2, pile="8s", hand={"P1": "4", "P2": "6 6"}, leaves=True)
    taken.do("P1 decline")
    taken.tuck("P1", "4", 1)
    assert taken.turn == "P2" and taken.facts()["single card"] == 0


# --------------------------------------------------------------------------------- Skip
def skipper(table: Lay, hand: str = "SK 4 6", pile: str = "8", **more: object) -> Table:
    return table(**{"pile": pile, "hand": {"P1": hand}, "leaves": True, "draw": "K", **more})


@covers("TI-EXP4-S1")
def test_where_a_skip_card_can_be_played_from(table: Lay) -> None:
    assert skipper(table).can("P1 SK")
    stacks = {"P1": ["SK^ 4v", "4v", ""]}
    in_phase_1 = skipper(table, "4 6 8", stacks=stacks)
    assert "stack 1" not in in_phase_1.choices("P1")  # EC-183
    t = skipper(table, "", phase=2, draw="", stacks={"P1": ["SKv 4v", "4v", ""]})
    assert t.choices("P1")[0] == "stack 1"  # EC-184
    t.do("P1 stack 1")
    assert t.trash["SK"] >= 1 and t.stack("P1", 1) == "4v" and t.turn == "P2"
    below = skipper(table, "", phase=2, draw="", stacks={"P1": ["4v SKv", "4v", ""]})
    assert "stack 1" not in below.choices("P1")


@covers("TI-EXP4-S2", "TI-OPT-19")
def test_a_skip_card_comes_before_a_roll(table: Lay) -> None:
    """EC-181, EC-182."""
    for setting, legal in (("off", False), ("on", True)):
        t = skipper(table, balls=True, skip_after_roll=setting)
        t.do("P1 roll")
        assert t.can("P1 SK") == legal
    tucked = skipper(table, "SK 4", phase=2, draw="")
    tucked.tuck("P1", "4", 1)
    assert tucked.can("P1 SK")


@covers("TI-EXP4-S3", "TI-EXP4-S4", "TI-EXP4-S5", "TI-EXP4-S8")
def test_a_skip_card_is_trashed_and_ends_the_turn(table: Lay) -> None:
    t = skipper(table, "SK SK 6")
    t.do("P1 SK")
    assert t.trash == {"SK": 1} and t.pile == "8"
    assert t.hand("P1") == "6 K SK" and t.turn == "P2"  # EC-186: one a turn


@covers("TI-EXP4-S3", "TI-EXP4-S8")
def test_a_skip_card_joins_no_play(table: Lay) -> None:
    """EC-187: it blocks a run in a Stack."""
    t = skipper(table, "SK 8 8")
    t.do("P1 8")
    assert "SK" not in t.choices("P1")
    run = skipper(table, "", phase=2, draw="", stacks={"P1": ["8v SKv 8v", "K^", ""]})
    assert run.every_play("P1") == {"8", "K"}


@covers("TI-EXP4-S6")
@pytest.mark.parametrize("pile", ["9", "95", "8s", "DQ"])
def test_what_lies_on_top_waits_for_the_next(table: Lay, pile: str) -> None:
    """EC-173, EC-189."""
    t = skipper(table, pile=pile, hand="SK 4 6", balls=True)
    before = t.copy()
    t.do("P1 SK")
    assert t.turn == "P2" and t.pile == pile
    for fact in ("single card", "takes the pile", "nine or less"):
        assert t.facts()[fact] == before.facts()[fact]


@covers("TI-EXP4-S6")
def test_a_dark_q_goes_back_and_forth(table: Lay) -> None:
    """EC-188, EC-190, EC-191."""
    hand = {"P1": "DQ SK 4", "P2": "SK 4 4"}
    t = table(2, pile="8", hand=hand, leaves=True)
    t.do("P1 DQ done", "P2 SK", "P1 SK")
    assert t.turn == "P2" and t.choices("P2") == ["take"]
    empty = table(2, hand={"P1": "SK 4 4"}, leaves=True)
    empty.do("P1 SK")
    assert empty.turn == "P2" and empty.pile == ""


@covers("TI-EXP4-S1")
def test_a_skip_card_is_for_ones_own_turn(table: Lay) -> None:
    """EC-192."""
    t = table(phase=2, pile="8", hand={"P1": "4", "P2": "SK 4"}, leaves=True)
    assert t.choices("P2") == ["stack 1", "stack 2", "stack 3"]
