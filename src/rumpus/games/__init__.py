"""The games. To add one, write its folder and put its name into this tuple."""

from __future__ import annotations

from importlib import import_module

from rumpus.rulekit.errors import UnknownGame, one_of
from rumpus.rulekit.game import Game

GAMES = ("tuckit", "mantis", "stakbots", "ruckus")


def find(name: str) -> Game:
    """A game by its name."""
    if name not in GAMES:
        raise UnknownGame(f"There is no game {name[:40]!r}; there is {one_of(GAMES)}.")
    game: Game = import_module(f"rumpus.games.{name}").game
    return game
