"""Upgrading the rules while games are in progress."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rumpus.games import GAMES, find
from rumpus.rulekit.game import Game
from rumpus.rulekit.sentence import read_sentence
from rumpus.server.network.limits import UNLIMITED
from rumpus.server.room.registry import GameRegistry
from rumpus.store import SqliteStore
from rumpus.table.data.table_data import TableData
from rumpus.table.errors import NotThere
from rumpus.terminal.records import exporting
from tests.server.client import Client, api, at_table, make, seated, sit
from tests.server.conftest import OpenRoom
from tests.table.parley import game as first
from tests.table.parley.second import game as second
from tests.table.parley.second import third

CLOSED = (
    "This table was begun by version 1 of the rules of Parley, which this room no longer has."
    " It is closed; its record is kept."
)


@contextmanager
def room_with(folder: Path, game: Game) -> Iterator[OpenRoom]:
    """A room with a certain version of Parley."""
    opened = OpenRoom(folder, UNLIMITED, registry=GameRegistry(("parley",), lambda _: game))
    try:
        yield opened
        assert opened.room.counts.faults == 0
    finally:
        opened.close()


def kept(folder: Path, table: str) -> TableData:
    store = SqliteStore(folder)
    found = store.load(table)
    store.close()
    assert found
    return found.data


async def begun(base: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A table of two with a card already open."""
    made = await make(base, "yo", options={"starter": 0, "turns": 2})
    bob = await sit(base, made["table"])
    async with seated(base, made["table"], made["token"]) as ann:
        for notation in ("aim 1", "show"):
            answer = await ann.act(0, notation)
            assert answer["type"] == "done", answer
    return made, bob


async def finish(base: str, made: dict[str, Any], bob: dict[str, Any]) -> list[int]:
    """Let Bob pass, which ends the game; returns the result."""
    async with seated(base, made["table"], bob["token"]) as there:
        answer = await there.act(1, "pass", command="end")
        assert answer["type"] == "done", answer
        over = await last_table(there)
    scores: list[int] = over["table"]["result"]["scores"]
    return scores


async def last_table(client: Client) -> dict[str, Any]:
    return await client.first(lambda m: m["type"] == "table" and m["table"]["status"] == "over")


async def test_a_game_is_finished_under_the_rules_it_started_with(tmp_path: Path) -> None:
    with room_with(tmp_path, first) as old:
        made, bob = await begun(old.url)
        async with seated(old.url, made["table"], made["token"]) as ann:
            before = ann.heard[0]
    with room_with(tmp_path, second) as new:
        async with seated(new.url, made["table"], made["token"]) as ann:
            assert ann.heard[0]["views"] == before["views"]
            assert ann.heard[0]["history"] == before["history"]
        scores = await finish(new.url, made, bob)
        assert scores[0] >= 1 and scores[1] == 0
        async with api(new.url) as http:
            record = (await http.get(f"/api/tables/{made['table']}/record")).json()
            assert (record["version"], record["result"]["scores"]) == (1, scores)
            told = (await http.post("/api/replay", json={"record": record})).json()
            assert told["disagreements"] == []
            assert (await http.post("/api/chances", json={"record": record})).is_success
        later, other = await begun(new.url)
        doubled = await finish(new.url, later, other)
        assert kept(tmp_path, later["table"]).version == 2
        assert doubled[0] % 2 == 0
        async with api(new.url) as http:
            record = (await http.get(f"/api/tables/{later['table']}/record")).json()
            told = (await http.post("/api/replay", json={"record": record})).json()
            assert told["disagreements"] == []
            lied = {**record, "version": 1, "digest": ""}
            told = (await http.post("/api/replay", json={"record": lied})).json()
            half, (first_points, second_points) = doubled[0] // 2, doubled
            assert [why["reason"] for why in told["disagreements"]] == [
                f"The points are {half} and 0, not {first_points} and {second_points}."
            ]


async def test_a_game_begun_by_a_newer_server_is_left_to_it(tmp_path: Path) -> None:
    with room_with(tmp_path, second) as new:
        made, bob = await begun(new.url)
    before = kept(tmp_path, made["table"])
    with room_with(tmp_path, first) as old:
        async with api(old.url) as http:
            refused = await http.get(f"/api/tables/{made['table']}")
        assert refused.status_code == 503
        assert refused.json()["error"] == (
            "This table was begun by a newer Rumpus than this server's; try again in a moment."
        )
        async with at_table(old.url, made["table"]) as ann:
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    await ann.read()
        assert closed.value.rcvd and closed.value.rcvd.code == 1012
    assert kept(tmp_path, made["table"]) == before
    with room_with(tmp_path, second) as new:
        await finish(new.url, made, bob)


async def test_a_game_whose_rules_are_gone_is_closed_and_its_record_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with room_with(tmp_path, first) as old:
        made, _ = await begun(old.url)
        waiting = await make(old.url, "yo")
    with room_with(tmp_path, third) as new:
        for table, token in ((made["table"], made["token"]), (waiting["table"], waiting["token"])):
            async with seated(new.url, table, token) as ann:
                assert (ann.table["status"], ann.table["closed"]["reason"]) == ("over", CLOSED)
                assert (ann.views, ann.table["result"], ann.heard[0]["you"]) == ({}, None, [0])
                assert (await ann.act(0, "pass", command="late"))["reason"] == CLOSED
                assert (await ann.ask("chat", text="oh", command="oh"))["type"] == "done"
            assert str(read_sentence(kept(tmp_path, table).closed)) == CLOSED
    with room_with(tmp_path, second) as again:
        async with seated(again.url, made["table"], made["token"]) as ann:
            assert (ann.table["closed"]["reason"], ann.views) == (CLOSED, {})
    monkeypatch.setattr(exporting, "find", lambda _: third)
    record = exporting.exported(made["table"], tmp_path)
    assert [action[0] for action in record.actions] == [0, 0]
    assert (record.version, record.secret) == (1, "")


async def test_a_finished_game_whose_rules_are_gone_is_left_unchanged(
    tmp_path: Path,
) -> None:
    with room_with(tmp_path, first) as old:
        made, bob = await begun(old.url)
        scores = await finish(old.url, made, bob)
    before = kept(tmp_path, made["table"])
    with room_with(tmp_path, third) as new:
        async with seated(new.url, made["table"], made["token"]) as ann:
            assert (ann.table["status"], ann.table["closed"]["reason"]) == ("over", CLOSED)
    assert kept(tmp_path, made["table"]) == before
    with room_with(tmp_path, second) as again:
        async with seated(again.url, made["table"], made["token"]) as ann:
            assert (ann.table["closed"], ann.table["result"]["scores"]) == (None, scores)


async def test_a_rematch_keeps_the_same_rules(tmp_path: Path) -> None:
    with room_with(tmp_path, first) as old:
        made, bob = await begun(old.url)
        await finish(old.url, made, bob)
    with room_with(tmp_path, second) as new:
        async with seated(new.url, made["table"], made["token"]) as ann:
            answer = await ann.ask("rematch", command="again")
            assert answer["type"] == "done", answer
            told = await ann.first(lambda m: m["type"] == "rematch")
        assert kept(tmp_path, told["table"]).version == 1


def test_older_versions_are_found_by_number() -> None:
    assert second.of_version(2) is second
    assert second.of_version(1) is first
    assert second.of_version(3) is None
    assert third.of_version(1) is None


@pytest.mark.parametrize("name", GAMES)
def test_shipped_older_versions_are_what_they_claim(name: str) -> None:
    game = find(name)
    for version in game.older:
        older = game.of_version(version)
        assert older and (older.name, older.version) == (name, version)
        assert version < game.version


def test_an_unknown_table_cannot_be_exported(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    with pytest.raises(NotThere):
        exporting.exported("nobody", tmp_path)
