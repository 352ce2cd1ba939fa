"""A game that `rumpus new-game` has written is installed as people do it, played and tested."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.new_game import write_game

pytestmark = pytest.mark.slow

NAME = "lucky_seven"
Run = Callable[..., str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a Python module in the folder of a new game, where the game is installed."""
    top = tmp_path_factory.mktemp("new_game")
    folder, installed = top / "written", top / "installed"
    write_game(NAME, folder)

    def run(*command: str | Path, typed: str = "", status: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(installed), "RUMPUS_LANG": "en"},
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    run(
        "uv", "pip", "install", "--offline", "--no-deps", "--no-build-isolation",
        "--python", sys.executable, "--target", installed, folder,
    )  # fmt: skip
    return run


def test_bots_play_it(run: Run) -> None:
    said = run(
        "rumpus.terminal.main", "simulate", NAME, "--players", "2", "--games", "1000",
        "--bots", "random,normal", "--json",
    )  # fmt: skip
    found = json.loads(said)
    assert found["unfinished"] == 0 and found["backend"] == "native"
    assert found["wins"][1] > 700


def test_a_person_plays_it_in_the_terminal(run: Run) -> None:
    play = ("rumpus.terminal.main", "play", NAME, "--players", "2", "--bots", "easy", "--plain")
    said = run(*play, "--seed", "3", "--name", "Ann", typed="1\n" * 40)
    assert "Your move: Play a card." in said
    assert "Hand (3): 3x unknown" in said
    assert "Ann (you)" in said and "You take the Nest: " in said
    assert "The result:" in said


def test_its_rules_are_read_in_the_terminal(run: Run) -> None:
    said = run("rumpus.terminal.main", "play", NAME, "--plain", typed="rules\nq\n")
    assert "Lucky Seven\n" in said and "Play a card from your hand onto the Nest." in said


def test_its_name_is_taken_now(run: Run) -> None:
    again = ("rumpus.terminal.main", "new-game", NAME, "--folder", "again")
    assert f"There is a game '{NAME}' already" in run(*again, status=2)


def test_its_own_tests_pass(run: Run) -> None:
    assert "8 passed" in run("pytest", "-p", "no:asyncio", "-p", "no:cacheprovider")


def test_its_types_are_right(run: Run) -> None:
    assert "no issues found in 9 source files" in run("mypy", "--strict")
