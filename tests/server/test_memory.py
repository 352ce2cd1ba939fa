"""What is over leaves nothing behind, not even for the collector of circles to find."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rumpus.server.connection import Connection
from rumpus.server.limits import UNLIMITED
from rumpus.server.lines import Line
from rumpus.server.live import Live
from rumpus.server.racing import Racing
from rumpus.server.wire import Wire
from rumpus.table.play import Play
from rumpus.table.table import Table

from .client import PATIENCE, Client, api, at_table, make, seated, sit
from .conftest import OpenRoom

KINDS = (Live, Connection, Wire, Line, Racing, Table, Play)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[OpenRoom]:
    room = OpenRoom(tmp_path, UNLIMITED)
    yield room
    room.close()
    assert room.room.counts.faults == 0


@contextmanager
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def left() -> Counter[str]:
    """How many objects of a room there are."""
    return Counter(type(thing).__name__ for thing in gc.get_objects() if type(thing) in KINDS)


def put_away(room: OpenRoom) -> None:
    """As when nobody was there for long enough."""
    for live in list(room.room.tables.values()):
        if not live.connections and not live.is_busy:
            room.room.forget(live)


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


async def until_empty(room: OpenRoom) -> None:
    """Until everything that was there is gone by itself."""
    async with asyncio.timeout(PATIENCE):
        while left():
            room.call(lambda: put_away(room))
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("game", ["parley", "mantis", "ruckus"])
async def test_what_is_over_is_gone_without_a_collection(own: OpenRoom, game: str) -> None:
    with no_collector():
        for _ in range(3):
            await visit(own.url, game)
        try:
            await until_empty(own)
        except TimeoutError:
            pytest.fail(f"still in memory: {left()}")
