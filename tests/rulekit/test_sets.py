"""Sets of small numbers against Python's own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rumpus.rulekit import NONE, count, first_n, has, lowest, members_of, only

small = st.integers(0, 62)


@given(st.sets(small), small)
def test_sets_are_as_pythons(members: set[int], x: int) -> None:
    bits = sum(only(member) for member in members)
    assert list(members_of(bits)) == sorted(members)
    assert count(bits) == len(members)
    assert lowest(bits) == min(members, default=NONE)
    assert has(bits, x) == (x in members)


def test_the_first_numbers() -> None:
    for n in range(64):
        assert list(members_of(first_n(n))) == list(range(n))
