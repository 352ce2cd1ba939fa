"""Moderation by a table's host."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from rumpus.server.network.limits import UNLIMITED
from tests.server.client import Client, make, seated, sit
from tests.server.conftest import OpenRoom


class Party:
    """A table of Ann, who is the host, and Bob."""

    def __init__(self, base: str, made: dict[str, Any], bobs: str, ann: Client, bob: Client):
        self.base, self.table, self.ann, self.bob = base, made["table"], ann, bob
        self.anns, self.bobs = made["token"], bobs


async def party(stack: AsyncExitStack, base: str, seats: str = "yo", **more: Any) -> Party:
    made = await make(base, seats, **more)
    bob = await sit(base, made["table"], "Bob")
    clients = [
        await stack.enter_async_context(seated(base, made["table"], token))
        for token in (made["token"], bob["token"])
    ]
    await clients[0].first(lambda m: "table" in m and m["table"]["seats"][1]["present"])
    return Party(base, made, bob["token"], *clients)


async def refused(client: Client, kind: str, **more: Any) -> str:
    answer = await client.ask(kind, **more)
    assert answer["type"] == "refused"
    reason: str = answer["reason"]
    return reason


async def test_a_muted_player_is_told_and_cannot_chat(base: str) -> None:
    async with AsyncExitStack() as stack:
        at = await party(stack, base)
        assert (await at.ann.ask("mute", seat=1))["type"] == "done"
        told = await at.bob.until(lambda m: m["type"] == "table")
        assert [seat["muted"] for seat in told["table"]["seats"]] == [False, True]
        sentence = "The host has muted you; you can still read the chat."
        assert await refused(at.bob, "chat", text="hello") == sentence
        assert (await at.ann.ask("chat", text="hello"))["type"] == "done"
        assert (await at.ann.ask("mute", seat=1, muted=False))["type"] == "done"
        assert (await at.bob.ask("chat", text="hello"))["type"] == "done"


@pytest.mark.parametrize("game", ["parley", "ruckus"])
async def test_a_kicked_player_watches_and_a_bot_plays_on(base: str, game: str) -> None:
    async with AsyncExitStack() as stack:
        at = await party(stack, base, game=game)
        assert at.ann.table["status"] == "playing"
        assert (await at.ann.ask("kick", seat=1))["type"] == "done"
        told = await at.bob.until(lambda m: m["type"] == "table" and not m["you"])
        assert list(told["views"]) == ["-1"]
        assert told["table"]["seats"][1]["kind"] == "bot"
        assert (await refused(at.bob, "chat", text="why?")).startswith("You are watching")
        again = await stack.enter_async_context(seated(base, at.table, at.bobs))
        assert again.heard[0]["you"] == []


async def test_a_seat_kicked_before_the_start_is_free(base: str) -> None:
    async with AsyncExitStack() as stack:
        at = await party(stack, base, "yoo")
        assert (await at.ann.ask("kick", seat=1))["type"] == "done"
        told = await at.bob.until(lambda m: m["type"] == "table" and not m["you"])
        assert told["table"]["seats"][1]["kind"] == "open"
        assert (await sit(base, at.table, "Cy"))["seat"] == 1


async def test_the_host_can_hand_over_the_role(base: str) -> None:
    async with AsyncExitStack() as stack:
        at = await party(stack, base, "yoo")
        assert (await at.ann.ask("hand", seat=1))["type"] == "done"
        told = await at.bob.until(lambda m: m["type"] == "table" and m["table"]["host"] == 1)
        assert told["you"] == [1]
        assert await refused(at.ann, "kick", seat=1) == "Only the host of the table can do that."
        assert (await at.bob.ask("mute", seat=0))["type"] == "done"


@pytest.mark.parametrize("kind", ["mute", "kick", "hand"])
async def test_only_the_host_can_moderate(base: str, kind: str) -> None:
    async with AsyncExitStack() as stack:
        at = await party(stack, base, "yoob")
        watching = await stack.enter_async_context(seated(base, at.table))
        only = "Only the host of the table can do that."
        assert await refused(at.bob, kind, seat=0) == only
        assert (await refused(watching, kind, seat=1)).startswith("You are watching")
        assert await refused(at.ann, kind, seat=0) == "That is the host's own seat."
        for nobody in (2, 3):
            assert await refused(at.ann, kind, seat=nobody) == "Nobody sits there."
        assert (await refused(at.ann, kind, seat=60)).startswith("There is no seat 61")
        assert (await refused(at.ann, kind, seat=-1)).startswith("There is no seat 0")
        await at.ann.socket.close()
        await at.bob.until(lambda m: "table" in m and not m["table"]["seats"][0]["present"])
        assert await refused(at.bob, kind, seat=0) == only


async def test_a_mute_and_the_host_survive_a_restart(tmp_path: Path) -> None:
    before = OpenRoom(tmp_path, UNLIMITED)
    try:
        async with AsyncExitStack() as stack:
            at = await party(stack, before.url)
            await at.ann.ask("mute", seat=1)
            await at.ann.ask("hand", seat=1)
    finally:
        before.close()
    again = OpenRoom(tmp_path, UNLIMITED)
    try:
        async with seated(again.url, at.table, at.bobs) as bob:
            assert (bob.table["host"], bob.table["seats"][1]["muted"]) == (1, True)
            assert (await refused(bob, "chat", text="hello")).startswith("The host has muted you")
    finally:
        again.close()
