"""`rumpus play`: set up a game against bots, and play it line by line.

A line interface works over any connection and with a screen reader: output is only ever appended,
and everything is done by typing.
"""

from __future__ import annotations

import getpass
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random, SystemRandom

from rumpus.games import find
from rumpus.lab.bots import read_seats
from rumpus.rulekit.errors import UnknownOption
from rumpus.rulekit.game import Game
from rumpus.rulekit.sentence import Sentence, say
from rumpus.table.backends import table_backend
from rumpus.table.data.settings import Settings
from rumpus.table.dealing.keys import NONCE_BYTES, SECRET_BYTES
from rumpus.table.making import new_table
from rumpus.table.play import BOT, PERSON
from rumpus.table.records.record import BadRecord
from rumpus.table.table import Table
from rumpus.terminal.screen import TITLE, Screen

from .asking import PlayerLeaves
from .commands import typed_for
from .game import play_series
from .player import TerminalPlayer, keep
from .printing import say_goodbye, settings_text
from .saving import SavedGame, load, set_up

NO_CLOCK = Settings(timer=False)
USUAL_LEVEL = "normal"


def play_game(
    name: str | None,
    players: int | None,
    texts: Sequence[str],
    *,
    bots: str | None = None,
    person: str | None = None,
    seed: int | None = None,
    file: Path | None = None,
    plain: bool = False,
) -> None:
    """Play a new game or series, or continue the one in a file."""
    random = SystemRandom() if seed is None else Random(seed)
    screen = Screen(plain)
    with suppress(ImportError):
        if screen.is_interactive:
            __import__("readline")  # gives input() a history and line editing
    if file and file.exists() and file.stat().st_size:
        saved = load(file)
        game = find(saved.game)
        check_same(saved, game, file, name, players, texts, bots, person, seed)
        table = set_up(saved, table_backend(game))
    elif name is None:
        raise UnknownOption(say("Name a game, or a saved game with --record."))
    else:
        game = find(name)
        table = seated(game, players, texts, bots or USUAL_LEVEL, person, random)
        saved = None
    screen = replace(screen, game=game.name)
    player = TerminalPlayer(table, screen, random, input, file)
    greet(player, saved)
    try:
        keep(player)
        play_series(player)
    except (PlayerLeaves, KeyboardInterrupt):
        keep(player)
        say_goodbye(player)


def seated(
    game: Game,
    players: int | None,
    texts: Sequence[str],
    bots: str,
    person: str | None,
    random: Random,
) -> Table:
    """A new table with the player and bots, after the deal."""
    seats = game.check_players(players or game.common)
    settings = {**game.untimed, **game.read_settings(texts)}
    values = game.settings(seats, settings)
    levels = levels_of(bots, seats - 1)
    if game.real_time(values):
        wanted = tuple(f"{key}={value}" for key, value in game.untimed.items())
        raise UnknownOption(
            say(
                "The real-time game of {game} is played in the browser (run `rumpus`); here, play "
                "with {wanted}.",
                game=game.title,
                wanted=wanted,
            )
        )
    secret, nonce = random.randbytes(SECRET_BYTES), random.randbytes(NONCE_BYTES)
    table = new_table(
        table_backend(game), "", seats, settings, NO_CLOCK, 0.0, created=time.time(), secret=secret
    )
    table.sit(0, person or own_name(), "", "", nonce.hex())
    for number, level in enumerate(levels, 1):
        table.fill(number, BOT)
        table.seats[number].level = level
    table.start(0.0)
    return table


def own_name() -> str:
    """The first word of the user's login name."""
    try:
        name = getpass.getuser().split()[0].title()
    except Exception:
        name = ""
    return name if name not in ("", "Root") else "Guest"


def levels_of(text: str, seats: int) -> list[str]:
    """The bots in the other seats: levels, or FILE.py:CLASS."""
    return [
        f"{bot.source}:{bot.name}" if bot.source else bot.name for bot in read_seats(text, seats)
    ]


def check_same(
    saved: SavedGame,
    game: Game,
    file: Path,
    name: str | None,
    players: int | None,
    texts: Sequence[str],
    bots: str | None,
    person: str | None,
    seed: int | None,
) -> None:
    """Refuse to continue a saved game that does not match the arguments."""
    if name is not None and find(name).name != game.name:
        raise BadRecord(
            say(
                "{file} holds a game of {game}, not of {other}.",
                file=file,
                game=game.title,
                other=find(name).title,
            )
        )
    if players not in (None, saved.players):
        raise BadRecord(
            say(
                "The game in {file} has {saved} players, not {players}.",
                file=file,
                saved=saved.players,
                players=str(players),
            )
        )
    if seed is not None:
        raise BadRecord(
            say("The game in {file} has already been dealt; --seed is for a new game.", file=file)
        )
    given = game.read_settings(texts)
    wanted = game.settings(saved.players, {**saved.options, **given})
    for option in game.options:
        now, then = wanted[option.key], saved.options.get(option.key)
        if option.key in given and now != then:
            was = option.word(option.default if then is None else then)
            raise BadRecord(
                say(
                    "The game in {file} has {key}={was}, not {now}.",
                    file=file,
                    key=option.key,
                    was=was,
                    now=option.word(now),
                )
            )
    levels = [seat.level for seat in saved.seats if seat.kind == BOT]
    if bots is not None and levels_of(bots, len(levels)) != levels:
        raise BadRecord(
            say(
                "The bots in {file} are {levels}; leave --bots out.",
                file=file,
                levels=tuple(levels),
            )
        )
    names = [seat.name for seat in saved.seats if seat.kind == PERSON]
    if person is not None and names and person not in names:
        raise BadRecord(
            say("The game in {file} is {name}'s; leave --name out.", file=file, name=names[0])
        )


def greet(player: TerminalPlayer, saved: SavedGame | None) -> None:
    """Print the game, the players and the options."""
    table, screen = player.table, player.screen
    game = table.game
    idea = screen.in_words(Sentence(game.idea, context="idea"))
    screen.say(f"{screen.paint(game.title, TITLE)}: {idea}")
    others = [
        f"{seat.name} ({Path(seat.level).name})"
        for n, seat in enumerate(table.seats)
        if n != player.you
    ]
    if player.you is not None:
        name = table.names[player.you]
        screen.say(say("You are {name}, playing with {others}.", name=name, others=tuple(others)))
    screen.say(settings_text(screen, game, table.players, table.data.options))
    leave = typed_for(game, "quit")
    screen.say(say("Type ? for help, rules for the rules, {leave} to leave.", leave=leave))
    if saved:
        did = len(saved.actions)
        screen.say(say("The game continues after {n:action}.", n=did))
        player.heard = len(table.game_on().events)
