"""What is secret in Stak Bots and what is never lost, written from section 6 of the rules alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rumpus.games.stakbots.cards import CARDS
from rumpus.testing import Secret

STAKS, HANDS, SUPPLIES, HEAPS, LEFT_OUT, DRAFT = 0, 12, 18, 24, 30, 31
SHARED, SPLIT = 0, 1
EVERYBODY = 127


def secrets(s: Any, viewer: int) -> list[Secret]:
    """Supplies, others' hands, face-down cards in Staks and what a random split left out.

    Cards that returned to a hand, and cards that were reset, everybody remembers.
    """
    return [Secret("face", card) for card in range(CARDS) if is_secret(s, viewer, card)]


def is_secret(s: Any, viewer: int, card: int) -> bool:
    zone, remembered = s.zone[card], s.known[card] == EVERYBODY
    face_up = s.side[card] != s.turned[zone]
    if zone < HANDS:
        return not face_up and not remembered
    if zone < SUPPLIES:
        return not remembered and viewer not in lookers(s, zone - HANDS)
    if zone < HEAPS:
        return bool(s.deck in (SHARED, SPLIT) or s.draft_rank < 0)
    return bool(zone == LEFT_OUT and s.deck == SPLIT and not remembered)


def lookers(s: Any, seat: int) -> set[int]:
    """Who may look into a hand."""
    team = {other for other in range(s.n_players) if s.team[other] == s.team[seat]}
    shared = s.team_hands == 2 or (s.team_hands == 0 and s.teams == 2)
    return team if s.teams and shared else {seat}


def census(s: Any) -> Any:
    """Every card lies somewhere, and each row has its copies."""
    assert all(0 <= zone <= DRAFT for zone in s.zone)
    sizes = Counter(s.zone)
    assert all(sizes[zone] == s.size[zone] for zone in range(DRAFT + 1))
    if -1 in s.face:
        return None
    rows = Counter(s.face)
    assert all(rows[row] == s.copies[row] for row in range(s.rows))
    return sum(sizes.values())
