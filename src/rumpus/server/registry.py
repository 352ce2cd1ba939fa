"""The games of a room: their names, and how each is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rumpus.games import GAMES, find
from rumpus.rulekit.game import Game


@dataclass(frozen=True)
class Registry:
    """Which games can be played here."""

    names: Sequence[str] = GAMES
    find: Callable[[str], Game] = find
