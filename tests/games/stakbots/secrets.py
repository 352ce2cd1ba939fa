"""What is secret in Stak Bots and what is never lost, written from section 6 of the rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rumpus import testing
from rumpus.games.stakbots.words import HELD, RESET, RESHUFFLED, RETURNED
from rumpus.testing import CardAccount, ObservedMove, Secret
from rumpus.testing.account import Sight, cards_in, everybody, eyes_of, lies_face_up

HANDS, SUPPLIES, HEAPS, DRAFT = 12, 18, 24, 31


class Account(CardAccount):
    """Everybody sees face-up cards, only some a hand, and nobody a supply. Everybody remembers
    cards that were seen and then reset or returned to a hand.
    """

    def in_sight(self, s: Any) -> Sight:
        """Who sees which cards now."""
        sight = {
            card: everybody(s)
            for card, zone in enumerate(s.zone)
            if not HANDS <= zone < SUPPLIES and lies_face_up(s, card)
        }
        for seat in range(s.n_players):
            sight |= dict.fromkeys(cards_in(s, HANDS + seat), eyes_of(*lookers(s, seat)))
        return sight

    def shown(self, move: ObservedMove) -> Iterator[Sight]:
        """Cards that came into sight and left it again, and the card that is about to be played."""
        s = move.after
        for event in move.told:
            seat, second, third, *_ = event.numbers
            if event.kind == RETURNED:
                yield dict.fromkeys(returned(move, seat, second), everybody(s))
            elif event.kind == RESET:
                stak = cards_in(s, seat * s.staks + second)
                yield {card: everybody(s) for card in stak if s.face[card] == third}
            elif event.kind == HELD:
                yield {s.card: everybody(s)}

    def mixed(self, move: ObservedMove) -> Iterator[int]:
        """Cards that were shuffled into a supply, also if they were drawn since."""
        for card, zone in enumerate(move.after.zone):
            came = move.before.zone[card]
            turned_down = came >= SUPPLIES and lies_face_up(move.before, card)
            in_supply = SUPPLIES <= zone < HEAPS and not lies_face_up(move.after, card)
            if (in_supply and (turned_down or came < SUPPLIES)) or (
                turned_down and zone < SUPPLIES
            ):
                yield card

    def lasting(self, move: ObservedMove, later: testing.Account, viewer: int) -> Sequence[Secret]:
        """After a reshuffle a card may happen to be what it was, though it was shown in between."""
        if any(event.kind == RESHUFFLED for event in move.told):
            return ()
        return super().lasting(move, later, viewer)


def returned(move: ObservedMove, seat: int, face: int) -> list[int]:
    """The cards of a hand that may be the one that returned to it."""
    hand = [card for card in cards_in(move.after, HANDS + seat) if move.after.face[card] == face]
    return [card for card in hand if move.before.zone[card] < HANDS] or hand


def lookers(s: Any, seat: int) -> set[int]:
    """Who may look into a hand."""
    team = {other for other in range(s.n_players) if s.team[other] == s.team[seat]}
    shared = s.team_hands == 2 or (s.team_hands == 0 and s.teams == 2)
    return team if s.teams and shared else {seat}


def census(s: Any) -> Any:
    """Every card is somewhere, and each row has its copies."""
    assert all(0 <= zone <= DRAFT for zone in s.zone)
    sizes = Counter(s.zone)
    assert all(sizes[zone] == s.size[zone] for zone in range(DRAFT + 1))
    if -1 in s.face:
        return None
    rows = Counter(s.face)
    assert all(rows[row] == s.copies[row] for row in range(s.rows))
    return sum(sizes.values())
