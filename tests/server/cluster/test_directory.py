"""What several servers on one PostgreSQL know of each other's tables and people."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from rumpus.server.room import directory
from rumpus.server.tables import table_server
from tests.patience import PATIENCE
from tests.server.client import api, make, seated, sit
from tests.server.cluster.conftest import Opens, has
from tests.server.conftest import OpenRoom
from tests.server.http.test_directory import OPEN, listed, wait_for


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept from an earlier question, and who is there is noted at once."""
    monkeypatch.setattr(directory, "FRESH_SECONDS", 0.0)
    monkeypatch.setattr(table_server, "HERE_SECONDS", 0.0)


# --------------------------------------------------------------------------------- open tables
@pytest.mark.usefixtures("at_once")
async def test_open_tables_are_listed_by_every_server(two: tuple[OpenRoom, OpenRoom]) -> None:
    one, other = two
    made = await make(one.url, "yoo", settings=OPEN)
    async with seated(one.url, made["table"], made["token"]):
        for server in two:
            await wait_for(server.url, made["table"], here=1, free=2)
        bob = await sit(other.url, made["table"])
        async with seated(other.url, made["table"], bob["token"]):
            for server in two:
                await wait_for(server.url, made["table"], here=2, free=1)
        await sit(other.url, made["table"], "Cy")
        for server in two:
            assert await listed(server.url, made["table"]) is None


@pytest.mark.usefixtures("at_once")
async def test_nobody_is_at_the_tables_of_a_server_that_has_ended(
    two: tuple[OpenRoom, OpenRoom],
) -> None:
    one, other = two
    made = await make(one.url, "yoo", settings=OPEN)
    async with seated(one.url, made["table"], made["token"]):
        await wait_for(other.url, made["table"], here=1)
        await asyncio.to_thread(one.close)
    await wait_for(other.url, made["table"], here=0)
    async with seated(other.url, made["table"], made["token"]):
        await wait_for(other.url, made["table"], here=1)


async def test_who_is_there_is_known_within_a_while(two: tuple[OpenRoom, OpenRoom]) -> None:
    """With the waits that a room has."""
    one, other = two
    made = await make(one.url, "yoo", settings=OPEN)
    async with seated(one.url, made["table"], made["token"]):
        await wait_for(other.url, made["table"], here=1)
    await wait_for(other.url, made["table"], here=0)


# --------------------------------------------------------------------------------- your games
async def looked_at(server: OpenRoom, tables: list[str]) -> list[dict[str, Any]]:
    """The tables as the first page asks for them: all at once."""
    async with api(server.url) as http:
        answers = await asyncio.gather(*(http.get(f"/api/tables/{table}") for table in tables))
    assert [answer.status_code for answer in answers] == [200] * len(tables)
    return [answer.json()["table"] for answer in answers]


async def test_your_games_are_found_at_any_server(opens: Opens) -> None:
    one, other, third = opens(), opens(), opens()
    made = [await make(one.url, "yo") for _ in range(3)]
    tables = [table["table"] for table in made]
    async with (
        seated(one.url, tables[0], made[0]["token"]),
        seated(other.url, tables[1], made[1]["token"]),
    ):
        found = await looked_at(third, tables)
        assert [table["id"] for table in found] == tables
        assert [table["seats"][0]["present"] for table in found] == [True, True, False]
        assert [has(server, tables[n]) for n, server in enumerate((one, other))] == [True, True]


async def test_your_games_are_found_after_their_server_has_ended(
    two: tuple[OpenRoom, OpenRoom],
) -> None:
    one, other = two
    made = await make(one.url, "yo")
    bob = await sit(one.url, made["table"])
    async with seated(one.url, made["table"], made["token"], bob["token"]) as ann:
        await ann.act(0, "aim 1")
    await asyncio.to_thread(one.close)
    found = (await looked_at(other, [made["table"]]))[0]
    assert [seat["name"] for seat in found["seats"]] == ["Ann", "Bob"]
    assert found["status"] == "playing"


async def test_your_games_are_found_after_their_server_was_lost(opens: Opens) -> None:
    """Meanwhile its tables are said to be on the move, not to be gone."""
    one, other = opens(reach_at="http://127.0.0.1:9"), opens()
    made = await make(one.url, "yo")
    async with seated(one.url, made["table"], made["token"]), api(other.url) as http:
        answer = await http.get(f"/api/tables/{made['table']}")
        assert answer.status_code == 503
        stop_renewing(one)
        async with asyncio.timeout(PATIENCE):
            while answer.status_code == 503:
                await asyncio.sleep(0.1)
                answer = await http.get(f"/api/tables/{made['table']}")
    assert answer.json()["table"]["id"] == made["table"]


def stop_renewing(server: OpenRoom) -> None:
    """As if the machine were gone: its lease is not renewed any more."""
    server.room.store._look_after = lambda: False  # type: ignore[method-assign]
