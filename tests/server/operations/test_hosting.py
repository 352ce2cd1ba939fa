"""The host's commands, with and without an open room."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import stat
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rumpus.server.network.limits import UNLIMITED
from rumpus.server.operations import pruning
from rumpus.server.operations.console import address_file
from rumpus.server.room.shard import process_for
from rumpus.store import SqliteStore, save_table
from rumpus.terminal.main import main
from tests.patience import PATIENCE
from tests.server.client import api, is_cut, make, seated, sit, until
from tests.server.conftest import OpenRoom
from tests.server.programs import EXAMPLE, address, cluster, room, tables_of_both
from tests.table.setting import make as make_here

DAY = 86_400.0


async def rumpus(*words: object) -> Result:
    """Run a command in a thread while the test goes on."""
    return await asyncio.to_thread(CliRunner().invoke, main, [str(word) for word in words])


async def keep(folder: Path, *tables: tuple[str, str, float]) -> None:
    """Store tables with a status and an age in days."""
    store = SqliteStore(folder)
    for table, status, days in tables:
        data = make_here("pb", game="mantis").data
        data.id, data.status, data.created = table, status, time.time() - days * DAY
        await store.write(save_table(data))
    store.close()


def ids(folder: Path) -> set[str]:
    store = SqliteStore(folder)
    found = {row[0] for row in store.tables()}
    store.close()
    return found


OLD, NEW, GOING = (
    "plum-otter-aaaaaaaaaaaaaaaa",
    "jade-yak-bbbbbbbbbbbbbbbb",
    "teal-wren-cccccccccccccccc",
)
SOME = ((OLD, "over", 100.0), (NEW, "over", 80.0), (GOING, "playing", 100.0))


@pytest.fixture
def open_room(tmp_path: Path) -> Iterator[OpenRoom]:
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        runner.run(keep(tmp_path / "data", *SOME))
    room = OpenRoom(tmp_path / "data", UNLIMITED)
    yield room
    room.close()


# --------------------------------------------------------------------------------- copies
async def test_backup_of_an_open_room_is_restored_when_closed(
    tmp_path: Path,
) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    opened = OpenRoom(folder, UNLIMITED)
    made = await make(opened.url, "yb", game="mantis")
    done = await rumpus("backup", copy, "--data", folder)
    assert done.exit_code == 0 and done.output.startswith(f"All tables are in {copy} now")
    again = await rumpus("backup", copy, "--data", folder)
    assert (again.exit_code, again.output) == (
        2,
        f"rumpus: {copy} already exists; --overwrite replaces it.\n",
    )
    assert (await rumpus("backup", copy, "--data", folder, "--overwrite")).exit_code == 0
    refused = await rumpus("restore", copy, "--data", folder)
    assert refused.exit_code == 1 and "Stop it first" in refused.output
    later = await make(opened.url, "yb", game="mantis")
    opened.close()
    restored = await rumpus("restore", copy, "--data", folder)
    assert restored.exit_code == 0
    kept = Path(
        restored.output.splitlines()[1].removeprefix("What was there before is kept in ")[:-1]
    )
    assert kept.exists()
    again_open = OpenRoom(folder, UNLIMITED)
    async with api(again_open.url) as http:
        assert (await http.get(f"/api/tables/{made['table']}")).is_success
        assert (await http.get(f"/api/tables/{later['table']}")).status_code == 404
    again_open.close()


async def test_restoring_an_invalid_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("dear all" * 100)
    done = await rumpus("restore", tmp_path / "letter", "--data", tmp_path / "data")
    assert done.exit_code == 2
    assert (
        done.output.startswith("rumpus: the copy ") and "damaged, or not from Rumpus" in done.output
    )
    assert not (tmp_path / "data").exists()


# --------------------------------------------------------------------------------- pruning
async def test_old_finished_tables_are_pruned(tmp_path: Path) -> None:
    await keep(tmp_path, *SOME)
    tried = await rumpus("prune", "--dry-run", "--data", tmp_path)
    assert tried.output == f"{OLD}\nWould drop 1 table that ended more than 90 days ago.\n"
    assert ids(tmp_path) == {OLD, NEW, GOING}
    done = await rumpus("prune", "--data", tmp_path)
    assert done.output == "Dropped 1 table that ended more than 90 days ago.\n"
    assert ids(tmp_path) == {NEW, GOING}
    assert (await rumpus("prune", "--days", 30, "--data", tmp_path)).exit_code == 0
    assert ids(tmp_path) == {GOING}


async def test_pruning_an_empty_folder_is_refused_with_a_sentence(tmp_path: Path) -> None:
    done = await rumpus("prune", "--data", tmp_path / "new")
    assert (done.exit_code, done.output) == (
        2,
        f"rumpus: There are no tables in {tmp_path / 'new'}.\n",
    )
    assert not (tmp_path / "new").exists()
    assert (await rumpus("prune", "--days", 0, "--data", tmp_path)).exit_code == 2


async def test_an_open_room_prunes_no_table_in_use(open_room: OpenRoom, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    async with api(open_room.url) as http:
        assert (await http.get(f"/api/tables/{OLD}")).is_success
    tried = await rumpus("prune", "--days", 30, "--dry-run", "--data", folder)
    assert tried.output == f"{NEW}\nWould drop 1 table that ended more than 30 days ago.\n"
    assert (await rumpus("prune", "--days", 30, "--data", folder)).exit_code == 0
    assert ids(folder) == {OLD, GOING}
    async with api(open_room.url) as http:
        assert (await http.get(f"/api/tables/{NEW}")).status_code == 404
        assert (await http.get(f"/api/tables/{OLD}")).is_success


async def test_keep_days_prunes_regularly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "PRUNE_SECONDS", 0.01)
    await keep(tmp_path, *SOME)
    opened = OpenRoom(tmp_path, UNLIMITED, keep_days=90)
    try:
        await until(lambda: ids(tmp_path) == {NEW, GOING})
        await keep(tmp_path, (OLD, "over", 91.0))
        await until(lambda: ids(tmp_path) == {NEW, GOING})
    finally:
        opened.close()


async def test_keep_days_prunes_regularly_in_every_process(
    tmp_path: Path,
) -> None:
    tables = [f"plum-otter-{letter * 16}" for letter in "abcdefgh"]
    await keep(tmp_path, *((table, "over", 100.0) for table in tables), (NEW, "over", 80.0))
    with room(tmp_path, "--processes", "2", "--keep-days", "90") as (_, line):
        assert address(line)
        await until(lambda: ids(tmp_path) == {NEW})


async def test_every_process_prunes_its_own_tables(tmp_path: Path) -> None:
    tables = [f"plum-otter-{letter * 16}" for letter in "abcdefgh"]
    assert {process_for(table, 2) for table in tables} == {0, 1}
    await keep(tmp_path, *((table, "over", 100.0) for table in tables), (GOING, "playing", 100.0))
    async with cluster(tmp_path) as (_, base), api(base) as http:
        for table in tables[:2]:  # who has answered is open
            await http.get(f"/api/tables/{GOING}")
            await http.get(f"/api/tables/{table}")
        for number in (0, 1):
            await until(address_file(tmp_path, number).exists)
        done = await rumpus("prune", "--data", tmp_path)
        assert done.output == "Dropped 6 tables that ended more than 90 days ago.\n"
        assert ids(tmp_path) == {*tables[:2], GOING}


# --------------------------------------------------------------------------------- the console
@pytest.mark.skipif(sys.platform == "win32", reason="no modes there")
def test_only_the_owner_can_read_the_console_address(open_room: OpenRoom, tmp_path: Path) -> None:
    file = address_file(tmp_path / "data", 0)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    open_room.close()
    assert not file.exists()


@pytest.mark.parametrize(
    "line",
    [
        b'{"token": "TOKEN", "wish": {"wish": "prune", "days": 0.0}}\n',
        b"GET / HTTP/1.1\r\n\r\n",
        b"\n",
        b"x" * 100_000 + b"\n",
    ],
)
def test_a_wrong_console_token_is_not_answered(
    open_room: OpenRoom, tmp_path: Path, line: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    notice: dict[str, Any] = json.loads(address_file(tmp_path / "data", 0).read_text())
    with socket.create_connection(("127.0.0.1", notice["port"]), 60) as raw:
        raw.sendall(line.replace(b"TOKEN", b"\xc3\xa4" * len(notice["token"])))
        assert is_cut(raw)
    assert ids(tmp_path / "data") == {OLD, NEW, GOING}
    assert not caplog.records


async def test_a_damaged_address_file_is_reported_with_a_sentence(tmp_path: Path) -> None:
    address_file(tmp_path, 0).write_text("{")
    done = await rumpus("tables", "--data", tmp_path)
    assert done.exit_code == 2
    assert f"The file {address_file(tmp_path, 0)} cannot be read" in done.output


def test_the_console_listens_on_loopback_only(open_room: OpenRoom) -> None:
    console = open_room.server.console.server
    assert console
    assert {listening.getsockname()[0] for listening in console.sockets} == {"127.0.0.1"}


async def test_a_killed_room_is_not_open(tmp_path: Path) -> None:
    """Even if it was killed before its processes reported that they are open."""
    async with cluster(tmp_path) as (process, _):
        process.send_signal(signal.SIGSTOP)
        for number in (0, 1):
            await until(address_file(tmp_path, number).exists)
        assert (await rumpus("tables", "--data", tmp_path)).exit_code == 0
        process.kill()
        process.wait(60)
    await until(lambda: _is_free(tmp_path))
    done = await rumpus("prune", "--data", tmp_path)
    assert (done.exit_code, done.output) == (
        0,
        "Dropped 0 tables that ended more than 90 days ago.\n",
    )


def _is_free(folder: Path) -> bool:
    from rumpus.store import FolderInUse, lock_folder

    try:
        lock_folder(folder).close()
    except FolderInUse:
        return False
    return True


# --------------------------------------------------------------------------------- hosting
@asynccontextmanager
async def any_room(folder: Path, processes: int) -> AsyncIterator[tuple[str, list[dict[str, Any]]]]:
    """A room of some processes, with a table in each."""
    if processes == 2:
        async with cluster(folder) as (_, base):
            made = await tables_of_both(base)
            for number in (0, 1):
                await until(address_file(folder, number).exists)
            yield base, made
        return
    opened = OpenRoom(folder, UNLIMITED)
    try:
        yield opened.url, [await make(opened.url, "yo", game="mantis")]
    finally:
        opened.close()


both = pytest.mark.parametrize("processes", [1, 2])


@both
async def test_the_tables_of_an_open_room_are_listed(tmp_path: Path, processes: int) -> None:
    async with any_room(tmp_path, processes) as (base, made):
        await make(base, "yb", game="mantis", name="Zoe")
        async with seated(base, made[0]["table"], made[0]["token"]):
            done = await rumpus("tables", "--data", tmp_path)
        rows = [line.split("  ") for line in done.output.splitlines()]
        found = {row[0]: (row[1], row[2], row[4]) for row in rows}
        assert len(rows) >= processes + 1
        assert found[made[0]["table"]] == ("mantis", "open", "1 Ann (host), 2 open")
        assert any(seats.startswith("1 Zoe (host, away), 2 ") for _, _, seats in found.values())
        assert all(row[3].endswith((" s", " min")) for row in rows)


@both
async def test_a_player_is_muted_and_kicked_from_the_terminal(
    tmp_path: Path, processes: int
) -> None:
    async with any_room(tmp_path, processes) as (base, made):
        for one in made:
            table, data = one["table"], ("--data", tmp_path)
            bob = await sit(base, table)
            async with seated(base, table, bob["token"]) as there:
                done = await rumpus("mute", f"{base}/t/{table}", 2, *data)
                assert (done.exit_code, done.output) == (0, "Seat 2 is muted.\n")
                assert (await there.ask("chat", text="hello", seat=1))["type"] == "refused"
                await rumpus("mute", table, 2, "--off", *data)
                assert (await there.ask("chat", text="hello", seat=1))["type"] == "done"
                done = await rumpus("kick", table, 2, *data)
                assert (done.exit_code, done.output) == (0, "Seat 2 was taken away.\n")
                await there.until(lambda m: m["type"] == "table" and not m["you"])
            done = await rumpus("kick", table, 2, *data)
            assert (done.exit_code, done.output) == (2, "rumpus: Nobody sits there.\n")
            done = await rumpus("mute", table, 9, *data)
            assert done.output == "rumpus: There is no seat 9 at a table of 2.\n"


@both
async def test_a_table_is_closed_and_its_record_is_kept(tmp_path: Path, processes: int) -> None:
    why = "The room's host has closed this table; its record is kept."
    async with any_room(tmp_path, processes) as (base, made):
        await make(base, "yo", game="mantis")
        for one in made:
            await sit(base, one["table"])
            async with seated(base, one["table"], one["token"]) as ann:
                assert ann.views
                done = await rumpus("close", one["table"], "--data", tmp_path)
                assert done.exit_code == 0
                told = await ann.until(lambda m: m["type"] == "table")
                assert (told["table"]["status"], told["table"]["closed"]["reason"]) == ("over", why)
                assert (told["views"], told["table"]["result"]) == ({}, None)
                refused = await ann.ask("act", seat=0, action=0)
                assert (refused["type"], refused["reason"]) == ("refused", why)
                assert (await ann.ask("rematch"))["reason"] == why
            again = await rumpus("close", one["table"], "--data", tmp_path)
            assert again.output == f"rumpus: {why}\n"
            record = await rumpus("export", one["table"], "--data", tmp_path)
            assert json.loads(record.output)["game"] == "mantis"
            listed = await rumpus("tables", "--data", tmp_path)
            assert one["table"] not in listed.output
    opened = OpenRoom(tmp_path, UNLIMITED)
    try:
        async with seated(opened.url, made[0]["table"], made[0]["token"]) as ann:
            assert (ann.table["closed"]["message"], ann.heard[0]["you"]) == (why, [0])
    finally:
        opened.close()


async def test_a_closed_race_stops(tmp_path: Path) -> None:
    opened = OpenRoom(tmp_path, UNLIMITED)
    try:
        made = await make(opened.url, "yb", game="ruckus")
        async with seated(opened.url, made["table"], made["token"]) as ann:
            assert (await rumpus("close", made["table"], "--data", tmp_path)).exit_code == 0
            await ann.until(lambda m: m["type"] == "table" and m["table"]["closed"])
            refused = await ann.ask("act", seat=0, action=0)
            assert refused["reason"].startswith("The room's host has closed this table")
        assert opened.room.counts.faults == 0
    finally:
        opened.close()


@pytest.mark.parametrize(
    "words", [["tables"], ["kick", NEW, 1], ["mute", NEW, 1], ["close", NEW]], ids=lambda w: w[0]
)
async def test_commands_say_that_no_room_is_open(tmp_path: Path, words: list[object]) -> None:
    for folder in (tmp_path / "none", tmp_path):
        done = await rumpus(*words, "--data", folder)
        assert (done.exit_code, done.output) == (
            2,
            f"rumpus: No room is open on {folder}; --data names another folder.\n",
        )
    assert not (tmp_path / "none").exists()
    with socket.socket() as taken:  # a port at which nobody listens
        taken.bind(("127.0.0.1", 0))
        left = {"port": taken.getsockname()[1], "token": "x", "processes": 1}
        address_file(tmp_path, 0).write_text(json.dumps(left))
        done = await rumpus(*words, "--data", tmp_path)
    assert (done.exit_code, done.output) == (
        2,
        f"rumpus: The room on {tmp_path} does not answer: it is not open.\n",
    )


async def test_an_unknown_table_is_refused_with_a_sentence(
    open_room: OpenRoom, tmp_path: Path
) -> None:
    for table in ("nobody", "plum-otter-zzzzzzzzzzzzzzzz", "x" * 90, "x" * 200):
        done = await rumpus("close", table, "--data", tmp_path / "data")
        assert done.exit_code == 2
        assert done.output.startswith("rumpus: ")
    assert open_room.room.counts.faults == 0


async def test_a_remote_bot_leaves_a_table_that_is_closed(tmp_path: Path) -> None:
    opened = OpenRoom(tmp_path, UNLIMITED)
    try:
        made = await make(opened.url, "yo", game="mantis")
        bot = await asyncio.create_subprocess_exec(
            sys.executable, str(EXAMPLE), made["link"], "Robo", stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "NO_PROXY": "*"},
        )  # fmt: skip
        async with seated(opened.url, made["table"], made["token"]) as ann:
            await ann.first(lambda m: "table" in m and m["table"]["seats"][1]["present"])
            assert (await rumpus("close", made["table"], "--data", tmp_path)).exit_code == 0
            told, _ = await asyncio.wait_for(bot.communicate(), PATIENCE)
        assert told.decode() == "The room's host has closed this table; its record is kept.\n"
    finally:
        opened.close()
