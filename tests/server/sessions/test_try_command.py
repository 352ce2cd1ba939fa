"""The command `try` answers from what the seat may know and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rumpus.server.network.limits import UNLIMITED, Rate
from tests.server.client import make, seated, sit
from tests.server.conftest import OpenRoom


async def test_trying_an_action_changes_nothing(base: str) -> None:
    made = await make(base, "yb", game="mantis", options={"starter": "seat-1"})
    async with seated(base, made["table"], made["token"]) as ann:
        before, seq = ann.views["0"], ann.heard[-1]["seq"]
        tried = await ann.ask("try", seat=0, actions=[before["choices"][0]["action"]])
        assert tried["type"] == "tried"
        assert tried["lines"][0]["sure"]
        assert (tried["lines"][0]["event"], tried["lines"][0]["numbers"]) == (
            "tried to score",
            {"seat": 0},
        )
        possible = [line for line in tried["lines"] if not line["sure"]]
        assert all(0 < line["worlds"] <= tried["worlds"] for line in possible)
        again = await ann.ask("try", seat=0, actions=[before["choices"][0]["action"]])
        assert {**again, "command": ""} == {**tried, "command": ""}
        table = await ann.hello(made["token"])
        assert table["views"]["0"] == before
        assert len(table["history"]) == len(ann.heard[0]["history"])
        assert table["seq"] == seq


async def test_an_invalid_try_is_refused_with_a_sentence(base: str) -> None:
    made = await make(base, "yo", game="mantis", options={"starter": "seat-1"})
    bob = await sit(base, made["table"])
    async with (
        seated(base, made["table"], made["token"]) as ann,
        seated(base, made["table"], bob["token"]) as cy,
        seated(base, made["table"]) as watcher,
    ):
        waits, acts = (ann, cy) if 1 in ann.views["0"]["asks"] else (cy, ann)
        turn = acts.heard[0]["you"][0]
        later = await waits.ask("try", seat=1 - turn, actions=[0])
        assert later["reason"] == "There is nothing to decide for you now."
        foreign = await waits.ask("try", seat=turn, actions=[0])
        assert foreign["reason"] == "That seat is not yours."
        assert "You are watching" in (await watcher.ask("try", seat=turn, actions=[0]))["reason"]
        unknown = await acts.ask("try", seat=turn, actions=[99])
        assert "There is no action 99" in unknown["reason"]
        follows = await acts.ask("try", seat=turn, actions=[0, 99])
        assert follows["reason"] == "Action 99 cannot follow there."
        await acts.ask("pause")
        assert (await acts.ask("try", seat=turn, actions=[0]))["reason"] == "The game is paused."


async def test_a_try_with_too_many_actions_is_unreadable(base: str) -> None:
    made = await make(base, "yb", game="mantis")
    async with seated(base, made["table"], made["token"]) as ann:
        await ann.send(type="try", command="c", seat=0, actions=[0] * 13)
        error = await ann.until(lambda m: m["type"] == "error")
        assert "length <= 12" in error["reason"]


async def test_a_race_claim_can_be_tried(base: str) -> None:
    made = await make(base, "yb", game="ruckus")
    async with seated(base, made["table"], made["token"]) as ann:
        tried = {"type": "refused"}
        while tried["type"] == "refused":  # a bot was faster: what could be done has changed
            choices = ann.views.get("0", {}).get("choices")
            if choices:
                tried = await ann.ask("try", seat=0, actions=[choices[0]["action"]])
            if tried["type"] == "refused":
                await ann.read()
        assert tried["lines"]


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[OpenRoom]:
    """A room with a tiny budget for tries."""
    room = OpenRoom(tmp_path, replace(UNLIMITED, tries=Rate(0.0, 1e-9)))
    yield room
    room.close()


async def test_too_many_tries_are_refused_for_a_while(strict: OpenRoom) -> None:
    made = await make(strict.url, "yb", game="mantis", options={"starter": "seat-1"})
    async with seated(strict.url, made["table"], made["token"]) as ann:
        assert (await ann.ask("try", seat=0, actions=[0]))["type"] == "tried"
        refused = await ann.ask("try", seat=0, actions=[0])
        assert refused["reason"] == "You have tried a lot lately; wait a moment."
