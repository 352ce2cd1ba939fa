"""Whole games of Totterstone, with every option: nothing leaks, nothing is lost."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rumpus.testing import CardAccount, check_game
from rumpus.testing.account import Sight, cards_in, everybody, eyes_of

from rumpus_totterstone import game
from rumpus_totterstone.cards import CAIRN, CARDS, HANDS, MAX_PLAYERS, TAKEN


class Account(CardAccount):
    """Who can have seen which card, from the rules alone: view.py is checked against it."""

    def in_sight(self, s: Any) -> Sight:
        """Everybody sees the cairn and what was taken; you see your own hand."""
        sight: dict[int, int] = {}
        for zone in (CAIRN, *range(TAKEN, TAKEN + MAX_PLAYERS)):
            sight |= dict.fromkeys(cards_in(s, zone), everybody(s))
        for seat in range(s.n_players):
            sight |= dict.fromkeys(cards_in(s, HANDS + seat), eyes_of(seat))
        return sight


def census(s: Any) -> Any:
    """What never changes: all cards lie somewhere, and there are six of each face."""
    assert sum(s.size) == CARDS
    return Counter(s.face)


def test_whole_games() -> None:
    check_game(game, account=Account, census=census, examples=10)
