"""Every way to run the rules; long sweeps run only for games in the registry."""

from __future__ import annotations

from pathlib import Path

import pytest

from rumpus.games import GAMES
from rumpus.running.backend import Backend

from .back_ends import KINDS, back_end

HERE = Path(__file__).parent


@pytest.fixture(params=KINDS)
def backend(request: pytest.FixtureRequest) -> Backend:
    """The rules of the game in whose folder the test is."""
    return back_end(request.path.relative_to(HERE).parts[0], request.param)


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
