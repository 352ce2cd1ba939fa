"""Somebody who is connected and does nothing keeps nobody waiting for ever."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rumpus.table.timing import PATIENCE

from .client import make, seated, sit
from .conftest import OpenRoom


def keep_waiting(opened: OpenRoom, table: str, seat: int) -> None:
    """Let the table have waited for somebody for long."""

    def pass_time() -> None:
        live = opened.room.tables[table]
        live.table.patience.ends[seat] -= PATIENCE
        live.schedule()

    opened.call(pass_time)


def is_idle(seat: int) -> Callable[[dict[str, Any]], bool]:
    return lambda m: m["type"] == "table" and m["table"]["seats"][seat]["idle"]


def bot_plays(seat: int) -> Callable[[dict[str, Any]], bool]:
    return lambda m: m.get("decided") == "bot" and m["by"] == seat


async def test_a_bot_plays_for_somebody_idle_until_they_do_something(
    base: str, opened: OpenRoom
) -> None:
    made = await make(base, "yo", options={"starter": 1, "turns": 60})
    bob = await sit(base, made["table"])
    async with (
        seated(base, made["table"], made["token"]) as ann,
        seated(base, made["table"], bob["token"]) as idle,
    ):
        early = await ann.ask("seat", seat=1, kind="bot")
        assert early["reason"] == (
            "Bob sits there; a bot can play for them once the table has waited 1,800 seconds for"
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


async def test_anybody_lets_a_bot_play_for_an_idle_host_who_hears_when_they_act_again(
    base: str, opened: OpenRoom
) -> None:
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


async def test_others_end_the_pause_of_a_race_whose_host_sleeps(
    base: str, opened: OpenRoom
) -> None:
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
