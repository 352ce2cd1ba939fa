"""Seats, clockwise around the table."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rumpus.rulekit import NONE, only, seed_key, state
from rumpus.rulekit.seats import (
    Seats,
    around,
    clockwise,
    counterclockwise,
    drawn_by_lot,
    next_of,
    starting_seat,
    steps_to,
)


@state
class Table(Seats):
    """Nothing but seats."""


def table(players: int) -> Table:
    s = Table()
    s.n_players = players
    seed_key(s, 1, players)
    return s


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_the_seats_to_both_sides_are_found_around_the_table(players: int) -> None:
    s = table(players)
    for seat in range(players):
        for k in range(players + 1):
            assert clockwise(s, seat, k) == (seat + k) % players
            assert counterclockwise(s, seat, k) == (seat - k) % players


@pytest.mark.parametrize("players", [2, 3, 6])
def test_so_many_steps_lead_to_the_other_seat(players: int) -> None:
    s = table(players)
    for seat in range(players):
        for other in range(players):
            assert 0 <= steps_to(s, seat, other) < players
            assert clockwise(s, seat, steps_to(s, seat, other)) == other


@given(st.sets(st.integers(0, 5), min_size=1), st.integers(0, 5))
def test_the_next_of_a_set_is_the_first_that_one_meets(members: set[int], seat: int) -> None:
    met = [(seat + k) % 6 for k in range(1, 7)]
    expected = next(x for x in met if x in members)
    assert next_of(sum(only(member) for member in members), seat) == expected


def test_around_the_table_everybody_comes_once() -> None:
    assert list(around(table(4), 2)) == [2, 3, 0, 1]
    assert list(around(table(4), 0)) == [0, 1, 2, 3]
    assert list(around(table(1), 0)) == [0]


def test_lots_fall_on_every_member_and_on_nobody_else() -> None:
    s = table(6)
    drawn = Counter(drawn_by_lot(s, only(1) | only(4) | only(5)) for _ in range(300))
    assert set(drawn) == {1, 4, 5}
    assert min(drawn.values()) > 60


def test_the_chosen_seat_starts() -> None:
    s = table(3)
    assert [starting_seat(s, seat) for seat in range(3)] == [0, 1, 2]
    assert s.drawn == 0


def test_without_a_choice_anybody_starts() -> None:
    s = table(3)
    assert {starting_seat(s, NONE) for _ in range(60)} == {0, 1, 2}
