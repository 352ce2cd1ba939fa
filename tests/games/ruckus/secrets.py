"""What is secret in Ruckus, and what is never lost: written from section 6 of the rules alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rumpus import testing
from rumpus.games.ruckus.cards import BOX, CARDS, SLOTS
from rumpus.games.ruckus.options import AUTOMATIC
from rumpus.games.ruckus.words import FLURRY, LAST_FLURRY
from rumpus.testing import Secret


def hand_of(s: Any, seat: int) -> list[int]:
    """The cards of a hand."""
    cards: list[int] = s.hand[seat * SLOTS : seat * SLOTS + s.n_hand[seat]]
    return cards


class Account(testing.Account):
    """Nobody knows the deck, and only its owner knows a hand, until the round is scored.

    A hand is seen whole or not at all, and nothing comes back into a hand: there is nothing to
    remember. Pairs are laid automatically, so a hand from which none was laid has none.
    """

    inert = False

    def secrets(self, s: Any, viewer: int) -> list[Secret]:
        """The deck, and what others hold or chose."""
        hidden = [Secret("deck", place) for place in range(s.n_deck)]
        for seat in range(s.n_players):
            if seat == viewer or s.stage not in (FLURRY, LAST_FLURRY):
                continue
            others = set(hand_of(s, seat)) if s.lay_mode == AUTOMATIC else set()
            hidden += [
                Secret("hand", seat * SLOTS + i, lambda card, others=others: card not in others)  # type: ignore[misc]
                for i in range(s.n_hand[seat])
            ]
        hidden += [
            Secret("choice", seat, lambda _: False)
            for seat in range(s.n_players)
            if seat != viewer and s.choice[seat] != -1
        ]
        return hidden


def census(s: Any) -> Any:
    """Every card is in the deck, a hand, a pile or face down, and none turns into another."""
    cards = Counter(s.deck[: s.n_deck])
    for seat in range(s.n_players):
        cards.update(hand_of(s, seat))
        cards.update(dict(enumerate(s.pile[seat])))
        if s.out_card[seat] >= 0:
            cards[s.out_card[seat]] += 1
    assert sum(cards.values()) == CARDS
    return sorted(cards.items()) == sorted(Counter(BOX).items())
