"""A game with a planted mistake: a copy of its folder with one piece of text changed."""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from rumpus.games import find
from rumpus.rulekit.game import Game


class Mistake(NamedTuple):
    """A replacement in a file of a game's folder."""

    game: str
    file: str
    old: str
    new: str


def planted(mistake: Mistake, folder: Path, name: str) -> Game:
    """The game with the mistake; `folder` must be on the path for modules."""
    shutil.copytree(
        find(mistake.game).folder, folder / name, ignore=shutil.ignore_patterns("__pycache__")
    )
    file = folder / name / mistake.file
    text = file.read_text(encoding="utf-8")
    assert text.count(mistake.old) == 1, f"{mistake.old!r} stands {text.count(mistake.old)} times"
    file.write_text(text.replace(mistake.old, mistake.new), encoding="utf-8")
    game: Game = import_module(name).game
    return game
