"""What is secret in Tuck It, and what is never lost: written from section 7 of the rules alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rumpus.testing import Secret

HANDS, STACKS = range(3, 9), range(9, 27)


def holder(zone: int) -> int | None:
    """Whose hand or Stack a zone is."""
    if zone in HANDS:
        return zone - HANDS[0]
    return (zone - STACKS[0]) // 3 if zone in STACKS else None


def is_secret(s: Any, viewer: int, card: int) -> bool:
    """Piles lie open; a holder knows her own cards; of the rest one knows what was shown to all."""
    zone = s.zone[card]
    if zone == 0:
        return True
    if zone in (1, 2) or holder(zone) == viewer:
        return False
    face_up = s.side[card] != s.turned[zone]
    on_top = s.end[s.turned[zone]][zone] == card
    if zone in STACKS and face_up and (on_top or s.covered_faceup_visible):
        return False
    return not s.seen[card]


def secrets(s: Any, viewer: int) -> list[Secret]:
    """The faces that a viewer may not know."""
    return [
        Secret("face", card)
        for card, zone in enumerate(s.zone)
        if zone >= 0 and is_secret(s, viewer, card)
    ]


def census(s: Any) -> Any:
    """Every copy lies in exactly one zone, where the links say it does."""
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
