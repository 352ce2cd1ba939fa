"""What the tests of Stak Bots share: tables laid out for them."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from rumpus.games.stakbots import game
from rumpus.games.stakbots.options import check_settings
from rumpus.rulekit.options import Setting
from rumpus.running.backend import Backend

from .table import Lay, Table, lay_out


@pytest.fixture
def table(backend: Backend) -> Lay:
    """Lay out a table in the middle of a game."""
    return partial(lay_out, backend)


@pytest.fixture
def deal(backend: Backend) -> Lay:
    """Deal a new game."""

    def deal(players: int = 3, *, seed: int = 1, **settings: Setting) -> Table:
        check_settings(players, game.settings(players, settings))
        s, events = backend.deal(players, settings, Random(seed).randbytes(32))
        return Table(backend, s, events, game.words.letters)

    return deal
