"""Leases and fencing numbers: a table is written by one server at a time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rumpus.store import (
    Claim,
    ClaimElsewhere,
    DiskFault,
    SqliteStore,
    Store,
    StoreFailed,
    WriteLost,
    add_entry,
    drop_table,
    open_store,
    save_table,
)
from rumpus.store import postgres as postgres_store
from rumpus.store.faults import UNREACHABLE, DatabaseError
from rumpus.store.postgres import PostgresStore
from rumpus.store.writing import WriteJob
from rumpus.table.data.table_data import LogEntry
from tests.postgres import Postgres
from tests.table.setting import make

ENTRY = LogEntry(0, 3, "person")
OpenServer = Callable[[str], Store]


@pytest.fixture(params=["sqlite", "postgres"])
def opens(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenServer]:
    """Opens servers of one room, by their names."""
    opened: list[Store] = []
    database = ""
    if request.param == "postgres":
        server: Postgres = request.getfixturevalue("postgres")
        database = server.new_database()

    def opens_server(name: str) -> Store:
        store: Store
        if database:
            store = open_store(database, f"http://{name}:1", name)
        else:
            store = SqliteStore(tmp_path, number=int(name))
        opened.append(store)
        return store

    yield opens_server
    for store in opened:
        store.close()


async def new_table(store: Store, name: str = "plum") -> str:
    data = make("pb").data
    data.id = name
    await store.write(save_table(data))
    return name


async def claimed(store: Store, table: str) -> Claim:
    claim = await store.claim(table)
    assert isinstance(claim, Claim)
    return claim


async def add(store: Store, claim: Claim, n: int) -> None:
    await store.write(add_entry(claim.table, n, ENTRY, 0.0, claim.fence), claim=claim)


def fences(store: Store, table: str) -> list[int]:
    rows = store._read("select fence from entries where table_id = ? order by n", table)
    return [fence for (fence,) in rows]


async def test_a_table_that_is_not_there_cannot_be_claimed(opens: OpenServer) -> None:
    assert await opens("1").claim("nobody") is None


async def test_a_table_is_claimed_by_one_server(opens: OpenServer) -> None:
    one, two = opens("1"), opens("2")
    table = await new_table(one)
    claim = await claimed(one, table)
    assert await two.claim(table) == ClaimElsewhere(one.address)
    await add(one, claim, 0)
    with pytest.raises(WriteLost):
        await add(two, Claim(table, claim.fence), 1)
    assert fences(one, table) == [claim.fence]


async def test_each_claim_has_a_greater_number_and_ends_the_one_before(opens: OpenServer) -> None:
    store = opens("1")
    table = await new_table(store)
    first, second = await claimed(store, table), await claimed(store, table)
    assert second.fence == first.fence + 1
    with pytest.raises(WriteLost):
        await add(store, first, 0)
    await add(store, second, 0)
    assert fences(store, table) == [second.fence]


async def test_every_claim_is_noted(opens: OpenServer) -> None:
    store = opens("1")
    table = await new_table(store)
    given = [await claimed(store, table) for _ in range(3)]
    rows = store._read("select fence, server from claims where table_id = ? order by fence", table)
    assert rows == [(claim.fence, store.server) for claim in given]


async def test_a_lost_claim_spoils_nothing_else_in_its_commit(opens: OpenServer) -> None:
    store = opens("1")
    mine, lost = [await new_table(store, name) for name in ("plum", "jade")]
    held, old = await claimed(store, mine), await claimed(store, lost)
    await claimed(store, lost)
    results = await asyncio.gather(
        add(store, old, 0), add(store, held, 0), add(store, held, 1), add(store, held, 1),
        return_exceptions=True,
    )  # fmt: skip
    assert [type(result) for result in results] == [
        WriteLost, type(None), type(None), StoreFailed
    ]  # fmt: skip
    assert (fences(store, mine), fences(store, lost)) == ([held.fence] * 2, [])


async def test_a_server_of_the_same_name_takes_over_at_once(opens: OpenServer) -> None:
    before = opens("1")
    table = await new_table(before)
    old = await claimed(before, table)
    successor = opens("1")
    new = await claimed(successor, table)
    assert new.fence == old.fence + 1
    with pytest.raises(WriteLost):
        await add(before, old, 0)
    await add(successor, new, 0)


async def test_a_table_is_stored_and_claimed_in_one_commit(opens: OpenServer) -> None:
    store, data = opens("1"), make("pb").data
    await claimed(store, await new_table(store))
    _, claim = await asyncio.gather(store.write(save_table(data)), store.claim(data.id))
    assert claim == Claim(data.id, 1)


async def test_claims_are_dropped_with_their_table(opens: OpenServer) -> None:
    store = opens("1")
    table = await new_table(store)
    await claimed(store, table)
    await store.write(*drop_table(table))
    assert store._read("select * from claims") == []


# --------------------------------------------------------------------------------- PostgreSQL
@pytest.fixture
def pair(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[PostgresStore]]:
    """Two servers on one database, whose leases are never renewed unless a test does it."""
    monkeypatch.setattr(postgres_store, "BEAT_SECONDS", 1e6)
    monkeypatch.setattr(postgres_store, "LEASE_SECONDS", 1e6)
    database = postgres.new_database()
    stores = [PostgresStore(database, f"http://{name}:1") for name in ("one", "two")]
    yield stores
    for store in stores:
        store.close()


def let_run_out(store: PostgresStore) -> None:
    store._read("update servers set until = 0 where id = ?", store.server)


async def test_a_server_whose_lease_has_run_out_writes_nothing(pair: list[PostgresStore]) -> None:
    """Not even a table that nobody else has opened since."""
    one, two = pair
    table = await new_table(one)
    claim = await claimed(one, table)
    let_run_out(one)
    with pytest.raises(WriteLost):
        await add(one, claim, 0)
    taken = await claimed(two, table)
    assert taken.fence == claim.fence + 1
    await add(two, taken, 0)
    with pytest.raises(WriteLost):
        await add(one, claim, 1)
    assert fences(one, table) == [taken.fence]


async def test_a_lease_that_has_run_out_is_not_renewed(
    pair: list[PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server begins again under another number, and is told that its tables are lost."""
    one, two = pair
    lost, loop = asyncio.Event(), asyncio.get_running_loop()
    one.when_lost = lambda: loop.call_soon_threadsafe(lost.set)
    table, before = await new_table(one), one.server
    claim = await claimed(one, table)
    let_run_out(one)
    monkeypatch.setattr(postgres_store, "BEAT_SECONDS", 0.0)
    await one.write()
    await asyncio.wait_for(lost.wait(), 300)
    assert one.server > before
    with pytest.raises(WriteLost):
        await add(one, claim, 0)
    again = await claimed(one, table)
    await add(one, again, 0)
    assert await two.claim(table) == ClaimElsewhere(one.address)


async def test_a_server_that_ends_gives_everything_back(pair: list[PostgresStore]) -> None:
    one, two = pair
    table = await new_table(one)
    await claimed(one, table)
    assert isinstance(await two.claim(table), ClaimElsewhere)
    one.close()
    await claimed(two, table)


async def test_a_table_that_is_given_back_is_opened_by_others(pair: list[PostgresStore]) -> None:
    one, two = pair
    table = await new_table(one)
    claim = await claimed(one, table)
    await one.give_back(claim)
    taken = await claimed(two, table)
    await one.give_back(claim)
    await add(two, taken, 0)


async def test_of_servers_that_claim_at_once_one_gets_the_table(pair: list[PostgresStore]) -> None:
    tables = [await new_table(pair[0], f"plum-{n}") for n in range(50)]
    found = await asyncio.gather(*(store.claim(table) for table in tables for store in pair))
    for one, two in zip(found[::2], found[1::2], strict=True):
        assert sorted(type(claim).__name__ for claim in (one, two)) == ["Claim", "ClaimElsewhere"]


async def test_a_server_stopped_while_it_writes_keeps_no_table_from_the_others(
    pair: list[PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has locked the table, and neither commits nor hangs up."""
    one, two = pair
    table = await new_table(one)
    claim = await claimed(one, table)
    begun, goes_on, honest = threading.Event(), threading.Event(), one._make_changes

    def stopped(batch: list[WriteJob]) -> None:
        begun.set()
        goes_on.wait(300)
        honest(batch)

    monkeypatch.setattr(one, "_make_changes", stopped)
    writing = asyncio.ensure_future(add(one, claim, 0))
    try:
        await asyncio.to_thread(begun.wait, 300)
        let_run_out(one)
        taken = None
        for _ in range(4):  # whoever waits for a lock for too long gives up, and tries again
            try:
                taken = await claimed(two, table)
                break
            except DiskFault:
                continue
    finally:
        goes_on.set()
    with pytest.raises((DiskFault, WriteLost)):
        await writing
    assert taken, "the table was locked"
    await add(two, taken, 0)
    assert fences(two, table) == [taken.fence]


def test_a_silent_line_is_not_tried_twice(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new one would be as silent, and meanwhile nobody would be told."""
    store = PostgresStore(postgres.new_database())
    monkeypatch.setattr(postgres_store, "PATIENCE_SECONDS", 0.5)
    connected, connect = list[int](), store._connect

    def counted() -> Any:
        connected.append(1)
        return connect()

    monkeypatch.setattr(store, "_connect", counted)
    for run in (store._run_afresh, store._read):
        connected.clear()
        with pytest.raises(DatabaseError) as raised:
            run("select pg_sleep(300)")
        assert raised.value.code == UNREACHABLE
        assert connected == [1]
    store.close()
