"""Languages: sentences in the words of gettext catalogues, numbers and lists as people write them.

English is what the code says. Every other language has one catalogue for the house and one in each
game's folder: `locale/de.po`. They are read when somebody first asks for them, and so is Babel:
who speaks English does not wait for it.
"""

from __future__ import annotations

import locale
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rumpus.games import GAMES
from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import OR, Sentence, Value, english, filled, forms_of, quoted, say

if TYPE_CHECKING:
    from babel import Locale

Entries = Mapping[str, str | tuple[str, ...]]
"""Translations by their key; several of one that counts something."""

ENGLISH, HOUSE = "en", ""
HERE = Path(__file__).parent
CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""What numbers can be for a language's plurals, in the order of a catalogue's forms."""
BEHIND_CONTEXT = "\u0004"
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class UnknownLanguage(Complaint):
    """A language that nobody has written yet."""


def key_of(context: str, text: str) -> str:
    """Under which key a translation stands."""
    return f"{context}{BEHIND_CONTEXT}{text}" if context else text


# --------------------------------------------------------------------------------- catalogues
def folder_of(game: str) -> Path:
    """Where a game's catalogues are; the house's, for no game."""
    return HERE / "games" / game / "locale" if game else HERE / "locale"


def codes() -> list[str]:
    """The languages that there are."""
    return [ENGLISH, *sorted(file.stem for file in folder_of(HOUSE).glob("*.po"))]


@cache
def entries(code: str, folder: Path) -> Entries:
    """What a catalogue translates; nothing if there is none. Doubtful entries are left out."""
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
    """The kinds of numbers that a language's plurals know, in the order of a catalogue's forms."""
    known = {*locale_of(code).plural_form.tags, "other"}
    return [category for category in CATEGORIES if category in known]


def guide_of(folder: Path, code: str = ENGLISH) -> str:
    """The rules of the game in this folder, in English where nobody has translated them."""
    files = (folder / "locale" / f"guide.{code}.md", folder / "guide.md")
    return next((file.read_text(encoding="utf-8") for file in files if file.exists()), "")


def own_name(code: str) -> str:
    """What a language is called by those who speak it: Deutsch."""
    return str(locale_of(code).get_display_name(code))


@cache
def locale_of(code: str) -> Locale:
    """What Babel knows of a language."""
    from babel import Locale

    return Locale.parse(code)


# --------------------------------------------------------------------------------- choosing
def known(code: str) -> str:
    """The language of a code such as `de`, `de-AT` or `de_DE.UTF-8`, or a sentence."""
    language = code.replace("_", "-").partition(".")[0].partition("-")[0].casefold()
    if language not in codes():
        wanted, there = quoted(code), tuple(codes())
        raise UnknownLanguage(
            say("There is no language '{wanted}'; there is {there:or}.", wanted=wanted, there=there)
        )
    return language


def preferred() -> str:
    """The language of whoever is logged in, as far as it is there: by the locale, else English."""
    wanted = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), "")
    for code in (wanted, (locale.getlocale()[0] or "")):
        try:
            return known(code)
        except UnknownLanguage:
            continue
    return ENGLISH


# --------------------------------------------------------------------------------- speaking
class Language:
    """Says sentences in a language, and writes its numbers and lists.

    What is said of a game stands in its catalogue; what it does not say itself is the house's, and
    a refusal may come from any game.
    """

    def __init__(self, code: str, game: str = HOUSE) -> None:
        self.code, self.game = code, game

    @staticmethod
    def of(code: str, game: str = HOUSE) -> Language:
        """A language by its code, for what is said of a game."""
        return _language(known(code), game)

    def at(self, game: str) -> Language:
        """The same for what is said of a game."""
        return _language(self.code, game)

    def say(self, sentence: Sentence | str) -> str:
        """A sentence in this language; one that nobody has translated stays English."""
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
        """What is put into a sentence."""
        if isinstance(value, Sentence):
            return self.say(value)
        if isinstance(value, str):
            return value
        if isinstance(value, tuple):
            return self.list([self.put(one) for one in value], kind)
        return self.number(value)

    def number(self, number: float, digits: int = 0) -> str:
        """A number with so many digits behind the point."""
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
        yield from GAMES


@lru_cache
def _language(code: str, game: str) -> Language:
    return Language(code, game)
