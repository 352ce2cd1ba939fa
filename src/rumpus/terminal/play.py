"""`rumpus play`: a game against bots with plain prompts and numbered choices.

Everything is printed line by line, so it works with any terminal and with a screen reader.
"""

from __future__ import annotations

import getpass
import secrets
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

import click

from rumpus.players import choose, hint, level_of
from rumpus.rulekit.backend import Backend
from rumpus.rulekit.errors import InvalidNotation, UnknownOption
from rumpus.rulekit.game import Game
from rumpus.rulekit.log import Event
from rumpus.rulekit.native import fastest
from rumpus.rulekit.options import Setting
from rumpus.rulekit.series import Standings

from .table import table_lines

YOU, PERSON = 0, ""
BOT_NAMES = ("Mo", "Ivy", "Zed", "Fern", "Gus", "Pip", "Lou")
HELP = "A number or the words in brackets choose; h hint, t table, q quit."


class Leave(Exception):
    """The player wants to go."""


def play_game(
    game: Game,
    players: int | None,
    texts: Iterable[str],
    *,
    bots: str = "normal",
    name: str | None = None,
    seed: int | None = None,
) -> None:
    """Play one game from the deal to the result, or a series of them."""
    seats = game.check_players(players or game.common)
    settings = {**game.untimed, **game.read_settings(texts)}
    game.settings(seats, settings)
    others = [PERSON, *levels_of(bots, seats - 1)]
    backend = fastest(game)
    random = Random(seed) if seed is not None else Random(secrets.randbits(128))
    names = [name or own_name(), *BOT_NAMES[: seats - 1]]
    click.echo(f"{game.title}: {game.idea}")
    click.echo(f"You are {names[YOU]}, playing with {', '.join(names[1:])}.")
    click.echo(f"{settings_text(game, seats, settings)}\n{HELP}\n")
    try:
        play_series(backend, settings, names, others, random)
    except (Leave, click.Abort):
        click.echo("\nBye! The game is not finished.")


def play_series(
    backend: Backend,
    settings: Mapping[str, Setting],
    names: Sequence[str],
    bots: Sequence[str],
    random: Random,
) -> None:
    """Play games until the series is over: after the first one, unless the settings make one."""
    values = backend.game.settings(len(names), settings)
    games: list[list[int | None]] = []
    playing = tuple(range(len(names)))
    while playing:
        here = [names[n] for n in playing]
        if YOU not in playing:
            click.echo("\nYou are out; the others play on.")
        s = play_one(backend, values, here, [bots[n] for n in playing], random)
        say_result(backend, s, here, names[YOU])
        points = dict(zip(playing, backend.scores(s), strict=True))
        games.append([points.get(n) for n in range(len(names))])
        standings = backend.game.series(len(names), games, values)
        if standings is None:
            return
        say_standings(standings, names, len(games))
        playing = standings.playing
        if playing and prompt("Enter for the next game, q to leave: ") in ("q", "quit"):
            raise Leave


def play_one(
    backend: Backend,
    settings: Mapping[str, Setting],
    names: Sequence[str],
    bots: Sequence[str],
    random: Random,
) -> Any:
    """One game from the deal to its end; `bots` are levels, and PERSON for you if you play."""
    s, events = backend.deal(len(names), settings, random.randbytes(32))
    while True:
        if bots[YOU] == PERSON:
            say_events(backend.game, events, names)
        if backend.is_over(s):
            return s
        seat = backend.asks(s)[0]
        if bots[seat] == PERSON:
            action = ask(backend, s, names)
        else:
            action = choose(backend, backend.redacted(s, seat), seat, bots[seat], random)
        events = backend.apply(s, seat, action)


def settings_text(game: Game, players: int, settings: Mapping[str, Setting]) -> str:
    """How the table is set; time does not run here."""
    values = game.settings(players, settings)
    told = [
        f"{option.title}: {option.word(values[option.key])}"
        for option in game.options
        if option.unit == "cards" or (option.key in settings and option.unit != "seconds")
    ]
    return "; ".join(told) + "." if told else "Everything is as in the book."


def own_name() -> str:
    """The name of whoever is logged in, as one word."""
    try:
        name = getpass.getuser().split()[0].title()
    except Exception:
        name = ""
    return name if name and name not in ("Root", *BOT_NAMES) else "Guest"


def levels_of(text: str, seats: int) -> list[str]:
    """The levels of the bots: one for all of them, or one for each."""
    levels = [level_of(name).level for name in text.split(",")]
    if len(levels) not in (1, seats):
        raise UnknownOption(f"Name one level for all bots or one for each of the {seats}.")
    return levels if len(levels) == seats else levels * seats


def say_events(game: Game, events: Iterable[Event], names: Sequence[str]) -> None:
    """Print what happened, as far as you may know it."""
    for event in events:
        if event.is_for(YOU):
            click.echo(f"  {game.words.say_event(event.kind, event.numbers, names)}")


def say_table(backend: Backend, s: Any, names: Sequence[str]) -> None:
    """Print the table as you see it."""
    click.echo()
    for line in table_lines(backend.game, backend.show(s, YOU), names, YOU):
        click.echo(line)


def ask(backend: Backend, s: Any, names: Sequence[str]) -> int:
    """Show the table and the choices, and wait for one of them."""
    words, players = backend.game.words, backend.players(s)
    legal = backend.legal(s, YOU)
    say_table(backend, s, names)
    click.echo(f"Your turn, {names[YOU]}:")
    for number, action in enumerate(legal, 1):
        said = words.say_action(action, YOU, names)
        click.echo(f"  {number}  {said} ({words.notation(action, YOU, players)})")
    while True:
        answer = prompt(f"Choose 1 to {len(legal)}: ")
        if answer in ("q", "quit"):
            raise Leave
        if answer in ("t", "table"):
            say_table(backend, s, names)
        elif answer in ("h", "hint"):
            say_hint(backend, s, names)
        elif answer.isdigit() and 1 <= int(answer) <= len(legal):
            return legal[int(answer) - 1]
        else:
            try:
                action = words.parse(answer, YOU, players)
            except InvalidNotation:
                action = -1
            if action in legal:
                return action
            click.echo(f"{answer[:40]!r} is not one of the choices. {HELP}")


def prompt(text: str) -> str:
    """A line from the player; the end of input is a wish to leave."""
    try:
        return input(text).strip().casefold()
    except (EOFError, KeyboardInterrupt):
        raise Leave from None


def say_hint(backend: Backend, s: Any, names: Sequence[str]) -> None:
    """What the hard bot would do, and why."""
    found = hint(backend, backend.redacted(s, YOU), YOU, names)
    click.echo(f"Hint: {found.words}. {found.why}")


def say_result(backend: Backend, s: Any, names: Sequence[str], you: str) -> None:
    """Print the ranking."""
    places, scores = backend.places(s), backend.scores(s)
    click.echo("\nThe result:")
    for seat in sorted(range(len(names)), key=lambda seat: places[seat]):
        click.echo(f"  {places[seat]}. {names[seat]} ({scores[seat]})")
    winners = [names[seat] for seat, place in enumerate(places) if place == 1]
    if you in winners:
        click.echo("Well played!" if len(winners) == 1 else "Well played: you share the win!")


def say_standings(standings: Standings, names: Sequence[str], games: int) -> None:
    """Print how the series stands, and who has won it."""
    many = "game" if games == 1 else "games"
    click.echo(f"\nThe series to {standings.target} after {games} {many}:")
    for n, name in enumerate(names):
        out = ", out" if standings.playing and n not in standings.playing else ""
        click.echo(f"  {name} {standings.totals[n]}{out}")
    if winners := [names[n] for n in standings.winners]:
        verb = "wins" if len(winners) == 1 else "share"
        click.echo(f"{' and '.join(winners)} {verb} the series!")
