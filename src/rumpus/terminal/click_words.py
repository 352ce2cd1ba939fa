"""Click's own messages, translated: Click uses gettext, so gettext gets a catalogue."""

from __future__ import annotations

import atexit
import gettext
import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from rumpus.languages import ENGLISH, Language
from rumpus.rulekit.sentence import say

DEFAULT = "messages"
"""The default gettext domain, which is empty."""

WORDS = (
    say("Usage:"),
    say("Options"),
    say("Commands"),
    say("Show this message and exit."),
    say("default: {default}", default="{default}"),
    say("Aborted!"),
    say("Error: {message}", message="{message}"),
    say("Try '{command} {option}' for help.", command="{command}", option="{option}"),
    say("Missing command."),
    say("Missing argument"),
    say("Missing option"),
    say("Invalid value: {message}", message="{message}"),
    say("Invalid value for {what}: {message}", what="{param_hint}", message="{message}"),
    say("Could not open file {file}: {message}", file="{filename!r}", message="{message}"),
    say("No such option {name}.", name="{name!r}"),
    say("No such command {name}.", name="{name!r}"),
    say("Option {name} does not take a value.", name="{name!r}"),
    say("{value} is not in the range {range}.", value="{value}", range="{range}"),
    say("{value} is not a valid {kind}.", value="{value!r}", kind="{number_type}"),
    say("{kind} {file} is a file.", kind="{name}", file="{filename!r}"),
    say("{kind} {file} is a directory.", kind="{name}", file="{filename!r}"),
    say("{kind} {file} is not readable.", kind="{name}", file="{filename!r}"),
    say("{kind} {file} is not writable.", kind="{name}", file="{filename!r}"),
    say("{kind} {file} does not exist.", kind="{name}", file="{filename!r}"),
    say("file"),
    say("directory"),
    say("path"),
)
"""What Click says, with what it puts into it left as it is."""

COUNTED = (
    (
        say("Got unexpected extra argument ({args})", args="{args}"),
        say("Got unexpected extra arguments ({args})", args="{args}"),
    ),
    (
        say("Did you mean {word}?", word="{possibility}"),
        say("(Did you mean one of: {words}?)", words="{possibilities}"),
    ),
    (
        say("Option {name} requires an argument.", name="{name!r}"),
        say("Option {name} requires {many} arguments.", name="{name!r}", many="{nargs}"),
    ),
    (
        say("{value} is not {choice}.", value="{value!r}", choice="{choice}"),
        say("{value} is not one of {choices}.", value="{value!r}", choices="{choices}"),
    ),
)
"""The same of what it counts: of one, and of several."""


def teach_click(code: str) -> None:
    """Set the language of Click's messages."""
    if code == ENGLISH:
        gettext.textdomain(DEFAULT)
        return
    domain = f"rumpus-{code}"
    gettext.bindtextdomain(domain, catalogue(code, domain))
    gettext.textdomain(domain)
    os.environ["LANGUAGE"] = code


@cache
def catalogue(code: str, domain: str) -> str:
    """A temporary folder with a gettext catalogue of Click's messages."""
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    tell, words = Language.of(code).say, Catalog(locale=code)
    for sentence in WORDS:
        words.add(str(sentence), tell(sentence))
    for one, many in COUNTED:
        words.add((str(one), str(many)), (tell(one), tell(many)))
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    file = Path(folder.name, code, "LC_MESSAGES", f"{domain}.mo")
    file.parent.mkdir(parents=True)
    with file.open("wb") as written:
        write_mo(written, words)
    return folder.name
