"""The room: unloading, clocks, faults, and concurrent loading."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rumpus.rulekit.game import Game
from rumpus.server.network.limits import UNLIMITED
from rumpus.server.protocol.bodies import NewTable
from rumpus.server.room.registry import GameRegistry
from rumpus.server.room.room import IDLE_SECONDS, Room
from rumpus.server.room.table_creation import create_table
from rumpus.server.room.worker_threads import WorkerThreads
from rumpus.server.tables.connection import Connection
from rumpus.server.tables.race_clock import RaceClock
from rumpus.server.tables.table_server import TableServer
from rumpus.store import SqliteStore, StoreChange, StoreFailed, save_table
from rumpus.table.errors import NotThere
from rumpus.table.table import Table
from tests.server.client import make, seated
from tests.server.conftest import REGISTRY, OpenRoom


async def test_an_idle_table_is_unloaded_and_reloaded(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yb")
    room, table = opened.room, made["table"]
    async with seated(base, table, made["token"]) as ann:
        await ann.act(0, "aim 1")
        before = ann.views, ann.seq
    while room.tables[table].connections:
        await asyncio.sleep(0.01)
    opened.call(room.unload_idle)
    assert table in room.tables
    room.tables[table].idle_since -= 2 * IDLE_SECONDS
    opened.call(room.unload_idle)
    assert table not in room.tables
    async with seated(base, table, made["token"], after=before[1]) as ann:
        assert ann.views == before[0]
        assert ann.seq > before[1]


# --------------------------------------------------------------------------------- clocks
TIMED: list[dict[str, Any]] = [
    {"game": "stakbots", "options": {"clock": 5}},
    {"game": "ruckus", "options": {"length": "time", "minutes": 5}},
    {"game": "parley", "options": {"starter": 0, "limit": 60}},
]
RUNS = {"pace": "slow", "absence": 0, "timer": True}
PASSED = 40.0


def pass_time(server: TableServer) -> None:
    """Let time pass at a table, without waiting."""
    table = server.table
    if isinstance(server.timekeeper, RaceClock):
        server.timekeeper.race.put_off(-1000 * PASSED)
    for clock in (table.clock, table.whole_game):
        clock.ends = {seat: end - PASSED for seat, end in clock.ends.items()}


def time_of(message: dict[str, Any]) -> dict[str, Any]:
    """The time left in the whole game, or else of the seat whose turn it is."""
    clock = message["clock"]
    left: dict[str, Any] = clock["game"] or clock["seats"]["0"]
    return left


@pytest.mark.parametrize("timed", TIMED, ids=lambda timed: timed["game"])
async def test_a_clock_continues_after_an_empty_table(
    opened: OpenRoom, timed: dict[str, Any]
) -> None:
    made = await make(opened.url, "yb", settings=RUNS, **timed)
    room, table = opened.room, made["table"]
    async with seated(opened.url, table, made["token"]) as ann:
        whole = time_of(ann.heard[0])["of"]
        opened.call(lambda: pass_time(room.tables[table]))
    while room.tables[table].connections or room.tables[table].is_busy:
        await asyncio.sleep(0.01)
    room.tables[table].idle_since -= 2 * IDLE_SECONDS
    opened.call(room.unload_idle)
    assert table not in room.tables
    async with seated(opened.url, table, made["token"]) as ann:
        back = time_of(ann.heard[0])
        assert (back["of"], back["runs"]) == (whole, True)
        assert 0 < back["left"] <= whole - PASSED


@pytest.mark.parametrize("timed", TIMED, ids=lambda timed: timed["game"])
async def test_a_clock_continues_after_a_restart(tmp_path: Path, timed: dict[str, Any]) -> None:
    first = OpenRoom(tmp_path, UNLIMITED)
    made = await make(first.url, "yb", settings=RUNS, **timed)
    async with seated(first.url, made["table"], made["token"]) as ann:
        whole = time_of(ann.heard[0])["of"]
        first.call(lambda: pass_time(first.room.tables[made["table"]]))
        first.close()
    second = OpenRoom(tmp_path, UNLIMITED)
    try:
        async with seated(second.url, made["table"], made["token"]) as ann:
            back = time_of(ann.heard[0])
            assert (back["of"], back["runs"]) == (whole, True)
            assert 0 < back["left"] <= whole - PASSED
    finally:
        second.close()


async def test_nothing_is_sent_that_could_not_be_stored(
    base: str, opened: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await make(base, "yh")
    honest, table = opened.room.store.write, made["table"]

    def fail(*changes: StoreChange) -> Any:
        if all(change.row[0] != table for change in changes):
            return honest(*changes)
        failed = asyncio.get_running_loop().create_future()
        failed.set_exception(StoreFailed("the disk is full"))
        return failed

    faults = opened.room.counts.faults
    async with (
        seated(base, table, made["token"]) as ann,
        seated(base, table, made["here"][0]["token"]) as bob,
    ):
        before = ann.views
        monkeypatch.setattr(opened.room.store, "write", fail)
        for client, attempt in ((ann, ann.act(0, "aim 1")), (bob, bob.until(lambda _: False))):
            with pytest.raises(ConnectionClosed):
                await attempt
            assert not [m for m in client.heard if m["type"] in ("events", "done")]
        monkeypatch.setattr(opened.room.store, "write", honest)
    async with seated(base, table, made["token"]) as ann:
        assert ann.views == before
        assert (await ann.act(0, "aim 1"))["type"] == "done"
    assert opened.room.counts.faults == faults + 1
    opened.room.counts.faults = faults


async def test_a_failing_bot_does_not_stop_the_game(
    base: str, opened: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> int:
        raise RuntimeError("no idea")

    faults = opened.room.counts.faults
    made = await make(base, "yb", options={"starter": 1})
    monkeypatch.setattr("rumpus.server.room.room.choose", broken)
    async with seated(base, made["table"], made["token"]) as ann:
        told = await ann.until(lambda m: m["type"] == "events")
        assert [line["event"] for line in told["lines"]] == ["passed"]
    assert opened.room.counts.faults == faults + 1
    opened.room.counts.faults = faults


async def test_worker_threads_run_beside_the_loop_and_pass_errors_on() -> None:
    workers = WorkerThreads(2, "test")
    names = await asyncio.gather(
        *(workers.run(lambda: threading.current_thread().name) for _ in range(20))
    )
    assert set(names) <= {"test-0", "test-1"}
    with pytest.raises(ZeroDivisionError):
        await workers.run(lambda: 1 // 0)
    workers.close()


async def test_concurrent_requests_load_a_table_once(tmp_path: Path) -> None:
    room = Room(SqliteStore(tmp_path), REGISTRY)
    made = await table_in(room)
    servers = await asyncio.gather(*(room.table_server(made) for _ in range(10)))
    assert len({id(server) for server in servers}) == 1
    room.close()


async def test_a_table_of_another_game_is_refused(tmp_path: Path) -> None:
    room = Room(SqliteStore(tmp_path), REGISTRY)
    made = await table_in(room)
    room.registry = GameRegistry((), room.registry.find)
    with pytest.raises(NotThere, match="does not have the game"):
        await room.table_server(made)
    with pytest.raises(NotThere, match="no such table"):
        await room.table_server("../../etc")
    room.close()


async def test_concurrent_requests_build_a_game_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[str] = []

    def build(game: Game) -> Any:
        time.sleep(0.05)
        built.append(game.name)
        return game

    monkeypatch.setattr("rumpus.server.room.room.table_backend", build)
    room = Room(SqliteStore(tmp_path), REGISTRY)
    await asyncio.gather(room.warm_up(), *(room.backend("parley") for _ in range(5)))
    assert sorted(built) == sorted(REGISTRY.names)
    room.close()


async def table_in(room: Room) -> str:
    """A table on disk, not in memory."""
    made = await create_table(room, NewTable("parley", "Ann"), "http://room")
    server = room.tables.pop(made.table)
    await server.write(save_table(server.table.data))
    return made.table


async def test_simultaneous_bots_think_in_parallel(
    opened: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None waits for another, and one that never answers delays nobody."""
    honest, slow = opened.room.think, asyncio.Event()
    thinking: set[int] = set()

    async def think(table: Table, there: Iterable[Connection], known: Any, seat: int) -> int:
        thinking.add(seat)
        if seat == 1:
            await slow.wait()
        return await honest(table, there, known, seat)

    monkeypatch.setattr(opened.room, "think", think)
    made = await make(opened.url, "ybbb", game="tuckit", options={})
    async with seated(opened.url, made["table"], made["token"]) as ann:
        ready: set[int] = set()
        while ready != {2, 3}:
            told = await ann.until(lambda m: m["type"] == "events")
            lines = (line for line in told["lines"] if line["event"] == "stacks ready")
            ready |= {line["numbers"]["seat"] for line in lines}
        assert thinking == {1, 2, 3}
        opened.call(slow.set)
        await ann.until(
            lambda m: any(
                line["event"] == "stacks ready" and line["numbers"]["seat"] == 1
                for line in m.get("lines", ())
            )
        )
