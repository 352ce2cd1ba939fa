"""What the tests of Ruckus share: tables laid out for them."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from rumpus.games.ruckus import game
from rumpus.rulekit.options import Setting
from rumpus.running.backend import Backend

from .hall import Hall
from .table import Lay, Table, lay_out, native


@pytest.fixture
def table(backend: Backend) -> Lay:
    """Lay out a table in the middle of a flurry."""
    return partial(lay_out, backend)


@pytest.fixture
def deal(backend: Backend) -> Lay:
    """Deal a new game."""

    def deal(players: int = 3, *, seed: int = 1, **settings: Setting) -> Table:
        return Table(backend, *backend.deal(players, settings, Random(seed).randbytes(32)))

    return deal


@pytest.fixture
def hall() -> Any:
    """A table with a clock; arguments that are not settings describe the table."""

    def hall(players: int = 3, *, clock: dict[str, Any] | None = None, **more: Any) -> Hall:
        keys = {option.key for option in game.options}
        settings = {key: value for key, value in more.items() if key in keys}
        return Hall(lay_out(native(), players, deals=0, **more), settings, **(clock or {}))

    return hall
