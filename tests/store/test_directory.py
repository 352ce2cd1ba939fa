"""The tables that anybody may join, and how many of their people are there."""

from __future__ import annotations

import asyncio

import pytest

from rumpus.store import Claim, Store, WriteLost, drop_table, save_table, set_here
from rumpus.table.data.table_data import TableData, is_listed
from tests.table.setting import make


def data_of(name: str, seats: str = "po", *, made: float = 0.0, is_open: bool = True) -> TableData:
    data = make(seats, open=is_open).data
    data.id, data.created = name, made
    return data


async def opened(store: Store, data: TableData) -> Claim:
    _, claim = await asyncio.gather(store.write(save_table(data)), store.claim(data.id))
    assert isinstance(claim, Claim)
    return claim


def listed(store: Store) -> dict[str, int]:
    return {table.data.id: table.here for table in store.listed()}


async def test_open_tables_are_listed_newest_first(store: Store) -> None:
    for made, name in enumerate(("plum", "jade", "teal")):
        await store.write(save_table(data_of(name, made=made)))
    assert [table.data.id for table in store.listed()] == ["teal", "jade", "plum"]
    await store.write(*drop_table("jade"))
    assert [table.data.id for table in store.listed()] == ["teal", "plum"]


@pytest.mark.parametrize(
    ("seats", "is_open", "is_there"),
    [("po", True, True), ("pbo", True, True), ("po", False, False), ("pp", True, False)],
)
async def test_a_table_with_a_free_seat_is_listed_if_it_is_open_to_everybody(
    store: Store, seats: str, is_open: bool, is_there: bool
) -> None:
    data = data_of("plum", seats, is_open=is_open)
    await store.write(save_table(data))
    assert is_listed(data) is is_there
    assert bool(listed(store)) is is_there


async def test_a_table_is_no_longer_listed_once_it_is_full_begun_or_closed(store: Store) -> None:
    for change in ({"status": "playing"}, {"status": "over"}, {"seats": make("pp").data.seats}):
        data = data_of("plum")
        await store.write(save_table(data))
        assert listed(store)
        for name, value in change.items():
            setattr(data, name, value)
        await store.write(save_table(data))
        assert not listed(store), change


async def test_whoever_has_a_table_says_how_many_are_there(store: Store) -> None:
    claims = [await opened(store, data_of(name)) for name in ("plum", "jade")]
    await asyncio.gather(
        *(store.write(set_here(claim.table, here), claim=claim)
          for claim, here in zip(claims * 2, (1, 2, 3, 4), strict=True))
    )  # fmt: skip
    assert listed(store) == {"plum": 3, "jade": 4}


async def test_nobody_is_there_when_a_table_is_opened_again(store: Store) -> None:
    data = data_of("plum")
    old = await opened(store, data)
    await store.write(set_here("plum", 2), claim=old)
    new = await opened(store, data)
    with pytest.raises(WriteLost):
        await store.write(set_here("plum", 2), claim=old)
    assert listed(store) == {"plum": 0}
    await store.write(set_here("plum", 1), save_table(data), claim=new)
    assert listed(store) == {"plum": 1}


async def test_nobody_is_there_when_a_server_has_ended(store: Store) -> None:
    claim = await opened(store, data_of("plum"))
    await store.write(set_here("plum", 2), claim=claim)
    store._read("update servers set until = 0 where id = ?", store.server)
    assert listed(store) == {"plum": 0}
