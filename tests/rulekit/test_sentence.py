"""Sentences: plain English, two forms for translators, and a round trip as data."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import (
    Sentence,
    Value,
    as_data,
    forms_of,
    from_data,
    names_in,
    paragraphs,
    quoted,
    say,
)


@pytest.mark.parametrize(
    ("template", "values", "english"),
    [
        ("The game is paused.", {}, "The game is paused."),
        ("Seat {n} of {of}", {"n": 1, "of": 2}, "Seat 1 of 2"),
        ("{n:card} left", {"n": 1}, "1 card left"),
        ("{n:card} left", {"n": 0}, "0 cards left"),
        ("{n:die|dice} roll", {"n": 2}, "2 dice roll"),
        ("{n:{colour} card}", {"n": 3, "colour": "red"}, "3 red cards"),
        ("{all}", {"all": ("Ann", "Bo", "Cy")}, "Ann, Bo and Cy"),
        ("{all:or}", {"all": ("Ann", "Bo", 3)}, "Ann, Bo or 3"),
        ("{all}", {"all": ()}, "nothing"),
        ("{inner}!", {"inner": say("{n:card}", n=2)}, "2 cards!"),
        ("{n} bytes", {"n": 1234567}, "1,234,567 bytes"),
    ],
)
def test_a_sentence_is_english(template: str, values: dict[str, Value], english: str) -> None:
    assert str(Sentence(template, values)) == english


@pytest.mark.parametrize(
    ("template", "forms"),
    [
        ("Nothing", ("Nothing", "", "")),
        ("{a} takes {n:card}", ("{a} takes {n} card", "{a} takes {n} cards", "n")),
        ("{n:die|dice}", ("{n} die", "{n} dice", "n")),
        ("{n:{front} card}", ("{n} {front} card", "{n} {front} cards", "n")),
        ("{a:or}", ("{a:or}", "", "")),
    ],
)
def test_translators_see_one_and_several(template: str, forms: tuple[str, str, str]) -> None:
    assert forms_of(template) == forms


def test_one_noun_at_most_is_counted() -> None:
    with pytest.raises(ValueError, match="counts n and m"):
        forms_of("{n:card} of {m:player}")


def test_what_a_template_needs() -> None:
    assert names_in("{seat} steals {n:{front} card} from {targets:or}") == {
        "seat", "n", "front", "targets"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (say("Over."), {"message": "Over."}),
        (
            say("{a} and {b}", a=("x", 2), b=Sentence("red", context="face")),
            {
                "message": "{a} and {b}",
                "values": {"a": ["x", 2], "b": {"message": "red", "context": "face"}},
            },
        ),
    ],
)
def test_a_sentence_as_data_is_the_same_again(value: Value, data: Any) -> None:
    assert as_data(value) == data
    assert from_data(data) == value


def test_what_somebody_wrote_is_short_and_can_be_printed() -> None:
    assert quoted("a\x1b[2J\n" + "b" * 100) == r"a\x1b[2J\n" + "b" * 34


def test_a_complaint_is_a_sentence_in_another_process_too() -> None:
    again = pickle.loads(pickle.dumps(Complaint(say("No seat {seat}.", seat=3))))
    assert str(again) == "No seat 3." and again.sentence == say("No seat {seat}.", seat=3)


def test_a_docstring_is_read_by_paragraphs() -> None:
    assert paragraphs("One\n    line.\n\n    And another.\n    ") == ["One line.", "And another."]
