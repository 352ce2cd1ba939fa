"""Statements that a small change to the rules or the clock could break unnoticed."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus.games.ruckus import game
from rumpus.games.ruckus.realtime.clock import GAP, LOCK, MOST_CORRECTION
from rumpus.games.ruckus.words import DEAL, LAST_FLURRY, READY, TIED

from ..hall import Hall
from ..table import Lay, lay_out, native

covers = pytest.mark.covers


def clock(players: int = 3, **more: Any) -> Hall:
    """A table with a clock; arguments that are not settings describe the table."""
    keys = {option.key for option in game.options}
    settings = {key: value for key, value in more.items() if key in keys}
    return Hall(lay_out(native(), players, deals=0, **more), settings)


# --------------------------------------------------------------------------------- who is ahead
@covers("RU-WIN-2", "RU-WIN-3")
@pytest.mark.parametrize("ahead", [1, 2, 3])
@pytest.mark.parametrize("tie_break", ["extra-rounds", "shared"])
def test_one_point_decides(table: Lay, ahead: int, tie_break: str) -> None:
    totals = {"A": 80, "B": 80 + ahead, "C": 0}
    t = table(stage=LAST_FLURRY, totals=totals, tie_break=tie_break).do("end")
    assert t.winners == "B" and t.backend.places(t.s) == [2, 1, 3]
    assert t.told(TIED) == []


@covers("RU-WIN-3")
def test_only_the_best_play_for_the_tie(table: Lay) -> None:
    totals = {"A": 80, "B": 80, "C": 79, "D": 78}
    t = table(4, stage=LAST_FLURRY, totals=totals).do("end")
    assert [numbers[0] for numbers in t.told(TIED)] == [0, 1]


@covers("RU-OPT-1")
def test_in_a_single_round_going_out_counts_before_a_tie_only(table: Lay) -> None:
    t = table(hands={"A": "l"}, piles={"B": "a:6"}, length="single").do("A out")
    assert (t.points, t.winners) == ([5, 6, 0], "B")


# --------------------------------------------------------------------------------- ready
@covers("RU-RT-3", "RU-RT-4")
def test_being_ready_does_not_prolong_the_pause() -> None:
    h = clock(hands={"A": "a b c", "B": "d e f"}, piles={"B": "a:2"})
    assert h.clock.deal_at() == 5000
    h.claim("A ready", 4700)
    h.run(4700)
    assert h.times_of(READY) == [4700] and h.clock.deal_at() == 5000
    h.run(5000)
    assert h.times_of(DEAL) == [5000]
    h.claim("B ready", 8000)
    h.run(8500)
    assert h.times_of(DEAL) == [5000, 8500]


@covers("RU-RT-8")
@pytest.mark.parametrize(
    ("first", "second"), [("A ready", "A steal a B"), ("A steal a B", "A ready")]
)
def test_ready_keeps_the_gap_like_any_action(first: str, second: str) -> None:
    h = clock(hands={"A": "a b c", "B": "d e f"}, piles={"B": "a:2"})
    numbers = [h.claim(first, 2000), h.claim(second, 2000 + GAP // 3)]
    h.run(2000 + 2 * GAP)
    assert [h.answer(n).at for n in numbers] == [2000, 2000 + GAP]
    assert [h.refusal(n) for n in numbers] == ["", ""]


# --------------------------------------------------------------------------------- slow lines
@covers("RU-RT-5", "RU-RT-6")
@pytest.mark.parametrize(
    ("after", "held"), [(MOST_CORRECTION - 1, False), (MOST_CORRECTION + 1, True)]
)
def test_a_slow_line_reaches_back_180_ms_before_an_announcement(after: int, held: bool) -> None:
    """A claim that arrives later applies to the new hand, however slow its line is said to be."""
    h = clock(hands={"A": "a b c", "B": "d e f"}, piles={"B": "a:2"}, ordering="lag-compensated")
    announced = 5000 - LOCK
    h.run(announced)
    assert h.clock.announced == announced
    number = h.claim("A steal a B", announced + after, 5000)
    assert bool(h.clock.held) == held
    h.run(8000)
    deal, steal = h.times_of(DEAL)[0], h.answer(number).at
    assert (steal >= deal) == held


@covers("RU-RT-6")
def test_without_compensation_nothing_is_taken_off() -> None:
    h = clock(hands={"A": "a b c", "B": "d e f"}, piles={"B": "a:2"}, ordering="arrival")
    h.run(5000 - LOCK)
    h.claim("A steal a B", 5000 - LOCK + 1, 5000)
    assert len(h.clock.held) == 1
