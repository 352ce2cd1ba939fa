"""Names for bots."""

from __future__ import annotations

from collections.abc import Collection

NAMES = ("Zed", "Mo", "Pip", "Ida", "Gus", "Fern", "Otto", "Bea", "Rex", "Nell", "Lux", "Kit")


def bot_name(taken: Collection[str], start: int = 0) -> str:
    """An unused name, starting at a position in the list."""
    for i in range(len(NAMES)):
        name = NAMES[(start + i) % len(NAMES)]
        if name not in taken:
            return name
    return f"Bot {start + 1}"
