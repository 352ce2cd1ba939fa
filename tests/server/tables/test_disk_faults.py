"""A failing disk: players are told, nothing is lost, and play resumes on its own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rumpus.server.network.limits import UNLIMITED
from rumpus.server.tables import table_server
from rumpus.store import SqliteStore, writing
from tests.server.client import api, make, seated
from tests.server.conftest import OpenRoom
from tests.server.races import GAMES

WHY = "Nothing can be saved right now: it is read-only."


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenRoom]:
    monkeypatch.setattr(writing, "AGAIN", 0.01)
    monkeypatch.setattr(table_server, "STORAGE_CHECK_SECONDS", 0.01)
    opened = OpenRoom(tmp_path, UNLIMITED)
    yield opened
    opened.close()
    assert opened.room.counts.faults == 0


def set_disk(room: OpenRoom, *, works: bool) -> None:
    store = room.room.store
    assert isinstance(store, SqliteStore)
    store.writing.execute(f"pragma query_only = {int(not works)}")


async def wish(room: OpenRoom) -> tuple[int, Any]:
    async with api(room.url) as http:
        answer = await http.post("/api/tables", json={"game": "parley", "name": "Ann"})
    return answer.status_code, answer.json()


async def test_new_tables_and_health_report_the_fault_until_it_is_over(room: OpenRoom) -> None:
    set_disk(room, works=False)
    status, refused = await wish(room)
    assert (status, refused["error"]) == (503, WHY)
    async with api(room.url) as http:
        health = await http.get("/health")
        assert (health.status_code, health.json()) == (
            503,
            {"open": True, "tables": 0, "fault": WHY},
        )
        set_disk(room, works=True)
        while (await http.get("/health")).status_code != 200:
            await asyncio.sleep(0.01)
        assert (await http.get("/health")).json()["fault"] == ""
    assert (await wish(room))[0] == 201


@pytest.mark.parametrize(("game", "action"), GAMES, ids=["plain", "timed", "race"])
async def test_the_table_reports_the_fault_and_resumes_afterwards(
    room: OpenRoom, game: dict[str, Any], action: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rumpus.games.ruckus.realtime.clock.GRACE", 0)
    made = await make(room.url, "yh", **game)
    async with seated(room.url, made["table"], made["token"]) as ann:
        before = ann.heard[0]
        set_disk(room, works=False)
        with pytest.raises(ConnectionClosed):
            answer = await ann.act(0, action, command="lost")
            assert (answer["type"], answer["reason"]) == ("refused", WHY)
            await ann.until(lambda _: False)
        assert not [m for m in ann.heard if m["type"] in ("events", "done")]
    async with seated(room.url, made["table"], made["token"]) as ann:
        assert ann.table["fault"]["reason"] == WHY
        assert ann.heard[0]["history"] == before["history"]
        for kind, more in (("act", {"seat": 0, "notation": action}), ("chat", {"text": "hm"})):
            again = await ann.ask(kind, command=f"lost {kind}", **more)
            assert (again["type"], again["reason"]) == ("refused", WHY)
        set_disk(room, works=True)
        while ann.table["fault"]:
            await ann.read()
        assert (await ann.act(0, action, command="lost"))["type"] == "done"
    async with seated(room.url, made["table"], made["token"]) as ann:
        assert len(ann.heard[0]["history"]) > len(before["history"])


async def test_bots_wait_during_a_disk_fault(room: OpenRoom) -> None:
    made = await make(room.url, "ybb", options={"starter": 0})
    async with seated(room.url, made["table"], made["token"]) as ann:
        set_disk(room, works=False)
        with pytest.raises(ConnectionClosed):
            await ann.act(0, "pass")
            await ann.until(lambda _: False)
    async with seated(room.url, made["table"], made["token"]) as ann:
        set_disk(room, works=True)
        while ann.table["fault"]:
            await ann.read()
        await ann.act(0, "pass")
        told = await ann.until(lambda m: m.get("decided") == "bot")
        assert told["by"] == 1
