"""The screen: colours, lines, columns and pages, on a terminal of its own."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from rumpus.table.showing.plain import STYLE, wrapped
from rumpus.terminal.screen import Screen, guide_lines

COMMAND = (sys.executable, "-m", "rumpus.terminal.main", "play", "mantis", "--seed", "1")


def on_a_terminal(typed: str, *arguments: str, **environment: str) -> str:
    """What a terminal shows while this is typed, one line at every prompt."""
    master, slave = pty.openpty()
    settings = {"TERM": "xterm", "COLUMNS": "80", "PAGER": "sed s/^/PAGED:/"}
    outside = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    process = subprocess.Popen(
        (*COMMAND, *arguments), stdin=slave, stdout=slave, stderr=slave,
        env={**outside, **settings, **environment},
    )  # fmt: skip
    os.close(slave)
    shown, left = b"", typed.splitlines()
    while True:
        try:
            new = os.read(master, 4096)
        except OSError:  # the other end is closed
            break
        if not new:
            break
        shown += new
        if left and shown.endswith(b"(? explains): "):
            os.write(master, left.pop(0).encode() + b"\n")
            shown += b" "
    os.close(master)
    assert process.wait() == 0, shown.decode()
    return shown.decode()


def test_a_terminal_has_colours_and_every_colour_its_name() -> None:
    shown = on_a_terminal("q\n")
    assert STYLE.search(shown)
    bare = STYLE.sub("", shown)
    assert "Tank (4): " in bare and "(you)" in bare


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [((), {"NO_COLOR": "1"}), ((), {"TERM": "dumb"}), (("--plain",), {})],
)
def test_colours_can_be_switched_off(
    arguments: tuple[str, ...], environment: dict[str, str]
) -> None:
    assert not STYLE.search(on_a_terminal("q\n", *arguments, **environment))


def test_rules_are_paged_where_pages_can_be_turned() -> None:
    assert "PAGED:Mantis" in STYLE.sub("", on_a_terminal("rules\nq\n"))
    plain = on_a_terminal("rules\nq\n", "--plain")
    assert "PAGED:" not in plain and "\nMantis\r\n" in plain


def test_a_plain_table_has_a_line_for_every_zone() -> None:
    shown = on_a_terminal("q\n", "--plain")
    assert "    Tank (4): " in shown and "\n    Score Pile (0)\r\n" in shown


def test_many_choices_stand_in_columns_where_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pairs = [(str(n), f"choice {n}") for n in range(1, 13)]
    monkeypatch.setenv("COLUMNS", "80")
    assert len(Screen().rows(pairs)) == 3
    assert " ".join(Screen().rows(pairs)[0].split()) == (
        "1 choice 1 4 choice 4 7 choice 7 10 choice 10"
    )
    assert len(Screen(plain=True).rows(pairs)) == 12
    assert len(Screen().rows([(typed, said * 5) for typed, said in pairs])) == 12


def test_a_long_choice_is_wrapped_after_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    rows = Screen().rows([("score", "into your own Tank if the colour is there"), ("b", "short")])
    assert rows == [
        "  score  into your own Tank if the",
        "         colour is there",
        "  b      short",
    ]


def test_painted_words_take_the_room_that_is_seen() -> None:
    red = "\x1b[31mred\x1b[0m"
    assert wrapped(" ".join([red] * 4), 11) == [" ".join([red] * 3), red]


def test_what_belongs_together_is_kept_together_if_it_fits() -> None:
    assert wrapped("one two\xa0three", 10) == ["one", "two three"]
    assert wrapped("one two\xa0three", 8) == ["one two", "three"]


def test_a_guide_is_read_as_text() -> None:
    paragraphs = "# Title\n\nA **bold** word\nand more.\n\n- one\n  goes on\n- two\n\n"
    text = f"{paragraphs}| a | b |\n|---|---|\n| **x** | y |\n"
    assert guide_lines(text, Screen(plain=True)) == [
        "Title", "", "A bold word and more.", "", "- one goes on", "- two", "", "  x  y", "",
    ]  # fmt: skip


def test_a_table_of_many_columns_keeps_its_head() -> None:
    text = "| meld of | 3 | 4 |\n|---|---|---|\n| **points** | 3 | 6 |\n| short |\n"
    assert guide_lines(text, Screen(plain=True)) == [
        "  meld of   3   4",
        "  points    3   6",
        "  short",
        "",
    ]
