"""Collect the messages for translators: `say(...)` in Python, `t(...)` in the client, the command
line's help."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from message_options import in_options
from message_words import in_vocabularies
from rumpus.games import GAMES
from rumpus.languages import HOUSE
from rumpus.rulekit.sentence import names_in, paragraphs
from rumpus.terminal.main import main as command_line

ROOT = Path(__file__).parent.parent
PACKAGE, CLIENT = ROOT / "src" / "rumpus", ROOT / "web" / "src"
CALLED = "say"
CALL_IN_CLIENT = re.compile(r"(?<![\w.$])(?<!function )(?:t|sentence)\(\s*(?!\))")
TEXT_IN_CLIENT = re.compile(
    r"""'(?:[^'\\\n]|\\.)*' | "(?:[^"\\\n]|\\.)*" | `(?:[^`\\$]|\\.)*`""", re.DOTALL | re.VERBOSE
)
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\n|.)", re.DOTALL)
ESCAPED = {"n": "\n", "t": "\t", "\n": ""}


class Message(NamedTuple):
    """Something to translate, and its place; `game` is the game whose catalogue it goes into."""

    game: str
    context: str
    template: str
    place: str


class BadMessage(ValueError):
    """A call whose text cannot be found or filled, with file and line."""


def all_messages() -> list[Message]:
    """Everything that people read."""
    declared = [Message(*found) for found in (*in_options(), *in_vocabularies())]
    return [*in_package(), *in_client(), *in_command_line(), *declared]


def game_of(file: Path, top: Path) -> str:
    """The game whose folder a file is in."""
    folder, *below = file.relative_to(top).parts
    return below[0] if folder == "games" and below[0] in GAMES else HOUSE


# --------------------------------------------------------------------------------- Python
def in_package() -> Iterator[Message]:
    """Every `say(...)` of the package."""
    for file in sorted(PACKAGE.rglob("*.py")):
        place = file.relative_to(ROOT).as_posix()
        for template, line in said_in(file.read_text(encoding="utf-8"), place):
            yield Message(game_of(file, PACKAGE), "", template, f"{place}:{line}")


def said_in(source: str, place: str) -> Iterator[tuple[str, int]]:
    """The templates of a Python file that imports `say`, with their lines."""
    nodes = list(ast.walk(ast.parse(source)))
    if not any(imports_say(node) for node in nodes):
        return
    for node in nodes:
        if isinstance(node, ast.Call) and ast.unparse(node.func) == CALLED:
            yield template_of(node, f"{place}:{node.lineno}"), node.lineno


def imports_say(node: ast.AST) -> bool:
    """Whether this imports the function for sentences."""
    return (
        isinstance(node, ast.ImportFrom)
        and str(node.module).endswith("sentence")
        and any(alias.name == CALLED for alias in node.names)
    )


def template_of(call: ast.Call, place: str) -> str:
    """The template of a call, whose arguments match the names in it."""
    text = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None
    if not isinstance(text, str):
        raise BadMessage(f"{place}: write the text of say() out, so that it can be translated")
    given = {keyword.arg for keyword in call.keywords}
    if given != names_in(text) and None not in given:
        raise BadMessage(f"{place}: {text!r} is given {sorted(map(str, given))}")
    return text


# --------------------------------------------------------------------------------- the client
def in_client() -> Iterator[Message]:
    """Every `t(...)` and `sentence(...)` of the client."""
    for file in sorted([*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")]):
        place = file.relative_to(ROOT).as_posix()
        for template, context, line in written_in(file.read_text(encoding="utf-8"), place):
            yield Message(game_of(file, CLIENT), context, template, f"{place}:{line}")


def written_in(source: str, place: str) -> Iterator[tuple[str, str, int]]:
    """The templates of a file of the client, with their contexts and lines."""
    for call in CALL_IN_CLIENT.finditer(source):
        line = source.count("\n", 0, call.start()) + 1
        text = TEXT_IN_CLIENT.match(source, call.end())
        if text is None:
            continue
        if source[text.end() :].lstrip()[:1] not in (",", ")"):
            raise BadMessage(f"{place}:{line}: write the text in one piece")
        yield unescaped(text[0]), context_of(source, text.end()), line


def context_of(source: str, start: int) -> str:
    """The third argument of a call, after the values, if it is a text."""
    depth, commas, place = 1, 0, start
    while depth and place < len(source):
        if text := TEXT_IN_CLIENT.match(source, place):
            if depth == 1 and commas == 2:
                return unescaped(text[0])
            place = text.end()
            continue
        sign = source[place]
        depth += (sign in "([{") - (sign in ")]}")
        commas += sign == "," and depth == 1
        place += 1
    return ""


def unescaped(literal: str) -> str:
    """The value of a TypeScript string."""

    def said(found: re.Match[str]) -> str:
        sign = found[1]
        if sign[0] in "ux" and len(sign) > 1:
            return chr(int(sign[1:], 16))
        return ESCAPED.get(sign, sign)

    return ESCAPE.sub(said, literal[1:-1])


# --------------------------------------------------------------------------------- the command line
def in_command_line() -> Iterator[Message]:
    """The help of every command and option, paragraph by paragraph."""
    for command in commands_of(command_line):
        assert command.callback
        place = Path(inspect.unwrap(command.callback).__code__.co_filename).relative_to(ROOT)
        for text in helps_of(command):
            for paragraph in paragraphs(text):
                yield Message(HOUSE, "", paragraph, f"{place.as_posix()}:1")


def commands_of(command: click.Command) -> Iterator[click.Command]:
    """A command and all its subcommands."""
    yield command
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from commands_of(below)


def helps_of(command: click.Command) -> Iterator[str]:
    """The help of a command and its options."""
    options = (
        one.help for one in command.params if isinstance(one, click.Option) and not one.hidden
    )
    yield from filter(None, (command.help, *options))
