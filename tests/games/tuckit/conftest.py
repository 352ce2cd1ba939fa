"""Tables of Tuck It before the first turn."""

from __future__ import annotations

from functools import partial

import pytest

from rumpus.running.backend import Backend

from .table import Lay, deal_out


@pytest.fixture
def dealt(backend: Backend) -> Lay:
    """Lay out a table at which everybody builds Stacks."""
    return partial(deal_out, backend)
