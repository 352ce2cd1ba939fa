"""A store of every kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rumpus.store import SqliteStore, Store, open_store
from tests.postgres import Postgres, postgres

__all__ = ["postgres"]


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store."""
    opened: Store
    if request.param == "sqlite":
        opened = SqliteStore(tmp_path)
    else:
        server: Postgres = request.getfixturevalue("postgres")
        opened = open_store(server.new_database())
    yield opened
    opened.close()
