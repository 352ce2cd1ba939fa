"""A host's own data files: they replace ours, and a wrong one gets a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rumpus.rulekit.errors import WrongFile
from rumpus.rulekit.optional.host_files import FOLDER, read_data
from tests.patience import PATIENCE


@pytest.fixture
def module(tmp_path: Path) -> str:
    """A game whose cards say `ours`."""
    game = tmp_path / "games" / "whist"
    game.mkdir(parents=True)
    (game / "deck.txt").write_text("ours", encoding="utf-8")
    return str(game / "cards.py")


@pytest.fixture
def hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A host's folder for the same game."""
    folder = tmp_path / "host" / "whist"
    folder.mkdir(parents=True)
    monkeypatch.setenv(FOLDER, str(folder.parent))
    return folder


def test_ours_is_read_unless_the_host_has_one(module: str, hosts: Path) -> None:
    assert read_data(module, "deck.txt", str) == "ours"
    (hosts / "deck.txt").write_text("theirs", encoding="utf-8")
    assert read_data(module, "deck.txt", str) == "theirs"


def test_a_wrong_file_is_named(module: str, hosts: Path) -> None:
    def read(text: str) -> None:
        raise ValueError(f"deck line 1: {text} is not a card")

    with pytest.raises(WrongFile, match=r"games/whist/deck.txt: deck line 1: ours is not a card"):
        read_data(module, "deck.txt", read)
    (hosts / "deck.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(WrongFile, match=r"host/whist/deck.txt: 'utf-8' codec"):
        read_data(module, "deck.txt", read)


def test_a_folder_that_is_not_there(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, "/no/such/folder")
    with pytest.raises(WrongFile, match="a folder that is not there: /no/such/folder"):
        read_data(module, "deck.txt", str)


def rumpus(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rumpus.terminal.main", *arguments],
        env={**os.environ, FOLDER: str(folder)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize(
    "command", [("games",), ("serve", "--port", "0", "--no-browser", "--data", "unused")]
)
def test_the_program_says_so_and_stops(tmp_path: Path, command: tuple[str, ...]) -> None:
    deck = tmp_path / "tuckit" / "deck.txt"
    deck.parent.mkdir()
    deck.write_text("base 2 4\nbass 3 4\n", encoding="utf-8")
    found = rumpus(tmp_path, *command)
    assert (found.returncode, found.stdout) == (2, "")
    sentence = f"rumpus: {deck}: deck line 2: bass is not a set; the sets are base hearts"
    assert found.stderr.startswith(sentence)
    assert found.stderr.count("\n") == 1


def test_the_program_plays_with_the_cards_of_the_host(tmp_path: Path) -> None:
    deck = tmp_path / "tuckit" / "deck.txt"
    deck.parent.mkdir()
    deck.write_text("base 2 9\nbase 3 9\n", encoding="utf-8")
    arguments = ("simulate", "tuckit", "--games", "1", "--backend", "interpreted", "--players")
    assert rumpus(tmp_path, *arguments, "2").returncode == 0
    found = rumpus(tmp_path, *arguments, "3")
    assert found.stderr.startswith(
        "rumpus: 3 players are dealt 27 cards, and the chosen sets have 18"
    )
