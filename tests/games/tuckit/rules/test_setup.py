"""TI-SETUP-*: the deal, the Stacks, who starts, and in which direction."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rumpus.games.tuckit import game
from rumpus.games.tuckit.cards import COPIES, LETTERS
from rumpus.rulekit.errors import IllegalAction
from rumpus.running.batches import batch

from ..table import Lay, Table

covers = pytest.mark.covers

LOW = "2 3 3 4 4 6 6 8 8"
"""Nine cards with nothing high among them."""


def reveal(dealt: Lay, *firsts: str, rolls: tuple[int, ...] = (), **settings: Any) -> Table:
    """Everybody has built Stacks of plain cards under a chosen first top, and reveals it."""
    rest = ["3 3 5 5 5 6 6 8", "6 7 7 8 8 6 6 7", "10 8 8 10 10 J J 7", "10 J J 3 3 3 10 10"]
    hands = {f"P{i + 1}": f"{first} {rest[i]}" for i, first in enumerate(firsts)}
    t = dealt(len(firsts), hands, rolls=rolls, **settings)
    for name, hand in hands.items():
        letters = hand.split()
        t.build(name, *(f"{letters[i]} {letters[i + 1]}" for i in (0, 2, 4)))
    t.do(*(f"{name} stack 1" for name in hands))
    return t


# --------------------------------------------------------------------------------- the deal
@covers("TI-SETUP-1", "TI-SETUP-2")
@pytest.mark.parametrize("players", range(2, 7))
def test_nine_cards_each_and_the_rest_is_the_draw_pile(deal: Lay, players: int) -> None:
    t = deal(players)
    assert [len(t.hand(name).split()) for name in t.names] == [9] * players
    assert len(t.draw) == sum(t.cards.values()) - 9 * players
    for name in ("", *t.names):
        zone = t.zone(name, "Draw Pile")
        assert zone.size == len(t.draw) and not zone.groups  # face down


@covers("TI-SETUP-1")
def test_every_card_is_as_likely_in_every_place() -> None:
    games = 20_000
    dealt = batch(game, games, {"players": 3}, seed=5)
    for card in (0, 20, 53):
        seen = np.bincount(dealt["face"][:, card], minlength=len(LETTERS))
        expected = games * np.array(COPIES[0]) / 54
        assert (abs(seen - expected) <= 5 * expected**0.5).all()


@covers("TI-GEN-9", "TI-GEN-10")
@pytest.mark.parametrize("players", [2, 6])
def test_the_zones(deal: Lay, players: int) -> None:
    t = deal(players)
    zones = t.seen_by().zones
    shared = [game.words.zone_words[zone.zone] for zone in zones if zone.owner < 0]
    assert shared == ["Draw Pile", "Community Pile", "Trash Pile"]
    for seat in range(players):
        own = [game.words.zone_words[zone.zone] for zone in zones if zone.owner == seat]
        assert own == ["Hand", "Stack 1", "Stack 2", "Stack 3"]
    assert t.zone("", "Community Pile").size == t.zone("", "Trash Pile").size == 0


@covers("TI-SETUP-21")
def test_six_players_with_the_base_set_start_in_phase_2(deal: Lay) -> None:
    t = deal(6, hearts=False)
    assert t.draw == [] and t.phase == 2
    for name in t.names:
        t.do(f"{name} pair")
    while t.stage != "turn":
        name = t.turn.split()[0]
        t.do(f"{name} {t.choices(name)[0]}")
    assert "stack 1" in t.choices(t.turn)  # tucking is possible at once


# --------------------------------------------------------------------------------- Stacks
@covers("TI-SETUP-3", "TI-SETUP-4")
def test_three_stacks_of_two_in_the_chosen_order(dealt: Lay) -> None:
    t = dealt(2, {"P1": "K Q J 10 9 8 7 6 5"})
    t.build("P1", "9 K", "5 6", "Q 10")
    assert t.stacks("P1") == ["9v Kv", "5v 6v", "Qv 10v"]
    assert t.hand("P1") == "7 8 J"
    with pytest.raises(IllegalAction, match="Seat 1 has nothing to decide now"):
        t.do("P1 7")


@covers("TI-SETUP-3")
def test_any_of_the_nine_cards_may_come_next(dealt: Lay) -> None:
    t = dealt(2, {"P1": "K K J 10 9 8 7 6 5"})
    assert set(t.choices("P1")) == {"K", "J", "10", "9", "8", "7", "6", "5", "pair"}
    t.build("P1", "K K")
    assert "K" not in t.choices("P1")


@covers("TI-SETUP-5")
def test_all_build_at_the_same_time_and_in_secret(dealt: Lay) -> None:
    t = dealt(3, {"P1": "K Q J 10 9 8 7 6 5"})
    assert t.turn == "P1 P2 P3"
    t.build("P1", "9 K", "5 6")
    assert t.turn == "P1 P2 P3"
    for viewer in ("P2", "P3", ""):
        assert t.faces(viewer, "Stack 1", "P1") == "? ?"
        assert t.faces(viewer, "Hand", "P1") == "? ? ? ? ?"
    assert t.faces("P1", "Stack 1", "P1") == "9 K"
    t.build("P1", "Q 10")
    assert t.turn == "P2 P3"


def test_the_game_pairs_the_cards(dealt: Lay) -> None:
    t = dealt(2, {"P1": "K 4 4 2 2 8 6 9 K"})
    t.do("P1 pair")
    assert sorted(t.stacks("P1")) == ["2v 2v", "4v 4v", "Kv Kv"]
    assert t.hand("P1") == "6 8 9"
    t = dealt(2, {"P1": "K 4 4 2 2 8 6 9 K"})
    t.build("P1", "8 6", "9")
    t.do("P1 pair")
    assert t.stack("P1", 1) == "8v 6v" and len(t.hand("P1").split()) == 3


def test_the_game_pairs_whatever_can_be_played_together(dealt: Lay) -> None:
    sets = {"acorns": True, "balls": True, "leaves": True}
    t = dealt(2, {"P1": "95 4h 4 5 K 7 8 6 Q"}, **sets)
    t.do("P1 pair")
    assert sorted(t.stacks("P1"))[:2] == ["4v 4hv", "95v 5v"]
    t = dealt(2, {"P1": "SK DI 4 4 6 6 8 8 K"}, **sets)
    t.do("P1 pair")
    assert sorted(t.stacks("P1")) == ["4v 4v", "6v 6v", "8v 8v"]


# --------------------------------------------------------------------------------- revealing
@covers("TI-SETUP-6")
def test_all_choose_a_top_in_secret(dealt: Lay) -> None:
    t = dealt(3, {"P1": LOW})
    for name in t.names:
        t.do(f"{name} pair")
    assert (t.stage, t.turn) == ("revealing", "P1 P2 P3")
    for name in t.names:
        assert t.choices(name) == ["stack 1", "stack 2", "stack 3"]
    views = [t.take(f"P1 stack {n}").seen_by("P2") for n in (1, 2, 3)]
    assert views[0] == views[1] == views[2]
    t.do("P1 stack 2", "P2 stack 1")
    assert all(card.endswith("v") for name in t.names for s in t.stacks(name) for card in s.split())
    t.do("P3 stack 3")
    assert t.stack("P1", 2).split()[0].endswith("^")


@covers("TI-SETUP-7")
@pytest.mark.parametrize(
    ("firsts", "starter"),
    [(("K", "Q"), "P1"), (("10", "J"), "P2"), (("A", "K", "Q"), "P1"), (("4", "Q", "A"), "P3")],
)
def test_the_highest_card_starts(dealt: Lay, firsts: tuple[str, ...], starter: str) -> None:
    assert reveal(dealt, *firsts).turn == starter


@covers("TI-SETUP-8", "TI-SETUP-9")
def test_only_the_tied_show_another_card(dealt: Lay) -> None:
    t = reveal(dealt, "K", "K", "Q")
    assert (t.stage, t.turn) == ("breaking a tie", "P1 P2")
    assert t.choices("P1") == ["stack 2", "stack 3", "6", "8"]  # hand 6 6 8
    assert t.choices("P3") == []


@covers("TI-SETUP-10", "TI-SETUP-12")
def test_new_cards_alone_decide_and_ties_go_on(dealt: Lay) -> None:
    t = reveal(dealt, "K", "K", "K")
    t.do("P1 stack 2", "P2 stack 2", "P3 stack 2")  # 3, 7, 8
    assert t.turn == "P3"
    t = reveal(dealt, "K", "K", "Q")
    t.do("P1 8", "P2 stack 3")  # 8 against 8
    assert (t.stage, t.turn) == ("breaking a tie", "P1 P2")
    assert t.stack("P2", 3) == "8^ 8v"
    assert t.choices("P2") == ["stack 2", "6", "7"]
    assert t.choices("P1") == ["stack 2", "stack 3", "6"]  # EC-018: not the same card again
    t.do("P1 6", "P2 stack 2")  # 6 against 7
    assert t.turn == "P2"


@covers("TI-SETUP-11")
def test_a_hand_card_shown_in_a_tie_stays_in_the_hand(dealt: Lay) -> None:
    t = reveal(dealt, "K", "K", "Q")
    t.do("P1 8", "P2 6")
    assert t.hand("P1") == "6 6 8" and t.known("P1") == "8"
    assert t.known("P2") == "6"
    assert t.faces("P3", "Hand", "P1") == "? ? ?"


@covers("TI-SETUP-11", "TI-SETUP-12")
@pytest.mark.parametrize("hand", ["8 8 6", "8 6 8", "6 8 8"])
def test_of_two_equal_hand_cards_both_can_be_shown(dealt: Lay, hand: str) -> None:
    """EC-018: the second time it is the one that nobody knows yet."""
    t = dealt(2, {"P1": f"{hand} K 2 4 5 3 7", "P2": "K 2 4 5 3 7 8 9 10"})
    t.build("P1", "K 2", "4 5", "3 7")
    t.build("P2", "K 2", "4 5", "3 7")
    t.do("P1 stack 1", "P2 stack 1", "P1 8", "P2 8")
    assert t.known("P1") == "8" and t.stage == "breaking a tie"
    t.do("P1 8", "P2 9")
    assert (t.known("P1"), t.hand("P1"), t.turn) == ("8 8", "6 8 8", "P2")


def run_out(dealt: Lay, seed: int, fallback: str) -> Table:
    """Two players who hold the same cards, and show all of them."""
    both = "K 2 4 5 3 6 8 9 10"
    t = dealt(2, {"P1": both, "P2": both}, seed=seed, tie_fallback=fallback)
    for name in ("P1", "P2"):
        t.build(name, "K 2", "4 5", "3 6")
    for choice in ("stack 1", "stack 2", "stack 3", "8", "9", "10"):
        assert t.stage != "turn"
        t.do(f"P1 {choice}", f"P2 {choice}")
    return t


@covers("TI-SETUP-13", "TI-OPT-8")
def test_a_tie_to_the_last_card_is_broken_by_lot(dealt: Lay) -> None:
    starters = {run_out(dealt, seed, "random").turn for seed in range(12)}
    assert starters == {"P1", "P2"}
    assert {run_out(dealt, seed, "lowest-seat").turn for seed in range(6)} == {"P1"}


# --------------------------------------------------------------------------------- the direction
@covers("TI-SETUP-14")
@pytest.mark.parametrize(
    ("firsts", "starter", "direction"),
    [
        (("A", "9", "4"), "P1", 1),
        (("A", "4", "9"), "P1", -1),
        (("9", "A", "4"), "P2", -1),
        (("4", "A", "9"), "P2", 1),
        (("A", "9", "K", "4"), "P1", 1),
        (("A", "4", "K", "9"), "P1", -1),
    ],
)
def test_towards_the_neighbour_with_the_higher_card(
    dealt: Lay, firsts: tuple[str, ...], starter: str, direction: int
) -> None:
    t = reveal(dealt, *firsts)
    assert (t.turn, t.direction) == (starter, direction)


@covers("TI-SETUP-15", "TI-OPT-9")
def test_tied_neighbours_reveal_more(dealt: Lay) -> None:
    t = reveal(dealt, "A", "9", "9")
    assert (t.stage, t.turn) == ("breaking a tie of direction", "P2 P3")
    assert t.choices("P2") == ["stack 2", "stack 3", "6", "7"]
    t.do("P2 stack 2", "P3 stack 2")  # 7 against 8
    assert (t.turn, t.direction) == ("P1", -1)


@covers("TI-SETUP-15")
def test_later_reveals_of_a_tie_break_are_compared_in_order(dealt: Lay) -> None:
    t = reveal(dealt, "K", "K", "K")
    t.do("P1 stack 2", "P2 stack 2", "P3 stack 2")  # 3, 7, 8: P3 starts
    assert t.turn == "P3"
    assert t.direction == -1  # P1 is left of P3 and showed K 3, P2 showed K 7


def tied_neighbours(dealt: Lay, seed: int, **settings: str) -> Table:
    """P2 and P3 hold the same cards, and show all of them if asked."""
    same = "K 2 4 5 3 6 8 9 10"
    t = dealt(3, {"P1": "A 7 7 7 8 8 6 6 4", "P2": same, "P3": same}, seed=seed, **settings)
    t.build("P1", "A 7", "7 7", "8 8")
    for name in ("P2", "P3"):
        t.build(name, "K 2", "4 5", "3 6")
    t.do("P1 stack 1", "P2 stack 1", "P3 stack 1")
    for choice in ("stack 2", "stack 3", "8", "9", "10"):
        if t.stage == "breaking a tie of direction":
            t.do(f"P2 {choice}", f"P3 {choice}")
    assert t.turn == "P1"
    return t


@covers("TI-SETUP-15", "TI-OPT-9", "TI-OPT-8")
def test_tied_neighbours_to_the_last_card(dealt: Lay) -> None:
    def directions(**settings: str) -> set[int]:
        return {tied_neighbours(dealt, seed, **settings).direction for seed in range(12)}

    assert directions() == {1, -1}
    assert directions(tie_fallback="lowest-seat") == {1}
    assert directions(direction_tie="clockwise") == {1}
    assert directions(direction_tie="random") == {1, -1}
    first = tied_neighbours(dealt, 1, direction_tie="clockwise")
    assert first.known("P2") == first.known("P3") == ""  # nobody was asked for more


@covers("TI-SETUP-16")
def test_two_players_have_no_direction(dealt: Lay, table: Lay) -> None:
    assert not any("Play goes" in line for line in reveal(dealt, "K", "Q").log)
    for direction in (1, -1):
        t = table(2, hand={"P1": "8 6 4"}, direction=direction)
        t.do("P1 8 done")
        assert t.turn == "P2"


@covers("TI-SETUP-17", "TI-GEN-10")
def test_all_other_tops_are_turned_up(dealt: Lay) -> None:
    t = reveal(dealt, "A", "9", "4")
    assert t.stacks("P1") == ["A^ 3v", "3^ 5v", "5^ 5v"]
    assert t.stacks("P2") == ["9^ 6v", "7^ 7v", "8^ 8v"]
    assert t.faces("P3", "Stack 2", "P1") == "3 ?"
    assert t.pile == "" and not t.trash


# --------------------------------------------------------------------------------- values
@covers("TI-SETUP-18", "TI-EXP3-S7", "TI-EXP4-S7", "TI-EXP2-2")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("A", "K"), ("K", "Q"), ("Q", "J"), ("J", "10"), ("10", "9"), ("3", "2"),
        ("2h", "2"), ("3", "2h"), ("8h", "8"), ("9", "8h"),
        ("95", "8h"), ("10", "95"), ("2", "SK"), ("Js", "10"), ("K", "DQ"), ("DQ", "J"),
    ],
)  # fmt: skip
def test_setup_values(dealt: Lay, higher: str, lower: str) -> None:
    sets: dict[str, Any] = {"acorns": True, "balls": True, "leaves": True}
    assert reveal(dealt, higher, lower, **sets).turn == "P1"
    assert reveal(dealt, lower, higher, **sets).turn == "P2"


@covers("TI-SETUP-18", "TI-EXP4-2")
@pytest.mark.parametrize(("one", "other"), [("Q", "DQ"), ("9", "95"), ("J", "Js")])
def test_equal_in_the_setup(dealt: Lay, one: str, other: str) -> None:
    assert reveal(dealt, one, other, balls=True, leaves=True).stage == "breaking a tie"


@covers("TI-SETUP-18", "TI-EXP3-D11")
@pytest.mark.parametrize(
    ("rolls", "starter"), [((6, 2), "P1"), ((2, 6), "P2"), ((1, 6), "P1"), ((6, 1), "P2")]
)
def test_each_dice_card_is_rolled_and_one_pip_is_an_ace(
    dealt: Lay, rolls: tuple[int, int], starter: str
) -> None:
    t = reveal(dealt, "DI", "DI", rolls=rolls, balls=True)
    assert t.turn == starter
    assert t.facts()["die"] == 0  # EC-023: no usable value is left


@covers("TI-SETUP-19")
@pytest.mark.parametrize(("left", "right", "direction"), [("95", "4", 1), ("SK", "2", -1)])
def test_setup_values_hold_for_the_direction(
    dealt: Lay, left: str, right: str, direction: int
) -> None:
    t = reveal(dealt, "A", left, right, balls=True, leaves=True)
    assert (t.turn, t.direction) == ("P1", direction)


@covers("TI-SETUP-20")
def test_a_dice_card_turned_up_last_is_not_rolled(dealt: Lay) -> None:
    hands = {"P1": "K DI 4 4 5 5 6 6 7", "P2": "Q 2 2 2 3 3 3 7 7"}
    t = dealt(2, hands, balls=True)
    t.build("P1", "K 4", "DI 4", "5 5")
    t.build("P2", "Q 2", "2 2", "3 3")
    t.do("P1 stack 1", "P2 stack 1")
    assert t.stack("P1", 2) == "DI^ 4v"
    assert not any("rolls" in line for line in t.log)
