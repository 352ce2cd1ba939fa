"""Places from points."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rumpus.rulekit import first_n, only
from rumpus.rulekit.ranking import leaders, rank, with_tie_break

points_of_some = st.lists(st.integers(-9, 9), min_size=1, max_size=6)


def places(points: list[int], seats: int) -> list[int]:
    out = [0] * len(points)
    rank(points, seats, out)
    return out


def test_equal_points_share_a_place_and_the_next_one_is_left_out() -> None:
    assert places([5, 9, 5, -1], first_n(4)) == [2, 1, 2, 4]
    assert places([3, 3, 3], first_n(3)) == [1, 1, 1]


def test_only_the_seats_of_the_set_are_ranked() -> None:
    assert places([5, 9, 7], only(0) | only(2)) == [2, 0, 1]


def test_leaders_may_be_several_and_below_zero() -> None:
    assert leaders([-4, -2, -2], first_n(3)) == only(1) | only(2)
    assert leaders([9, -2, -2], only(1) | only(2)) == only(1) | only(2)
    assert leaders([1, 2], 0) == 0


@given(points_of_some)
def test_leaders_are_those_who_come_first(points: list[int]) -> None:
    seats = first_n(len(points))
    first = sum(only(seat) for seat, place in enumerate(places(points, seats)) if place == 1)
    assert leaders(points, seats) == first


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 7)), min_size=2, max_size=2))
def test_a_tie_break_counts_among_equals_only(two: list[tuple[int, int]]) -> None:
    one, other = (with_tie_break(points, more, 7) for points, more in two)
    assert (one > other) == (two[0] > two[1])
