"""The one route of an action, the same with turns and in real time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest

from rumpus.server.tables.connection import Connection
from rumpus.store import Claim, StoreChange
from tests.patience import PATIENCE
from tests.server.client import Client, make, seated, until
from tests.server.conftest import OpenRoom
from tests.server.races import GAMES, all_present

every_game = pytest.mark.parametrize(("game", "action"), GAMES, ids=["plain", "timed", "race"])


class Disk:
    """A disk that writes when the test says so."""

    def __init__(self, opened: OpenRoom) -> None:
        self.opened, self.honest = opened, opened.room.store.write
        self.held: list[tuple[asyncio.Future[None], tuple[StoreChange, ...], Claim | None]] = []
        self.is_slow = False

    def write(self, *changes: StoreChange, claim: Claim | None = None) -> asyncio.Future[None]:
        if not self.is_slow:
            return self.honest(*changes, claim=claim)
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.held.append((waiting, changes, claim))
        return waiting

    async def _go_on(self) -> None:
        self.is_slow = False
        for waiting, changes, claim in self.held:
            await self.honest(*changes, claim=claim)
            waiting.set_result(None)

    def go_on(self) -> None:
        asyncio.run_coroutine_threadsafe(self._go_on(), self.opened.loop).result(PATIENCE)


@pytest.fixture
def disk(opened: OpenRoom, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    monkeypatch.setattr("rumpus.games.ruckus.realtime.clock.GRACE", 0)
    slow = Disk(opened)
    with monkeypatch.context() as patch:
        patch.setattr(opened.room.store, "write", slow.write)
        yield slow


class Two(NamedTuple):
    """Two people at a table."""

    table: str
    me: Client
    other: Client

    def done(self, opened: OpenRoom) -> list[str]:
        """The ids of the stored commands."""
        kept = opened.room.store.load(self.table)
        assert kept
        return [entry.command for entry in kept.entries if entry.command]


@asynccontextmanager
async def two(opened: OpenRoom, game: dict[str, Any]) -> AsyncIterator[Two]:
    made = await make(opened.url, "yh", **game)
    tokens = made["token"], made["here"][0]["token"]
    async with (
        seated(opened.url, made["table"], tokens[0]) as me,
        seated(opened.url, made["table"], tokens[1]) as other,
    ):
        for client in (me, other):
            while not all_present(client.table):
                await client.read()
        yield Two(made["table"], me, other)


async def arrived(client: Client) -> None:
    """Wait until everything sent so far has arrived."""
    await (await client.socket.ping())


@every_game
async def test_an_action_is_stored_then_broadcast_then_answered(
    opened: OpenRoom, disk: Disk, game: dict[str, Any], action: str
) -> None:
    """Actions that arrive meanwhile come after it."""
    async with two(opened, game) as at:
        disk.is_slow = True
        await at.me.send(type="act", command="first", seat=0, notation=action)
        await until(lambda: disk.held)
        await at.other.send(type="act", command="second", seat=1, notation=action)
        await at.me.send(type="chat", command="said", seat=0, text="hello")
        for client in (at.me, at.other):
            await arrived(client)
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await client.socket.recv()
        assert len(disk.held) == 1
        disk.go_on()
        await at.me.first(lambda m: m.get("command") == "said")
        await at.other.first(lambda m: m.get("command") == "second")
        kinds = [message["type"] for message in at.me.heard]
        assert kinds.index("events") < kinds.index("done") < kinds.index("chat")
        assert at.done(opened) in (["first"], ["first", "second"])


@every_game
async def test_a_clients_commands_are_carried_out_in_order(
    opened: OpenRoom, disk: Disk, game: dict[str, Any], action: str
) -> None:
    """A pause that waits for the lock comes before an action sent after it."""
    async with two(opened, game) as at:
        disk.is_slow = True
        await at.other.send(type="chat", command="said", seat=1, text="hello")
        await until(lambda: disk.held)
        server = opened.room.tables[at.table]
        mine: Any = next(
            connection for connection in server.connections if connection.seats == (0,)
        )
        await at.me.send(type="pause", command="pause")
        await until(lambda: mine.is_asking)
        await at.me.send(type="act", command="late", seat=0, notation=action)
        await until(lambda: server.claims or mine.socket.inbox)
        disk.go_on()
        answer = await at.me.until(lambda m: m.get("command") == "late")
        assert (answer["type"], answer["reason"]) == ("refused", "The game is paused.")
        assert at.done(opened) == []


@every_game
async def test_a_repeated_action_is_done_once_and_answered_on_the_last_connection(
    opened: OpenRoom, disk: Disk, game: dict[str, Any], action: str
) -> None:
    made = await make(opened.url, "yh", **game)
    async with (
        seated(opened.url, made["table"], made["token"]) as first,
        seated(opened.url, made["table"], made["token"]) as last,
    ):
        disk.is_slow = True
        for client in (first, last):
            await client.send(type="act", command="once", seat=0, notation=action)
            await until(lambda: disk.held)
            await arrived(client)
        disk.go_on()
        assert (await last.until(lambda m: m.get("command") == "once"))["type"] == "done"
        assert Two(made["table"], first, last).done(opened) == ["once"]
        await first.ask("chat", text="hello")
        assert not [m for m in first.heard if m.get("command") == "once"]


async def test_losing_a_seat_cancels_its_queued_actions(opened: OpenRoom, disk: Disk) -> None:
    async with two(opened, {"options": {"starter": 1}}) as at:
        disk.is_slow = True
        await at.me.send(type="kick", command="kick", seat=1)
        await until(lambda: disk.held)
        await at.other.send(type="act", command="late", seat=1, notation="aim 1")
        await arrived(at.other)
        disk.go_on()
        answer = await at.other.until(lambda m: m.get("command") == "late")
        assert (answer["type"], answer["reason"]) == ("refused", "That seat is not yours.")
        assert at.done(opened) == []


async def test_an_action_does_not_wait_for_a_hint(
    opened: OpenRoom, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    hint, asked = opened.room.hint, asyncio.Event()
    found = asyncio.Event()

    async def slow(*arguments: Any) -> Any:
        asked.set()
        await found.wait()
        return await hint(*arguments)

    monkeypatch.setattr(opened.room, "hint", slow)
    async with two(opened, GAMES[0][0]) as at:
        await at.me.send(type="hint", command="hint", seat=0)
        await until(asked.is_set)
        assert (await at.me.act(0, "aim 1"))["type"] == "done"
        opened.call(found.set)
        await at.me.until(lambda m: m.get("command") == "hint")


@every_game
async def test_an_action_for_an_unloaded_table_can_be_sent_again(
    opened: OpenRoom,
    disk: Disk,
    game: dict[str, Any],
    action: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with two(opened, game) as at:
        with monkeypatch.context() as open_still:
            open_still.setattr(Connection, "drop", lambda _: None)
            server, received = opened.room.tables[at.table], opened.room.counts.received
            token = server.table.seats[0].token
            opened.call(server.unload)
            await at.me.send(type="act", command="late", seat=0, notation=action)
            await until(lambda: opened.room.counts.received > received)
        await arrived(at.me)
        kept = opened.room.store.load(at.table)
        assert kept and kept.answers.find((token,), "late") is None
