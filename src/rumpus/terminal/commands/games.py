"""`rumpus games`: the games and their options."""

from __future__ import annotations

import json

import click

from rumpus.games import all_games, find
from rumpus.rulekit.game import Game
from rumpus.rulekit.options import Option
from rumpus.rulekit.sentence import Sentence, Value, say
from rumpus.speaking import spoken


def print_games(*, as_json: bool) -> None:
    """Print every game, as text or JSON."""
    found = [find(name) for name in all_games()]
    if as_json:
        click.echo(json.dumps([as_data(game) for game in found], indent=2))
        return
    for game in found:
        click.echo("\n".join(describe(game)))


def as_data(game: Game) -> dict[str, object]:
    """A game as JSON data."""
    return {
        "name": game.name,
        "title": game.title,
        "idea": game.idea,
        "players": {
            "least": game.players[0],
            "most": game.players[-1],
            "common": game.common,
        },
        "minutes": game.minutes,
        "options": [option.as_data() for option in game.options],
    }


def describe(game: Game) -> list[str]:
    """A game in words."""
    in_words, few, many = spoken(game.name).say, game.players[0], game.players[-1]
    about = say("{few} to {many} players, about {n:minute}", few=few, many=many, n=game.minutes)
    lines = [
        f"{game.title}  ({game.name}; {in_words(about)})",
        f"  {in_words(Sentence(game.idea, context='idea'))}",
    ]
    for option in game.options:
        lines.append(f"  {option.key:<16} {in_words(choices_of(option))}")
        lines.append(f"  {'':<16} {in_words(Sentence(option.help, context='help'))}")
    return lines


def choices_of(option: Option) -> Sentence:
    """The values of an option, and its default."""
    usual: list[Value] = [option.word(option.default)]
    for players, value in option.defaults.items():
        usual.append(say("with {n:player} {value}", n=players, value=option.word(value)))
    return say("{allowed:or} (usually {usual})", allowed=option.allowed(), usual=tuple(usual))
