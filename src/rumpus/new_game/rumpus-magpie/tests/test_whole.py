"""Whole games of Magpie, with every option: nothing leaks or is lost."""

from __future__ import annotations

from typing import Any

from rumpus.testing import CardAccount, check_game
from rumpus.testing.account import Sight, cards_in, everybody, eyes_of

from rumpus_magpie import game
from rumpus_magpie.cards import CARDS, HANDS, HOARDS, MAX_PLAYERS, NEST


class OpenNest(CardAccount):
    """Who can have seen which card, from the rules alone: view.py is checked against it."""

    def in_sight(self, s: Any) -> Sight:
        """Everybody sees the Nest and what went from there into a Hoard; you see your own hand."""
        sight: dict[int, int] = {}
        for pile in (NEST, *range(HOARDS, HOARDS + MAX_PLAYERS)):
            sight |= dict.fromkeys(cards_in(s, pile), everybody(s))
        for seat in range(s.n_players):
            sight |= dict.fromkeys(cards_in(s, HANDS + seat), eyes_of(seat))
        return sight


def census(s: Any) -> Any:
    """What never changes: every card lies in a pile."""
    return sum(s.size) == CARDS


def test_whole_games() -> None:
    check_game(game, account=OpenNest, census=census, examples=10)
