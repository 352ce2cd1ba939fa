"""The screen: wrapped lines, colours where available, and a pager for long texts."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import click

from rumpus.languages import HOUSE
from rumpus.rulekit.sentence import Sentence
from rumpus.speaking import spoken
from rumpus.table.showing.plain import GAP, WHO, YOU, seen_length, wrapped

NARROWEST, WIDEST = 40, 120
TYPED, WRONG, TITLE = "typed", "wrong", "title"
STYLES: dict[str, dict[str, Any]] = {
    WHO: {"bold": True},
    YOU: {"bold": True, "fg": "green"},
    TYPED: {"bold": True, "fg": "cyan"},
    WRONG: {"fg": "red"},
    TITLE: {"bold": True},
}
MANY = 10
"""More choices than this are printed in columns, if they fit."""
BOLD = re.compile(r"\*\*(.+?)\*\*")
PAIR = 2
"""A table of two columns needs no heads: it says what to do when, what comes of what."""
ITEM = re.compile(r"(- |\d+\. )")


@dataclass(frozen=True)
class Screen:
    """The terminal. `plain` is for screen readers and logs: text only, line by line."""

    plain: bool = False
    game: str = HOUSE

    @property
    def width(self) -> int:
        """The width of a line."""
        columns = shutil.get_terminal_size((80, 24)).columns
        return min(max(columns, NARROWEST), WIDEST)

    @property
    def is_interactive(self) -> bool:
        """Whether somebody can page and edit here."""
        return not self.plain and sys.stdin.isatty() and sys.stdout.isatty()

    @property
    def has_colours(self) -> bool:
        """Whether to use colours (https://no-color.org)."""
        if self.plain or os.environ.get("NO_COLOR") or os.environ.get("TERM", "") in ("", "dumb"):
            return False
        return sys.stdout.isatty()

    def paint(self, text: str, style: str) -> str:
        """Style a text word by word, so that it can be wrapped."""
        if not self.has_colours or not style:
            return text
        look = STYLES.get(style, {"fg": style})
        return " ".join(click.style(word, **look) for word in text.split(" "))

    def say(self, text: Sentence | str = "", indent: str = "", hang: str | None = None) -> None:
        """Print a text, wrapped."""
        for line in wrapped(self.in_words(text), self.width, indent, hang) or [""]:
            click.echo(line)

    def in_words(self, text: Sentence | str) -> str:
        """A sentence in the current language."""
        return text if isinstance(text, str) else spoken(self.game).say(text)

    def complain(self, text: Sentence) -> None:
        """Print a complaint."""
        self.say(self.paint(self.in_words(text), WRONG))

    def page(self, lines: Iterable[str]) -> None:
        """Show a long text, in a pager if possible."""
        text = "\n".join(lines) + "\n"
        if self.is_interactive:
            click.echo_via_pager(text)
        else:
            click.echo(text, nl=False)

    def rows(self, pairs: Sequence[tuple[str, str]]) -> list[str]:
        """What to type and what it means: one per line, or in columns if there are many."""
        left = max((len(typed) for typed, _ in pairs), default=0)
        cells = [
            f"  {self.paint(typed, TYPED)}{' ' * (left - len(typed))}  {said}"
            for typed, said in pairs
        ]
        wide = max(map(seen_length, cells), default=0) + len(GAP)
        columns = (self.width + len(GAP)) // wide
        if len(cells) <= MANY or columns < 2 or self.plain:
            hang = " " * (left + 4)
            return [line for cell in cells for line in wrapped_cell(cell, self.width, hang)]
        height = -(-len(cells) // columns)
        return [
            "".join(
                f"{cell}{' ' * (wide - seen_length(cell))}" for cell in cells[n::height]
            ).rstrip()
            for n in range(height)
        ]


def wrapped_cell(cell: str, width: int, hang: str) -> list[str]:
    """Wrap a row, keeping its leading spaces."""
    if seen_length(cell) <= width:
        return [cell]
    head, said = cell[: cell.index("  ", 2)], cell[cell.index("  ", 2) :].strip()
    lines = wrapped(said, width, hang)
    return [f"{head}{lines[0][seen_length(head) :]}", *lines[1:]]


# --------------------------------------------------------------------------------- the rules
def guide_lines(markdown: str, screen: Screen) -> list[str]:
    """A Markdown guide as lines for the terminal."""
    lines: list[str] = []
    for block in markdown.strip().split("\n\n"):
        lines += [*block_lines(block.splitlines(), screen), ""]
    return lines


def block_lines(block: Sequence[str], screen: Screen) -> list[str]:
    """A heading, a table, a list or a paragraph."""
    if block[0].startswith("#"):
        return [screen.paint(block[0].lstrip("# "), TITLE)]
    if block[0].startswith("|"):
        head, *rows = (
            [plain_text(cell.strip()) for cell in row.strip("|").split("|")] for row in block
        )
        if len(head) > PAIR:
            return columns([head, *rows[1:]])
        return screen.rows([(row[0], ": ".join(row[1:])) for row in rows[1:]])
    items: list[str] = []
    for line in block:
        if ITEM.match(line) or not items:
            items.append(line)
        else:
            items[-1] += f" {line.strip()}"
    return [
        line
        for item in items
        for line in wrapped(styled(item, screen), screen.width, hang=hang_of(item))
    ]


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """A table with all its columns, one below the other."""
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    padded = ([cell.ljust(width) for cell, width in zip(row, widths, strict=False)] for row in rows)
    return [f"  {GAP.join(row)}".rstrip() for row in padded]


def hang_of(item: str) -> str:
    """The indent of a list item's further lines."""
    found = ITEM.match(item)
    return " " * len(found[0]) if found else ""


def plain_text(text: str) -> str:
    """Text without Markdown marks."""
    return text.replace("*", "").replace("`", "")


def styled(text: str, screen: Screen) -> str:
    """Text with its bold parts styled."""
    return plain_text(BOLD.sub(lambda found: screen.paint(found[1], TITLE), text))
