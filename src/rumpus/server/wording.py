"""The words of every language for clients, each written once."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from rumpus.languages import HOUSE, categories, codes, entries, folder_of, guide_of, known, own_name

from .bodies import LanguageData, LanguagesAnswer, WordsAnswer
from .registry import Registry


class Written(NamedTuple):
    """JSON, and a tag that is another one for other words."""

    body: bytes
    tag: str


def languages() -> LanguagesAnswer:
    """The languages that there are."""
    return LanguagesAnswer([LanguageData(code, own_name(code)) for code in codes()])


def words_of(code: str, registry: Registry) -> Written:
    """All words of a language; none for English, which is what everything is written in."""
    folders = ((name, registry.find(name).folder) for name in registry.names)
    return written(known(code), tuple(folders))


@cache
def written(code: str, folders: tuple[tuple[str, Path], ...]) -> Written:
    """The words of a language: the house's, and those in some games' folders."""
    words = WordsAnswer(
        code,
        categories(code),
        data_of(code, folder_of(HOUSE)),
        {name: data_of(code, folder / "locale") for name, folder in folders},
        {name: guide_of(folder, code) for name, folder in folders},
    )
    body = msgspec.json.encode(words)
    return Written(body, f'"{hashlib.sha256(body).hexdigest()[:16]}"')


def data_of(code: str, folder: Path) -> dict[str, Any]:
    """A catalogue for clients."""
    return dict(entries(code, folder))
