"""The games. To add one, write its folder and put its name into this tuple."""

from __future__ import annotations

from importlib import import_module

from rumpus.rulekit.errors import UnknownGame
from rumpus.rulekit.game import Game
from rumpus.rulekit.sentence import quoted, say

GAMES = ("tuckit", "mantis", "stakbots", "ruckus")


def find(name: str) -> Game:
    """A game by its name."""
    if name not in GAMES:
        raise UnknownGame(
            say(
                "There is no game '{name}'; there is {games:or}.",
                name=quoted(name),
                games=GAMES,
            )
        )
    game: Game = import_module(f"rumpus.games.{name}").game
    return game
