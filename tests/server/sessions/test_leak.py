"""Everything sent to each connection is compared with what its viewer may know.

The games are replayed from the store by the back end alone, and every message is rebuilt from the
states as its viewer may know them, including the state after each line: nothing else may be in it.
"""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import AsyncExitStack
from typing import Any

import pytest

from rumpus.store import StoredTable
from rumpus.table.showing.views import view_of
from tests.server.client import Client, make, seated, sit
from tests.server.conftest import OpenRoom
from tests.server.replayed import Rebuilt, hold, play
from tests.table import setting

PEOPLE = 3


@pytest.mark.parametrize("game", ["parley", "mantis"])
@pytest.mark.parametrize("number", range(6))
async def test_nobody_is_sent_what_they_may_not_know(
    base: str, opened: OpenRoom, game: str, number: int
) -> None:
    dice = random.Random(number)
    options = {"turns": 12} if game == "parley" else {"target": 6}
    made = await make(base, "y" + "o" * (PEOPLE - 1), game=game, options=options)
    table = made["table"]
    async with AsyncExitStack() as stack:

        async def connect(*tokens: str) -> Client:
            return await stack.enter_async_context(seated(base, table, *tokens))

        watcher, first = await connect(), await connect(made["token"])
        tokens = [made["token"]]
        for name in ("Bob", "Cy"):
            tokens.append((await sit(base, table, name))["token"])
        people = [first, await connect(tokens[1]), await connect(tokens[2])]
        both = await connect(*tokens[1:])
        groups: list[tuple[Client, tuple[int, ...]]] = [
            *((client, (seat,)) for seat, client in enumerate(people)),
            (watcher, ()),
            (both, (1, 2)),
        ]
        await first.until(lambda m: m["type"] == "table" and m["table"]["status"] == "playing")
        async with asyncio.TaskGroup() as group:
            for seat, client in enumerate(people):
                group.create_task(play(client, seat, dice))
            for client in (watcher, both):
                group.create_task(_listen(client))
    kept = opened.room.store.load(table)
    assert kept
    backend = opened.room.backends[game, kept.data.version]
    for client, seats in groups:
        assert hold(client.heard, Rebuilt(backend, kept, seats)) >= len(kept.entries)
        _no_secrets(client.heard, kept, tokens)


async def _listen(client: Client) -> None:
    while client.table.get("status") != "over":
        await client.read()


def _no_secrets(heard: list[dict[str, Any]], kept: StoredTable, tokens: list[str]) -> None:
    """The secret and the key come with the result, not before; tokens never."""
    nonces = [seat.nonce for seat in kept.data.seats]
    for message in heard:
        text = json.dumps(message)
        assert not any(token in text for token in tokens)
        assert not any(seat.token in text for seat in kept.data.seats if seat.token)
        if message["type"] != "table" or message["table"]["status"] != "over":
            assert kept.data.secret not in text
            assert not any(nonce in text for nonce in nonces)


def test_a_view_is_the_same_in_every_world_that_its_viewer_holds_possible() -> None:
    dice = random.Random(5)
    for number in range(20):
        table = setting.make("ppp", options={"turns": 20, "starter": number % 3})
        while table.is_playing:
            game = table.game_on()
            for viewer in (-1, 0, 1, 2):
                seen, real = view_of(table, viewer), game.state
                world = table.backend.imagined(real, viewer, seed=number)
                game.state = world
                elsewhere = view_of(table, viewer)
                game.state = real
                assert elsewhere == seen
            seat = game.asked()[0]
            table.act(seat, dice.choice(table.backend.legal(game.state, seat)), 0)
