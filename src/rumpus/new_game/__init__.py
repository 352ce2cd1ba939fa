"""A new game to start from: a small card game as a package of its own, under a name of your choice.

The game lies in `rumpus-magpie/` as it is written, and is played and tested as it lies there. Only
its name is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path

from rumpus.games import all_games
from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import quoted, say

TEMPLATE = Path(__file__).parent / "rumpus-magpie"
NAME, TITLE = "magpie", "Magpie"
WRITTEN = {".md", ".py", ".toml", ".typed"}
"""The suffixes of the files to write; caches that tools leave there are not written."""
FITTING = re.compile(r"[a-z]([a-z0-9_]{0,28}[a-z0-9])?")
"""The names that work as a module, a distribution and an entry point."""


class CannotWriteGame(Complaint):
    """A name or a folder that a new game cannot have; nothing was written."""


def write_game(name: str, folder: Path) -> None:
    """Write a new game of this name into a folder that is empty or does not exist."""
    check_name(name)
    try:
        check_folder(folder)
        for file, text in files_of(name):
            place = folder / file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CannotWriteGame(
            say(
                "The game cannot be written into {folder}: {reason}.",
                folder=folder,
                reason=error.strerror or str(error),
            )
        ) from error


def check_name(name: str) -> None:
    """Refuse a name that a game cannot have."""
    if not FITTING.fullmatch(name):
        raise CannotWriteGame(
            say(
                "'{name}' cannot be the name of a game; use lower-case letters and digits, 30 at "
                "most, with underscores between words, as in lucky_seven.",
                name=quoted(name),
            )
        )
    if iskeyword(name):
        raise CannotWriteGame(
            say("'{name}' is a keyword of Python; choose another name.", name=name)
        )
    if name in all_games():
        raise CannotWriteGame(
            say("There is a game '{name}' already; choose another name.", name=name)
        )


def check_folder(folder: Path) -> None:
    """Refuse a folder in which something is."""
    if folder.exists() and not folder.is_dir():
        raise CannotWriteGame(say("{folder} is a file; choose another folder.", folder=folder))
    if folder.exists() and any(folder.iterdir()):
        raise CannotWriteGame(say("{folder} is not empty; choose another folder.", folder=folder))


def files_of(name: str) -> Iterator[tuple[str, str]]:
    """The files of a new game: their places in its folder, and their texts."""
    for file in sorted(TEMPLATE.rglob("*")):
        if file.suffix in WRITTEN:
            place = file.relative_to(TEMPLATE).as_posix()
            yield renamed(place, name), renamed(file.read_text(encoding="utf-8"), name)


def renamed(text: str, name: str) -> str:
    """A text of the template with the new game's name and title.

    >>> renamed('magpie = "rumpus_magpie:game"  # Magpie', "lucky_seven")
    'lucky_seven = "rumpus_lucky_seven:game"  # Lucky Seven'
    """
    return text.replace(NAME, name).replace(TITLE, name.replace("_", " ").title())
