"""Games from other packages: found by entry points, and left out with a sentence if broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rumpus.games import BROKEN, GAMES, all_games, find, installed_games
from rumpus.rulekit.errors import UnknownGame

Install = Callable[[str, str], None]
MODULE = """
from dataclasses import replace
from tests.table.parley import game as parley

game = replace(parley, name="lucky", title="Lucky")
nothing = 3
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Put a package with one entry point where Python looks for packages."""
    (tmp_path / "lucky_package.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    installed_games.cache_clear()
    BROKEN.clear()

    def add(name: str, value: str) -> None:
        made = tmp_path / f"rumpus_{name}-1.dist-info"
        made.mkdir()
        (made / "METADATA").write_text(f"Metadata-Version: 2.1\nName: rumpus-{name}\nVersion: 1\n")
        (made / "entry_points.txt").write_text(f"[rumpus.games]\n{name} = {value}\n")

    yield add
    installed_games.cache_clear()
    BROKEN.clear()


def test_a_game_of_another_package_is_found(install: Install) -> None:
    install("lucky", "lucky_package:game")
    assert all_games() == (*GAMES, "lucky") and find("lucky").title == "Lucky"


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("mantis", "lucky_package:game", "there is another game of that name"),
        ("lucky", "lucky_package:nothing", "it is not a Game"),
        ("unlucky", "lucky_package:game", "it calls itself 'lucky'"),
        ("lucky", "no_such_package:game", "No module named 'no_such_package'"),
    ],
)
def test_a_game_that_cannot_be_used_is_named_and_left_out(
    name: str, value: str, reason: str, install: Install
) -> None:
    install(name, value)
    with pytest.warns(UserWarning, match=f"The game '{name}' .* cannot be used: {reason}"):
        assert all_games() == GAMES
    if name not in GAMES:
        with pytest.raises(UnknownGame, match=f"{name} is installed and cannot be used: {reason}"):
            find(name)


def test_the_place_of_a_mistake_is_named(install: Install, tmp_path: Path) -> None:
    (tmp_path / "typo_package.py").write_text("x = 1\ngame = Gane()\n")
    install("typo", "typo_package:game")
    with pytest.warns(UserWarning, match=r"typo_package\.py:2: name 'Gane' is not defined"):
        assert all_games() == GAMES
