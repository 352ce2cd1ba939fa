"""The room's texts about options and levels are found for translators."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
from message_options import counted, in_options, words_of_option
from rumpus.rulekit.options import Option


def test_every_word_of_an_option_has_its_context() -> None:
    option = Option(
        "pause", "Pause", "How long.", 5, values={"off": 0, "by-seat": 1, "60": 60}, low=2, high=9,
        unit="seconds", group="Time",
    )  # fmt: skip
    assert list(words_of_option(option)) == [
        ("group", "Time"), ("option", "Pause"), ("help", "How long."), ("unit", "{n:second}"),
        ("value", "off"), ("value of pause", "by seat"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("unit", "template"), [("cards", "{n:card}"), ("ms", "{n} ms"), ("seat", "{n} seat"), ("", "")]
)
def test_what_an_option_counts_is_a_template(unit: str, template: str) -> None:
    assert counted(unit) == template


def test_games_and_levels_are_found() -> None:
    found = {(game, context, text) for game, context, text, _ in in_options()}
    assert ("mantis", "option", "Cards to win") in found
    assert ("stakbots", "preset", "Ranked") in found
    assert ("", "level", "Expert") in found
