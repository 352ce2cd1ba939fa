"""A guide in another language says what the English one says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rumpus.games import GAMES, find

TRANSLATED = [
    (name, guide)
    for name in GAMES
    for guide in sorted((find(name).folder / "locale").glob("guide.*.md"))
]


def shape(text: str) -> list[str]:
    """What each part is: a heading, an item, a row of a table, a paragraph."""
    found: list[str] = []
    for line in text.splitlines():
        mark = re.match(r"#+ |- |\d+\. |\|(?:[^|]*\|)+$|$", line)
        if mark:
            found.append(re.sub(r"[^|]", "", line) if line.startswith("|") else mark[0])
        elif not line.startswith(" ") and found[-1:] != ["text"]:
            found.append("text")
    return [part for part in found if part]


def numbers(text: str) -> list[str]:
    """Every number that is written in digits, sorted: word order differs between languages."""
    return sorted(re.findall(r"[+-]?\d+(?:½|/\d)?", re.sub(r"(?m)^\d+\. ", "", text)))


def test_every_game_has_a_german_guide() -> None:
    assert [name for name, guide in TRANSLATED if guide.name == "guide.de.md"] == list(GAMES)


@pytest.mark.parametrize(("name", "guide"), TRANSLATED)
def test_a_translated_guide_has_the_parts_and_numbers_of_the_english_one(
    name: str, guide: Path
) -> None:
    english = (find(name).folder / "guide.md").read_text(encoding="utf-8")
    translated = guide.read_text(encoding="utf-8")
    assert shape(translated) == shape(english)
    assert numbers(translated) == numbers(english)
    assert translated.count("**") == english.count("**")
