"""Finished objects are freed by reference counting alone, without the garbage collector."""

from __future__ import annotations

import asyncio
import gc
import time
import tracemalloc
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rumpus.server.network.connections import TrackedConnection
from rumpus.server.network.limits import UNLIMITED, AddressUsage
from rumpus.server.network.websocket import WebSocket
from rumpus.server.room.thinking_pool import BOTS, JobOwner, ThinkingPool, single_slice
from rumpus.server.room.worker_threads import WorkerThreads
from rumpus.server.tables.connection import Connection
from rumpus.server.tables.race_clock import RaceClock
from rumpus.server.tables.table_server import TableServer
from rumpus.server.tables.turn_clock import TurnClock
from rumpus.table.play import Play
from rumpus.table.table import Table
from tests.patience import PATIENCE
from tests.server.client import Client, api, at_table, make, seated, sit
from tests.server.conftest import OpenRoom

KINDS = (TableServer, Connection, WebSocket, TrackedConnection, RaceClock, TurnClock, Table, Play)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[OpenRoom]:
    room = OpenRoom(tmp_path, UNLIMITED)
    while not room.room.is_warm:  # a tuple that is being built must not be seen by gc.get_objects
        time.sleep(0.01)
    yield room
    room.close()
    assert room.room.counts.faults == 0


def there() -> list[Any]:
    """The server's live objects in this process."""
    return [thing for thing in gc.get_objects() if type(thing) in KINDS]


class NoCollector:
    """Disables the garbage collector and tracks new objects."""

    def __enter__(self) -> NoCollector:
        gc.collect()
        gc.disable()
        self.before = there()
        return self

    def __exit__(self, *_: object) -> None:
        gc.enable()

    def left(self) -> Counter[str]:
        """New objects that are still alive."""
        old = set(map(id, self.before))
        return Counter(type(thing).__name__ for thing in there() if id(thing) not in old)


def unload(room: OpenRoom) -> None:
    """Unload all tables, as if they were idle."""
    for server in list(room.room.tables.values()):
        if not server.connections and not server.is_busy:
            server.unload()


async def act_once(client: Client) -> None:
    while not (client.views and client.views["0"]["choices"]):
        await client.read()
    action = client.views["0"]["choices"][0]["action"]
    await client.ask("act", seat=0, action=action)


async def visit(base: str, game: str) -> None:
    """A visit: create a table, play with a friend and a bot, be watched, err and leave."""
    options: dict[str, Any] = {"options": {}} if game != "parley" else {}
    made = await make(base, "yob", game=game, **options)
    friend = await sit(base, made["table"])
    async with (
        seated(base, made["table"], made["token"]) as ann,
        seated(base, made["table"], friend["token"]),
    ):
        async with seated(base, made["table"]) as eve:
            await eve.send(type="pause", command="p")
            await eve.until(lambda m: m["type"] == "refused")
        if game == "ruckus":
            await act_once(ann)
        await ann.ask("chat", text="hello")
        await ann.ask("act", seat=0, action=9999)
        await ann.ask("hint", seat=0)
        await ann.send(type="nothing")
        await ann.until(lambda m: m["type"] == "error")
    async with api(base) as http:
        assert (await http.get(f"/api/tables/{made['table']}")).is_success
        assert (await http.get(f"/api/tables/{made['table']}/record")).is_success
    with pytest.raises(ConnectionClosed):
        async with at_table(base, "plum-otter-4ujdtqbbyiewa3xk") as nowhere:
            await nowhere.until(lambda _: False)


@pytest.mark.parametrize("game", ["parley", "mantis", "ruckus"])
async def test_finished_objects_are_freed_without_the_garbage_collector(
    own: OpenRoom, game: str
) -> None:
    with NoCollector() as memory:
        for _ in range(3):
            await visit(own.url, game)
        for _ in range(int(PATIENCE / 0.05)):
            own.call(lambda: unload(own))
            if not memory.left():
                break
            await asyncio.sleep(0.05)
        assert not memory.left()


async def test_memory_does_not_grow_with_visits(own: OpenRoom) -> None:
    """A short version of `benchmarks/soak.py`."""
    ours = []
    tracemalloc.start()
    try:
        with NoCollector() as memory:
            for _ in range(3):
                for _ in range(12):
                    await visit(own.url, "parley")
                async with asyncio.timeout(PATIENCE):
                    while memory.left():  # a bot may still be thinking
                        own.call(lambda: unload(own))
                        await asyncio.sleep(0.02)
                gc.collect()
                ours.append(tracemalloc.take_snapshot().filter_traces(OURS))
    finally:
        tracemalloc.stop()
    grown = ours[2].compare_to(ours[1], "lineno")
    assert sum(line.size_diff for line in grown) < 12 * A_LITTLE, "\n".join(map(str, grown[:12]))


OURS = [tracemalloc.Filter(inclusive=True, filename_pattern="*/src/rumpus/*")]
A_LITTLE = 1000
"""Bytes that a visit may leave: a table leaves more than that, and so does a socket."""


class Trouble(Exception):
    """An exception that can be weakly referenced."""


def trouble() -> None:
    raise Trouble


async def fail_in_workers() -> None:
    workers = WorkerThreads(1, "failing")
    with suppress(Trouble):
        await workers.run(trouble)
    workers.close()


async def fail_while_thinking() -> None:
    thinking_pool = ThinkingPool(1, UNLIMITED, time.monotonic)
    thinking_pool.start("failing")
    with suppress(Trouble):
        await thinking_pool.run(single_slice(trouble), BOTS, JobOwner(AddressUsage(UNLIMITED, 0.0)))
    thinking_pool.close()


@pytest.mark.parametrize("fail", [fail_in_workers, fail_while_thinking])
async def test_failed_work_is_freed_without_the_garbage_collector(
    fail: Callable[[], Awaitable[None]],
) -> None:
    """An exception references its frames; none of them may reference it."""
    with NoCollector():
        await fail()
        for _ in range(int(2 / 0.01)):
            if not any(type(thing) is Trouble for thing in gc.get_objects()):
                break
            await asyncio.sleep(0.01)
        assert not any(type(thing) is Trouble for thing in gc.get_objects())
