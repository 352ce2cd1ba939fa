"""The parts of the tree search, and the digest of a state."""

from __future__ import annotations

from math import isqrt

import pytest

from rumpus.games import find
from rumpus.language.intrinsics import digest
from rumpus.players.tree import (
    ACTION,
    FIRST,
    HEAD,
    SEARCH,
    SEATS,
    SLOTS,
    USED,
    add_choice,
    add_node,
    find_node,
    flatten,
    fourth_root_of,
    grow,
    root_of,
)
from rumpus.rulekit import NONE, Chance, Row, row, rule
from rumpus.rulekit.contract import WIN
from rumpus.running.backend import Backend
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import Native

game = find("mantis")
ROOM = HEAD + SLOTS + 40


@rule
def digest_as_timeout(s: Chance, seat: int) -> int:
    """Make the digest of a state available through the contract."""
    return digest(s)


@rule
def judged(s: Chance, out: Row) -> bool:
    """Whoever has seat 1 is sure to win from here."""
    out[0] = 0
    out[1] = WIN
    return True


@rule
def never_judged(s: Chance, out: Row) -> bool:
    """Nothing can be judged before the end."""
    unused = row(1)
    return unused[0] == 1


def test_every_back_end_gives_a_state_the_same_number() -> None:
    changed = game.with_rules(timeout=digest_as_timeout)
    native, checked = Native(changed, SEARCH), Interpreted(changed, SEARCH, checked=True)
    numbers = set()
    for seed in range(20):
        s = native.start(3, seed=seed)
        number = native.run("timeout", s, 0)
        assert number == checked.run("timeout", checked.load(native.pack(s)), 0)
        assert 0 <= number < 1 << 63
        numbers.add(number)
    assert len(numbers) == 20


def test_square_roots() -> None:
    for n in (0, 1, 2, 3, 4, 15, 16, 17, 99, 100, 10**6 - 1, 10**6, 2**40 + 1):
        assert root_of(n) == isqrt(n)
        assert fourth_root_of(n) == min(isqrt(isqrt(n)), 255)


def test_advice_is_brought_closer_together_but_keeps_its_order() -> None:
    weights = [1 << 16, 1 << 8, 1, 0]
    total = flatten(weights, 4)
    assert total == sum(weights)
    assert weights[0] > weights[1] > weights[2] > weights[3] > 0
    assert weights[0] < 20 * weights[2]


def empty_tree() -> list[int]:
    return [HEAD + SLOTS, ROOM, 0, *[0] * (ROOM - HEAD)]


def test_nodes_are_found_by_their_keys_even_in_one_slot() -> None:
    tree = empty_tree()
    keys = [5, 5 + (1 << 33), 5 + (1 << 40)]
    nodes = [add_node(tree, key) for key in keys]
    assert len(set(nodes)) == 3
    assert [find_node(tree, key) for key in keys] == nodes
    assert find_node(tree, 5 + (1 << 50)) == NONE


def test_a_tree_that_is_full_grows_no_more() -> None:
    tree = empty_tree()
    node = add_node(tree, 1)
    choices = [add_choice(tree, node, action) for action in range(10)]
    assert choices[0] != NONE and choices[-1] == NONE
    before = list(tree)
    assert grow(tree, 40) == NONE and add_choice(tree, node, 10) == NONE
    assert tree == before and tree[USED] <= ROOM
    assert tree[tree[node + FIRST] + ACTION] == choices.index(NONE) - 1


@pytest.mark.parametrize("back_end", [Native, Interpreted])
def test_a_game_that_can_be_judged_is_not_played_to_its_end(back_end: type[Backend]) -> None:
    lengths, sums = [], []
    for judge in (judged, never_judged):
        backend = back_end(game.with_rules(judge=judge), SEARCH)
        s = backend.start(2, {"starter": 0}, seed=1)
        known, tree = backend.redacted(s, 0), backend.row(ROOM * 4)
        world, shared = backend.copy(known), backend.copy(known)
        backend.run("plant", known, shared, 0, tree, ROOM * 4)
        lengths.append(backend.run("search", known, world, shared, 0, tree, 1, 0, 50))
        out = backend.row(3 * game.actions)
        n = backend.run("report", tree, out)
        sums.append(sum(out[2 : 3 * n : 3]))
    assert lengths[0] == 50 < lengths[1]
    assert sums[0] == 0 < sums[1]


def test_a_forecast_plays_to_the_end_all_the_same() -> None:
    backend = Native(game.with_rules(judge=judged), SEARCH)
    s, out = backend.start(2, seed=1), backend.row(SEATS)
    known = backend.redacted(s)
    backend.run("forecast", known, backend.copy(known), NONE, 1, 0, 60, out)
    assert 0 < out[0] < 60 * WIN
    assert out[0] + out[1] >= 60 * WIN
