"""`rumpus play`: a game against bots, line by line.

A line interface works over any connection and with a screen reader: everything is printed below
what was there before, and whatever can be done is typed.
"""

from __future__ import annotations

import getpass
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random, SystemRandom

import click

from rumpus.games import find
from rumpus.lab.bots import Choose, chooser, read_bot, read_seats
from rumpus.lab.view import View as BotView
from rumpus.rulekit.errors import UnknownOption
from rumpus.rulekit.game import Game
from rumpus.rulekit.native import fastest
from rumpus.rulekit.sentence import Sentence, quoted, say
from rumpus.table.deal import NONCE_BYTES, SECRET_BYTES
from rumpus.table.making import new_table, rematch_of
from rumpus.table.plain import scene_of
from rumpus.table.play import BOT, PERSON
from rumpus.table.record import BadRecord
from rumpus.table.series import view_of_series
from rumpus.table.settings import Settings
from rumpus.table.table import Table
from rumpus.table.views import View, view_of

from .answers import Offer, is_numbered, offers_of, read_answer
from .commands import command_in, obey, take_back, typed_for
from .saving import Saved, load, set_up
from .screen import TITLE, Screen
from .sitting import Sitting, keep
from .telling import (
    say_events,
    say_goodbye,
    say_offers,
    say_result,
    say_standings,
    say_table,
    settings_text,
)

NO_CLOCK = Settings(timer=False)
USUAL_LEVEL = "normal"
GO = "go"
"""Goes on to one's own turn, where something may be done before it."""


class Leave(Exception):
    """The player wants to go."""


# --------------------------------------------------------------------------------- beginning
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
    """Play a game, or a series of them: a new one, or the one that a file holds."""
    random = SystemRandom() if seed is None else Random(seed)
    screen = Screen(plain)
    with suppress(ImportError):
        if screen.is_interactive:
            __import__("readline")  # input() then has a history and can be edited
    if file and file.exists() and file.stat().st_size:
        saved = load(file)
        game = find(saved.game)
        check_same(saved, game, file, name, players, texts, bots, person, seed)
        table = set_up(saved, fastest(game))
    elif name is None:
        raise UnknownOption(say("Name a game, or a file with --record that holds one."))
    else:
        game = find(name)
        table = seated(game, players, texts, bots or USUAL_LEVEL, person, random)
        saved = None
    screen = replace(screen, game=game.name)
    sitting = Sitting(table, screen, random, input, file)
    greet(sitting, saved)
    try:
        keep(sitting)
        play_series(sitting)
    except (Leave, KeyboardInterrupt):
        keep(sitting)
        say_goodbye(sitting)


def seated(
    game: Game,
    players: int | None,
    texts: Sequence[str],
    bots: str,
    person: str | None,
    random: Random,
) -> Table:
    """A new table with you and bots around it, and the cards dealt."""
    seats = game.check_players(players or game.common)
    settings = {**game.untimed, **game.read_settings(texts)}
    values = game.settings(seats, settings)
    levels = levels_of(bots, seats - 1)
    if game.real_time(values):
        wanted = tuple(f"{key}={value}" for key, value in game.untimed.items())
        raise UnknownOption(
            say(
                "In real time {game} is played in the room, which `rumpus` opens; here it is "
                "played with {wanted}.",
                game=game.title,
                wanted=wanted,
            )
        )
    secret, nonce = random.randbytes(SECRET_BYTES), random.randbytes(NONCE_BYTES)
    table = new_table(
        fastest(game), "", seats, settings, NO_CLOCK, 0.0, created=time.time(), secret=secret
    )
    table.sit(0, person or own_name(), "", "", nonce.hex())
    for number, level in enumerate(levels, 1):
        table.fill(number, BOT)
        table.seats[number].level = level
    table.start(0.0)
    return table


def own_name() -> str:
    """The name of whoever is logged in, as one word."""
    try:
        name = getpass.getuser().split()[0].title()
    except Exception:
        name = ""
    return name if name not in ("", "Root") else "Guest"


def levels_of(text: str, seats: int) -> list[str]:
    """Who plays the other seats, one for all or one for each: levels, or bots of one's own."""
    return [
        f"{bot.source}:{bot.name}" if bot.source else bot.name for bot in read_seats(text, seats)
    ]


def check_same(
    saved: Saved,
    game: Game,
    file: Path,
    name: str | None,
    players: int | None,
    texts: Sequence[str],
    bots: str | None,
    person: str | None,
    seed: int | None,
) -> None:
    """Refuse with a sentence to go on with a game that is not the one that was asked for."""
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
                "The game in {file} is one of {saved} players, not {players}.",
                file=file,
                saved=saved.players,
                players=str(players),
            )
        )
    if seed is not None:
        raise BadRecord(
            say("The game in {file} is dealt already; --seed is for a new one.", file=file)
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


def greet(sitting: Sitting, saved: Saved | None) -> None:
    """What is played, with whom and how."""
    table, screen = sitting.table, sitting.screen
    game = table.game
    idea = screen.in_words(Sentence(game.idea, context="idea"))
    screen.say(f"{screen.paint(game.title, TITLE)}: {idea}")
    others = [
        f"{seat.name} ({Path(seat.level).name})"
        for n, seat in enumerate(table.seats)
        if n != sitting.you
    ]
    if sitting.you is not None:
        name = table.names[sitting.you]
        screen.say(say("You are {name}, playing with {others}.", name=name, others=tuple(others)))
    screen.say(settings_text(screen, game, table.players, table.data.options))
    leave = typed_for(game, "quit")
    screen.say(say("Type ? for help, rules for the rules, {leave} to leave.", leave=leave))
    if saved:
        did = len(saved.actions)
        screen.say(say("The game goes on where it was left, after {n:action}.", n=did))
        sitting.heard = len(table.game_on().events)


# --------------------------------------------------------------------------------- the course of it
def play_series(sitting: Sitting) -> None:
    """Play games until the series is over: after the first one, unless the settings make one."""
    while True:
        play_out(sitting)
        say_result(sitting)
        series = view_of_series(sitting.table)
        if series is None:
            return
        say_standings(sitting.screen, series)
        if series.over:
            return
        if sitting.you is not None:
            read_line(sitting, say("Enter for the next game, quit to leave:"))
        was_in = sitting.you is not None
        data = rematch_of(sitting.table, "", time.time())
        data.secret = sitting.random.randbytes(SECRET_BYTES).hex()
        for seat in data.seats:
            if seat.nonce:
                seat.nonce = sitting.random.randbytes(NONCE_BYTES).hex()
        sitting.table = Table(sitting.table.backend, data, 0.0)
        sitting.heard, sitting.shown, sitting.rest = 0, [], ""
        if was_in and sitting.you is None:
            sitting.screen.say(say("You are out; the others play on."))
        keep(sitting)


def play_out(sitting: Sitting) -> None:
    """One game to its end."""
    table = sitting.table
    play, backend = table.game_on(), table.backend
    bots: dict[int, Choose] = {}
    while not play.is_over():
        you, asked = sitting.you, play.asked()
        if you is not None and (you in asked or may_act(sitting, you, asked)):
            your_move(sitting, asked)
            continue
        seat = asked[0]
        known = play.known_to(seat)
        if seat not in bots:
            bots[seat] = chooser(read_bot(table.level_at(seat)))
        legal = tuple(backend.legal(known, seat))
        action = bots[seat](BotView(backend, known, seat, legal, sitting.random))
        if not play.acts or play.acts[-1].seat != seat:
            say_events(sitting)
        table.act(seat, action, 0.0, BOT)
    say_events(sitting)
    if sitting.you is not None:
        say_table(sitting, view_of(table, sitting.you))
    keep(sitting)


def may_act(sitting: Sitting, you: int, asked: tuple[int, ...]) -> bool:
    """Whether to ask if you act though others are waited for: once before each of their turns."""
    play = sitting.table.game_on()
    if sitting.goes_on or sitting.passed == asked:
        return False
    return bool(sitting.table.backend.legal(play.state, you))


def your_move(sitting: Sitting, asked: tuple[int, ...]) -> None:
    """Ask what you do, and do it; where you need not act, you can leave it."""
    table, you = sitting.table, sitting.you
    assert you is not None
    say_events(sitting)
    keep(sitting)
    view = view_of(table, you)
    scene = scene_of(view, table.names)
    offers = offers_of(
        table.game, [choice.action for choice in view.choices], scene, sitting.screen.in_words
    )
    if you in asked:
        sitting.goes_on, sitting.passed = False, ()
    chosen = typed_ahead(sitting, offers) or ask(sitting, view, offers, asked)
    if chosen:
        table.act(you, chosen.action, 0.0, PERSON)
        keep(sitting)


# --------------------------------------------------------------------------------- asking
def typed_ahead(sitting: Sitting, offers: Sequence[Offer]) -> Offer | None:
    """The next of several things that were typed at once."""
    if not sitting.rest:
        return None
    typed, sitting.rest = sitting.rest, ""
    if sitting.table.game_on().acts[-1].by != PERSON:
        what = quoted(typed)
        sitting.screen.complain(
            say("'{typed}' came too late: others have acted since.", typed=what)
        )
        return None
    answer = read_answer(typed, offers, sitting.table.game.words)
    if len(answer.offers) != 1:
        sitting.screen.complain(say("'{typed}' is not possible here.", typed=quoted(typed)))
        return None
    sitting.rest = answer.rest
    return answer.offers[0]


def ask(
    sitting: Sitting, view: View, offers: Sequence[Offer], asked: tuple[int, ...]
) -> Offer | None:
    """Show the choices and wait for one of them; None if something was taken back instead, or if
    nothing has to be chosen and you leave it."""
    screen, words = sitting.screen, sitting.table.game.words
    task = screen.in_words(words.task_said(scene_of(view, sitting.table.names)))
    numbered, is_asked = is_numbered(words), view.viewer in asked
    if is_asked:
        say_table(sitting, view, changed=followed(sitting))
        screen.say()
        move = screen.in_words(say("Your move:") if task else say("Your move."))
        screen.say(f"{screen.paint(move, TITLE)} {task}".rstrip())
        say_offers(screen, offers, numbered=numbered)
        prompt = prompt_for(offers, numbered=numbered)
    else:
        task = task or screen.in_words(say("You may act now."))
        choices = tuple(offer.typed for offer in offers)
        screen.say(say("{task} ({choices:or})", task=task, choices=choices))
        prompt = say("Enter goes on, {go} goes on to your turn; or type one of these:", go=GO)
    while True:
        typed = read_line(sitting, prompt)
        if not is_asked and typed in ("", GO):
            sitting.goes_on, sitting.passed = typed == GO, asked
            return None
        if not typed and len(offers) == 1:
            return offers[0]
        command = command_in(typed, sitting.table.game)
        if command == "undo":
            if take_back(sitting):
                return None
        elif command:
            obey(sitting, command, view, offers)
        else:
            answer = read_answer(typed, offers, words)
            if len(answer.offers) == 1:
                sitting.rest = answer.rest
                return answer.offers[0]
            complain(screen, typed, answer.offers, offers, numbered=numbered)


def followed(sitting: Sitting) -> bool:
    """Whether your last action was the last of all, so that you know the table already."""
    acts = sitting.table.game_on().acts
    return bool(acts) and bool(sitting.shown) and acts[-1].by == PERSON


def prompt_for(offers: Sequence[Offer], *, numbered: bool) -> Sentence:
    """What to type, in a few words."""
    if len(offers) == 1:
        return say("Enter for {typed} (? explains):", typed=offers[0].typed)
    if numbered:
        return say("Type a number from 1 to {most} (? explains):", most=len(offers))
    return say("Type what stands in front (? explains):")


def read_line(sitting: Sitting, prompt: Sentence) -> str:
    """A line from the player; the end of input is a wish to leave."""
    try:
        typed = sitting.read(f"{sitting.screen.in_words(prompt)} ").strip()
    except (EOFError, KeyboardInterrupt):
        raise Leave from None
    if not sys.stdin.isatty():
        click.echo(typed)
    if command_in(typed, sitting.table.game) == "quit":
        raise Leave
    return typed


def complain(
    screen: Screen,
    typed: str,
    found: Sequence[Offer],
    offers: Sequence[Offer],
    *,
    numbered: bool,
) -> None:
    """Say what is wrong with what was typed."""
    if found:
        names = tuple(offer.typed for offer in found)
        what = quoted(typed)
        screen.complain(
            say("'{typed}' can be several things: type {names:or}.", typed=what, names=names)
        )
    elif numbered and typed.isdecimal():
        screen.complain(
            say(
                "There is no choice {typed}: type a number from 1 to {most}.",
                typed=typed[:9],
                most=len(offers),
            )
        )
    else:
        screen.complain(no_choice(quoted(typed), tuple(offer.typed for offer in offers)))


def no_choice(typed: str, names: tuple[str, ...]) -> Sentence:
    """That something typed is not a choice, and which there are."""
    if len(names) <= 8:
        return say(
            "'{typed}' is not one of the choices: {names:or}. ? explains.", typed=typed, names=names
        )
    return say(
        "'{typed}' is not one of the choices: {names} and so on. ? explains.",
        typed=typed,
        names=", ".join(names[:8]),
    )
