"""Every way to run the rules, and tables laid out for each game's tests; long sweeps run only for
games in the registry."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rumpus.games import GAMES
from rumpus.running.backend import Backend

from .back_ends import KINDS, back_end

HERE = Path(__file__).parent


def game_of(request: pytest.FixtureRequest) -> str:
    """The game in whose folder the test is."""
    return request.path.relative_to(HERE).parts[0]


@pytest.fixture(params=KINDS)
def backend(request: pytest.FixtureRequest) -> Backend:
    """The rules of the game."""
    return back_end(game_of(request), request.param)


@pytest.fixture
def laid(request: pytest.FixtureRequest) -> Any:
    """The module of the game's tables."""
    return import_module(f"tests.games.{game_of(request)}.table")


@pytest.fixture
def table(laid: Any, backend: Backend) -> Callable[..., Any]:
    """Lay out a table in the middle of a game."""
    return partial(laid.lay_out, backend)


@pytest.fixture
def deal(laid: Any, backend: Backend) -> Callable[..., Any]:
    """Deal a new game."""
    return partial(laid.Table.newly_dealt, backend)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    early = [item for item in items if is_long(item) and unfinished(item)]
    if early and not config.getoption("-k"):
        items[:] = [item for item in items if item not in set(early)]
        config.hook.pytest_deselected(items=early)


def is_long(item: pytest.Item) -> bool:
    return item.get_closest_marker("slow") is not None


def unfinished(item: pytest.Item) -> bool:
    if not item.path.is_relative_to(HERE):
        return False
    game = item.path.relative_to(HERE).parts[0]
    return (HERE / game).is_dir() and game not in GAMES
