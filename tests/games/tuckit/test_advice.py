"""The quick choice: it plays sensibly, and wins."""

from __future__ import annotations

import pytest

from rumpus.games.tuckit import game
from rumpus.rulekit.native import batch

from .table import Lay, Table, seat_of


def likely(t: Table, name: str = "P1") -> str:
    """What the quick choice does most often."""
    advice = t.backend.advice(t.s, seat_of(name))
    return game.words.notation(max(advice, key=lambda a: advice[a]), seat_of(name), t.players)


@pytest.mark.parametrize("seat", range(3))
def test_it_beats_two_random_players(seat: int) -> None:
    b = batch(game, 3000, {"players": 3}, seed=1)
    bots = ["random"] * 3
    bots[seat] = "quick"
    b.simulate(bots, seed=1)
    assert (b.places() == 1).mean(0)[seat] >= 0.97


@pytest.mark.parametrize("players", [2, 4, 6])
def test_it_beats_random_players_with_all_sets(players: int) -> None:
    sets = {"hearts": True, "acorns": True, "balls": True, "leaves": True}
    b = batch(game, 400, {"players": players, **sets}, seed=2)
    b.simulate(["quick"] + ["random"] * (players - 1), seed=2)
    assert (b.places() == 1).mean(0)[0] >= 0.9


def test_quick_games_are_short_and_end() -> None:
    for players in range(2, 7):
        b = batch(game, 1000, {"players": players}, seed=3)
        decisions = b.simulate("quick", seed=3)
        assert b.over.all() and (b["winner"] >= 0).all() and decisions.max() < 3000


def test_it_wins_when_it_can(table: Lay) -> None:
    t = table(phase=2, pile="4", hand={"P1": ""}, stacks={"P1": ["", "8v 8v", ""]})
    assert likely(t) == "stack 2"
    t.do("P1 stack 2")
    assert likely(t) == "stack 2"


def test_it_plays_the_longest_run(table: Lay) -> None:
    stacks = {"P1": ["8v 8v 8v 4v", "8v 6v", "Kv 4v"]}
    t = table(phase=2, pile="4", hand={"P1": ""}, stacks=stacks)
    assert likely(t) == "stack 1"
    t.do("P1 stack 1")
    assert likely(t) == "stack 1"


def test_it_keeps_tens_and_twos(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "2 6 A"})
    assert likely(t) == "6"


def test_it_pairs(dealt: Lay) -> None:
    t = dealt(2, {"P1": "K 4 4 2 2 8 6 9 K"})
    for _ in range(6):
        t.do(f"P1 {likely(t)}")
    assert sorted(t.stacks("P1")) == ["2v 2v", "4v 4v", "Kv Kv"]


def test_it_tucks_rather_than_picking_up(table: Lay) -> None:
    stacks = {"P1": ["Av 8v", "8v 6v", "6v"]}
    t = table(phase=2, pile="8 8 Q K", hand={"P1": "4 6"}, stacks=stacks)
    assert likely(t).startswith("stack")


def test_it_uses_a_skip_card_against_the_dark_q(table: Lay) -> None:
    t = table(pile="8 8 9 Q DQ", hand={"P1": "SK 4 6"}, leaves=True)
    assert likely(t) == "SK"


def test_it_rolls_for_a_dice_card(table: Lay) -> None:
    t = table(pile="4 K", hand={"P1": "DI 4 6"}, balls=True)
    assert likely(t) == "roll"
    assert likely(table(pile="4", hand={"P1": "8 6 6"}, balls=True)) != "roll"


def test_what_is_done_when_time_is_up(table: Lay, dealt: Lay) -> None:
    def timeout(t: Table) -> str:
        return game.words.notation(t.backend.run("timeout", t.s, 0), 0, t.players)

    assert timeout(dealt(2, {})) == "pair"
    assert timeout(table(pile="4", hand={"P1": "6 8 K"})) == "decline"
    assert timeout(table(pile="DQ", hand={"P1": "6 8 K"})) == "take"
    t = table(pile="4", hand={"P1": "7 7 K"})
    t.do("P1 7")
    assert timeout(t) == "done"
    t.do("P1 done")
    assert timeout(t) == "done"
    t = table(phase=2, pile="4", hand={"P1": "7 7 K"})
    t.do("P1 decline")
    assert timeout(t) == "stack 1"
