"""Shutdown: everything is stored, and clients are told to reconnect."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rumpus.rulekit.sentence import Sentence
from rumpus.server.network.limits import UNLIMITED
from rumpus.store import DiskFault
from tests.patience import PATIENCE
from tests.ports import free_port
from tests.server.client import Client, at_table, make, seated
from tests.server.conftest import OpenRoom
from tests.server.programs import EXAMPLE, address, make_mantis, room, tables_of_both

WAYS = pytest.mark.parametrize("options", [(), ("--processes", "2")], ids=["one", "two"])


async def close_reason_of(client: Client) -> tuple[int, str]:
    """Read until the socket closes; returns its code and reason."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await client.read()
    assert closed.value.rcvd
    return closed.value.rcvd.code, closed.value.rcvd.reason


@WAYS
async def test_players_are_told_to_reconnect_and_find_the_table_unchanged(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    port = free_port()
    async with AsyncExitStack() as stack:
        with room(tmp_path, *options, port=port) as (process, line):
            base = address(line)
            made = await tables_of_both(base) if options else [await make_mantis(base, "yo")]
            there = [
                await stack.enter_async_context(seated(base, one["table"], one["token"]))
                for one in made
            ]
            for client in there:
                await client.send(type="chat", command="last", text="see you", seat=0)
                await client.until(lambda m: m["type"] == "chat")
            process.send_signal(signal.SIGTERM)
            for client in there:
                assert await close_reason_of(client) == (
                    1012,
                    "The room is being closed; come back in a moment.",
                )
            assert process.wait(60) == 0
        with room(tmp_path, *options, port=port) as (_, line):
            assert address(line) == base
            for one, before in zip(made, there, strict=True):
                async with seated(base, one["table"], one["token"], after=before.seq) as ann:
                    assert [said["text"] for said in ann.heard[0]["chat"]] == ["see you"]
                    again = await ann.ask("chat", text="see you", command="last", seat=0)
                    assert again["type"] == "done"
                    assert len((await ann.hello(one["token"]))["chat"]) == 1


@WAYS
async def test_a_remote_bot_reconnects_and_finishes_the_game(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    port = free_port()
    with room(tmp_path, *options, port=port) as (process, line):
        base = address(line)
        made = await make_mantis(base, "yobb")
        bot = await asyncio.create_subprocess_exec(
            sys.executable, str(EXAMPLE), made["link"], "Robo", stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "NO_PROXY": "*", "WEBSOCKETS_BACKOFF_INITIAL_DELAY": "0.1"},
        )  # fmt: skip
        async with seated(base, made["table"], made["token"]) as ann:
            await play(ann, turns=2)
            process.send_signal(signal.SIGTERM)
            process.wait(60)
    with room(tmp_path, *options, port=port) as (_, line):
        async with seated(base, made["table"], made["token"]) as ann:
            await ann.first(lambda m: "table" in m and m["table"]["seats"][1]["present"])
            assert not ann.views["0"]["over"]
            await play(ann)
        out, _ = await asyncio.wait_for(bot.communicate(), PATIENCE)
        assert out.decode().startswith("The deal fits.")


async def play(ann: Client, turns: int = 10_000) -> None:
    """Take the first choice some times, or until the game is over."""
    while turns and not (ann.views and ann.views["0"]["over"]):
        if ann.views and ann.views["0"]["choices"]:
            await ann.ask("act", seat=0, action=ann.views["0"]["choices"][0]["action"])
            turns -= 1
        else:
            await ann.read()


async def test_a_table_that_fails_to_load_is_not_reported_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = OpenRoom(tmp_path, UNLIMITED)
    try:
        made = await make(opened.url, "yo")
        opened.call(opened.room.tables[made["table"]].unload)

        def fails(_: str) -> Any:
            raise DiskFault(Sentence("The stored data cannot be used: the disk reports an error."))

        monkeypatch.setattr(opened.room.store, "load", fails)
        async with at_table(opened.url, made["table"]) as client:
            assert await close_reason_of(client) == (
                1012,
                "The stored data cannot be used: the disk reports an error.",
            )
        monkeypatch.undo()
        async with seated(opened.url, made["table"], made["token"]) as ann:
            assert ann.table["id"] == made["table"]
    finally:
        opened.close()


async def test_a_client_joining_during_shutdown_is_told_to_reconnect(
    tmp_path: Path,
) -> None:
    opened = OpenRoom(tmp_path, UNLIMITED)
    try:
        made = await make(opened.url, "yo")
        opened.call(opened.room.stop_tables)
        async with at_table(opened.url, made["table"]) as client:
            code, _ = await close_reason_of(client)
            assert code == 1012
    finally:
        opened.close()
