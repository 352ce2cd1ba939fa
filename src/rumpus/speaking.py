"""The language of the command line."""

from __future__ import annotations

import os
from contextvars import ContextVar

import click

from .languages import ENGLISH, HOUSE, Language, known, preferred
from .rulekit.sentence import Sentence, say

NO_COMPILER = say(
    "No C compiler was found; install cc, clang or gcc, or `pip install ziglang`. "
    "Everything works without one, but slowly."
)
VARIABLE = "RUMPUS_LANG"
SPOKEN: ContextVar[str] = ContextVar("language", default=ENGLISH)


def speak(code: str = "") -> None:
    """Set the language: the given one, else $RUMPUS_LANG, else the locale's."""
    wanted = code or os.environ.get(VARIABLE, "")
    SPOKEN.set(known(wanted) if wanted else preferred())


def spoken(game: str = HOUSE) -> Language:
    """The current language, with a game's own catalogue."""
    return Language.of(SPOKEN.get(), game)


def echo(*sentences: Sentence, err: bool = False) -> None:
    """Print sentences on one line."""
    click.echo(" ".join(map(spoken().say, sentences)), err=err)
