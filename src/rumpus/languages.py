"""Languages: sentences from gettext catalogues, and numbers and lists in the local style.

English is in the code. Every other language has a catalogue for the program and one in each game's
folder: `locale/de.po`. Catalogues and Babel are loaded on first use, so that English starts fast.
"""

from __future__ import annotations

import locale
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rumpus.games import GAMES, all_games, find
from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import OR, Sentence, Value, english, filled, forms_of, quoted, say

if TYPE_CHECKING:
    from babel import Locale

Entries = Mapping[str, str | tuple[str, ...]]
"""Translations by key; several forms for one that counts something."""

ENGLISH, HOUSE = "en", ""
HERE = Path(__file__).parent
CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""The plural categories, in the order of a catalogue's forms."""
BEHIND_CONTEXT = "\u0004"
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class UnknownLanguage(Complaint):
    """There is no translation into this language."""


def key_of(context: str, text: str) -> str:
    """The key of a translation."""
    return f"{context}{BEHIND_CONTEXT}{text}" if context else text


# --------------------------------------------------------------------------------- catalogues
def folder_of(game: str) -> Path:
    """The folder of a game's catalogues, or the program's own."""
    if not game:
        return HERE / "locale"
    return (HERE / "games" / game if game in GAMES else find(game).folder) / "locale"


def codes() -> list[str]:
    """The available languages."""
    return [ENGLISH, *sorted(file.stem for file in folder_of(HOUSE).glob("*.po"))]


@cache
def entries(code: str, folder: Path) -> Entries:
    """The translations in a catalogue, without fuzzy ones; empty if there is none."""
    from babel.messages.pofile import read_po

    file = folder / f"{code}.po"
    if not file.exists():
        return {}
    with file.open("rb") as lines:
        catalogue = read_po(lines, locale=code)
    found: dict[str, str | tuple[str, ...]] = {}
    for message in catalogue:
        texts = texts_of(message.string)
        if message.id and texts and all(texts) and not message.fuzzy:
            key = key_of(message.context or "", texts_of(message.id)[0])
            found[key] = texts[0] if isinstance(message.id, str) else texts
    return found


def texts_of(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """The forms of a message or of its translation."""
    return (text,) if isinstance(text, str) else tuple(text or ())


@cache
def categories(code: str) -> list[str]:
    """A language's plural categories, in the order of a catalogue's forms."""
    known = {*locale_of(code).plural_form.tags, "other"}
    return [category for category in CATEGORIES if category in known]


def guide_of(folder: Path, code: str = ENGLISH) -> str:
    """The guide in a game's folder, in English if it is not translated."""
    files = (folder / "locale" / f"guide.{code}.md", folder / "guide.md")
    return next((file.read_text(encoding="utf-8") for file in files if file.exists()), "")


def own_name(code: str) -> str:
    """A language's own name: Deutsch."""
    return str(locale_of(code).get_display_name(code))


@cache
def locale_of(code: str) -> Locale:
    """Babel's data for a language."""
    from babel import Locale

    return Locale.parse(code)


# --------------------------------------------------------------------------------- choosing
def known(code: str) -> str:
    """The language of a code such as `de`, `de-AT` or `de_DE.UTF-8`, or an error."""
    language = code.replace("_", "-").partition(".")[0].partition("-")[0].casefold()
    if language not in codes():
        wanted, there = quoted(code), tuple(codes())
        raise UnknownLanguage(
            say(
                "There is no translation into '{wanted}'; choose {there:or}.",
                wanted=wanted,
                there=there,
            )
        )
    return language


def preferred() -> str:
    """The language of the user's locale if available, else English."""
    wanted = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), "")
    for code in (wanted, (locale.getlocale()[0] or "")):
        try:
            return known(code)
        except UnknownLanguage:
            continue
    return ENGLISH


# --------------------------------------------------------------------------------- speaking
class Language:
    """Translates sentences, numbers and lists.

    A sentence is looked up in the game's catalogue, then the program's, then the other games', as a
    refusal may come from any game.
    """

    def __init__(self, code: str, game: str = HOUSE) -> None:
        self.code, self.game = code, game

    @staticmethod
    def of(code: str, game: str = HOUSE) -> Language:
        """A language by its code, with a game's catalogue."""
        return _language(known(code), game)

    def at(self, game: str) -> Language:
        """The same language with a game's catalogue."""
        return _language(self.code, game)

    def say(self, sentence: Sentence | str) -> str:
        """A sentence in this language, or in English if it is not translated."""
        if isinstance(sentence, str):
            sentence = Sentence(sentence)
        forms, values = forms_of(sentence.template), sentence.values
        number = values[forms.counted] if forms.counted else 1
        found = self._find(key_of(sentence.context, forms.one))
        if found is None:
            text = forms.one if number == 1 else forms.many
        elif isinstance(found, str):
            text = found
        else:
            text = found[self._form(number, len(found))]
        return filled(text, values, self.put)

    def put(self, value: Value, kind: str = "") -> str:
        """A value as text inside a sentence."""
        if isinstance(value, Sentence):
            return self.say(value)
        if isinstance(value, str):
            return value
        if isinstance(value, tuple):
            return self.list([self.put(one) for one in value], kind)
        return self.number(value)

    def number(self, number: float, digits: int = 0) -> str:
        """A number with this many decimals."""
        if self.code == ENGLISH:
            return f"{number:,.{digits}f}" if digits else english(round(number))
        from babel.numbers import format_decimal

        pattern = f"#,##0.{'0' * digits}" if digits else "#,##0"
        return str(format_decimal(number, format=pattern, locale=locale_of(self.code)))

    def list(self, words: Iterable[str], kind: str = "") -> str:
        """`a, b and c`, or with `or`."""
        words = list(words)
        if self.code == ENGLISH or not words:
            return english(tuple(words), kind)
        from babel.lists import format_list

        spoken = locale_of(self.code)
        return str(format_list(words, "or" if kind == OR else "standard", locale=spoken))

    def _form(self, number: Any, forms: int) -> int:
        category = locale_of(self.code).plural_form(number)
        return min(categories(self.code).index(category), forms - 1)

    def _find(self, key: str) -> str | tuple[str, ...] | None:
        if self.code == ENGLISH:
            return None
        for game in self._games():
            found = entries(self.code, folder_of(game)).get(key)
            if found is not None:
                return found
        return None

    def _games(self) -> Iterator[str]:
        if self.game:
            yield self.game
        yield HOUSE
        yield from all_games()


@lru_cache
def _language(code: str, game: str) -> Language:
    return Language(code, game)
