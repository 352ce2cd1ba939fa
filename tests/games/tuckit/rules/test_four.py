"""TI-FOUR-*: the four-of-a-kind bonus."""

from __future__ import annotations

import pytest

from ..table import Lay, Table

covers = pytest.mark.covers


def is_bonus(t: Table) -> bool:
    return t.stage == "may take a top card"


def play(table: Lay, pile: str, cards: str, **more: object) -> Table:
    t = table(pile=pile, hand={"P1": f"{cards} 4 4"}, **more)
    t.do(f"P1 {cards}")
    if t.stage == "adding cards":
        t.do("P1 done")
    return t


@covers("TI-FOUR-1", "TI-FOUR-2")
@pytest.mark.parametrize(
    ("pile", "cards", "bonus"),
    [
        ("6 6 6", "6", True),
        ("6 6", "6 6", True),
        ("", "6 6 6 6", True),
        ("8 6 6 6 6", "6", True),  # EC-121: five
        ("6 6", "6", False),
        ("6 6 6 7", "7", False),  # EC-120: on top
        ("6 6 8 6", "6", False),
        ("Q Q DQ", "Q", False),  # EC-091: nobody plays on a Dark Q
        ("Q DQ Q", "Q", True),
        ("J J J", "J", True),
        ("9 9 9", "9", True),
    ],
)
def test_four_on_top(table: Lay, pile: str, cards: str, bonus: bool) -> None:
    if pile == "Q Q DQ":
        assert not table(pile=pile, hand={"P1": "Q 4 4"}).can("P1 Q")
        return
    t = play(table, pile, cards)
    assert is_bonus(t) == bonus


@covers("TI-FOUR-2")
def test_whoever_completes_gets_it(table: Lay) -> None:
    t = table(pile="6", hand={"P1": "6 6 4", "P2": "6 4 4"})
    t.do("P1 6 6 done", "P2 6 done")
    assert is_bonus(t) and t.turn == "P2"


@covers("TI-FOUR-3", "TI-OPT-16")
def test_looked_for_when_the_play_is_complete(table: Lay) -> None:
    """EC-122: 4 4 4 4 4½ in one chain gives no bonus, if cards are not looked at one by one."""
    hand = {"P1": "4 4 4 4 4h 8"}
    t = table(hand=hand, acorns=True)
    t.do("P1 4 4 4 4 4h done")
    assert not is_bonus(t) and t.pile == "4 4 4 4 4h"
    t = table(hand=hand, acorns=True, fourkind_check="each-card")
    t.do("P1 4 4 4 4")
    assert is_bonus(t) and t.hand("P1") == "8 4h"


@covers("TI-FOUR-4")
def test_the_whole_pile_is_trashed_in_any_case(table: Lay) -> None:
    t = play(table, "8 K 2 6 6 6", "6")
    assert t.pile == "" and t.trash == {"8": 1, "K": 1, "2": 1, "6": 4}
    assert "decline" not in t.choices("P1")  # EC-123


@covers("TI-FOUR-5")
@pytest.mark.parametrize("card", ["3", "7", "9", "J", "DQ", "8s"])
def test_no_ability_of_the_fourth_card(table: Lay, card: str) -> None:
    value = {"DQ": "Q", "8s": "8"}.get(card, card)
    t = play(table, f"{value} {value} {value}", card, leaves=True)
    assert is_bonus(t) and t.direction == 1
    t.do("P1 done")
    assert t.turn == "P1" and t.facts()["single card"] == 0
    assert "decline" in t.choices("P1")


@covers("TI-FOUR-6", "TI-FOUR-10")
def test_the_reward_is_any_top_or_none(table: Lay) -> None:
    stacks = {"P1": ["K^ 8v 8^", "Qv 8v", ""]}
    t = play(table, "6 6 6", "6", stacks=stacks)
    assert t.choices("P1") == ["stack 1", "stack 2", "done"]
    up = t.take("P1 stack 1")
    assert "K" in up.hand("P1").split() and up.stack("P1", 1) == "8v 8^"
    assert up.known("P1") == "K"
    down = t.take("P1 stack 2")
    assert "Q" in down.hand("P1").split() and down.known("P1") == ""
    assert down.heard_by("P2")[0] == "P1 takes the top of Stack 2: an unknown card."
    none = t.take("P1 done")
    assert none.stacks("P1") == stacks["P1"]


@covers("TI-FOUR-7", "TI-FOUR-8")
def test_then_draw_and_go_again(table: Lay) -> None:
    setting = {"stacks": {"P1": ["K^ 8v", "8^", "8^"]}, "draw": "2 A"}
    t = table(pile="6 6 6", hand={"P1": "6 J"}, **setting)
    t.do("P1 6 done", "P1 stack 1")
    assert t.hand("P1") == "2 J K"  # EC-127: the reward counts
    assert t.turn == "P1" and t.pile == "" and "2" in t.choices("P1")


@covers("TI-FOUR-9", "TI-FOUR-6")
def test_the_bonus_in_phase_2(table: Lay) -> None:
    """EC-125: the reward fills the hand, so Stacks are closed until it is tucked or played."""
    stacks = {"P1": ["6^ 6v 6v 8v", "K^ 4v", ""]}
    t = table(phase=2, pile="6", hand={"P1": ""}, stacks=stacks)
    t.do("P1 stack 1", "P1 stack 1", "P1 stack 1", "P1 done")
    assert is_bonus(t)
    t.do("P1 stack 2")
    assert t.turn == "P1" and t.every_play("P1") == {"K"}
    t.tuck("P1", "K", 1)
    assert t.stack("P1", 1) == "8v Kv" and t.every_play("P1") == {"8", "4"}


@covers("TI-FOUR-1")
@pytest.mark.parametrize(
    ("pile", "cards"),
    [("A A As", "A"), ("8 8s 8", "8"), ("Qs Q DQ", "")],
)
def test_values_alone_count(table: Lay, pile: str, cards: str) -> None:
    """EC-129."""
    t = table(pile=pile, hand={"P1": f"{cards} Q 4 4"}, acorns=True, leaves=True)
    if cards:
        t.do(f"P1 {cards}")
        if t.stage == "adding cards":
            t.do("P1 done")
        assert is_bonus(t)
    else:
        assert not t.can("P1 Q")


@covers("TI-FOUR-5")
def test_a_king_of_the_base_set_has_no_fourth(deal: Lay) -> None:
    """CNT-6: three Ks, and four Qs only with the Dark one."""
    t = deal(2)
    assert t.cards[12] == 3 and t.cards[10] == 3 and t.cards[11] == 1
