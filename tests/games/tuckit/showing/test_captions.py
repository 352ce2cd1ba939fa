"""A table of Tuck It in words."""

from __future__ import annotations

from tests.games.in_words import choices, in_words, scene

from ..table import Lay, Table

NAMES = ["Ann", "Bo", "Cy"]


def said(t: Table, viewer: int = 0, **how: bool) -> str:
    return in_words(t.backend, t.s, viewer, NAMES[: len(t.names)], **how)


def task(t: Table, viewer: int = 0) -> str:
    seen = scene(t.backend, t.s, viewer, NAMES)
    return t.backend.game.words.say_task(seen)


def offered(t: Table, seat: int = 0) -> dict[str, str]:
    return choices(t.backend, t.s, seat, NAMES[: len(t.names)])


def test_sides_are_said_and_nothing_that_lies_face_down(table: Lay) -> None:
    stacks = {"P1": ["8^ 4v", "Kv", ""], "P2": ["9^ 3v", "Qv", ""]}
    t = table(2, pile="6 J", hand={"P1": "5 5 A", "P2": "2 6 A"}, stacks=stacks)
    shown = said(t)
    assert "Stack 1 (2): 8 [up], 4 [down]" in shown and "Hand (3): 2x 5, A" in shown
    assert "Stack 1 (2): 9 [up], unknown [down]" in shown and "Hand (3): 3x unknown" in shown
    assert "gear" not in shown and "4 [down, 1 gear]" in said(t, whole=True)


def test_direction_phase_and_the_turn_limit(table: Lay) -> None:
    shown = said(table(pile="8", turns=6, direction=-1, max_turns=500))
    assert "Phase 1, turn 7 of at most 500. Play goes counter-clockwise." in shown
    assert "Phase 2, turn 1 of at most 5,000. Play goes clockwise." in said(table(phase=2))


def test_what_limits_the_next_play(table: Lay) -> None:
    assert "A 9 lies on the pile: 9 is the most that may follow." in said(table(pile="9"))
    assert "A Dark Q lies on the pile" in said(table(pile="DQ"))
    slow = table(pile="8s", leaves=True)
    assert "Only a single card may be played this turn." in said(slow)
    assert task(slow) == "Play one single card."


def test_the_die(table: Lay) -> None:
    dice = table(pile="DI", die=1, balls=True)
    assert "The die shows 1: Dice cards are worth A." in said(dice)
    t = table(pile="4", die=4, balls=True, hand={"P1": "8 8 6"})
    assert "The die shows 4: it does not count yet." in said(t)
    t.do("P1 roll")
    assert ", rolled this turn: Dice cards are worth" in said(t)


def test_what_a_stack_or_card_is_chosen_for(table: Lay) -> None:
    t = table(phase=2, pile="4", hand={"P1": "6 6 8", "P2": "K"})
    assert offered(t)["6"] == "Play the 6" and offered(t)["stack 2"] == "Tuck under Stack 2"
    assert offered(t)["decline"] == "Do not play: take the pile"
    assert "Between two turns you may tuck a card" in task(t, 1)
    t.do("P1 stack 2")
    assert task(t) == "Which card do you tuck under Stack 2?"
    assert offered(t)["6"] == "Tuck the 6"
    t.do("P1 6", "P1 6")
    assert offered(t)["done"] == "That is the whole play"
    assert "1 card of this play came from the hand." in said(t)
    empty = table(phase=2, pile="4", hand={"P1": ""}, stacks={"P1": ["8^", "", ""]})
    assert offered(empty)["stack 1"] == "Play the top card of Stack 1"
    assert "turn over the Draw Pile's top card" in offered(table(pile="4"))["decline"]


def test_the_setup_says_who_is_waited_for(deal: Lay) -> None:
    t = deal(3)
    assert "The game is being set up; Ann, Bo and Cy still to choose." in said(t)
    assert offered(t)["pair"] == "Pair them for me"
