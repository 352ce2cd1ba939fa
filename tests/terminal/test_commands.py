"""The `rumpus` command, as a user meets it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rumpus.games import GAMES
from rumpus.terminal.main import main

SIMULATION = {
    "game", "options", "players", "games", "decisions", "seconds", "decisions_per_second",
    "mean_decisions", "unfinished", "wins", "draws",
}  # fmt: skip


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, arguments, input=typed)


def simulate(*arguments: str) -> dict[str, Any]:
    result = run("simulate", *arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_games_lists_every_game_with_its_options() -> None:
    text = run("games").output
    data = json.loads(run("games", "--json").output)
    assert [game["name"] for game in data] == list(GAMES)
    for game in data:
        assert game["title"] in text
        assert all(option["key"] in text for option in game["options"])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("backend", ["native", "interpreted"])
def test_simulate_prints_one_object(name: str, backend: str) -> None:
    found = simulate(name, "--games", "40", "--seed", "3", "--backend", backend)
    assert found.keys() >= SIMULATION
    assert found["game"] == name and found["games"] == 40 and found["unfinished"] == 0
    assert len(found["wins"]) == found["players"]
    assert sum(found["wins"]) == pytest.approx(40)
    assert found["mean_decisions"] == found["decisions"] / 40


@pytest.mark.parametrize("name", GAMES)
def test_back_ends_simulate_the_same_games(name: str) -> None:
    a, b = (
        simulate(name, "--games", "60", "--seed", "9", "--bots", "quick", "--backend", backend)
        for backend in ("native", "interpreted")
    )
    assert (a["decisions"], a["wins"], a["draws"]) == (b["decisions"], b["wins"], b["draws"])


def test_a_series_does_not_depend_on_chunks_or_threads() -> None:
    one = simulate("mantis", "--games", "25000", "--threads", "1")
    two = simulate("mantis", "--games", "25000", "--threads", "2")
    assert (one["decisions"], one["wins"]) == (two["decisions"], two["wins"])


def test_a_shared_win_is_a_fraction_and_a_draw() -> None:
    found = simulate("mantis", "--players", "6", "--games", "4000", "--set", "target=30")
    assert found["draws"] > 0
    assert sum(found["wins"]) == pytest.approx(4000)
    lots = simulate(
        "mantis",
        "--players",
        "6",
        "--games",
        "4000",
        "--set",
        "target=30",
        "--set",
        "final_tie=lots",
    )
    assert lots["draws"] == 0 and all(wins == int(wins) for wins in lots["wins"])


def test_a_game_in_real_time_is_played_in_ticks() -> None:
    assert simulate("ruckus", "--games", "5")["options"]["timing"] == "ticks"
    live = simulate("ruckus", "--games", "5", "--set", "timing=live")
    assert live["options"]["timing"] == "live" and live["unfinished"] == 0


def test_one_bot_a_seat() -> None:
    found = simulate("mantis", "--players", "3", "--games", "500", "--bots", "quick,random,random")
    assert found["wins"][0] > found["wins"][1] + found["wins"][2]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("simulate", "chess"), "There is no game 'chess'; there is "),
        (("play", "chess"), "There is no game 'chess'; there is "),
        (("bench", "chess"), "There is no game 'chess'; there is "),
        (("simulate", "mantis", "--set", "goal=3"), "There is no option 'goal'; there is target,"),
        (("simulate", "mantis", "--set", "target=4"), "target cannot be '4'; it can be 5 to 30."),
        (
            ("simulate", "mantis", "--set", "extra_turn=x"),
            "it can be two-players, always or never.",
        ),
        (("simulate", "mantis", "--set", "target"), "'target' is no setting; write KEY=VALUE."),
        (("simulate", "mantis", "--players", "7"), "Mantis is for 2 to 6 players, not 7."),
        (
            ("simulate", "mantis", "--bots", "deep"),
            "There is no bot 'deep'; there is random or quick",
        ),
        (("simulate", "mantis", "--bots", "quick,quick"), "one for each of the 4."),
        (("play", "mantis", "--players", "1"), "Mantis is for 2 to 6 players, not 1."),
        (("play", "mantis", "--bots", "deep"), "There is no level 'deep'; there is random, easy,"),
        (("play", "mantis", "--bots", "easy,hard"), "one for each of the 3."),
        (("play", "mantis", "--players", "3", "--set", "starter=seat-5"), "a table of 3"),
        (
            ("play", "mantis", "--set", "extra_turn=never", "--set", "optional_extra=on"),
            "optional_extra needs extra_turn to be two-players or always.",
        ),
    ],
)
def test_wrong_input_gets_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert "Traceback" not in result.output


def test_bench_prints_figures_of_every_back_end() -> None:
    result = run("bench", "mantis", "--seconds", "0.05", "--json")
    figures = json.loads(result.stdout)
    assert figures["state_bytes"] <= 512
    for name in ("native", "interpreted"):
        assert figures["backends"][name]["decisions_per_second"] > 0
    for place in ("opening", "middle", "whole game"):
        assert figures["search"][place]["iterations_per_second"] > 0
    assert "times as fast" in run("bench", "mantis", "--seconds", "0.05").stdout


# --------------------------------------------------------------------------------- playing
def test_a_whole_game_by_numbers() -> None:
    result = run("play", "mantis", "--players", "3", "--seed", "5", typed="1\n" * 200)
    assert result.exit_code == 0
    assert "The result:" in result.output and "  1. " in result.output


def test_a_game_by_words_with_hint_and_table() -> None:
    typed = "h\nt\nsteal 2\nnonsense\nsteal 1\nq\n"
    result = run("play", "mantis", "--players", "2", "--seed", "1", "--name", "Ann", typed=typed)
    assert "Hint: Try to " in result.output and " of 100 such games" in result.output
    assert "Ann tries to steal from Mo." in result.output
    assert "'nonsense' is not one of the choices." in result.output
    assert "'steal 1' is not one of the choices." in result.output
    assert result.output.endswith("Bye! The game is not finished.\n")


def test_the_end_of_input_is_a_goodbye() -> None:
    result = run("play", "mantis", "--seed", "2", typed="")
    assert result.exit_code == 0
    assert result.output.endswith("Bye! The game is not finished.\n")


def test_the_same_seed_deals_the_same_game() -> None:
    a, b = (run("play", "mantis", "--seed", "8", "--name", "Ann").output for _ in range(2))
    assert a == b


# --------------------------------------------------------------------------------- a series
def tournament(target: int, *more: str, typed: str = "1\n" * 9000) -> str:
    settings = ("--set", "tournament=on", "--set", f"tournament_target={target}", *more)
    result = run("play", "tuckit", *settings, "--seed", "3", "--name", "Ann", typed=typed)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_series_goes_on_until_it_is_over() -> None:
    said = tournament(40, "--players", "2")
    games = said.count("The result:")
    assert games > 1
    assert (
        said.count("The series to 40 after") == games == said.count("Enter for the next game") + 1
    )
    assert "after 1 game:" in said and f"after {games} games:" in said
    assert said.rstrip().endswith("the series!")


def test_the_others_play_on_when_you_are_out() -> None:
    said = tournament(20, "--players", "4", "--set", "tournament_end=elimination")
    before, _, after = said.partition("You are out; the others play on.")
    assert ", out" in before
    assert "Your turn" not in after and "Well played" not in after
    assert after.rstrip().endswith("wins the series!")


def test_a_series_can_be_left_between_two_games() -> None:
    whole = tournament(40, "--players", "2")
    answers = whole[: whole.index("Enter for the next game")].count("Choose 1 to")
    said = tournament(40, "--players", "2", typed="1\n" * answers + "q\n")
    assert said.endswith("Bye! The game is not finished.\n")
    assert said.count("The result:") == 1
