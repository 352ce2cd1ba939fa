"""What the tests of Tuck It share: tables laid out for them."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from rumpus.rulekit.options import Setting
from rumpus.running.backend import Backend

from .table import Lay, Table, deal_out, lay_out


@pytest.fixture
def table(backend: Backend) -> Lay:
    """Lay out a table at the start of somebody's turn."""
    return partial(lay_out, backend)


@pytest.fixture
def dealt(backend: Backend) -> Lay:
    """Lay out a table at which everybody builds Stacks."""
    return partial(deal_out, backend)


@pytest.fixture
def deal(backend: Backend) -> Lay:
    """Deal a new game."""

    def deal(players: int = 3, *, seed: int = 1, **settings: Setting) -> Table:
        return Table(backend, *backend.deal(players, settings, Random(seed).randbytes(32)))

    return deal
