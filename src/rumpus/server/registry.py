"""The games of a room: their names, and how each is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rumpus.games import GAMES, find
from rumpus.languages import guide_of
from rumpus.rulekit.errors import UnknownOption
from rumpus.rulekit.game import Game
from rumpus.rulekit.options import Setting


@dataclass(frozen=True)
class Registry:
    """Which games can be played here."""

    names: Sequence[str] = GAMES
    find: Callable[[str], Game] = find


def game_as_data(game: Game) -> dict[str, Any]:
    """A game for clients."""
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
        "presets": presets_of(game),
        "can_resign": game.resigns is not None,
        "untimed": untimed_of(game),
        "words": {
            "faces": list(words.faces),
            "letters": list(words.letters),
            "zones": list(words.zone_words),
            "facts": list(words.fact_names),
            "prints": list(words.prints),
            "vocabulary": words.as_data(),
        },
        "guide": guide_of(game.folder),
    }


def untimed_of(game: Game) -> dict[str, int]:
    """The settings under which a game in real time waits for its players; else none."""
    values = game.settings(game.common, game.untimed)
    return {key: values[key] for key in game.untimed}


def presets_of(game: Game) -> list[dict[str, Any]]:
    """Settings that go well together: the numbers of players for which each is possible."""
    found = []
    for title, settings in game.presets.items():
        values = {
            players: game.settings(players, settings)
            for players in game.players
            if allows(game, players, settings)
        }
        options = {
            str(players): {key: value[key] for key in settings} for players, value in values.items()
        }
        found.append({"title": title, "options": options})
    return found


def allows(game: Game, players: int, settings: Mapping[str, Setting]) -> bool:
    """Whether a table of so many can be set like this."""
    try:
        game.settings(players, settings)
    except UnknownOption:
        return False
    return True
