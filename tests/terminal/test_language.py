"""The `rumpus` command in another language."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from rumpus.speaking import VARIABLE
from rumpus.terminal.main import main

Environment = dict[str, str | None]


def run(*arguments: str, typed: str = "", environment: Environment | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=typed, env=environment)


@pytest.mark.parametrize(
    "arguments",
    [("--lang", "de", "games"), ("games", "--lang", "de"), ("games", "--lang=de-AT")],
)
def test_a_language_is_asked_for_before_or_behind_a_command(arguments: tuple[str, ...]) -> None:
    assert "2 bis 6 Spieler, etwa 10 Minuten" in run(*arguments).output


def test_the_variable_then_the_locale_choose_a_language() -> None:
    german = "2 bis 6 Spieler"
    assert german in run("games", environment={VARIABLE: "de"}).output
    assert german in run("games", environment={VARIABLE: None, "LC_ALL": "de_DE.UTF-8"}).output
    assert german not in run("games", environment={VARIABLE: None, "LC_ALL": "xx_XX"}).output
    assert german not in run("games", "--lang", "en", environment={VARIABLE: "de"}).output


def test_every_command_is_english_again_afterwards() -> None:
    run("games", "--lang", "de")
    assert "2 to 6 players, about 10 minutes" in run("games").output


@pytest.mark.parametrize("environment", [{VARIABLE: "en"}, {VARIABLE: "xx"}])
def test_an_unknown_language_is_refused(environment: Environment) -> None:
    asked = () if environment[VARIABLE] == "xx" else ("--lang", "xx")
    result = run("games", *asked, environment=environment)
    assert result.exit_code == 2
    assert result.output == "rumpus: There is no translation into 'xx'; choose en or de.\n"


def test_refusals_and_help_are_translated() -> None:
    assert run("play", "nothing", "--lang", "de").output == (
        "rumpus: Das Spiel „nothing“ gibt es nicht; es gibt tuckit, mantis, stakbots oder ruckus.\n"
    )
    assert "Dein Name am Tisch." in run("play", "--help", "--lang", "de").output
    assert "Spielt gegen Bots" in run("--help", "--lang", "de").output
    assert "Play a game against bots" in run("--help").output


def test_what_click_says_is_translated_too() -> None:
    told = run("play", "--help", "--lang", "de").output
    assert told.startswith("Aufruf: ") and "\nOptionen:\n" in told
    refused = run("play", "mantis", "--plaers", "3", "--lang", "de")
    assert refused.exit_code == 2
    assert "Fehler: Die Option '--plaers' gibt es nicht." in refused.output
    wrong = run("simulate", "mantis", "--games", "0", "--lang", "de").output
    assert "Ungültiger Wert für '--games': 0 liegt nicht im Bereich x>=1." in wrong
    assert run("play", "--help").output.startswith("Usage: ")


def test_data_is_the_same_in_every_language() -> None:
    english, german = (run("games", "--json", "--lang", code).output for code in ("en", "de"))
    assert json.loads(english) == json.loads(german)


def test_a_game_is_played_in_german() -> None:
    told = run("play", "mantis", "--plain", "--seed", "1", "--lang", "de", typed="?\nh\nq\n").output
    for words in (
        "Dein Zug:",
        "Nachziehstapel (",
        "Die nächste Karte zeigt",
        "Punkten (score)",
        "Jederzeit:",
        "Tipp:",
        "von 100 solchen Spielen",
        "Tschüss!",
    ):
        assert words in " ".join(told.split())
