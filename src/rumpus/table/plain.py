"""A view in plain lines of text, for any game."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.rulekit.words import Words

from .views import View, ZoneView


def plain_lines(view: View, words: Words, names: Sequence[str]) -> list[str]:
    """Shared zones first, then one line a player; an arrow marks who is waited for."""
    lines = [zone_text(zone, words) for zone in view.zones if zone.owner < 0]
    width = max(map(len, names))
    for seat, name in enumerate(names):
        own = "   ".join(zone_text(zone, words) for zone in view.zones if zone.owner == seat)
        lines.append(f"{'>' if seat in view.asks else ' '} {name:<{width}}  {own}")
    return lines


def zone_text(zone: ZoneView, words: Words) -> str:
    """`Tank (4): 2 red, blue, green`."""
    cards = [
        (f"{count} " if count > 1 else "") + (words.faces[face] if face >= 0 else "unknown")
        for face, count, _ in zone.groups
    ]
    size = f" ({zone.size})" if zone.size or not cards else ""
    return f"{words.zones[zone.zone]}{size}{': ' if cards else ''}{', '.join(cards)}"
