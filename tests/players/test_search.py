"""Tree search: the same on every back end, within its budget, and without knowing too much."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rumpus.games import GAMES, find
from rumpus.language.declare import NONE
from rumpus.players.levels import EXPERT, HARD
from rumpus.players.search import (
    CLEAR,
    ENOUGH,
    Budget,
    SearchedChoice,
    SearchResult,
    is_settled,
    think,
)
from rumpus.players.tree import SEARCH
from rumpus.running.backend import Backend
from rumpus.running.interpreted import Interpreted
from tests.table.setting import backend_of

SMALL = Budget(iterations=128, milliseconds=60_000)
NO_HURRY = 10**6


def settings_of(name: str) -> dict[str, Any]:
    """A game that keeps time is searched in its model without a clock."""
    return dict(find(name).untimed)


def decisions(backend: Backend, players: int, seed: int, every: int) -> list[tuple[Any, int]]:
    """Some decisions of a game played by advice: the whole state, and whose decision it is."""
    s = backend.start(players, settings_of(backend.game.name), seed=seed)
    rng, found, n = Random(seed), [], 0
    while not backend.is_over(s):
        seat = rng.choice(backend.asks(s))
        advice = backend.advice(s, seat)
        if len(advice) > 1:
            n += 1
            if n % every == 0:
                found.append((backend.copy(s), seat))
        backend.apply(s, seat, rng.choices(list(advice), list(advice.values()))[0])
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_back_end_finds_the_same(name: str) -> None:
    native, budget = backend_of(name), Budget(iterations=12, milliseconds=NO_HURRY, trees=2)
    s, seat = decisions(native, 3, 1, 5)[0]
    data = native.pack(native.redacted(s, seat))
    by_machine = think(native, native.load(data), seat, 7, budget)
    for backend in (
        Interpreted(native.game, SEARCH),
        Interpreted(native.game, SEARCH, checked=True),
    ):
        assert think(backend, backend.load(data), seat, 7, budget) == by_machine


@pytest.mark.parametrize("name", GAMES)
def test_a_search_cannot_tell_what_its_seat_cannot_know(name: str) -> None:
    backend, changed = backend_of(name), 0
    for s, seat in decisions(backend, find(name).common, 2, 6)[:5]:
        known = backend.redacted(s, seat)
        for number in range(3):
            other = backend.imagined(s, seat, seed=3, number=number)
            changed += backend.pack(other) != backend.pack(s)
            hidden = backend.redacted(other, seat)
            assert think(backend, hidden, seat, 5, SMALL) == think(backend, known, seat, 5, SMALL)
    assert changed > 0


@pytest.mark.parametrize("name", GAMES)
def test_the_rest_is_found_to_be_legal_and_the_sums_fit(name: str) -> None:
    backend = backend_of(name)
    for s, seat in decisions(backend, find(name).players[-1], 3, 9)[:4]:
        thought = think(backend, backend.redacted(s, seat), seat, 1, SMALL)
        assert {choice.action for choice in thought.choices} <= set(backend.legal(s, seat))
        assert sum(choice.taken for choice in thought.choices) == thought.iterations <= 128
        assert all(0 <= choice.chance <= 1 for choice in thought.choices)
        assert thought.best == max(thought.choices, key=lambda choice: choice.taken).action


def test_seed_and_iterations_decide_alone() -> None:
    backend = backend_of("mantis")
    s, seat = decisions(backend, 4, 1, 3)[0]
    known = backend.redacted(s, seat)
    budget = Budget(iterations=500, milliseconds=NO_HURRY, trees=3)
    first = think(backend, known, seat, 1, budget)
    assert think(backend, known, seat, 1, budget) == first
    assert think(backend, known, seat, 2, budget) != first


def test_a_search_stops_when_its_time_is_up() -> None:
    backend = Interpreted(find("mantis"), SEARCH)
    s, seat = decisions(backend, 2, 1, 3)[0]
    start = time.monotonic()
    thought = think(
        backend, backend.redacted(s, seat), seat, 1, Budget(iterations=10**9, milliseconds=1)
    )
    assert 0 < thought.iterations < 10**6
    assert time.monotonic() > start


@pytest.mark.parametrize("name", GAMES)
def test_a_hard_bot_imagines_some_games_and_no_more(name: str) -> None:
    backend = backend_of(name)
    s, seat = decisions(backend, 2, 1, 3)[0]
    thought = think(
        backend, backend.redacted(s, seat), seat, 1, replace(HARD, milliseconds=NO_HURRY)
    )
    assert 0 < thought.iterations <= HARD.iterations < EXPERT.iterations


def test_a_search_stops_when_nothing_can_change_any_more() -> None:
    ahead, behind = SearchedChoice(0, 70, 0), SearchedChoice(1, 30, 0)
    assert is_settled((ahead, behind), 39)
    assert not is_settled((ahead, behind), 40)
    assert is_settled((ahead,), 1000)


def test_a_choice_that_is_taken_nearly_always_settles_it() -> None:
    seldom = SearchedChoice(1, 100, 0)
    assert not is_settled((SearchedChoice(0, ENOUGH + 100 * CLEAR, 0), seldom), 10**6)
    assert is_settled((SearchedChoice(0, ENOUGH + 100 * CLEAR + 1, 0), seldom), 10**6)


def test_a_full_tree_is_searched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = backend_of("mantis")
    s, seat = decisions(backend, 4, 1, 3)[0]
    monkeypatch.setattr("rumpus.players.search.TREE_ROOM", 5_000)
    monkeypatch.setattr("rumpus.players.search.ENOUGH", 2_000)
    thought = think(
        backend, backend.redacted(s, seat), seat, 1, Budget(iterations=2_000, milliseconds=NO_HURRY)
    )
    assert sum(choice.taken for choice in thought.choices) > 500
    assert thought.best in backend.legal(s, seat)


def test_who_has_one_choice_does_not_think() -> None:
    parley = backend_of("parley")
    s = parley.start(2, {"starter": 0}, seed=1)
    assert think(parley, parley.redacted(s, 1), 1, 1, SMALL) == SearchResult((SearchedChoice(
        parley.legal(s, 1)[0], 0, 0),), 0)  # fmt: skip


def test_who_has_no_choice_is_told_so() -> None:
    backend = backend_of("mantis")
    s = backend.start(2, seed=1)
    with pytest.raises(ValueError, match="nothing to decide"):
        think(backend, backend.redacted(s, NONE), 1 - backend.asks(s)[0], 1, SMALL)
