"""A room that is asked to stop: everything is kept, and everybody is told to come back."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rumpus.rulekit.sentence import Sentence
from rumpus.server.limits import UNLIMITED
from rumpus.store import DiskFault

from .client import PATIENCE, Client, at_table, make, seated
from .conftest import OpenRoom
from .test_house import tables_of_both
from .test_serve import address, make_mantis, room

WAYS = pytest.mark.parametrize("options", [(), ("--processes", "2")], ids=["one", "two"])
EXAMPLE = Path(__file__).parents[2] / "examples" / "remote_bot.py"


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


async def goodbye_to(client: Client) -> tuple[int, str]:
    """Read to the end; the code and the reason of it."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await client.read()
    assert closed.value.rcvd
    return closed.value.rcvd.code, closed.value.rcvd.reason


@WAYS
async def test_who_is_at_a_table_is_told_to_come_back_and_finds_all_as_it_was(
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
                assert await goodbye_to(client) == (
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
async def test_a_remote_bot_comes_back_by_itself_and_plays_to_the_end(
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
    """Take the first choice so often, or until the game is over."""
    while turns and not (ann.views and ann.views["0"]["over"]):
        if ann.views and ann.views["0"]["choices"]:
            await ann.ask("act", seat=0, action=ann.views["0"]["choices"][0]["action"])
            turns -= 1
        else:
            await ann.read()


async def test_a_table_that_cannot_be_read_just_now_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = OpenRoom(tmp_path, UNLIMITED)
    try:
        made = await make(opened.url, "yo")
        opened.call(opened.room.tables[made["table"]].put_away)

        def fails(_: str) -> Any:
            raise DiskFault(Sentence("What the room has kept cannot be used: the disk fails."))

        monkeypatch.setattr(opened.room.store, "load", fails)
        async with at_table(opened.url, made["table"]) as client:
            assert await goodbye_to(client) == (
                1012,
                "What the room has kept cannot be used: the disk fails.",
            )
        monkeypatch.undo()
        async with seated(opened.url, made["table"], made["token"]) as ann:
            assert ann.table["id"] == made["table"]
    finally:
        opened.close()


async def test_who_comes_while_the_room_is_being_closed_is_told_to_come_back(
    tmp_path: Path,
) -> None:
    opened = OpenRoom(tmp_path, UNLIMITED)
    try:
        made = await make(opened.url, "yo")
        opened.call(opened.room.put_away_all)
        async with at_table(opened.url, made["table"]) as client:
            code, _ = await goodbye_to(client)
            assert code == 1012
    finally:
        opened.close()
