"""The tables that anybody may join: `GET /api/tables?open=1`."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from rumpus.server.room import directory
from rumpus.server.tables import table_server
from rumpus.store import SqliteStore
from rumpus.store.store import ListedTable
from tests.patience import PATIENCE
from tests.server.client import api, make, seated, sit
from tests.server.conftest import OpenRoom

OPEN = {"pace": "instant", "absence": 0, "timer": False, "open": True}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept from an earlier question, and who is there is noted at once."""
    monkeypatch.setattr(directory, "FRESH_SECONDS", 0.0)
    monkeypatch.setattr(table_server, "HERE_SECONDS", 0.0)


async def listed(base: str, table: str) -> dict[str, Any] | None:
    """A table's line in the directory, if it has one."""
    async with api(base) as http:
        answer = await http.get("/api/tables", params={"open": "1"})
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    lines: list[dict[str, Any]] = answer.json()["tables"]
    return next((line for line in lines if line["id"] == table), None)


async def wait_for(base: str, table: str, **wanted: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            line = await listed(base, table)
            if line and wanted.items() <= line.items():
                return
            await asyncio.sleep(0.01)


async def test_an_open_table_is_listed_until_its_last_seat_is_taken(base: str) -> None:
    made = await make(base, "yboo", settings=OPEN, avatar="cat")
    line = await listed(base, made["table"])
    assert line and line.pop("created") > 1e9
    assert line == {
        "id": made["table"], "game": "parley", "players": 4, "options": line["options"],
        "free": 2, "people": [{"name": "Ann", "avatar": "cat"}], "here": 0,
    }  # fmt: skip
    assert line["options"]["starter"] == 0
    await sit(base, made["table"])
    line = await listed(base, made["table"])
    assert line and line["free"] == 1
    assert [person["name"] for person in line["people"]] == ["Ann", "Bob"]
    await sit(base, made["table"], "Cy")
    assert await listed(base, made["table"]) is None


async def test_a_table_for_friends_is_not_listed(base: str) -> None:
    made = await make(base, "yoo")
    assert await listed(base, made["table"]) is None


async def test_the_directory_tells_no_secret(opened: OpenRoom) -> None:
    made = await make(opened.url, "yo", settings=OPEN, nonce="ab" * 16, again="cd" * 16)
    kept = opened.room.store.load(made["table"])
    assert kept
    async with api(opened.url) as http:
        told = (await http.get("/api/tables?open=1")).text
    seat = kept.data.seats[0]
    assert made["table"] in told
    for secret in (made["token"], kept.data.secret, kept.data.asked, seat.token, seat.nonce):
        assert secret and secret not in told


async def test_people_who_are_there_are_counted(base: str) -> None:
    made = await make(base, "yoo", settings=OPEN)
    bob = await sit(base, made["table"])
    async with seated(base, made["table"], made["token"]):
        await wait_for(base, made["table"], here=1)
        async with seated(base, made["table"], bob["token"]), seated(base, made["table"]):
            await wait_for(base, made["table"], here=2)
        await wait_for(base, made["table"], here=1)
    await wait_for(base, made["table"], here=0)


async def test_nobody_is_there_when_a_table_was_unloaded(opened: OpenRoom) -> None:
    made = await make(opened.url, "yoo", settings=OPEN)
    async with seated(opened.url, made["table"], made["token"]):
        await wait_for(opened.url, made["table"], here=1)
        opened.call(opened.room.tables[made["table"]].unload)
        await wait_for(opened.url, made["table"], here=0)


async def test_a_table_of_friends_writes_nothing_about_who_is_there(
    opened: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[object] = []
    monkeypatch.setattr(table_server, "set_here", written.append)
    made = await make(opened.url, "yo")
    async with seated(opened.url, made["table"], made["token"]) as ann:
        await ann.ask("chat", text="hello", seat=0)
    assert not written


@pytest.mark.parametrize("query", ["", "?open=banana", "?open=", "?open=0", "?open=1&open=0"])
async def test_another_question_is_refused_with_a_sentence(base: str, query: str) -> None:
    async with api(base) as http:
        answer = await http.get(f"/api/tables{query}")
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("Tables can be listed only with ?open=1")


async def test_a_game_that_the_room_does_not_have_is_not_listed(
    opened: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await make(opened.url, "yo", settings=OPEN)
    assert await listed(opened.url, made["table"])
    monkeypatch.setattr(opened.room.directory, "games", ("mantis",))
    assert await listed(opened.url, made["table"]) is None


async def test_many_askers_cost_one_query(
    opened: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    honest = SqliteStore.listed

    def count(store: SqliteStore) -> list[ListedTable]:
        asked.append(1)
        return honest(store)

    monkeypatch.setattr(SqliteStore, "listed", count)
    monkeypatch.setattr(directory, "FRESH_SECONDS", 1e9)
    monkeypatch.setattr(opened.room.directory, "read_at", -1e18)
    async with api(opened.url) as http:
        answers = await asyncio.gather(*(http.get("/api/tables?open=1") for _ in range(20)))
        answers.append(await http.get("/api/tables?open=1"))
    assert {answer.status_code for answer in answers} == {200}
    assert len(asked) == 1
    monkeypatch.setattr(opened.room.directory, "read_at", -1e18)
