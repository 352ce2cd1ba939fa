"""A player who is connected but idle does not block the others forever."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rumpus.table.seating.presence import IDLE_AFTER
from tests.server.client import make, seated, sit
from tests.server.conftest import OpenRoom


def keep_waiting(opened: OpenRoom, table: str, seat: int) -> None:
    """Make a player idle, without waiting."""

    def pass_time() -> None:
        server = opened.room.tables[table]
        server.table.idle_clock.ends[seat] -= IDLE_AFTER
        server.schedule()

    opened.call(pass_time)


def is_idle(seat: int) -> Callable[[dict[str, Any]], bool]:
    return lambda m: m["type"] == "table" and m["table"]["seats"][seat]["idle"]


def bot_plays(seat: int) -> Callable[[dict[str, Any]], bool]:
    return lambda m: m.get("decided") == "bot" and m["by"] == seat


async def test_a_bot_plays_for_an_idle_player_until_they_act(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yo", options={"starter": 1, "turns": 60})
    bob = await sit(base, made["table"])
    async with (
        seated(base, made["table"], made["token"]) as ann,
        seated(base, made["table"], bob["token"]) as idle,
    ):
        early = await ann.ask("seat", seat=1, kind="bot")
        assert early["reason"] == (
            "Bob is sitting there; a bot can take over once the table has waited 1,800 seconds for"
            " them."
        )
        keep_waiting(opened, made["table"], 1)
        await ann.until(is_idle(1))
        assert (await ann.ask("seat", seat=1, kind="bot"))["type"] == "done"
        await ann.until(bot_plays(1))
        await idle.until(bot_plays(1))
        assert (await idle.ask("hold", seat=-1))["type"] == "done"
        assert idle.table["seats"][1]["stand_in"]
        assert (await idle.ask("hold", seat=1))["type"] == "done"
        assert not idle.table["seats"][1]["stand_in"]
        assert (await ann.ask("chat", text="there you are"))["type"] == "done"
        assert not ann.table["seats"][1]["stand_in"]


async def test_anybody_can_let_a_bot_play_for_an_idle_host(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yo", options={"starter": 0, "turns": 60})
    bob = await sit(base, made["table"])
    async with (
        seated(base, made["table"], made["token"]) as host,
        seated(base, made["table"], bob["token"]) as other,
    ):
        assert "Only Ann" in (await other.ask("seat", seat=0, kind="bot"))["reason"]
        keep_waiting(opened, made["table"], 0)
        await other.until(is_idle(0))
        assert (await host.act(0, "pass"))["type"] == "done"
        await other.until(lambda m: m["type"] == "table" and not m["table"]["seats"][0]["idle"])
        assert (await other.act(1, "pass"))["type"] == "done"
        keep_waiting(opened, made["table"], 0)
        await other.until(is_idle(0))
        assert (await other.ask("seat", seat=0, kind="bot"))["type"] == "done"
        await other.until(bot_plays(0))


async def test_others_can_end_the_pause_of_an_idle_host(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yo", game="ruckus", settings={"absence": 0, "pause": "host"})
    bob = await sit(base, made["table"])
    async with (
        seated(base, made["table"], made["token"]) as host,
        seated(base, made["table"], bob["token"]) as other,
    ):
        assert (await host.ask("pause"))["type"] == "done"
        assert "Only Ann" in (await other.ask("resume"))["reason"]
        keep_waiting(opened, made["table"], 0)
        await other.until(is_idle(0))
        assert (await other.ask("resume"))["type"] == "done"
