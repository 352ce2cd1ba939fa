"""What runs over any game: the same decisions however they are run."""

from __future__ import annotations

from collections import Counter

import pytest

from rumpus.games import find
from rumpus.rulekit import Chance, IllegalAction, rule
from rumpus.running.backend import Backend
from rumpus.running.engine import BOTS, QUICK, RANDOM, SEAT_SHIFT, overlook, seed_dice
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import Native

game = find("mantis")
MOST = 1000


@pytest.fixture(scope="module", params=["interpreted", "native"])
def backend(request: pytest.FixtureRequest) -> Backend:
    return Native(game) if request.param == "native" else Interpreted(game)


@pytest.mark.parametrize("bots", [[RANDOM] * 3, [QUICK] * 3, [RANDOM, QUICK, BOTS["normal"]]])
def test_a_trace_can_be_played_again(backend: Backend, bots: list[int]) -> None:
    traced = backend.start(3, seed=5, number=2)
    decisions = backend.trace(traced, bots, seed=5, number=2, most=MOST)
    again, simulated = backend.start(3, seed=5, number=2), backend.blank(3)
    for decision in decisions:
        backend.apply(again, decision >> SEAT_SHIFT, decision & (1 << SEAT_SHIFT) - 1)
    n = backend.run("simulate", simulated, backend.row(3, bots), 5, 2, MOST)
    assert n == len(decisions) > 5
    assert backend.pack(traced) == backend.pack(again) == backend.pack(simulated)
    assert backend.is_over(again) and sorted(backend.places(again))[0] == 1


def test_a_step_is_taken_or_refused(backend: Backend) -> None:
    s = backend.start(3, seed=1)
    before = backend.pack(s)
    assert backend.run("step", s, game.actions) == 0 and backend.pack(s) == before
    assert backend.run("step", s, 0) == 1 and backend.pack(s) != before


def test_dice_are_even(backend: Backend) -> None:
    dice = backend.row(2)
    backend.run("seed_dice", dice, 3, 4)
    thrown = Counter(backend.run("throw", dice, 6) for _ in range(6000))
    assert set(thrown) == set(range(6)) and all(850 < n < 1150 for n in thrown.values())


def test_so_many_percent_are_overlooked_but_never_all() -> None:
    dice = [0, 0]
    seen: Counter[int] = Counter()
    seed_dice(dice, 3, 4)
    for _ in range(2000):
        weights = [8, 0, 3, 5]
        overlook(weights, 3, 40, dice)
        assert weights in ([8, 0, 3, 5], [8, 0, 0, 5], [0, 0, 3, 5])
        seen.update(i for i in range(3) if weights[i])
    alone = 0.4 * 0.4 / 2
    for i in (0, 2):
        assert abs(seen[i] / 2000 - (0.6 + alone)) < 0.04
    nothing = [0, 0]
    overlook(nothing, 2, 100, dice)
    assert nothing == [0, 0]


def test_series_and_numbers_give_different_games(backend: Backend) -> None:
    deals = {
        backend.pack(backend.start(3, seed=seed, number=number))
        for seed in (0, 1, 2**40, -1)
        for number in (0, 1, 2**40)
    }
    assert len(deals) == 12


def test_an_action_is_refused_with_what_is_allowed(backend: Backend) -> None:
    s = backend.start(3, seed=1, settings={"starter": "seat-1"})
    refusals = {
        (0, 6): "'stop' is not allowed now; allowed: score, steal 2, steal 3.",
        (0, 9): "There is no action 9; allowed now: score, steal 2, steal 3.",
        (1, 0): "Seat 2 has nothing to decide now.",
        (5, 0): "There is no seat 6 at a table of 3.",
    }
    for (seat, action), sentence in refusals.items():
        before = backend.pack(s)
        with pytest.raises(IllegalAction) as refused:
            backend.apply(s, seat, action)
        assert str(refused.value) == sentence and backend.pack(s) == before
    assert backend.legal(s, 1) == [] and backend.advice(s, 1) == {}


@rule
def never_in_time(s: Chance, seat: int) -> int:
    """Another answer of timeout(), under another name."""
    return 3 + seat


def test_a_rule_can_be_tried_out_in_place_of_another(backend: Backend) -> None:
    changed = type(backend)(game.with_rules(timeout=never_in_time))
    s = changed.start(3)
    assert (changed.run("timeout", s, 1), backend.run("timeout", s, 1)) == (4, 0)
