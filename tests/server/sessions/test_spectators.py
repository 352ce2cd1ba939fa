"""Spectators who come and go cost the players only one number."""

from __future__ import annotations

import pytest

from tests.server.client import make, seated

MANY = 20


async def come_and_go(base: str, table: str) -> None:
    for _ in range(MANY):
        async with seated(base, table) as stranger:
            assert stranger.heard[0]["type"] == "table"
            assert stranger.table["watching"] >= 1


async def test_many_visits_are_reported_once(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.server.sessions.spectators.SPECTATOR_SECONDS", 3600)
    made = await make(base, "yb")
    async with seated(base, made["table"], made["token"]) as ann:
        before = len(ann.heard)
        await come_and_go(base, made["table"])
        await ann.ask("chat", text="so many")
        kinds = [message["type"] for message in ann.heard[before:]]
        assert sorted(kinds) == ["chat", "done", "watching"]
        assert ann.heard[before]["watching"] in (0, 1)


async def test_everybody_learns_the_final_number_of_spectators(
    base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rumpus.server.sessions.spectators.SPECTATOR_SECONDS", 0.05)
    made = await make(base, "yb")
    async with seated(base, made["table"], made["token"]) as ann:
        async with seated(base, made["table"]), seated(base, made["table"]) as last:
            await ann.until(lambda m: m.get("watching") == 2)
            assert last.table["watching"] == 2
        await come_and_go(base, made["table"])
        await ann.until(lambda m: m.get("watching") == 0)
        assert all(m["type"] in ("table", "watching") for m in ann.heard)
        assert [m["type"] for m in ann.heard].count("table") == 1
        assert (await ann.hello(made["token"]))["table"]["watching"] == 0


async def test_a_player_who_leaves_counts_as_a_spectator(
    base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rumpus.server.sessions.spectators.SPECTATOR_SECONDS", 0.05)
    made = await make(base, "yhb")
    async with (
        seated(base, made["table"], made["here"][0]["token"]) as bob,
        seated(base, made["table"], made["token"]) as ann,
    ):
        await ann.ask("leave", seat=0)
        await bob.until(lambda m: m.get("watching") == 1)
        await ann.hello(made["token"])
        assert ann.table["watching"] == 1
