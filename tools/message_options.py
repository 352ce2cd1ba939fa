"""Messages about games, their options and levels: the room sends English, clients look it up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rumpus.games import GAMES, find
from rumpus.languages import HOUSE
from rumpus.players.levels import LEVELS
from rumpus.rulekit.game import Game
from rumpus.rulekit.options import Option

ROOT = Path(__file__).parent.parent
SWITCH = ("off", "on")
LEVELS_FILE = "src/rumpus/players/levels.py:1"


def in_options() -> Iterator[tuple[str, str, str, str]]:
    """The words of every game's options, and of the levels of bots: whose, context, text, place."""
    for game in map(find, GAMES):
        place = f"{game.folder.relative_to(ROOT).as_posix()}/options.py:1"
        for context, text in dict.fromkeys(words_of(game)):
            yield game.name, context, text, place
    for level in LEVELS:
        for context, text in (("level", level.title), ("help", level.help)):
            yield HOUSE, context, text, LEVELS_FILE
        yield HOUSE, "help", level.live_help, LEVELS_FILE


def words_of(game: Game) -> Iterator[tuple[str, str]]:
    """The texts of a game and its options, each with its context."""
    yield "idea", game.idea
    yield from (("preset", title) for title in game.presets)
    for option in game.options:
        yield from ((context, text) for context, text in words_of_option(option) if text)


def words_of_option(option: Option) -> Iterator[tuple[str, str]]:
    """The texts of an option; numbers are the same in every language."""
    yield from (("group", option.group), ("option", option.title), ("help", option.help))
    yield "unit", counted(option.unit) if option.has_range else ""
    for word in option.values:
        if not word.isdecimal():
            yield (
                f"value of {option.key}" if word not in SWITCH else "value",
                word.replace("-", " "),
            )


def counted(unit: str) -> str:
    """An option's unit as a template: `cards` becomes `{n:card}`; `ms` has no plural."""
    if not unit:
        return ""
    return f"{{n:{unit[:-1]}}}" if unit.endswith("s") and len(unit) > 2 else f"{{n}} {unit}"
