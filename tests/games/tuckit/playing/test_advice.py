"""The quick choice: it plays sensibly, and wins."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rumpus.games.tuckit import game
from rumpus.games.tuckit.cards import VALUE, read_kind
from rumpus.games.tuckit.words import BUILDING, PAIR
from rumpus.players import choose
from rumpus.players.tree import SEARCH
from rumpus.running.batches import batch
from rumpus.running.native import Native

from ..table import Lay, Table, seat_of


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


def test_it_lets_all_cards_be_paired(dealt: Lay) -> None:
    t = dealt(2, {"P1": "K 4 4 2 2 8 6 9 K"})
    assert likely(t) == "pair"
    t.build("P1", "K")
    assert likely(t) == "pair"


def test_by_itself_it_pairs_too(dealt: Lay) -> None:
    t = dealt(2, {"P1": "K 4 4 2 2 8 6 9 K"})
    for _ in range(6):
        advice = t.backend.advice(t.s, 0)
        del advice[PAIR]
        best = max(advice, key=lambda action: advice[action])
        t.do(f"P1 {game.words.notation(best, 0, t.players)}")
    assert sorted(t.stacks("P1")) == ["2v 2v", "4v 4v", "Kv Kv"]


@pytest.mark.parametrize("level", ["easy", "normal", "hard", "expert"])
def test_bots_pair_while_they_build(level: str) -> None:
    made, possible, random, native = 0, 0, Random(1), Native(game, SEARCH)
    for number in range(25):
        t = Table(native, native.start(2, seed=4, number=number))
        held = Counter(value_of(letters) for letters in t.hand("P1").split())
        possible += min(sum(n // 2 for n in held.values()), 3)
        while 0 in t.backend.asks(t.s) and t["stage"] == BUILDING:
            known = t.backend.redacted(t.s, 0)
            t.backend.apply(t.s, 0, choose(t.backend, known, 0, level, random))
        stacks = [stack.replace("v", "").replace("^", "").split() for stack in t.stacks("P1")]
        made += sum(value_of(upper) == value_of(lower) for upper, lower in stacks)
    assert made >= 0.9 * possible > 0


def value_of(letters: str) -> int:
    return VALUE[read_kind(letters)]


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
    assert timeout(table(pile="4", hand={"P1": "6 8 K"})) == "6"
    assert timeout(table(pile="K", hand={"P1": "6 8 9"})) == "decline"
    assert timeout(table(pile="DQ", hand={"P1": "6 8 K"})) == "take"
    t = table(pile="4", hand={"P1": "7 7 K"})
    t.do("P1 7")
    assert timeout(t) == "done"
    t.do("P1 done")
    assert timeout(t) == "done"
    t = table(phase=2, pile="4", hand={"P1": "7 7 K"})
    t.do("P1 decline")
    assert timeout(t) == likely(t)
