"""The data files of games: ours, or a host's replacements."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from rumpus.rulekit.errors import WrongFile

T = TypeVar("T")
FOLDER = "RUMPUS_CARDS"
"""Where a host's own files are: `$RUMPUS_CARDS/tuckit/deck.txt` replaces the deck of Tuck It."""


def read_data(module: str, name: str, read: Callable[[str], T]) -> T:
    """Read a data file next to a module, or the host's replacement; errors name the file."""
    path = host_file(Path(module).with_name(name))
    try:
        return read(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as sentence:
        raise WrongFile(f"{path}: {sentence}") from None


def host_file(ours: Path) -> Path:
    """The host's file of a game, if there is one, or ours."""
    chosen = os.environ.get(FOLDER)
    if not chosen:
        return ours
    if not Path(chosen).is_dir():
        raise WrongFile(f"{FOLDER} names a folder that is not there: {chosen}")
    theirs = Path(chosen) / ours.parent.name / ours.name
    return theirs if theirs.exists() else ours
