"""The games of a room: their names, and how each is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rumpus.games import GAMES, find
from rumpus.rulekit.game import Game


@dataclass(frozen=True)
class Registry:
    """Which games can be played here."""

    names: Sequence[str] = GAMES
    find: Callable[[str], Game] = find


def game_as_data(game: Game) -> dict[str, Any]:
    """A game for clients."""
    guide = game.folder / "guide.md"
    words = game.words
    return {
        "name": game.name,
        "title": game.title,
        "idea": game.idea,
        "minutes": game.minutes,
        "version": game.version,
        "players": {
            "least": game.players[0],
            "most": game.players[-1],
            "common": game.common,
        },
        "options": [option.as_data() for option in game.options],
        "words": {
            "faces": list(words.faces),
            "letters": list(words.letters),
            "zones": list(words.zones),
            "facts": list(words.facts),
        },
        "guide": guide.read_text(encoding="utf-8") if guide.exists() else "",
    }
