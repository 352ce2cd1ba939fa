"""Totterstone is found, played and tested as a package of its own."""

from __future__ import annotations

import pytest

from rumpus.games import GAMES, all_games, find
from rumpus.languages import guide_of

from .conftest import Run

PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")


@pytest.mark.usefixtures("installed")
def test_it_is_found_by_its_entry_point() -> None:
    assert all_games() == (*GAMES, "totterstone")
    game = find("totterstone")
    assert game.title == "Totterstone"
    assert guide_of(game.folder).startswith("# Totterstone\n")


def test_its_rules_are_tested(run: Run) -> None:
    assert "passed" in run(*PYTEST, "tests/test_rules.py")


@pytest.mark.slow
def test_its_whole_games_are_tested(run: Run) -> None:
    assert "1 passed" in run(*PYTEST, "tests/test_whole.py")
