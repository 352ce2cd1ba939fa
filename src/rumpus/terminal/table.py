"""A table in plain lines of text: what a viewer sees, for any game."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.rulekit.declare import NONE
from rumpus.rulekit.game import Game
from rumpus.rulekit.layout import Zone, read_table


def table_lines(game: Game, shown: Sequence[int], names: Sequence[str], active: int) -> list[str]:
    """Shared zones first, then one line a player; an arrow marks whose turn it is."""
    table = read_table(shown)
    lines = [zone_text(game, zone) for zone in table.zones if zone.owner == NONE]
    width = max(map(len, names))
    for seat, name in enumerate(names):
        own = [zone_text(game, zone) for zone in table.zones if zone.owner == seat]
        arrow = ">" if seat == active else " "
        lines.append(f"{arrow} {name:<{width}}  {'   '.join(own)}")
    return lines


def zone_text(game: Game, zone: Zone) -> str:
    """`Tank (4): 2 red, blue, green`."""
    cards = [
        (f"{group.cards} " if group.cards > 1 else "")
        + (game.words.faces[group.face] if group.face >= 0 else "unknown")
        for group in zone.groups
    ]
    size = f" ({zone.size})" if zone.size or not cards else ""
    return f"{game.words.zones[zone.zone]}{size}{': ' if cards else ''}{', '.join(cards)}"
