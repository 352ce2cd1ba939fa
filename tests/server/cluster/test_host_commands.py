"""The host's commands where several servers share a database."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from rumpus.server.network.limits import UNLIMITED
from rumpus.server.network.passing_on import tell_elsewhere
from rumpus.server.operations.host_commands import CloseTable, host_answers
from tests.postgres import Postgres
from tests.server.client import api, make, seated, sit, until
from tests.server.cluster.conftest import Opens, has
from tests.server.conftest import OpenRoom
from tests.server.operations.test_hosting import rumpus


def folder_of(server: OpenRoom) -> Path:
    folder = server.room.store.folder
    assert folder
    return folder


async def test_the_host_reaches_a_table_from_any_server(two: tuple[OpenRoom, OpenRoom]) -> None:
    one, other = two
    made = await make(one.url, "yo")
    bob = await sit(one.url, made["table"])
    async with seated(one.url, made["table"], bob["token"]) as friend:
        muted = await rumpus("mute", made["table"], 2, "--data", folder_of(other))
        assert muted.output == "Seat 2 is muted.\n"
        refused = await rumpus("kick", made["table"], 9, "--data", folder_of(other))
        assert refused.exit_code == 2 and "There is no seat 9" in refused.output
        found = await rumpus("tables", "--data", folder_of(other))
        assert found.output.count(made["table"]) == 1
        assert "2 Bob (muted)" in found.output
        assert f"at {one.url}" in found.output
        kicked = await rumpus("kick", made["table"], 2, "--data", folder_of(other))
        assert kicked.exit_code == 0
        await friend.until(
            lambda m: m["type"] == "table" and m["table"]["seats"][1]["name"] != "Bob"
        )
        closed = await rumpus("close", made["table"], "--data", folder_of(other))
        assert closed.exit_code == 0
    assert one.room.tables[made["table"]].table.data.closed


async def test_only_the_rooms_servers_send_the_hosts_commands(
    two: tuple[OpenRoom, OpenRoom],
) -> None:
    one, _ = two
    made = await make(one.url, "yb")
    path, body = f"/api/tables/{made['table']}/host", msgspec.json.encode(CloseTable(made["table"]))
    async with seated(one.url, made["table"], made["token"]), api(one.url) as http:
        assert (await http.post(path, content=body)).status_code == 404
        forged = await tell_elsewhere(one.url, path, body, b"another key")
        assert b"There is no such call" in forged
        assert not one.room.tables[made["table"]].table.data.closed
        told = await tell_elsewhere(one.url, path, body, one.room.store.key)
        assert not host_answers.decode(told).error
    assert one.room.tables[made["table"]].table.data.closed


async def test_a_command_for_a_server_that_is_gone_is_answered(opens: Opens) -> None:
    one, other = opens(reach_at="http://127.0.0.1:9"), opens()
    made = await make(one.url, "yb")
    async with seated(one.url, made["table"], made["token"]):
        refused = await rumpus("close", made["table"], "--data", folder_of(other))
    assert refused.exit_code == 2
    assert "This table is being moved to another server" in refused.output


async def test_finished_tables_of_a_database_are_pruned(opens: Opens) -> None:
    one, other = opens(), opens()
    database = one.room.store.database  # type: ignore[attr-defined]
    gone, kept = await make(one.url, "yb"), await make(one.url, "yb")
    for made in (gone, kept):
        assert (await rumpus("close", made["table"], "--data", folder_of(one))).exit_code == 0
    one.call(one.room.tables[gone["table"]].unload)
    await until(lambda: not has(one, gone["table"]))
    other.room.store._read("update tables set created = 0")
    found = await rumpus("prune", "--days", 1, "--dry-run", "--database", database)
    while gone["table"] not in found.output:  # until it is given back
        await asyncio.sleep(0.05)
        found = await rumpus("prune", "--days", 1, "--dry-run", "--database", database)
    assert kept["table"] not in found.output
    done = await rumpus("prune", "--days", 1, "--database", database)
    assert done.output == "Dropped 1 table that ended more than 1 day ago.\n"
    listed = (await rumpus("export", "--database", database)).output
    assert kept["table"] in listed and gone["table"] not in listed
    record = await rumpus("export", kept["table"], "--database", database)
    assert record.exit_code == 0 and '"game": "parley"' in record.output


async def test_a_room_at_home_moves_into_a_database(postgres: Postgres, tmp_path: Path) -> None:
    database, copy = postgres.new_database(), tmp_path / "copy"
    home = OpenRoom(tmp_path / "home", UNLIMITED)
    made = await make(home.url, "yb")
    async with seated(home.url, made["table"], made["token"]) as ann:
        await ann.act(0, "aim 1")
        while not ann.views["0"]["choices"]:
            await ann.read()
        seen, view = ann.seq, ann.views["0"]
    home.close()
    assert (await rumpus("backup", copy, "--data", tmp_path / "home")).exit_code == 0
    moved = await rumpus("restore", copy, "--database", database)
    assert moved.output == f"The database has 1 table of {copy} now.\n"
    again = await rumpus("restore", copy, "--database", database)
    assert again.exit_code == 2 and "That database is in use" in again.output
    server = OpenRoom(tmp_path / "new", UNLIMITED, database=database)
    async with seated(server.url, made["table"], made["token"], after=seen) as ann:
        assert ann.views["0"] == view
        assert ann.seq > seen
        choice = ann.views["0"]["choices"][0]["action"]
        assert (await ann.ask("act", seat=0, action=choice))["type"] == "done"
    server.close()
    refused = await rumpus("restore", copy, "--database", "postgresql://127.0.0.1:9/none")
    assert refused.exit_code == 2 and "The database cannot be used" in refused.output


async def test_a_database_is_backed_up_with_its_own_tools(tmp_path: Path) -> None:
    done = await rumpus("backup", tmp_path / "copy", "--database", "postgresql://somewhere/rumpus")
    assert done.exit_code == 1
    assert "pg_dump" in done.output
    assert not (tmp_path / "copy").exists()
