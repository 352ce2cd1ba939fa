"""Who plays in a ladder: levels by their names, and bots of one's own as FILE.py:CLASS."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from rumpus import players
from rumpus.players import level_of

from .view import View

Choose = Callable[[View], int]
LEVELS_FOLDER = Path(players.__file__).parent


class UnknownBot(ValueError):
    """A bot that cannot be had, or not twice."""


class Bot(NamedTuple):
    """A bot by its name, its file (none for a level), and a digest of what it is written in."""

    name: str
    source: str
    digest: str


def read_bots(text: str) -> tuple[Bot, ...]:
    """The bots named in a list like `my_bot.py:MyBot,expert`, each tried once."""
    bots = tuple(read_bot(part.strip()) for part in text.split(","))
    names = [bot.name for bot in bots]
    for name in names:
        if names.count(name) > 1:
            raise UnknownBot(f"Two bots are called {name!r}; every bot needs a name of its own.")
    if len(bots) < 2:
        raise UnknownBot("A ladder needs two bots at least; name them with a comma between them.")
    for bot in bots:
        chooser(bot)
    return bots


def read_bot(text: str) -> Bot:
    """A level by its name, or a class in a file."""
    file, colon, name = text.rpartition(":")
    if not colon and not text.endswith(".py"):
        return Bot(level_of(text).level, "", digest_of(*sorted(LEVELS_FOLDER.glob("*.py"))))
    if not colon or not name.isidentifier():
        raise UnknownBot(f"{text[:60]!r} names no bot; write FILE.py:CLASS.")
    try:
        return Bot(name, str(Path(file).resolve()), digest_of(Path(file)))
    except OSError:
        raise UnknownBot(f"There is no file {file[:60]!r} that could be read.") from None


def digest_of(*files: Path) -> str:
    """The same as long as nothing in the files changes."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def chooser(bot: Bot) -> Choose:
    """A fresh player of a bot, with nothing in its memory."""
    if not bot.source:
        pick = level_of(bot.name).pick
        return lambda view: pick(view.backend, view.known, view.seat, view.random)
    where = f"{Path(bot.source).name}:{bot.name}"
    made = getattr(loaded(bot.source), bot.name, None)
    if not isinstance(made, type):
        raise UnknownBot(f"There is no class {bot.name} in {Path(bot.source).name}.")
    try:
        player = made()
    except Exception as error:
        raise UnknownBot(f"{where} could not be made: {what_failed(error)}.") from error
    choose: Choose | None = getattr(player, "choose", None)
    if not callable(choose):
        raise UnknownBot(f"{where} has no method choose(view).")
    return choose


_LOADED: dict[str, Any] = {}


def loaded(source: str) -> Any:
    """A file as a module, run once a process."""
    if source not in _LOADED:
        spec = importlib.util.spec_from_file_location(Path(source).stem, source)
        if spec is None or spec.loader is None:
            raise UnknownBot(f"{Path(source).name} is no Python file.")
        module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except (Exception, SystemExit) as error:
            raise UnknownBot(
                f"{Path(source).name} could not be loaded: {what_failed(error)}."
            ) from error
        _LOADED[source] = module
    return _LOADED[source]


def what_failed(error: BaseException) -> str:
    """An error in one short line."""
    said = " ".join(str(error).split())[:120].rstrip(".")
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def names_of(bots: Iterable[Bot]) -> list[str]:
    """What the bots are called."""
    return [bot.name for bot in bots]
