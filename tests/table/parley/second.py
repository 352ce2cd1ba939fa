"""A second version of Parley: open cards count double."""

from __future__ import annotations

from dataclasses import replace

from rumpus.rulekit import Row, rule

from . import game as first
from .rules import State, points


@rule
def double_scores(s: State, out: Row) -> None:
    """Everybody's points, twice."""
    for seat in range(s.n_players):
        out[seat] = 2 * points(s, seat)


game = replace(first, version=2, older={1: lambda: first}).with_rules(scores=double_scores)
third = replace(first, version=3).with_rules(scores=double_scores)
