"""Series over WebSockets: standings, rematches and eliminated players."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rumpus.table.backends import table_backend
from tests.server.client import Client, api, make, seated
from tests.server.conftest import OpenRoom
from tests.table.parley import game as parley
from tests.table.test_series import knock_out


@pytest.fixture
def knock_out_parley(opened: OpenRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """After every game, the first remaining player is eliminated."""
    with_series = table_backend(replace(parley, series=knock_out))
    monkeypatch.setitem(opened.room.backends, (parley.name, parley.version), with_series)


async def play_on(client: Client, seat: int) -> dict[str, Any]:
    """Take any choice until the game is over."""
    random = Random(1)
    while client.table["status"] != "over":
        if client.views[str(seat)]["choices"] and seat in client.views[str(seat)]["asks"]:
            choice = random.choice(client.views[str(seat)]["choices"])
            await client.ask("act", seat=seat, action=choice["action"])
        else:
            await client.read()
    series: dict[str, Any] = client.table["series"]
    return series


async def rematch(client: Client) -> dict[str, Any]:
    await client.ask("rematch")
    return next(m for m in reversed(client.heard) if m["type"] == "rematch")


async def test_a_tuck_it_tournament_continues_from_table_to_table(
    base: str, opened: OpenRoom
) -> None:
    made = await make(
        base, "yb", game="tuckit", options={"tournament": "on", "tournament_target": 500}
    )
    totals = [0, 0]
    table, token = made["table"], made["token"]
    for game in (1, 2):
        async with seated(base, table, token) as ann:
            before = ann.table["series"]
            assert (before["game"], before["target"], before["over"]) == (game, 500, False)
            assert [entrant["total"] for entrant in before["players"]] == totals
            after = await play_on(ann, 0)
            gears = ann.table["result"]["scores"]
            totals = [total + n for total, n in zip(totals, gears, strict=True)]
            assert [entrant["total"] for entrant in after["players"]] == totals
            assert [entrant["points"][-1] for entrant in after["players"]] == gears
            last, table = table, (await rematch(ann))["table"]
    server = opened.room.tables[table]
    opened.call(server.unload)
    async with api(base) as http:
        again = (await http.get(f"/api/tables/{table}")).json()["table"]["series"]
        then = (await http.get(f"/api/tables/{last}")).json()["table"]["series"]
    assert again["game"] == 3
    assert [entrant["total"] for entrant in again["players"]] == totals
    assert again["players"] == then["players"]


async def test_a_table_without_a_series_says_so(base: str) -> None:
    made = await make(base, "yb", game="tuckit")
    async with seated(base, made["table"], made["token"]) as ann:
        assert ann.table["series"] is None


@pytest.mark.usefixtures("knock_out_parley")
async def test_an_eliminated_player_watches_and_joins_the_next_series(base: str) -> None:
    made = await make(base, "ybb", options={"starter": 0, "turns": 9})
    async with seated(base, made["table"], made["token"]) as ann:
        after = await play_on(ann, 0)
        assert [entrant["out"] for entrant in after["players"]] == [True, False, False]
        second = await rematch(ann)
        assert second["seats"] == {}
    async with (
        seated(base, second["table"]) as stranger,
        seated(base, second["table"], made["token"]) as ann,
    ):
        assert ann.heard[0]["you"] == []
        assert [seat["kind"] for seat in ann.table["seats"]] == ["bot", "bot"]
        assert "not over" in (await ann.ask("rematch"))["reason"]
        assert "You are watching" in (await ann.ask("pause"))["reason"]
        while ann.table["status"] != "over":
            await ann.read()
        assert ann.table["series"]["over"]
        assert ann.table["series"]["winners"] == [2]
        assert "You are watching" in (await stranger.ask("rematch"))["reason"]
        third = await rematch(ann)
    async with seated(base, third["table"], made["token"]) as ann:
        assert ann.heard[0]["you"] == [0]
        assert ann.table["series"]["game"] == 1
