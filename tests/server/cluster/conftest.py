"""Servers on one PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rumpus.server.network.limits import UNLIMITED, Limits
from rumpus.store.postgres import PostgresStore
from tests.postgres import Postgres, postgres
from tests.server.conftest import OpenRoom

__all__ = ["postgres"]

Opens = Callable[..., OpenRoom]


@pytest.fixture
def opens(postgres: Postgres, tmp_path: Path) -> Iterator[Opens]:
    """Opens servers on one database; a fault in any of them fails the test."""
    database = postgres.new_database()
    servers: list[OpenRoom] = []

    def opens_server(limits: Limits = UNLIMITED, **more: Any) -> OpenRoom:
        folder = tmp_path / str(len(servers))
        server = OpenRoom(folder, limits, **{"database": database, **more})
        servers.append(server)
        return server

    yield opens_server
    for server in servers:
        if server.thread.is_alive():
            server.close()
        assert server.room.counts.faults == 0


@pytest.fixture
def two(opens: Opens) -> tuple[OpenRoom, OpenRoom]:
    return opens(), opens()


def has(server: OpenRoom, table: str) -> bool:
    return table in server.room.tables


def store_of(server: OpenRoom) -> PostgresStore:
    store = server.room.store
    assert isinstance(store, PostgresStore)
    return store
