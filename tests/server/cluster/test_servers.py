"""Several servers on one PostgreSQL: a table is open in one of them, and all of them lead there."""

from __future__ import annotations

import asyncio
import socket as sockets
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rumpus.server.network import passing_on, websocket
from rumpus.server.network.limits import UNLIMITED, Limits, Rate
from rumpus.server.network.passing_on import PASSED_ON, header_line
from rumpus.server.room import room
from rumpus.server.room.room import IDLE_SECONDS
from rumpus.server.tables import table_server
from rumpus.store.postgres import PostgresStore
from tests.postgres import running_postgres
from tests.server.client import api, at_table, make, seated, sit, until
from tests.server.cluster.conftest import Opens, has, store_of
from tests.server.conftest import OpenRoom


def lose_lease(server: OpenRoom) -> None:
    """As if the server had been stopped for longer than its lease."""
    store = store_of(server)
    store._read("update servers set until = 0 where id = ?", store.server)


# --------------------------------------------------------------------------------- one hop
async def test_people_meet_whichever_server_they_ask(two: tuple[OpenRoom, OpenRoom]) -> None:
    one, other = two
    made = await make(one.url, "yo")
    async with seated(one.url, made["table"], made["token"]) as ann:
        assert has(one, made["table"])
        bob = await sit(other.url, made["table"])
        async with seated(other.url, made["table"], bob["token"]) as friend:
            await ann.ask("chat", text="hello", seat=0)
            assert (await friend.until(lambda m: m["type"] == "chat"))["text"] == "hello"
            await ann.act(0, "aim 1")
            await friend.until(lambda m: m["type"] == "events")
            assert (await friend.ask("chat", text="here too", seat=1))["type"] == "done"
        assert not has(other, made["table"])
        async with api(other.url) as http:
            lobby = (await http.get(f"/api/tables/{made['table']}")).json()["table"]
            record = (await http.get(f"/api/tables/{made['table']}/record")).json()
        assert [seat["name"] for seat in lobby["seats"]] == ["Ann", "Bob"]
        assert record["commitment"]


async def test_a_new_table_opens_where_its_people_are(two: tuple[OpenRoom, OpenRoom]) -> None:
    one, other = two
    made = await make(one.url, "yb")
    async with seated(other.url, made["table"], made["token"]) as ann:
        assert (has(one, made["table"]), has(other, made["table"])) == (False, True)
        await ann.act(0, "aim 1")


async def test_a_refusal_travels_as_well(two: tuple[OpenRoom, OpenRoom]) -> None:
    one, other = two
    made = await make(one.url, "yb")
    async with seated(one.url, made["table"], made["token"]), api(other.url) as http:
        answer = await http.post(f"/api/tables/{made['table']}/seats", json={"name": "Bob"})
        broken = await http.post(f"/api/tables/{made['table']}/seats", content=b"{")
    assert answer.status_code == 409
    assert answer.json()["error"]
    assert broken.status_code == 400


async def test_a_table_that_nobody_has_is_missing_everywhere(
    two: tuple[OpenRoom, OpenRoom],
) -> None:
    for server in two:
        async with at_table(server.url, "plum-otter-4ujdtqbbyiewa3xk") as client:
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    await client.read()
        assert closed.value.rcvd and closed.value.rcvd.code == 4404


async def test_a_rematch_is_found_at_any_server(two: tuple[OpenRoom, OpenRoom]) -> None:
    one, other = two
    made = await make(one.url, "yb", options={"starter": 0, "turns": 2})
    rng = Random(17)
    async with seated(one.url, made["table"], made["token"]) as ann:
        while not ann.views["0"]["over"]:
            if choices := ann.views["0"]["choices"]:
                await ann.ask("act", seat=0, action=rng.choice(choices)["action"])
            else:
                await ann.read()
        await ann.ask("rematch")
        told = await ann.first(lambda m: m["type"] == "rematch")
    async with seated(other.url, told["table"], made["token"]) as ann:
        assert ann.table["id"] == told["table"]


# --------------------------------------------------------------------------------- a server ends
async def test_a_game_goes_on_at_another_server(two: tuple[OpenRoom, OpenRoom]) -> None:
    one, other = two
    made = await make(one.url, "yb")
    async with seated(one.url, made["table"], made["token"]) as ann:
        await ann.ask("act", seat=0, notation="aim 1", command="first")
        while not ann.views["0"]["choices"]:
            await ann.read()
        seen, view = ann.seq, ann.views["0"]
        await asyncio.to_thread(one.close)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await ann.read()
        assert closed.value.rcvd and closed.value.rcvd.code == 1012
    async with seated(other.url, made["table"], made["token"], after=seen) as ann:
        assert ann.views["0"] == view
        assert ann.seq > seen
        assert (await ann.ask("act", seat=0, notation="aim 1", command="first"))["type"] == "done"
        choice = ann.views["0"]["choices"][0]["action"]
        assert (await ann.ask("act", seat=0, action=choice))["type"] == "done"
    kept = other.room.store.load(made["table"])
    assert kept and [entry.command for entry in kept.entries].count("first") == 1


async def test_a_server_that_lost_its_lease_lets_go_of_everything(
    two: tuple[OpenRoom, OpenRoom],
) -> None:
    one, other = two
    made = await make(one.url, "yb")
    async with seated(one.url, made["table"], made["token"]) as ann:
        before = store_of(one).server
        lose_lease(one)
        with pytest.raises(ConnectionClosed):
            while True:
                await ann.read()
    await until(lambda: store_of(one).server > before)
    async with seated(other.url, made["table"], made["token"]) as ann:
        assert (has(one, made["table"]), has(other, made["table"])) == (False, True)
        async with seated(one.url, made["table"], made["token"]) as again:
            await again.act(0, "aim 1")
            await ann.until(lambda m: m["type"] == "events")


async def test_what_a_stale_server_would_do_is_not_done(
    two: tuple[OpenRoom, OpenRoom], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has not noticed yet that the table is someone else's: its player reconnects, and nothing
    that it was going to say was said."""
    one, other = two
    made = await make(one.url, "yb")
    monkeypatch.setattr(store_of(one), "_look_after", lambda: False)
    async with seated(one.url, made["table"], made["token"]) as ann:
        lose_lease(one)
        async with seated(other.url, made["table"], made["token"]) as friend:
            await ann.send(type="act", seat=0, notation="aim 1", command="late")
            with pytest.raises(ConnectionClosed):
                while True:
                    await ann.read()
            assert not any(message.get("command") == "late" for message in ann.heard)
            answer = await friend.ask("act", seat=0, notation="aim 1", command="late")
            assert answer["type"] == "done"
    kept = other.room.store.load(made["table"])
    assert kept and [entry.command for entry in kept.entries].count("late") == 1


async def test_an_idle_table_can_be_opened_elsewhere(two: tuple[OpenRoom, OpenRoom]) -> None:
    one, other = two
    made = await make(one.url, "yb")
    async with seated(one.url, made["table"], made["token"]):
        pass
    await until(lambda: not one.room.tables[made["table"]].connections)
    one.room.tables[made["table"]].idle_since -= 2 * IDLE_SECONDS
    one.call(one.room.unload_idle)
    assert not has(one, made["table"])
    owner = "select server from tables where id = ?"
    await until(lambda: store_of(other)._read(owner, made["table"]) == [(None,)])
    async with seated(other.url, made["table"], made["token"]):
        await until(lambda: has(other, made["table"]))


async def put_away(server: OpenRoom, table: str) -> None:
    def sweep() -> None:
        server.room.tables[table].idle_since -= 2 * IDLE_SECONDS
        server.room.unload_idle()

    def is_asleep() -> bool:
        server.call(sweep)
        return server.room.tables[table].asleep is not None

    await until(is_asleep)


async def test_a_table_that_is_put_away_stays_where_it_is(two: tuple[OpenRoom, OpenRoom]) -> None:
    one, other = two
    made = await make(one.url, "yo")
    async with seated(one.url, made["table"], made["token"]) as ann:
        await put_away(one, made["table"])
        bob = await sit(other.url, made["table"])
        assert (has(one, made["table"]), has(other, made["table"])) == (True, False)
        await put_away(one, made["table"])
        async with seated(other.url, made["table"], bob["token"]) as friend:
            await put_away(one, made["table"])
            await ann.act(0, "aim 1")
            await friend.until(lambda m: m["type"] == "events")


async def test_a_table_that_was_lost_while_it_was_put_away_is_not_brought_back(
    two: tuple[OpenRoom, OpenRoom], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server has not noticed yet that the table is someone else's."""
    one, other = two
    made = await make(one.url, "yb")
    monkeypatch.setattr(store_of(one), "_look_after", lambda: False)
    async with seated(one.url, made["table"], made["token"]) as ann:
        await put_away(one, made["table"])
        seen = ann.seq
        lose_lease(one)
        async with seated(other.url, made["table"], made["token"], after=seen) as friend:
            await friend.act(0, "aim 1")
            await ann.send(type="chat", seat=0, text="hello", command="late")
            with pytest.raises(ConnectionClosed):
                await ann.until(lambda m: m.get("command") == "late")
            assert friend.seq > seen
            assert (await friend.ask("chat", seat=0, text="hello", command="late"))[
                "type"
            ] == "done"
    kept = other.room.store.load(made["table"])
    assert kept and [line.text for line in kept.chat] == ["hello"]


async def test_a_server_that_cannot_be_reached_is_answered_for(opens: Opens) -> None:
    """Until its lease runs out, and then the table is opened by whoever is asked."""
    one = opens(reach_at="http://127.0.0.1:9")
    other = opens()
    made = await make(one.url, "yb")
    async with seated(one.url, made["table"], made["token"]):
        async with api(other.url) as http:
            answer = await http.get(f"/api/tables/{made['table']}")
            assert answer.status_code == 503
            assert answer.json()["error"].startswith("This table is being moved")
        with pytest.raises(InvalidStatus, match="503"):
            async with at_table(other.url, made["table"]):
                pass


async def test_a_server_that_is_frozen_is_answered_for(
    opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It accepts connections, as a stopped process does, and says nothing on them."""
    monkeypatch.setattr(passing_on, "ANSWER_SECONDS", 0.2)
    monkeypatch.setattr(passing_on, "JOIN_SECONDS", 0.2)
    with sockets.create_server(("127.0.0.1", 0)) as frozen:
        one = opens(reach_at=f"http://127.0.0.1:{frozen.getsockname()[1]}")
        other = opens()
        made = await make(one.url, "yb")
        async with seated(one.url, made["table"], made["token"]):
            async with api(other.url) as http:
                answer = await http.get(f"/api/tables/{made['table']}")
                assert answer.status_code == 503
            with pytest.raises(InvalidStatus, match="503"):
                async with asyncio.timeout(30), at_table(other.url, made["table"]):
                    pass


async def test_nobody_waits_for_a_server_that_was_stopped(
    two: tuple[OpenRoom, OpenRoom], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When its lease has run out, the server that passes its clients on lets them go."""
    monkeypatch.setattr(room, "LEFT_SECONDS", 0.05)
    one, other = two
    made = await make(one.url, "yb")
    async with seated(one.url, made["table"], made["token"]):
        async with seated(other.url, made["table"], made["token"]) as ann:
            monkeypatch.setattr(store_of(one), "_look_after", lambda: False)
            lose_lease(one)
            with pytest.raises(ConnectionClosed):
                while True:
                    await ann.read()
        await until(lambda: not other.room.joined)
        async with seated(other.url, made["table"], made["token"]) as ann:
            assert has(other, made["table"])
            await ann.act(0, "aim 1")


async def test_a_client_that_leaves_before_the_answer_is_no_fault(
    opens: Opens, caplog: pytest.LogCaptureFixture
) -> None:
    asked, left, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def answer_late(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        asked.set()
        await left.wait()
        writer.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
        with suppress(ConnectionError):
            await reader.read()
        writer.close()
        ended.set()

    async with await asyncio.start_server(answer_late, "127.0.0.1", 0) as server:
        one = opens(reach_at=f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        other = opens()
        made = await make(one.url, "yb")
        async with seated(one.url, made["table"], made["token"]):
            leaving = asyncio.ensure_future(_knock(other.url, made["table"]))
            await asked.wait()
            (socket,) = other.room.joined
            other.call(socket.abort)
            left.set()
            await ended.wait()
            await asyncio.gather(leaving, return_exceptions=True)
    assert "Fatal" not in caplog.text


async def _knock(base: str, table: str) -> None:
    async with at_table(base, table):
        pass


async def test_a_client_that_has_gone_already_is_no_fault(
    two: tuple[OpenRoom, OpenRoom], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its connection has no address any more when its request is read."""
    one, other = two
    made, scope_of = await make(one.url, "yb"), websocket.scope_of
    monkeypatch.setattr(websocket, "scope_of", lambda head, _: scope_of(head, None))
    async with seated(one.url, made["table"], made["token"]):
        async with seated(other.url, made["table"], made["token"]) as ann:
            await ann.act(0, "aim 1")
        assert not has(other, made["table"])


async def test_a_server_that_hangs_up_is_answered_for(opens: Opens) -> None:
    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as server:
        one = opens(reach_at=f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        other = opens()
        made = await make(one.url, "yb")
        async with seated(one.url, made["table"], made["token"]):
            with pytest.raises(InvalidStatus, match="503"):
                async with at_table(other.url, made["table"]):
                    pass


# --------------------------------------------------------------------------------- who is who
async def test_a_request_goes_one_hop_only(two: tuple[OpenRoom, OpenRoom]) -> None:
    one, other = two
    made = await make(one.url, "yb")
    path = f"/api/tables/{made['table']}"
    line = header_line(other.room.store.key, "198.51.100.7", path).decode()
    name, _, value = line.strip().partition(": ")
    async with seated(one.url, made["table"], made["token"]), api(other.url) as http:
        assert (await http.get(path)).is_success
        assert (await http.get(path, headers={name: value})).status_code == 503


async def test_a_strangers_word_for_another_server_is_ignored(opens: Opens) -> None:
    limits = Limits(requests=Rate(1e-6, 3))
    server = opens(limits)
    async with api(server.url) as http:
        codes = [
            (await http.get("/api/games", headers={PASSED_ON.decode(): f"198.51.100.{n} ab"}))
            for n in range(5)
        ]
    assert [answer.status_code for answer in codes] == [200, 200, 200, 429, 429]


async def test_a_request_is_charged_where_it_came_from(opens: Opens) -> None:
    """Once, although it goes through two servers."""
    limits = Limits(requests=Rate(1e-6, 50))
    one, other = opens(limits), opens(limits)
    made = await make(one.url, "yb")
    async with (
        seated(one.url, made["table"], made["token"]),
        seated(other.url, made["table"]),
        api(other.url) as http,
    ):
        for _ in range(4):
            assert (await http.get(f"/api/tables/{made['table']}")).is_success
    mine, others = (server.room.addresses.at("127.0.0.1") for server in (one, other))
    spent = [address.requests.missing_at(one.room.now()) for address in (mine, others)]
    assert [round(amount) for amount in spent] == [2, 5]


# --------------------------------------------------------------------------------- the database
async def test_a_lost_database_is_told_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_server, "STORAGE_CHECK_SECONDS", 0.01)
    with running_postgres() as database:
        server = OpenRoom(tmp_path, UNLIMITED, database=database.new_database())
        made = await make(server.url, "yb")
        async with seated(server.url, made["table"], made["token"]) as ann, api(server.url) as http:
            database.kill()
            told = await ann.first(lambda m: m["type"] == "table" and m["table"]["fault"])
            assert "the database cannot be reached" in str(told["table"]["fault"])
            ready = await http.get("/health/ready")
            assert ready.status_code == 503
            assert "the database cannot be reached" in ready.json()["reason"]
            refused = await ann.ask("act", seat=0, notation="aim 1")
            assert refused["type"] == "refused"
            assert (await http.get("/health/live")).is_success
            database.start()
        while True:
            try:
                async with seated(server.url, made["table"], made["token"]) as ann:
                    if (await ann.ask("act", seat=0, notation="aim 1"))["type"] == "done":
                        break
            except ConnectionClosed:
                pass
            await asyncio.sleep(0.05)
        server.close()
        assert server.room.counts.faults == 0


async def test_an_answer_that_may_have_been_lost_is_given_later(
    two: tuple[OpenRoom, OpenRoom], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line breaks while a move is committed: nobody is told that it was or was not done."""
    one, _ = two
    made = await make(one.url, "yb")
    store, honest = store_of(one), PostgresStore._run
    breaks = [True]

    def run(self: PostgresStore, sql: str, *values: object) -> list[Any]:
        found = honest(self, sql, *values)
        if sql == "commit" and self is store and breaks and "entries" in last[-1]:
            breaks.clear()
            self.writing.close()  # type: ignore[union-attr]
            honest(self, "select 1")
            from rumpus.store.faults import UNREACHABLE, DatabaseError

            raise DatabaseError(UNREACHABLE, "the line is dead")
        last.append(sql)
        return found

    last = [""]
    async with seated(one.url, made["table"], made["token"]) as ann:
        monkeypatch.setattr(PostgresStore, "_run", run)
        await ann.send(type="act", seat=0, notation="aim 1", command="cut")
        with pytest.raises(ConnectionClosed):
            while True:
                await ann.read()
        assert not any(message.get("command") == "cut" for message in ann.heard)
    async with seated(one.url, made["table"], made["token"]) as ann:
        assert (await ann.ask("act", seat=0, notation="aim 1", command="cut"))["type"] == "done"
    kept = store.load(made["table"])
    assert kept and [entry.command for entry in kept.entries].count("cut") == 1


async def test_a_room_without_its_database_is_not_opened(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from rumpus.terminal.main import main

    for database, why in (
        ("postgresql://rumpus@127.0.0.1:9/rumpus", "The database cannot be used"),
        ("mysql://somewhere", "That is not the address of a database"),
    ):
        done = CliRunner().invoke(
            main,
            ["serve", "--no-browser", "--data", str(tmp_path / why), "--database", database],
        )
        assert done.exit_code == 1
        assert why in done.output
