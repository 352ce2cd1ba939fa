"""Every game passes the conformance kit, with its own account of what is secret."""

from __future__ import annotations

from importlib import import_module

import pytest

from rumpus.games import GAMES, find
from rumpus.testing import check_game


@pytest.mark.parametrize("name", GAMES)
def test_game_conforms(name: str) -> None:
    game = find(name)
    kept = import_module(f"tests.games.{name}.secrets")
    report = check_game(game, account=kept.Account, census=kept.census)
    assert len(report.events) == len(game.words.events)
    tried = {(option.key, value) for option in game.options if option.scope == "rules"
             for value in option.every_value()}  # fmt: skip
    assert tried <= report.values.keys()
