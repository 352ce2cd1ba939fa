"""A table at which nothing happens is put away; its people stay, and the first message brings it
back."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from pathlib import Path
from sqlite3 import SQLITE_FULL
from typing import Any
from weakref import ref

import pytest
from websockets.exceptions import ConnectionClosed

from rumpus.rulekit.sentence import say
from rumpus.server.network.limits import UNLIMITED
from rumpus.server.operations.host_commands import (
    AnyHostCommand,
    CloseTable,
    KickSeat,
    ListTables,
    run_host_command,
)
from rumpus.server.room.room import IDLE_SECONDS, Room
from rumpus.server.tables.table_server import TableServer
from rumpus.store import Claim, DiskFault
from rumpus.table.seating.presence import IDLE_AFTER
from rumpus.table.table import Table
from tests.patience import PATIENCE
from tests.server.client import Client, api, make, seated, sit, until
from tests.server.conftest import OpenRoom
from tests.server.races import GAMES, all_present
from tests.server.sessions.test_series import play_on


@pytest.fixture
def own(tmp_path: Path) -> Iterator[OpenRoom]:
    room = OpenRoom(tmp_path, UNLIMITED)
    yield room
    if room.thread.is_alive():
        room.close()
    assert room.room.counts.faults == 0


def server_of(opened: OpenRoom, table: str) -> TableServer:
    return opened.room.tables[table]


def pass_time(opened: OpenRoom, table: str) -> bool:
    """As if nothing had happened for a while; whether the table is put away then."""

    def sweep() -> None:
        server_of(opened, table).idle_since -= 2 * IDLE_SECONDS
        opened.room.unload_idle()

    opened.call(sweep)
    return server_of(opened, table).asleep is not None


async def put_away(opened: OpenRoom, table: str) -> None:
    """A bot may think about its next action first, and a change may be under way."""
    await until(lambda: pass_time(opened, table))


async def hears_nothing(client: Client) -> None:
    await (await client.socket.ping())
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            raise AssertionError(await client.socket.recv())


async def shown(client: Client, *tokens: str) -> dict[str, Any]:
    """The whole table as a client sees it, without its number."""
    return {**await client.hello(*tokens), "seq": 0}


def host(opened: OpenRoom, command: AnyHostCommand) -> Any:
    """What a command of the room's host results in."""
    asked = run_host_command(opened.room, command)
    return asyncio.run_coroutine_threadsafe(asked, opened.loop).result(PATIENCE)


# --------------------------------------------------------------------------------- back again
@pytest.mark.parametrize("game", ["parley", "mantis", "tuckit", "stakbots"])
async def test_a_table_is_the_same_when_it_comes_back(
    base: str, opened: OpenRoom, game: str
) -> None:
    made = await make(base, "yb", game=game)
    table, token = made["table"], made["token"]
    async with seated(base, table, token) as ann:
        for _ in range(3):
            while not ann.views["0"]["choices"]:
                await ann.read()
            await ann.ask("act", seat=0, action=ann.views["0"]["choices"][0]["action"])
        await ann.ask("chat", text="well", seat=0)
        while not ann.views["0"]["choices"]:
            await ann.read()
        before = await shown(ann, token)
        await put_away(opened, table)
        await hears_nothing(ann)
        assert await shown(ann, token) == before
        await put_away(opened, table)
        await ann.ask("act", seat=0, action=before["views"]["0"]["choices"][0]["action"])


@pytest.mark.parametrize(
    ("kind", "more", "answer"),
    [
        ("act", {"seat": 0, "notation": "aim 1"}, "done"),
        ("act", {"seat": 0, "action": 9999}, "refused"),
        ("chat", {"seat": 0, "text": "hello"}, "done"),
        ("hint", {"seat": 0}, "hint"),
        ("try", {"seat": 0, "actions": [9999]}, "refused"),
        ("plan", {"seat": 0, "actions": [None]}, "done"),
        ("pause", {}, "done"),
        ("leave", {"seat": 0}, "done"),
    ],
)
async def test_any_message_brings_it_back(
    base: str, opened: OpenRoom, kind: str, more: dict[str, Any], answer: str
) -> None:
    made = await make(base, "yo")
    bob = await sit(base, made["table"])
    async with (
        seated(base, made["table"], made["token"]) as ann,
        seated(base, made["table"], bob["token"]),
    ):
        await until(lambda: len(server_of(opened, made["table"]).connections) == 2)
        await put_away(opened, made["table"])
        assert (await ann.ask(kind, **more))["type"] == answer
        assert server_of(opened, made["table"]).asleep is None


async def test_messages_that_arrive_meanwhile_keep_their_order(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yo", options={"starter": 0, "turns": 60})
    bob = await sit(base, made["table"])
    async with (
        seated(base, made["table"], made["token"]) as ann,
        seated(base, made["table"], bob["token"]) as friend,
    ):
        for turn in range(3):
            await put_away(opened, made["table"])
            sent = [f"{turn}-{n}" for n in range(9)]
            act = {"type": "act", "notation": "aim 1"}
            for n, command in enumerate(sent):
                chat = {"type": "chat", "text": command}
                await ann.send(seat=0, command=command, **(act if n in {0, 5} else chat))
                await friend.send(seat=1, command=command, **chat)
            for client in (ann, friend):
                answered = [(await client.until(lambda m: "command" in m))["command"] for _ in sent]
                assert sorted(answered, key=sent.index) == answered
            await friend.ask("act", seat=1, notation="aim 1")


async def test_an_action_sent_again_is_done_once(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yb", options={"starter": 0, "turns": 60})
    async with seated(base, made["table"], made["token"]) as ann:
        await ann.act(0, "aim 1", command="once")
        await put_away(opened, made["table"])
        assert (await ann.act(0, "aim 1", command="once"))["type"] == "done"
    kept = opened.room.store.load(made["table"])
    assert kept and [entry.command for entry in kept.entries].count("once") == 1


async def test_a_rematch_is_made_at_a_table_that_was_put_away(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yb", options={"starter": 0, "turns": 2})
    async with seated(base, made["table"], made["token"]) as ann:
        await play_on(ann, 0)
        await put_away(opened, made["table"])
        assert (await ann.ask("rematch"))["type"] == "done"
        told = await ann.first(lambda m: m["type"] == "rematch")
    async with seated(base, told["table"], made["token"]) as ann:
        assert ann.table["id"] == told["table"]


# --------------------------------------------------------------------------------- who is there
async def test_somebody_who_comes_sees_who_is_there(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yo")
    bob = await sit(base, made["table"])
    async with seated(base, made["table"], made["token"]) as ann:
        await put_away(opened, made["table"])
        async with seated(base, made["table"], bob["token"]) as friend:
            assert all_present(friend.table)
            assert (await ann.until(lambda m: m["type"] == "table"))["seq"] == friend.seq
            seen = friend.seq
        await ann.until(lambda m: m["type"] == "table" and not all_present(m["table"]))
        await put_away(opened, made["table"])
        async with seated(base, made["table"], bob["token"], after=seen) as friend:
            assert friend.seq > seen


async def test_others_are_told_that_somebody_left(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yo")
    bob = await sit(base, made["table"])
    async with seated(base, made["table"], made["token"]) as ann:
        async with seated(base, made["table"], bob["token"]):
            await ann.until(lambda m: m["type"] == "table" and all_present(m["table"]))
            await put_away(opened, made["table"])
        await ann.until(lambda m: m["type"] == "table" and not all_present(m["table"]))


async def test_a_table_that_all_have_left_is_unloaded(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yb")
    async with seated(base, made["table"], made["token"]):
        await put_away(opened, made["table"])
    await until(lambda: made["table"] not in opened.room.tables)
    async with seated(base, made["table"], made["token"]) as ann:
        assert (await ann.ask("chat", text="back", seat=0))["type"] == "done"


async def test_the_rooms_host_reaches_it(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yo")
    bob = await sit(base, made["table"])
    async with (
        seated(base, made["table"], made["token"]) as ann,
        seated(base, made["table"], bob["token"]) as friend,
        api(base) as http,
    ):
        await put_away(opened, made["table"])
        listed = await asyncio.to_thread(host, opened, ListTables())
        (found,) = [one for one in listed if one.table == made["table"]]
        assert found.seats == ["Ann (host)", "Bob"]
        assert server_of(opened, made["table"]).asleep
        assert (await http.get("/health")).is_success
        await asyncio.to_thread(host, opened, KickSeat(made["table"], 1))
        await friend.until(lambda m: m["type"] == "table" and m["you"] == [])
        await put_away(opened, made["table"])
        assert (await http.get(f"/api/tables/{made['table']}")).is_success
        await put_away(opened, made["table"])
        await asyncio.to_thread(host, opened, CloseTable(made["table"]))
        await ann.until(lambda m: m["type"] == "table" and m["table"]["closed"])


# --------------------------------------------------------------------------------- clocks
@pytest.mark.parametrize("game", [game for game, _ in GAMES[1:]], ids=["timed", "race"])
async def test_a_table_whose_clock_runs_is_not_put_away(
    base: str, opened: OpenRoom, game: dict[str, Any]
) -> None:
    made = await make(base, "yh", **game)
    async with seated(base, made["table"], made["token"], made["here"][0]["token"]) as ann:
        await ann.ask("hold", seat=0)
        assert not pass_time(opened, made["table"])
        await ann.ask("pause")
        before = await shown(ann, made["token"], made["here"][0]["token"])
        await put_away(opened, made["table"])
        assert await shown(ann, made["token"], made["here"][0]["token"]) == before
        await ann.ask("resume")
        assert not pass_time(opened, made["table"])


async def test_a_bot_that_is_about_to_act_keeps_the_table(base: str, opened: OpenRoom) -> None:
    settings = {"pace": "slow", "absence": 0, "timer": False}
    made = await make(base, "yb", options={"starter": 1}, settings=settings)
    async with seated(base, made["table"], made["token"]) as ann:
        assert not pass_time(opened, made["table"])
        await ann.until(lambda m: m["type"] == "events" and m["decided"] == "bot")


async def test_a_player_becomes_idle_while_the_table_is_put_away(
    base: str, opened: OpenRoom
) -> None:
    made = await make(base, "yo", options={"starter": 1, "turns": 60})
    bob = await sit(base, made["table"])

    def nearly_idle() -> None:
        server = server_of(opened, made["table"])
        server.table.idle_clock.ends[1] -= IDLE_AFTER - 0.2
        server.schedule()
        server.idle_since -= 2 * IDLE_SECONDS
        opened.room.unload_idle()

    async with (
        seated(base, made["table"], made["token"]) as ann,
        seated(base, made["table"], bob["token"]),
    ):
        await ann.until(lambda m: m["type"] == "table" and all_present(m["table"]))
        await until(lambda: not server_of(opened, made["table"]).is_busy)
        opened.call(nearly_idle)
        await ann.until(lambda m: m["type"] == "table" and m["table"]["seats"][1]["idle"])
        await put_away(opened, made["table"])
        assert (await ann.ask("seat", seat=1, kind="bot"))["type"] == "done"
        await ann.until(lambda m: m.get("decided") == "bot")


# --------------------------------------------------------------------------------- memory
async def test_nothing_of_the_table_stays_in_memory(own: OpenRoom) -> None:
    """It is freed at once, without the garbage collector."""
    made = await make(own.url, "yb")
    async with seated(own.url, made["table"], made["token"]) as ann:
        await ann.act(0, "aim 1")
        server = server_of(own, made["table"])
        left: list[ref[Any]] = []
        own.call(lambda: left.extend(map(ref, (server.table, server.table.play))))
        gc.collect()
        gc.disable()
        try:
            await put_away(own, made["table"])
            await until(lambda: not any(one() for one in left))
        finally:
            gc.enable()
        async with api(own.url) as http:
            figures = (await http.get("/metrics")).text
        assert "rumpus_resting_tables 1\n" in figures
        assert "rumpus_connections 1\n" in figures


# --------------------------------------------------------------------------------- trouble
async def test_a_lease_that_is_lost_meanwhile(own: OpenRoom) -> None:
    made = await make(own.url, "yb")
    async with seated(own.url, made["table"], made["token"]) as ann:
        await put_away(own, made["table"])
        seen = ann.seq
        own.call(own.room.lose_tables)
        with pytest.raises(ConnectionClosed):
            await ann.read()
    async with seated(own.url, made["table"], made["token"], after=seen) as ann:
        assert ann.seq > seen
        await ann.act(0, "aim 1")


async def test_a_table_that_cannot_be_read_is_asked_for_again(
    own: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await make(own.url, "yb")

    async def unread(_: Room, claim: Claim) -> Table:
        raise DiskFault(say("The stored data of {table} cannot be used.", table=claim.table))

    async with seated(own.url, made["table"], made["token"]) as ann:
        await put_away(own, made["table"])
        with monkeypatch.context() as broken:
            broken.setattr(Room, "stored", unread)
            await ann.send(type="act", seat=0, notation="aim 1", command="lost")
            with pytest.raises(ConnectionClosed):
                await ann.until(lambda m: m.get("command") == "lost")
    async with seated(own.url, made["table"], made["token"]) as ann:
        assert (await ann.act(0, "aim 1", command="lost"))["type"] == "done"


async def test_a_table_hears_that_nothing_can_be_saved_when_it_comes_back(own: OpenRoom) -> None:
    made = await make(own.url, "yb", options={"starter": 0})
    async with seated(own.url, made["table"], made["token"]) as ann:
        await put_away(own, made["table"])
        own.room.store.fault_code = SQLITE_FULL
        refused = await ann.act(0, "aim 1")
        assert refused["type"] == "refused"
        assert "the disk is full" in refused["reason"]
        own.room.store.fault_code = 0
        await ann.until(lambda m: m["type"] == "table" and not m["table"]["fault"])
        assert (await ann.act(0, "aim 1"))["type"] == "done"


async def test_a_room_is_closed_while_a_table_is_put_away(tmp_path: Path) -> None:
    first = OpenRoom(tmp_path, UNLIMITED)
    made = await make(first.url, "yb")
    async with seated(first.url, made["table"], made["token"]) as ann:
        await ann.act(0, "aim 1", command="before")
        await put_away(first, made["table"])
        seen = ann.seq
        await asyncio.to_thread(first.close)
        with pytest.raises(ConnectionClosed) as closed:
            await ann.until(lambda _: False)
        assert closed.value.rcvd and closed.value.rcvd.code == 1012
    assert first.room.counts.faults == 0
    again = OpenRoom(tmp_path, UNLIMITED)
    async with seated(again.url, made["table"], made["token"], after=seen) as ann:
        assert ann.seq > seen
        assert (await ann.act(0, "aim 1", command="before"))["type"] == "done"
    again.close()
    assert again.room.counts.faults == 0
