"""The games: those of this package, and those that other packages bring.

To add one here, write its folder and put its name into `GAMES`. A package of its own brings a game
by an entry point of the group `rumpus.games`; in its `pyproject.toml`::

    [project.entry-points."rumpus.games"]
    lucky = "rumpus_lucky:game"
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from traceback import extract_tb

from rumpus.language.errors import RuleError
from rumpus.rulekit.errors import UnknownGame
from rumpus.rulekit.game import Game
from rumpus.rulekit.sentence import quoted, say

GAMES = ("tuckit", "mantis", "stakbots", "ruckus")
GROUP = "rumpus.games"
BROKEN: dict[str, str] = {}
"""Installed games that cannot be used, with the reason."""


def all_games() -> tuple[str, ...]:
    """The names of all games that can be played here."""
    return (*GAMES, *installed_games())


def find(name: str) -> Game:
    """A game by its name."""
    if name in GAMES:
        game: Game = import_module(f"rumpus.games.{name}").game
        return game
    if name in installed_games():
        return installed_games()[name]
    if name in BROKEN:
        raise UnknownGame(
            say("{game} is installed and cannot be used: {reason}", game=name, reason=BROKEN[name])
        )
    raise UnknownGame(
        say(
            "There is no game '{name}'; there is {games:or}.",
            name=quoted(name),
            games=all_games(),
        )
    )


@cache
def installed_games() -> dict[str, Game]:
    """The games of other packages, by name. A package whose game cannot be used is named in a
    warning and left out."""
    found: dict[str, Game] = {}
    for entry in sorted(entry_points(group=GROUP)):
        try:
            found[entry.name] = load(entry, {*GAMES, *found})
        except Exception as error:  # whatever a stranger's package does, the others are played
            BROKEN[entry.name] = located(error)
            warnings.warn(
                f"The game {entry.name!r} ({entry.value}) cannot be used: {located(error)}",
                stacklevel=2,
            )
    return found


def load(entry: EntryPoint, taken: set[str]) -> Game:
    """The game that an entry point names."""
    if entry.name in taken:
        raise ValueError("there is another game of that name.")
    game = entry.load()
    if not isinstance(game, Game):
        raise TypeError("it is not a Game.")
    if game.name != entry.name:
        raise ValueError(f"it calls itself {game.name!r}; an entry point has the game's name.")
    return game


def located(error: Exception) -> str:
    """An error with the last place in somebody else's package that it came through."""
    python, rumpus = str(Path(warnings.__file__).parent), str(Path(__file__).parents[1])
    places = [
        f"{frame.filename}:{frame.lineno}: "
        for frame in extract_tb(error.__traceback__)
        if Path(frame.filename).is_file() and not frame.filename.startswith(rumpus)
        if "site-packages" in frame.filename or not frame.filename.startswith(python)
    ]
    is_placed = isinstance(error, RuleError) or not places
    return str(error) if is_placed else f"{places[-1]}{error}"
