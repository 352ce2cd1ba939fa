"""The bots of a ladder: levels by name, and custom bots as FILE.py:CLASS."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import inspect
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

from rumpus.players import Level, choose, level_of, levels, search
from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.optional.race import reaction_of
from rumpus.rulekit.sentence import quoted, say

from .view import BotView

Choose = Callable[[BotView], int]


class UnknownBot(Complaint):
    """A bot that cannot be found or loaded, or cannot play here."""


class LadderBot(NamedTuple):
    """A bot: its name, its file (empty for a level), and a digest of how it plays."""

    name: str
    source: str
    digest: str


# --------------------------------------------------------------------------------- naming bots
def read_bots(text: str) -> tuple[LadderBot, ...]:
    """Parse a list like `my_bot.py:MyBot,expert`, and load every bot once."""
    bots = tuple(read_bot(part.strip()) for part in text.split(","))
    names = [bot.name for bot in bots]
    for name in names:
        if names.count(name) > 1:
            raise UnknownBot(
                say(
                    "Two bots are called '{name}'; every bot needs its own name.",
                    name=quoted(name),
                )
            )
    if len(bots) < 2:
        raise UnknownBot(say("A ladder needs at least two bots; separate their names with commas."))
    for bot in bots:
        chooser(bot)
    return bots


def read_seats(text: str, seats: int) -> list[LadderBot]:
    """Parse such a list for a table: one bot for all seats, or one per seat."""
    bots = [read_bot(part.strip()) for part in text.split(",")]
    if len(bots) not in (1, seats):
        raise UnknownBot(
            say("Name one bot for all seats, or one for each of the {seats}.", seats=seats)
        )
    for bot in bots:
        chooser(bot)
    return bots if len(bots) == seats else bots * seats


def read_bot(text: str) -> LadderBot:
    """Parse the name of a level, or FILE.py:CLASS."""
    file, colon, name = text.rpartition(":")
    if not colon and not text.endswith(".py"):
        level = level_of(text)
        return LadderBot(level.level, "", level_digest(level))
    if not colon or not name.isidentifier():
        raise UnknownBot(say("'{text}' is not a bot; write FILE.py:CLASS.", text=quoted(text)))
    try:
        return LadderBot(name, str(Path(file).resolve()), digest_of(Path(file).read_bytes()))
    except OSError:
        raise UnknownBot(say("The file '{file}' cannot be read.", file=quoted(file))) from None


def check_live(bots: Sequence[LadderBot]) -> None:
    """Refuse custom bots in real time: only levels have reaction times."""
    for bot in bots:
        if bot.source:
            raise UnknownBot(
                say(
                    "{name} cannot play in real time, only levels can; play in ticks instead.",
                    name=bot.name,
                )
            )


def names_of(bots: Iterable[LadderBot]) -> list[str]:
    """The bots' names."""
    return [bot.name for bot in bots]


# --------------------------------------------------------------------------------- digests
def digest_of(*parts: bytes) -> str:
    """A short hash of some bytes."""
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def level_digest(level: Level) -> str:
    """A hash that changes when the level plays differently; its time limit does not count."""
    budget = level.budget and replace(level.budget, milliseconds=0)
    plays = asdict(replace(level, title="", help="", budget=budget))
    how = (levels.choose, levels.by_advice, levels.sensible, levels.sees)
    text = [
        json.dumps([plays, reaction_of(level.level)]),
        *(logic_of(function) for function in how),
    ]
    if level.budget:
        text.append(f"{search.ENOUGH} {search.CLEAR} {logic_of(search.is_settled)}")
    return digest_of(*(part.encode() for part in text))


def logic_of(function: Callable[..., Any]) -> str:
    """The source of a function without its docstring, comments and annotations."""
    tree = ast.parse(dedent(inspect.getsource(function)))
    made = tree.body[0]
    assert isinstance(made, ast.FunctionDef)
    if ast.get_docstring(made):
        del made.body[0]
    made.returns = None
    for argument in (*made.args.args, *made.args.kwonlyargs):
        argument.annotation = None
    return ast.unparse(tree)


# --------------------------------------------------------------------------------- players
def chooser(bot: LadderBot) -> Choose:
    """A new instance of a bot; a level has no time limit."""
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
            say("{where} could not be created: {error}.", where=where, error=what_failed(error))
        ) from error
    own: Choose | None = getattr(player, "choose", None)
    if not callable(own):
        raise UnknownBot(say("{where} has no method choose(view).", where=where))
    return own


_LOADED: dict[str, Any] = {}


def loaded(source: str) -> Any:
    """Import a file as a module, once per process."""
    if source not in _LOADED:
        spec = importlib.util.spec_from_file_location(Path(source).stem, source)
        if spec is None or spec.loader is None:
            raise UnknownBot(say("{name} is not a Python file.", name=Path(source).name))
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
