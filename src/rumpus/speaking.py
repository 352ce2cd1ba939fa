"""The language in which this program speaks to whoever runs it in a terminal."""

from __future__ import annotations

import os
from contextvars import ContextVar

import click

from .languages import ENGLISH, HOUSE, Language, known, preferred
from .rulekit.sentence import Sentence, say

NO_COMPILER = say(
    "No C compiler was found; install cc, clang or gcc, or `pip install ziglang`. "
    "Everything works without it, slowly."
)
VARIABLE = "RUMPUS_LANG"
SPOKEN: ContextVar[str] = ContextVar("language", default=ENGLISH)


def speak(code: str = "") -> None:
    """From now on speak a language: the one asked for, else $RUMPUS_LANG, else the locale's."""
    wanted = code or os.environ.get(VARIABLE, "")
    SPOKEN.set(known(wanted) if wanted else preferred())


def spoken(game: str = HOUSE) -> Language:
    """The language that is spoken, for what is said of a game."""
    return Language.of(SPOKEN.get(), game)


def echo(*sentences: Sentence, err: bool = False) -> None:
    """Print sentences on a line."""
    click.echo(" ".join(map(spoken().say, sentences)), err=err)
