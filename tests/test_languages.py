"""Languages: catalogues, plurals, numbers and lists; which one is spoken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rumpus import languages
from rumpus.languages import (
    Language,
    UnknownLanguage,
    categories,
    entries,
    guide_of,
    known,
    preferred,
)
from rumpus.rulekit.sentence import Sentence, say

HOUSE = """
msgid "The game is paused."
msgstr "Das Spiel steht still."

msgid "{who} takes {n} card."
msgid_plural "{who} takes {n} cards."
msgstr[0] "{who} nimmt eine Karte."
msgstr[1] "{who} nimmt {n} Karten."

msgid "Type {what:or}."
msgstr "Tippe {what:or}."

msgctxt "face"
msgid "red"
msgstr "Rot"

#, fuzzy
msgid "Doubtful"
msgstr "Falsch"
"""
MANTIS = """
msgctxt "face"
msgid "red"
msgstr "Feuerrot"
"""
TUCKIT = """
msgid "Only here."
msgstr "Nur hier."
"""


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Language]:
    for game, text in (("", HOUSE), ("mantis", MANTIS), ("tuckit", TUCKIT)):
        (tmp_path / game).mkdir(exist_ok=True)
        (tmp_path / game / "de.po").write_text(text, encoding="utf-8")
    monkeypatch.setattr(languages, "folder_of", lambda game: tmp_path / game)
    entries.cache_clear()
    yield Language("de")
    entries.cache_clear()


def test_a_sentence_is_translated(german: Language) -> None:
    assert german.say(say("The game is paused.")) == "Das Spiel steht still."


@pytest.mark.parametrize(
    ("n", "said"),
    [(1, "Ann nimmt eine Karte."), (0, "Ann nimmt 0 Karten."), (4000, "Ann nimmt 4.000 Karten.")],
)
def test_plurals_and_numbers_follow_the_language(german: Language, n: int, said: str) -> None:
    assert german.say(say("{who} takes {n:card}.", who="Ann", n=n)) == said


def test_lists_follow_the_language_and_hold_translated_words(german: Language) -> None:
    what = (Sentence("red", context="face"), "b", "c")
    assert german.say(say("Type {what:or}.", what=what)) == "Tippe Rot, b oder c."
    assert german.say(say("Unknown: {what}.", what=what)) == "Unknown: Rot, b und c."


def test_a_game_has_its_own_words_and_then_those_of_the_house(german: Language) -> None:
    red = Sentence("red", context="face")
    assert Language("de", "mantis").say(red) == "Feuerrot"
    assert Language("de", "ruckus").say(red) == german.say(red) == "Rot"
    assert german.say(say("Only here.")) == "Nur hier."


def test_what_nobody_has_translated_is_english_with_translated_parts(german: Language) -> None:
    assert german.say(say("Doubtful")) == "Doubtful"
    said = say("{n:{colour} card}", n=2000, colour=Sentence("red", context="face"))
    assert german.say(said) == "2.000 Rot cards"


def test_english_needs_no_catalogue() -> None:
    english = Language.of("en")
    said = say("{who} has {n:card} of {all:or}", who="Ann", n=1000, all=("a", "b", "c"))
    assert english.say(said) == str(said) == "Ann has 1,000 cards of a, b or c"
    assert english.number(1234.56, 1) == "1,234.6"
    assert Language.of("de").number(1234.56, 1) == "1.234,6"


def test_every_language_is_known_by_its_code_and_unknown_ones_are_refused() -> None:
    assert languages.codes() == ["en", "de"]
    assert [known(code) for code in ("de", "de-AT", "de_DE.UTF-8", "DE", "en_GB")] == [
        "de", "de", "de", "de", "en"
    ]  # fmt: skip
    for code in ("xx", "", "../de", "de/../en\x1b"):
        with pytest.raises(UnknownLanguage) as refused:
            Language.of(code)
        assert str(refused.value).endswith("choose en or de.") and str(refused.value).isprintable()


def test_the_locale_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in languages.VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_CH.UTF-8")
    assert preferred() == "de"
    monkeypatch.setenv("LC_ALL", "C")
    assert preferred() == "en"


@pytest.mark.parametrize(
    ("code", "kinds"),
    [("de", ["one", "other"]), ("pl", ["one", "few", "many", "other"]), ("ja", ["other"])],
)
def test_kinds_of_numbers(code: str, kinds: list[str]) -> None:
    assert categories(code) == kinds


def test_languages_have_their_own_names() -> None:
    assert [languages.own_name(code) for code in ("en", "de")] == ["English", "Deutsch"]


def test_a_guide_is_read_in_its_language_or_in_english(tmp_path: Path) -> None:
    assert guide_of(tmp_path, "de") == ""
    (tmp_path / "guide.md").write_text("# Rules", encoding="utf-8")
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "guide.de.md").write_text("# Regeln", encoding="utf-8")
    assert [guide_of(tmp_path, code) for code in ("en", "de", "fr")] == [
        "# Rules",
        "# Regeln",
        "# Rules",
    ]
