"""Asking the player what to do."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from rumpus.rulekit.sentence import Sentence, quoted, say
from rumpus.table.play import PERSON
from rumpus.table.showing.plain import scene_of
from rumpus.table.showing.views import TableView
from rumpus.terminal.screen import TITLE, Screen

from .answers import OfferedChoice, is_numbered, read_answer
from .commands import command_in, obey, take_back
from .player import TerminalPlayer
from .printing import say_offers, say_table

GO = "go"
"""Skips to the player's own turn, where they may act before it."""


class PlayerLeaves(Exception):
    """The player leaves the game."""


def typed_ahead(player: TerminalPlayer, offers: Sequence[OfferedChoice]) -> OfferedChoice | None:
    """The next of several answers that were typed at once."""
    if not player.rest:
        return None
    typed, player.rest = player.rest, ""
    if player.table.game_on().acts[-1].by != PERSON:
        what = quoted(typed)
        player.screen.complain(say("'{typed}' was ignored: others have acted since.", typed=what))
        return None
    answer = read_answer(typed, offers, player.table.game.words)
    if len(answer.offers) != 1:
        player.screen.complain(say("'{typed}' is not possible here.", typed=quoted(typed)))
        return None
    player.rest = answer.rest
    return answer.offers[0]


def ask(
    player: TerminalPlayer,
    view: TableView,
    offers: Sequence[OfferedChoice],
    asked: tuple[int, ...],
) -> OfferedChoice | None:
    """Show the choices and ask for one; None after an undo, or if the player passes."""
    screen, words = player.screen, player.table.game.words
    task = screen.in_words(words.task_said(scene_of(view, player.table.names)))
    numbered, is_asked = is_numbered(words), view.viewer in asked
    if is_asked:
        say_table(player, view, changed=followed(player))
        screen.say()
        move = screen.in_words(say("Your move:") if task else say("Your move."))
        screen.say(f"{screen.paint(move, TITLE)} {task}".rstrip())
        say_offers(screen, offers, numbered=numbered)
        prompt = prompt_for(offers, numbered=numbered)
    else:
        task = task or screen.in_words(say("You may act now."))
        choices = tuple(offer.typed for offer in offers)
        screen.say(say("{task} ({choices:or})", task=task, choices=choices))
        prompt = say("Enter to pass, {go} to pass until your turn, or type a choice:", go=GO)
    while True:
        typed = read_line(player, prompt)
        if not is_asked and typed in ("", GO):
            player.goes_on, player.passed = typed == GO, asked
            return None
        if not typed and len(offers) == 1:
            return offers[0]
        command = command_in(typed, player.table.game)
        if command == "undo":
            if take_back(player):
                return None
        elif command:
            obey(player, command, view, offers)
        else:
            answer = read_answer(typed, offers, words)
            if len(answer.offers) == 1:
                player.rest = answer.rest
                return answer.offers[0]
            complain(screen, typed, answer.offers, offers, numbered=numbered)


def followed(player: TerminalPlayer) -> bool:
    """Whether the player acted last, so that they know the table."""
    acts = player.table.game_on().acts
    return bool(acts) and bool(player.shown) and acts[-1].by == PERSON


def prompt_for(offers: Sequence[OfferedChoice], *, numbered: bool) -> Sentence:
    """A short prompt."""
    if len(offers) == 1:
        return say("Enter for {typed} (? explains):", typed=offers[0].typed)
    if numbered:
        return say("Type a number from 1 to {most} (? explains):", most=len(offers))
    return say("Type one of the words on the left (? explains):")


def read_line(player: TerminalPlayer, prompt: Sentence) -> str:
    """Read a line from the player; the end of input means to leave."""
    try:
        typed = player.read(f"{player.screen.in_words(prompt)} ").strip()
    except (EOFError, KeyboardInterrupt):
        raise PlayerLeaves from None
    if not sys.stdin.isatty():
        click.echo(typed)
    if command_in(typed, player.table.game) == "quit":
        raise PlayerLeaves
    return typed


def complain(
    screen: Screen,
    typed: str,
    found: Sequence[OfferedChoice],
    offers: Sequence[OfferedChoice],
    *,
    numbered: bool,
) -> None:
    """Print what is wrong with an answer."""
    if found:
        names = tuple(offer.typed for offer in found)
        what = quoted(typed)
        screen.complain(say("'{typed}' is ambiguous: type {names:or}.", typed=what, names=names))
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
    """Say that an answer is not a choice, and list the choices."""
    if len(names) <= 8:
        return say(
            "'{typed}' is not one of the choices: {names:or}. ? explains.", typed=typed, names=names
        )
    return say(
        "'{typed}' is not one of the choices: {names} and so on. ? explains.",
        typed=typed,
        names=", ".join(names[:8]),
    )
