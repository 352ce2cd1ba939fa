"""The steered room, with games from other packages for which the page has no drawings.

    python -m tests.browser.toy_room --port 0 --data FOLDER

Two toys, the game that `rumpus new-game` writes, and some of the real games under names that the
page does not know.
"""

from __future__ import annotations

import runpy
import sys
from dataclasses import replace
from importlib import import_module

import pytest

from rumpus import games
from rumpus.new_game import NAME, TEMPLATE
from rumpus.rulekit.game import Game
from tests.table.parley import game as parley
from tests.testing.toy import game as hush


def undrawn(name: str) -> Game:
    """A real game that the page does not recognise."""
    return replace(games.find(name), name=f"plain_{name}")


def new_game() -> Game:
    """The game that `rumpus new-game` writes, as it lies there."""
    sys.path.insert(0, str(TEMPLATE / "src"))
    game: Game = import_module(f"rumpus_{NAME}").game
    return game


TOYS = {
    game.name: game
    for game in (parley, hush, new_game(), *map(undrawn, ("stakbots", "mantis", "tuckit")))
}

if __name__ == "__main__":
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "installed_games", lambda: TOYS)
        runpy.run_module("tests.browser.steered_room", run_name="__main__")
