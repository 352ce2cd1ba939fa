"""Translations for clients, encoded once per language."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from rumpus.languages import HOUSE, categories, codes, entries, folder_of, guide_of, known, own_name
from rumpus.server.protocol.bodies import LanguageData, LanguagesAnswer, WordsAnswer
from rumpus.server.room.registry import GameRegistry


class EncodedWords(NamedTuple):
    """JSON and its ETag."""

    body: bytes
    tag: str


def languages() -> LanguagesAnswer:
    """The available languages."""
    return LanguagesAnswer([LanguageData(code, own_name(code)) for code in codes()])


def words_of(code: str, registry: GameRegistry) -> EncodedWords:
    """All translations of a language; none for English, the source language."""
    folders = ((name, registry.find(name).folder) for name in registry.names)
    return encoded(known(code), tuple(folders))


@cache
def encoded(code: str, folders: tuple[tuple[str, Path], ...]) -> EncodedWords:
    """Rumpus's own translations, and those of some games."""
    words = WordsAnswer(
        code,
        categories(code),
        data_of(code, folder_of(HOUSE)),
        {name: data_of(code, folder / "locale") for name, folder in folders},
        {name: guide_of(folder, code) for name, folder in folders},
    )
    body = msgspec.json.encode(words)
    return EncodedWords(body, f'"{hashlib.sha256(body).hexdigest()[:16]}"')


def data_of(code: str, folder: Path) -> dict[str, Any]:
    """A catalogue as a dictionary."""
    return dict(entries(code, folder))
