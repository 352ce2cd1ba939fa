"""What is over leaves nothing behind, not even for the collector of circles to find."""

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

from rumpus.server.connection import Connection
from rumpus.server.limits import UNLIMITED, Address
from rumpus.server.lines import Line
from rumpus.server.live import Live
from rumpus.server.racing import Racing
from rumpus.server.thinking import BOTS, Asker, Thinkers, at_once
from rumpus.server.turns import Turns
from rumpus.server.wire import Wire
from rumpus.server.workers import Workers
from rumpus.table.play import Play
from rumpus.table.table import Table

from .client import PATIENCE, Client, api, at_table, make, seated, sit
from .conftest import OpenRoom

KINDS = (Live, Connection, Wire, Line, Racing, Turns, Table, Play)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[OpenRoom]:
    room = OpenRoom(tmp_path, UNLIMITED)
    yield room
    room.close()
    assert room.room.counts.faults == 0


def there() -> list[Any]:
    """The objects of all rooms of this process."""
    return [thing for thing in gc.get_objects() if type(thing) in KINDS]


class NoCollector:
    """The collector of circles rests, and what is new from now on is looked at."""

    def __enter__(self) -> NoCollector:
        gc.collect()
        gc.disable()
        self.before = there()
        return self

    def __exit__(self, *_: object) -> None:
        gc.enable()

    def left(self) -> Counter[str]:
        """What is new and still there."""
        old = set(map(id, self.before))
        return Counter(type(thing).__name__ for thing in there() if id(thing) not in old)


def put_away(room: OpenRoom) -> None:
    """As when nobody was there for long enough."""
    for live in list(room.room.tables.values()):
        if not live.connections and not live.is_busy:
            live.put_away()


async def act_once(client: Client) -> None:
    while not (client.views and client.views["0"]["choices"]):
        await client.read()
    action = client.views["0"]["choices"][0]["action"]
    await client.ask("act", seat=0, action=action)


async def visit(base: str, game: str) -> None:
    """Somebody makes a table, plays with a friend and a bot, is watched, errs, and goes."""
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
async def test_what_is_over_is_gone_without_a_collection(own: OpenRoom, game: str) -> None:
    with NoCollector() as memory:
        for _ in range(3):
            await visit(own.url, game)
        for _ in range(int(PATIENCE / 0.05)):
            own.call(lambda: put_away(own))
            if not memory.left():
                break
            await asyncio.sleep(0.05)
        assert not memory.left()


async def test_a_room_does_not_grow_with_its_visits(own: OpenRoom) -> None:
    """As `benchmarks/soak.py` does it at length."""
    ours = []
    tracemalloc.start()
    try:
        with NoCollector() as memory:
            for _ in range(3):
                for _ in range(12):
                    await visit(own.url, "parley")
                async with asyncio.timeout(PATIENCE):
                    while memory.left():  # a bot may still be at its last thought
                        own.call(lambda: put_away(own))
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
    """Something that can be watched going."""


def trouble() -> None:
    raise Trouble


async def fail_in_workers() -> None:
    workers = Workers(1, "failing")
    with suppress(Trouble):
        await workers.run(trouble)
    workers.close()


async def fail_while_thinking() -> None:
    thinkers = Thinkers(1, UNLIMITED, time.monotonic)
    thinkers.start("failing")
    with suppress(Trouble):
        await thinkers.run(at_once(trouble), BOTS, Asker(Address(UNLIMITED, 0.0)))
    thinkers.close()


@pytest.mark.parametrize("fail", [fail_in_workers, fail_while_thinking])
async def test_work_that_failed_is_gone_without_a_collection(
    fail: Callable[[], Awaitable[None]],
) -> None:
    """Its error holds the frames that it went through: none of them may hold the error."""
    with NoCollector():
        await fail()
        for _ in range(int(2 / 0.01)):
            if not any(type(thing) is Trouble for thing in gc.get_objects()):
                break
            await asyncio.sleep(0.01)
        assert not any(type(thing) is Trouble for thing in gc.get_objects())
