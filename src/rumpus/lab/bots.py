"""Who plays: levels by their names, and bots of one's own as FILE.py:CLASS."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from rumpus.players import Level, choose, level_of, levels, search
from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.race import reaction_of
from rumpus.rulekit.sentence import quoted, say

from .view import View

Choose = Callable[[View], int]


class UnknownBot(Complaint):
    """A bot that cannot be had, or not twice, or not here."""


class Bot(NamedTuple):
    """A bot by its name, its file (none for a level), and a digest of how it plays."""

    name: str
    source: str
    digest: str


# --------------------------------------------------------------------------------- naming bots
def read_bots(text: str) -> tuple[Bot, ...]:
    """The bots named in a list like `my_bot.py:MyBot,expert`, each tried once."""
    bots = tuple(read_bot(part.strip()) for part in text.split(","))
    names = [bot.name for bot in bots]
    for name in names:
        if names.count(name) > 1:
            raise UnknownBot(
                say(
                    "Two bots are called '{name}'; every bot needs a name of its own.",
                    name=quoted(name),
                )
            )
    if len(bots) < 2:
        raise UnknownBot(
            say("A ladder needs two bots at least; name them with a comma between them.")
        )
    for bot in bots:
        chooser(bot)
    return bots


def read_seats(text: str, seats: int) -> list[Bot]:
    """The bots named in such a list, one for all seats or one for each, each tried once."""
    bots = [read_bot(part.strip()) for part in text.split(",")]
    if len(bots) not in (1, seats):
        raise UnknownBot(
            say("Name one bot for all seats or one for each of the {seats}.", seats=seats)
        )
    for bot in bots:
        chooser(bot)
    return bots if len(bots) == seats else bots * seats


def read_bot(text: str) -> Bot:
    """A level by its name, or a class in a file."""
    file, colon, name = text.rpartition(":")
    if not colon and not text.endswith(".py"):
        level = level_of(text)
        return Bot(level.level, "", level_digest(level))
    if not colon or not name.isidentifier():
        raise UnknownBot(say("'{text}' names no bot; write FILE.py:CLASS.", text=quoted(text)))
    try:
        return Bot(name, str(Path(file).resolve()), digest_of(Path(file).read_bytes()))
    except OSError:
        raise UnknownBot(
            say("There is no file '{file}' that could be read.", file=quoted(file))
        ) from None


def check_live(bots: Sequence[Bot]) -> None:
    """Refuse bots that cannot take part in a race: how they react is known of levels only."""
    for bot in bots:
        if bot.source:
            raise UnknownBot(
                say(
                    "{name} cannot play in real time, only levels can; play without a clock.",
                    name=bot.name,
                )
            )


def names_of(bots: Iterable[Bot]) -> list[str]:
    """What the bots are called."""
    return [bot.name for bot in bots]


# --------------------------------------------------------------------------------- digests
def digest_of(*parts: bytes) -> str:
    """The same as long as none of the parts changes."""
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def level_digest(level: Level) -> str:
    """The same as long as the level plays the same; how it hurries does not matter."""
    budget = level.budget and replace(level.budget, milliseconds=0)
    plays = replace(level, title="", help="", budget=budget)
    how = (levels.choose, levels.by_advice, levels.sensible, levels.sees)
    text = [repr(plays), repr(reaction_of(level.level)), *(inspect.getsource(f) for f in how)]
    if level.budget:
        text.append(f"{search.ENOUGH} {search.CLEAR} {inspect.getsource(search.is_settled)}")
    return digest_of(*(part.encode() for part in text))


# --------------------------------------------------------------------------------- players
def chooser(bot: Bot) -> Choose:
    """A fresh player of a bot, with nothing in its memory; a level does not hurry."""
    if not bot.source:
        level = level_of(bot.name).level
        return lambda view: choose(
            view.backend, view.known, view.seat, level, view.random, hurries=False
        )
    where = f"{Path(bot.source).name}:{bot.name}"
    made = getattr(loaded(bot.source), bot.name, None)
    if not isinstance(made, type):
        raise UnknownBot(
            say("There is no class {name} in {file}.", name=bot.name, file=Path(bot.source).name)
        )
    try:
        player = made()
    except Exception as error:
        raise UnknownBot(
            say("{where} could not be made: {error}.", where=where, error=what_failed(error))
        ) from error
    own: Choose | None = getattr(player, "choose", None)
    if not callable(own):
        raise UnknownBot(say("{where} has no method choose(view).", where=where))
    return own


_LOADED: dict[str, Any] = {}


def loaded(source: str) -> Any:
    """A file as a module, run once a process."""
    if source not in _LOADED:
        spec = importlib.util.spec_from_file_location(Path(source).stem, source)
        if spec is None or spec.loader is None:
            raise UnknownBot(say("{name} is no Python file.", name=Path(source).name))
        module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except (Exception, SystemExit) as error:
            raise UnknownBot(
                say(
                    "{name} could not be loaded: {error}.",
                    name=Path(source).name,
                    error=what_failed(error),
                )
            ) from error
        _LOADED[source] = module
    return _LOADED[source]


def what_failed(error: BaseException) -> str:
    """An error in one short line."""
    said = " ".join(str(error).split())[:120].rstrip(".")
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
