"""What the tests of Ruckus share: every way to run the rules, and tables laid out for them."""

from __future__ import annotations

from functools import cache, partial
from random import Random

import pytest

from rumpus.games.ruckus import game
from rumpus.rulekit.backend import Backend, Interpreted
from rumpus.rulekit.options import Setting

from .table import Lay, Table, lay_out, native


@cache
def back_end(name: str) -> Backend:
    if name == "native":
        return native()
    return Interpreted(game, checked=name == "checked")


@pytest.fixture(params=["interpreted", "checked", "native"])
def backend(request: pytest.FixtureRequest) -> Backend:
    return back_end(request.param)


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
