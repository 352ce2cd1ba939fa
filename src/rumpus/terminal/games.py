"""`rumpus games`: what can be played, and how it can be set."""

from __future__ import annotations

import json

import click

from rumpus.games import GAMES, find
from rumpus.rulekit.game import Game


def print_games(*, as_json: bool) -> None:
    """Print every game, in words or as data."""
    found = [find(name) for name in GAMES]
    if as_json:
        click.echo(json.dumps([as_data(game) for game in found], indent=2))
        return
    for game in found:
        click.echo("\n".join(describe(game)))


def as_data(game: Game) -> dict[str, object]:
    """A game as data."""
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
    few, many = game.players[0], game.players[-1]
    lines = [
        f"{game.title}  ({game.name}; {few} to {many} players, about {game.minutes} minutes)",
        f"  {game.idea}",
    ]
    for option in game.options:
        usual = option.word(option.default)
        for players, value in option.defaults.items():
            usual += f", with {players} players {option.word(value)}"
        lines.append(f"  {option.key:<16} {option.allowed()} (usually {usual})")
        lines.append(f"  {'':<16} {option.help}")
    return lines
