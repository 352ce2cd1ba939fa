"""The `rumpus` command, as users see it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rumpus.games import GAMES
from rumpus.terminal.main import main

MY_BOT = Path(__file__).parents[2] / "examples" / "my_bot.py"
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


def test_an_installed_game_that_cannot_be_used_is_named_in_a_sentence(tmp_path: Path) -> None:
    package = tmp_path / "rumpus_unlucky-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: rumpus-unlucky\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[rumpus.games]\nunlucky = nowhere:game\n")
    listed = subprocess.run(
        [sys.executable, "-m", "rumpus.terminal.main", "games"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert listed.stderr == (
        "rumpus: The game 'unlucky' (nowhere:game) cannot be used: No module named 'nowhere'\n"
    )


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


def test_a_live_game_is_played_by_reactions_and_favours_no_seat() -> None:
    live = ("ruckus", "--players", "3", "--set", "timing=live", "--set", "goal=20")
    wins = simulate(*live, "--games", "150", "--threads", "1", "--bots", "normal")["wins"]
    assert all(33 < won < 67 for won in wins), wins
    quick = simulate(*live, "--games", "30", "--threads", "1", "--bots", "expert,easy,easy")["wins"]
    assert quick[0] > 20


@pytest.mark.parametrize("bots", ["gentle", "hard", f"easy,{MY_BOT}:MyBot", f"{MY_BOT}:MyBot"])
def test_every_level_and_custom_bots_play(bots: str) -> None:
    series = ("mantis", "--players", "2", "--set", "target=5", "--games", "4", "--bots", bots)
    one, two = (simulate(*series, "--threads", threads) for threads in ("1", "2"))
    assert one["bots"] == bots and one["unfinished"] == 0
    assert sum(one["wins"]) == pytest.approx(4)
    assert (one["decisions"], one["wins"]) == (two["decisions"], two["wins"])


def test_levels_by_advice_are_played_by_the_engine_in_great_numbers() -> None:
    found = simulate(
        "mantis", "--players", "4", "--games", "4000", "--bots", "random,easy,gentle,normal"
    )
    assert found["backend"] == "native" and found["wins"] == sorted(found["wins"])


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
        (("simulate", "mantis", "--set", "target"), "'target' is not a setting; write KEY=VALUE."),
        (("simulate", "mantis", "--players", "7"), "Mantis is for 2 to 6 players, not 7."),
        (
            ("simulate", "mantis", "--bots", "deep"),
            "no level 'deep'; choose random, easy, gentle, normal, hard, expert or quick.",
        ),
        (("simulate", "mantis", "--bots", "no.py:Bot"), "The file 'no.py'"),
        (
            ("simulate", "mantis", "--bots", "hard", "--backend", "interpreted"),
            "The interpreted rules can only play random, easy, gentle, normal or quick, in ticks.",
        ),
        (
            ("simulate", "ruckus", "--set", "timing=live", "--bots", f"{MY_BOT}:MyBot"),
            "MyBot cannot play in real time, only levels can; play in ticks instead.",
        ),
        (("simulate", "mantis", "--bots", "quick,quick"), "one for each of the 4."),
        (("play", "mantis", "--players", "1"), "Mantis is for 2 to 6 players, not 1."),
        (("play", "mantis", "--bots", "deep"), "There is no level 'deep'; choose random, easy,"),
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
