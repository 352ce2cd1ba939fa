"""Translated help for every command, and the `--lang` option."""

from __future__ import annotations

from copy import copy
from typing import TypeVar

import click

from rumpus.languages import ENGLISH
from rumpus.rulekit.sentence import paragraphs
from rumpus.speaking import spoken

C = TypeVar("C", bound=click.Command)


def in_language(command: C) -> C:
    """A command with its help translated; unchanged in English."""
    if spoken().code == ENGLISH:
        return command
    told = copy(command)
    told.help = translated(command.help)
    told.params = [option_in_language(parameter) for parameter in command.params]
    return told


def option_in_language(parameter: click.Parameter) -> click.Parameter:
    """An option with its help translated."""
    if not isinstance(parameter, click.Option) or not parameter.help:
        return parameter
    told = copy(parameter)
    told.help = translated(parameter.help)
    return told


def translated(text: str | None) -> str | None:
    """A help text in the current language, paragraph by paragraph."""
    return "\n\n".join(map(spoken().say, paragraphs(text))) if text else text


def language_in(args: list[str]) -> tuple[str, list[str]]:
    """The language given with `--lang` anywhere, and the other arguments.

    >>> language_in(["play", "mantis", "--lang", "de"])
    ('de', ['play', 'mantis'])
    >>> language_in(["--lang=de", "games", "--", "--lang=en"])
    ('de', ['games', '--', '--lang=en'])
    """
    code, left = "", iter(args)
    rest: list[str] = []
    for arg in left:
        if arg == "--":
            return code, [*rest, arg, *left]
        name, equals, value = arg.partition("=")
        if name == LANG:
            code = value if equals else next(left, "")
        else:
            rest.append(arg)
    return code, rest


LANG = "--lang"
