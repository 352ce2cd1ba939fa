"""What is secret in Mantis, and what is never lost: written from section 6 of the rules alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rumpus import testing
from rumpus.games.mantis.cards import BACK, CARDS, FRONT
from rumpus.testing import Secret


class Account(testing.Account):
    """Nobody knows the Draw Pile; of its top card everybody sees the back."""

    def secrets(self, s: Any, viewer: int) -> list[Secret]:
        """The Draw Pile."""
        if s.n_deck == 0:
            return []
        top_back = BACK[s.deck[s.n_deck - 1]]
        below_top = [Secret("deck", place) for place in range(s.n_deck - 1)]
        return [*below_top, Secret("deck", s.n_deck - 1, lambda card: BACK[card] == top_back)]


def census(s: Any) -> Any:
    """Every card is in the Draw Pile, in a Tank or in a Score Pile, and none is there twice."""
    pile = Counter(s.deck[: s.n_deck])
    assert all(count == 1 for count in pile.values())
    in_pile = Counter(FRONT[card] for card in pile)
    for colour in range(7):
        assert in_pile[colour] + sum(tank[colour] for tank in s.tank) <= 15
    return len(pile) + sum(map(sum, s.tank)) + sum(s.score) == CARDS
