"""Liveness and readiness."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from rumpus.server.network.limits import UNLIMITED
from rumpus.table.backends import table_backend
from tests.server.client import api
from tests.server.conftest import OpenRoom
from tests.server.programs import cluster

BUILDING = {"ready": False, "reason": "The games are still being built."}
READY = {"ready": True, "reason": ""}


async def told(base: str, path: str) -> tuple[int, Any]:
    async with api(base) as http:
        answer = await http.get(path)
    return answer.status_code, answer.json()


async def until_ready(base: str) -> None:
    async with api(base) as http:
        while (answer := await http.get("/health/ready")).status_code != 200:
            assert answer.json()["reason"]
        assert answer.json() == READY


async def test_a_room_is_ready_once_its_games_are_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_build = threading.Event()

    def waits(game: Any) -> Any:
        assert may_build.wait(60)
        return table_backend(game)

    monkeypatch.setattr("rumpus.server.room.room.table_backend", waits)
    opened = OpenRoom(tmp_path, UNLIMITED)
    try:
        assert await told(opened.url, "/health/ready") == (503, BUILDING)
        assert await told(opened.url, "/health/live") == (200, {"live": True})
        assert (await told(opened.url, "/health"))[0] == 200
        may_build.set()
        await until_ready(opened.url)
    finally:
        may_build.set()
        opened.close()


async def test_a_closing_room_is_alive_but_not_ready(tmp_path: Path) -> None:
    opened = OpenRoom(tmp_path, UNLIMITED)
    try:
        await until_ready(opened.url)
        opened.call(opened.room.stop_tables)
        assert await told(opened.url, "/health/ready") == (
            503,
            {"ready": False, "reason": "The room is being closed."},
        )
        assert await told(opened.url, "/health/live") == (200, {"live": True})
    finally:
        opened.close()


async def test_a_room_that_cannot_save_is_not_ready(tmp_path: Path) -> None:
    opened = OpenRoom(tmp_path, UNLIMITED)
    try:
        await until_ready(opened.url)
        opened.call(lambda: opened.room.store._run("pragma query_only = 1"))
        opened.room.store.fault_code = 13
        status, answer = await told(opened.url, "/health/ready")
        assert (status, answer["ready"]) == (503, False)
        assert answer["reason"].startswith("Nothing can be saved right now: ")
    finally:
        opened.close()


async def test_a_room_of_two_processes_is_ready_when_both_are(tmp_path: Path) -> None:
    async with cluster(tmp_path) as (_, base):
        await until_ready(base)
        async with api(base) as http:
            assert "rumpus_processes_ready 2\n" in (await http.get("/metrics")).text
