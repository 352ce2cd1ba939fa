"""What is secret in Tuck It, and what is never lost: written from section 7 of the rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rumpus.games.tuckit.cards import KIND, SKIP
from rumpus.games.tuckit.options import SKIP_REDRAWN
from rumpus.games.tuckit.words import (
    BREAKING_DIRECTION_TIE,
    BREAKING_TIE,
    DECLINE,
    FROM_HAND,
    OVER,
    STACK,
    TURN,
)
from rumpus.testing import CardAccount, ObservedMove
from rumpus.testing.account import Sight, cards_in, everybody, eyes_of, lies_face_up

DRAW_PILE, COMMUNITY_PILE, TRASH_PILE = range(3)
HANDS, STACKS = range(3, 9), range(9, 27)


def hand_of(seat: int) -> int:
    """The zone of a hand."""
    return HANDS[seat]


class Account(CardAccount):
    """Piles are open; a holder knows her own cards; everybody sees face-up cards in Stacks.
    Everybody keeps knowing what was open, wherever it goes, until a card leaves the same hand face
    down: it may have been any of them.
    """

    def in_sight(self, s: Any) -> Sight:
        """Who sees which cards now."""
        sight = dict.fromkeys(
            (*cards_in(s, COMMUNITY_PILE), *cards_in(s, TRASH_PILE)), everybody(s)
        )
        for seat in range(s.n_players):
            sight |= dict.fromkeys(cards_in(s, hand_of(seat)), eyes_of(seat))
            for zone in STACKS[3 * seat : 3 * seat + 3]:
                for depth, card in enumerate(cards_in(s, zone)):
                    seen = lies_face_up(s, card) and (depth == 0 or s.covered_faceup_visible)
                    sight[card] = everybody(s) if seen or s.stage == OVER else eyes_of(seat)
        return sight

    def shown(self, move: ObservedMove) -> Iterator[Sight]:
        """What is turned over from the Draw Pile, and hand cards that break a tie."""
        s = move.before
        if s.stage == TURN and move.action == DECLINE:
            yield dict.fromkeys(turned_over(s), everybody(s))
        elif s.stage in (BREAKING_TIE, BREAKING_DIRECTION_TIE) and s.waiting == 1 << move.seat:
            for seat in range(s.n_players):
                chosen = s.choice[seat] == FROM_HAND if seat != move.seat else move.action < STACK
                if chosen:
                    yield {self.next_unseen(move.after, seat): everybody(s)}

    def next_unseen(self, s: Any, seat: int) -> int:
        """The card of a hand that is shown next: the first that not everybody knows."""
        return next(card for card in cards_in(s, hand_of(seat)) if not self.knows(s, -1, card))

    def mixed(self, move: ObservedMove) -> Iterator[int]:
        """A hand of several cards from which one was tucked, and that card."""
        for card, zone in enumerate(move.before.zone):
            if zone in HANDS and move.after.zone[card] in STACKS and move.before.size[zone] > 1:
                yield from cards_in(move.before, zone)


def turned_over(s: Any) -> Iterator[int]:
    """The cards that are turned over from the Draw Pile when somebody does not play."""
    for card in cards_in(s, DRAW_PILE):
        yield card
        if KIND[s.face[card]] != SKIP or s.revealed_skip != SKIP_REDRAWN:
            return


def census(s: Any) -> Any:
    """Every copy is in exactly one zone, where the links say it is."""
    lying: list[int] = []
    for zone, size in enumerate(s.size):
        way, found = s.turned[zone], []
        card = s.end[way][zone]
        while card >= 0:
            found.append(card)
            card = s.link[1 - way][card]
        assert len(found) == size and all(s.zone[card] == zone for card in found)
        lying += found
    assert len(set(lying)) == len(lying)
    return Counter(s.face[card] for card in lying)
