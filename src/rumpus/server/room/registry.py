"""The games of a room: their names, and how to find each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rumpus.games import all_games, find
from rumpus.rulekit.game import Game


@dataclass(frozen=True)
class GameRegistry:
    """The games that can be played here."""

    names: Sequence[str] = field(default_factory=all_games)
    find: Callable[[str], Game] = find
