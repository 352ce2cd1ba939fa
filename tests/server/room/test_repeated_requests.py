"""A request repeated after a lost answer gets the same seat or table; hosts clear unused seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rumpus.server.network.limits import UNLIMITED
from rumpus.table.seating.presence import AWAY_LEAST
from tests.server.client import api, make, seated, sit
from tests.server.conftest import OpenRoom

NONCE = "00112233445566778899aabbccddeeff"
OTHER = "ff112233445566778899aabbccddeeff"


# --------------------------------------------------------------------------------- seats
async def test_a_repeated_seat_request_gets_the_same_seat(base: str) -> None:
    made = await make(base, "yoo")
    first = await sit(base, made["table"], nonce=NONCE)
    assert await sit(base, made["table"], nonce=NONCE) == first
    assert await sit(base, made["table"], nonce=NONCE, seat=2) == first
    async with seated(base, made["table"], first["token"]) as bob:
        assert bob.heard[0]["you"] == [first["seat"]]
        assert [chair["kind"] for chair in bob.table["seats"]] == ["person", "person", "open"]


@pytest.mark.parametrize(
    "other", [{"nonce": OTHER}, {"nonce": NONCE, "name": "Cy"}, {}], ids=["nonce", "name", "none"]
)
async def test_a_different_seat_request_gets_another_seat(base: str, other: dict[str, Any]) -> None:
    made = await make(base, "yoo")
    first = await sit(base, made["table"], nonce=NONCE if other else "")
    second = await sit(base, made["table"], **other)
    assert second["seat"] != first["seat"]
    assert second["token"] != first["token"]


async def test_the_last_seat_is_returned_again_even_after_the_start(base: str) -> None:
    made = await make(base, "yo")
    first = await sit(base, made["table"], nonce=NONCE)
    assert await sit(base, made["table"], nonce=NONCE) == first


async def test_a_seat_in_use_is_not_given_again(base: str) -> None:
    made = await make(base, "yoo")
    first = await sit(base, made["table"], nonce=NONCE)
    async with seated(base, made["table"], first["token"]):
        second = await sit(base, made["table"], nonce=NONCE)
    assert (second["seat"], second["token"] == first["token"]) == (2, False)


async def test_a_published_nonce_opens_no_seat(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yo")
    await sit(base, made["table"], nonce=NONCE)
    opened.call(lambda: setattr(opened.room.tables[made["table"]].table.data, "status", "over"))
    async with api(base) as http:
        path, body = f"/api/tables/{made['table']}/seats", {"name": "Bob", "nonce": NONCE}
        answer = await http.post(path, json=body)
    assert (answer.status_code, answer.json()["error"]) == (
        409, "The game has started; you can watch."
    )  # fmt: skip


async def test_repeated_requests_work_after_a_restart(tmp_path: Path) -> None:
    before = OpenRoom(tmp_path, UNLIMITED)
    made = await make(before.url, "yoo", nonce=NONCE)
    first = await sit(before.url, made["table"], nonce=OTHER)
    before.close()
    again = OpenRoom(tmp_path, UNLIMITED)
    same = await make(again.url, "yoo", nonce=NONCE)
    assert {**same, "link": ""} == {**made, "link": ""}
    assert await sit(again.url, made["table"], nonce=OTHER) == first
    again.close()


# --------------------------------------------------------------------------------- tables
async def test_a_repeated_table_request_gets_the_same_table(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yhb", nonce=OTHER)
    before = opened.room.counts.tables
    assert await make(base, "yhb", nonce=OTHER) == made
    assert opened.room.counts.tables == before
    async with seated(base, made["table"], made["token"], made["here"][0]["token"]) as both:
        assert both.heard[0]["you"] == [0, 1]
    for other in (
        await make(base, "yhb"),
        await make(base, "yhb", nonce=NONCE),
        await make(base, "yhb", nonce=OTHER, name="Cy"),
    ):
        assert other["table"] != made["table"]
        assert other["token"] != made["token"]


# --------------------------------------------------------------------------------- clearing
def make_absent(opened: OpenRoom, table: str, seat: int) -> None:
    """Make a player long absent, without waiting."""

    def pass_time() -> None:
        opened.room.tables[table].table.presence[seat].away_since -= AWAY_LEAST

    opened.call(pass_time)


async def test_the_host_can_clear_an_unused_seat(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yoo")
    bob = await sit(base, made["table"])
    async with seated(base, made["table"], made["token"]) as ann:
        early = await ann.ask("seat", seat=1, kind="open")
        assert early["reason"] == "Bob has only just left; wait 20 seconds."
        make_absent(opened, made["table"], 1)
        assert (await ann.ask("seat", seat=1, kind="open"))["type"] == "done"
        assert ann.table["seats"][1]["kind"] == "open"
        async with seated(base, made["table"], bob["token"]) as late:
            assert late.heard[0]["you"] == []
    cy = await sit(base, made["table"], "Cy")
    assert cy["seat"] == 1


@pytest.mark.parametrize("game", ["parley", "ruckus"])
async def test_the_host_can_let_a_bot_play_for_an_absent_player(
    base: str, opened: OpenRoom, game: str
) -> None:
    options = {"starter": 1} if game == "parley" else {}
    made = await make(base, "yo", game=game, options=options)
    bob = await sit(base, made["table"])
    async with seated(base, made["table"], made["token"]) as ann:
        make_absent(opened, made["table"], bob["seat"])
        assert (await ann.ask("seat", seat=1, kind="bot"))["type"] == "done"
        assert ann.table["seats"][1]["stand_in"]
        while not any(m.get("decided") == "bot" and m["by"] == 1 for m in ann.heard):
            await ann.read()
        async with seated(base, made["table"], bob["token"]) as friend:
            assert friend.heard[0]["you"] == [1]
            assert not friend.table["seats"][1]["stand_in"]
