"""Legal actions are written one after the other."""

from __future__ import annotations

from rumpus.rulekit import only
from rumpus.rulekit.offering import is_offered, offer, offer_each


def test_offers_are_counted() -> None:
    out = [0] * 6
    n = offer(out, 0, 40)
    n = offer_each(out, n, 10, only(0) | only(3))
    n = offer(out, n, 41)
    assert out[:n] == [40, 10, 13, 41]
    assert offer_each(out, n, 10, 0) == n


def test_only_what_was_written_is_offered() -> None:
    actions = [7, 8, 9]
    assert is_offered(actions, 2, 8)
    assert not is_offered(actions, 2, 9)
    assert not is_offered(actions, 0, 7)
