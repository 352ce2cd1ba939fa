"""Asked twice since the answer was lost: the same seat, the same table. Seats are cleared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rumpus.server.limits import UNLIMITED
from rumpus.table.timing import AWAY_LEAST

from .client import api, make, seated, sit
from .conftest import OpenRoom

NONCE = "00112233445566778899aabbccddeeff"
OTHER = "ff112233445566778899aabbccddeeff"


# --------------------------------------------------------------------------------- seats
async def test_a_seat_that_is_asked_for_twice_is_the_same(base: str) -> None:
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
async def test_who_asks_in_other_words_is_somebody_else(base: str, other: dict[str, Any]) -> None:
    made = await make(base, "yoo")
    first = await sit(base, made["table"], nonce=NONCE if other else "")
    second = await sit(base, made["table"], **other)
    assert second["seat"] != first["seat"]
    assert second["token"] != first["token"]


async def test_the_last_seat_is_given_again_though_the_game_began(base: str) -> None:
    made = await make(base, "yo")
    first = await sit(base, made["table"], nonce=NONCE)
    assert await sit(base, made["table"], nonce=NONCE) == first


async def test_nobody_gets_the_seat_of_somebody_who_has_come(base: str) -> None:
    made = await make(base, "yoo")
    first = await sit(base, made["table"], nonce=NONCE)
    async with seated(base, made["table"], first["token"]):
        second = await sit(base, made["table"], nonce=NONCE)
    assert (second["seat"], second["token"] == first["token"]) == (2, False)


async def test_a_nonce_that_was_shown_at_the_end_opens_nothing(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yo")
    await sit(base, made["table"], nonce=NONCE)
    opened.call(lambda: setattr(opened.room.tables[made["table"]].table.data, "status", "over"))
    async with api(base) as http:
        path, body = f"/api/tables/{made['table']}/seats", {"name": "Bob", "nonce": NONCE}
        answer = await http.post(path, json=body)
    assert (answer.status_code, answer.json()["error"]) == (
        409, "The game has started; you can watch."
    )  # fmt: skip


async def test_the_same_after_a_restart(tmp_path: Path) -> None:
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
async def test_a_table_that_is_asked_for_twice_is_the_same(base: str, opened: OpenRoom) -> None:
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
def be_long_gone(opened: OpenRoom, table: str, seat: int) -> None:
    """Let somebody have been away for long, without waiting for it."""

    def pass_time() -> None:
        opened.room.tables[table].table.presence[seat].away_since -= AWAY_LEAST

    opened.call(pass_time)


async def test_the_host_clears_the_seat_of_somebody_who_never_came(
    base: str, opened: OpenRoom
) -> None:
    made = await make(base, "yoo")
    bob = await sit(base, made["table"])
    async with seated(base, made["table"], made["token"]) as ann:
        early = await ann.ask("seat", seat=1, kind="open")
        assert early["reason"] == "Bob has only just gone; wait 20 seconds."
        be_long_gone(opened, made["table"], 1)
        assert (await ann.ask("seat", seat=1, kind="open"))["type"] == "done"
        assert ann.table["seats"][1]["kind"] == "open"
        async with seated(base, made["table"], bob["token"]) as late:
            assert late.heard[0]["you"] == []
    cy = await sit(base, made["table"], "Cy")
    assert cy["seat"] == 1


@pytest.mark.parametrize("game", ["parley", "ruckus"])
async def test_the_host_lets_a_bot_play_for_who_is_away(
    base: str, opened: OpenRoom, game: str
) -> None:
    options = {"starter": 1} if game == "parley" else {}
    made = await make(base, "yo", game=game, options=options)
    bob = await sit(base, made["table"])
    async with seated(base, made["table"], made["token"]) as ann:
        be_long_gone(opened, made["table"], bob["seat"])
        assert (await ann.ask("seat", seat=1, kind="bot"))["type"] == "done"
        assert ann.table["seats"][1]["stand_in"]
        while not any(m.get("decided") == "bot" and m["by"] == 1 for m in ann.heard):
            await ann.read()
        async with seated(base, made["table"], bob["token"]) as friend:
            assert friend.heard[0]["you"] == [1]
            assert not friend.table["seats"][1]["stand_in"]
