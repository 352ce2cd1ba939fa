"""Options: settings as typed become numbers, or a sentence that says what is allowed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rumpus.rulekit import UnknownOption
from rumpus.rulekit.options import RANDOM_SEAT, Option, resolve, starter, switch, time_limit
from tests.trials import trials

TARGET = Option(
    "target", "Target", "How many win.", default=10, defaults={2: 15}, low=5, high=30, unit="cards"
)
TURNS = Option(
    "turns", "Turns", "Who goes again.", default=0, values={"nobody": 0, "everybody": 1, "some": 2}
)
TIMER = Option("timer", "Timer", "Seconds.", default=30, values={"off": 0}, low=10, high=60)
EXTRA = switch("extra", "Extra", "More.", when={"turns": (1, 2)})
STARTER = Option(
    "starter", "Starter", "Who starts.", default=-1, unit="seat",
    values={"random": -1, "seat-1": 0, "seat-2": 1, "seat-3": 2},
)  # fmt: skip
OPTIONS = (TARGET, TURNS, TIMER, EXTRA, STARTER)


@pytest.mark.parametrize(
    ("option", "setting", "number"),
    [
        (TARGET, 5, 5),
        (TARGET, "30", 30),
        (TURNS, "everybody", 1),
        (TURNS, 2, 2),
        (TURNS, "2", 2),
        (TIMER, "off", 0),
        (TIMER, False, 0),
        (TIMER, 0, 0),
        (TIMER, 10, 10),
        (EXTRA, True, 1),
        (EXTRA, "on", 1),
        (STARTER, -1, -1),
    ],
)
def test_settings_are_read(option: Option, setting: str | int, number: int) -> None:
    assert option.read(setting) == number


@pytest.mark.parametrize(
    ("option", "setting", "sentence"),
    [
        (TARGET, 4, "target cannot be '4'; it can be 5 to 30."),
        (TARGET, 31, "target cannot be '31'; it can be 5 to 30."),
        (TARGET, "many", "target cannot be 'many'; it can be 5 to 30."),
        (TARGET, 7.5, "target cannot be '7.5'; it can be 5 to 30."),
        (TARGET, True, "target cannot be 'True'; it can be 5 to 30."),
        (TURNS, "all", "turns cannot be 'all'; it can be nobody, everybody or some."),
        (TURNS, 3, "turns cannot be '3'; it can be nobody, everybody or some."),
        (TIMER, 5, "timer cannot be '5'; it can be off or 10 to 60."),
        (EXTRA, "x" * 99, f"extra cannot be '{'x' * 40}'; it can be off or on."),
    ],
)
def test_wrong_settings_get_a_sentence(option: Option, setting: str | int, sentence: str) -> None:
    with pytest.raises(UnknownOption) as refused:
        option.read(setting)
    assert str(refused.value) == sentence


def test_defaults_depend_on_the_number_of_players() -> None:
    assert resolve(OPTIONS, 2, {})["target"] == 15
    assert resolve(OPTIONS, 3, {}) == {
        "target": 10, "turns": 0, "timer": 30, "extra": 0, "starter": -1,
    }  # fmt: skip
    assert resolve(OPTIONS, 2, {"target": 20})["target"] == 20


def test_an_option_that_means_nothing_is_refused() -> None:
    assert resolve(OPTIONS, 3, {"extra": "on", "turns": "some"})["extra"] == 1
    assert resolve(OPTIONS, 3, {"extra": "off"})["extra"] == 0
    with pytest.raises(UnknownOption, match="extra needs turns to be everybody or some"):
        resolve(OPTIONS, 3, {"extra": "on"})


def test_a_seat_must_be_at_the_table() -> None:
    game = replace(trials.game, options=(replace(STARTER, scope="table"),), starter="starter")
    assert game.settings(3, {"starter": "seat-3"})["starter"] == 2
    with pytest.raises(UnknownOption, match="starter names a seat that a table of 2"):
        game.settings(2, {"starter": "seat-3"})


def test_an_unknown_option_is_told_the_known_ones() -> None:
    with pytest.raises(UnknownOption, match=r"no option 'colour'; there is target, .* or starter"):
        resolve(OPTIONS, 3, {"colour": 1})
    with pytest.raises(UnknownOption, match="this game has none"):
        resolve((), 3, {"colour": 1})


def test_values_have_words_and_can_all_be_tried() -> None:
    assert (TIMER.word(0), TIMER.word(20), TURNS.word(1)) == ("off", "20", "everybody")
    assert TIMER.every_value() == [0, *range(10, 61)]
    assert TURNS.every_value() == [0, 1, 2]


def test_one_of_several_settings_can_be_enough() -> None:
    late = switch("late", "Late", "Help.", when_any={"turns": (1,), "target": (12, 15)})
    options = (*OPTIONS, late)
    for settings in ({"turns": "everybody"}, {"target": 12}, {"target": 15}):
        assert resolve(options, 3, {**settings, "late": "on"})["late"] == 1
    assert resolve(options, 3, {"target": 11, "late": "off"})["late"] == 0
    sentence = "late needs turns to be everybody or target to be 12 or 15."
    with pytest.raises(UnknownOption, match=sentence):
        resolve(options, 3, {"target": 11, "late": "on"})


def test_clients_get_data() -> None:
    data = EXTRA.as_data()
    assert data["type"] == "choice" and data["when"] == {"turns": [1, 2]}
    assert TARGET.as_data()["type"] == "number" and TARGET.as_data()["defaults"] == {"2": 15}


def test_the_starter_is_a_seat_or_anybody() -> None:
    option = starter(3)
    assert (option.key, option.default) == ("starter", RANDOM_SEAT)
    assert [option.read(text) for text in ("random", "seat-1", "seat-3")] == [RANDOM_SEAT, 0, 2]
    with pytest.raises(UnknownOption):
        option.read("seat-4")
    assert starter(3, "first_dealer", "First dealer").key == "first_dealer"


def test_the_time_for_a_decision_is_the_tables() -> None:
    option = time_limit(30)
    assert (option.key, option.scope, option.default) == ("turn_timer", "table", 30)
    assert [option.read(text) for text in ("off", 10, 300)] == [0, 10, 300]
    for wrong in (9, 301):
        with pytest.raises(UnknownOption):
            option.read(wrong)
