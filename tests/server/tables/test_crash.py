"""Games under load while the room is killed repeatedly: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import json
import random
import signal
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from rumpus.store import SqliteStore
from rumpus.table.data.seat import hash_of
from rumpus.table.showing.views import lines_for
from rumpus.table.table import Table
from tests.ports import free_port
from tests.server.client import api
from tests.server.programs import open_room
from tests.table.setting import backend_of

KILLS = 20
GROUPS = 8
PAUSE = 0.05


@dataclass
class Heard:
    """What one player at one table was sent."""

    table: str
    seat: int
    token: str
    done: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    lines: dict[int, dict[str, int]] = field(default_factory=dict)
    seq: int = 0
    reconnected: int = 0
    is_over: bool = False


@dataclass
class Load:
    """Players who lose their room and reconnect."""

    base: str
    everybody: list[Heard] = field(default_factory=list)
    stopping: bool = False

    async def group(self, number: int) -> None:
        """Two people and two bots, game after game."""
        dice = random.Random(number)
        while not self.stopping:
            made = await self.post("/api/tables", new_table())
            assert made
            sat = await self.post(f"/api/tables/{made['table']}/seats", {"name": "Bob"})
            if sat is None:  # the seat was taken by our own call, whose answer was lost
                continue
            async with asyncio.TaskGroup() as people:
                for seat in (made, sat):
                    heard = Heard(made["table"], seat["seat"], seat["token"])
                    self.everybody.append(heard)
                    people.create_task(self.person(heard, dice))

    def acknowledged(self) -> int:
        """How many commands were acknowledged."""
        return sum(len(heard.done) for heard in self.everybody)

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any] | None:
        """Repeat a call until the room answers."""
        while True:
            try:
                async with api(self.base) as http:
                    answer = await http.post(path, json=body)
                if answer.status_code == 201:
                    found: dict[str, Any] = answer.json()
                    return found
                assert answer.status_code == 409, answer.text
                return None
            except httpx.HTTPError:
                await asyncio.sleep(PAUSE)

    async def person(self, heard: Heard, dice: random.Random) -> None:
        url = f"{self.base.replace('http', 'ws', 1)}/ws/tables/{heard.table}"
        commands, waiting = count(1), None
        while not heard.is_over:
            try:
                async with connect(url, proxy=None, close_timeout=0.5, open_timeout=5) as room:
                    await room.send(
                        json.dumps({"type": "hello", "tokens": [heard.token], "after": heard.seq})
                    )
                    if waiting:
                        await room.send(json.dumps(waiting))
                    while not heard.is_over:
                        message = json.loads(await asyncio.wait_for(room.recv(), 20))
                        waiting = self.read(heard, message, waiting)
                        view = message.get("views", {}).get(str(heard.seat))
                        if view and view["choices"] and not waiting:
                            await asyncio.sleep(dice.uniform(0, 0.02))
                            waiting = {
                                "type": "act",
                                "command": f"c{next(commands)}",
                                "seat": heard.seat,
                                "action": dice.choice(view["choices"])["action"],
                            }
                            await room.send(json.dumps(waiting))
            except (WebSocketException, OSError, TimeoutError):
                heard.reconnected += 1
                await asyncio.sleep(PAUSE)

    def read(self, heard: Heard, message: dict[str, Any], waiting: Any) -> Any:
        if "seq" in message:
            assert message["seq"] >= heard.seq, "a number was used twice"
            heard.seq = message["seq"]
        for line in message.get("lines", message.get("history", ())):
            assert heard.lines.setdefault(line["n"], line["numbers"]) == line["numbers"]
        if message["type"] == "table":
            heard.is_over = message["table"]["status"] == "over"
        if waiting and message.get("command") == waiting["command"]:
            (heard.done if message["type"] == "done" else heard.refused).append(waiting["command"])
            return None
        return waiting


def new_table() -> dict[str, Any]:
    seats = [{"kind": kind} for kind in ("you", "open", "bot", "bot")]
    settings = {"pace": "instant", "absence": 0, "timer": False}
    return {"game": "mantis", "name": "Ann", "seats": seats, "settings": settings}


@pytest.mark.slow
async def test_nothing_acknowledged_is_lost_when_the_room_is_killed_repeatedly(
    tmp_path: Path,
) -> None:
    port = free_port()
    dice, load = random.Random(9), Load(f"http://127.0.0.1:{port}")
    process = await open_room(tmp_path, port)
    async with asyncio.TaskGroup() as groups:
        for number in range(GROUPS):
            groups.create_task(load.group(number))
        for _ in range(KILLS):
            enough = load.acknowledged() + 11
            await asyncio.sleep(dice.uniform(0.1, 0.9))
            while load.acknowledged() < enough:
                await asyncio.sleep(PAUSE)
            assert process.returncode is None, f"the room ended on its own: {process.returncode}"
            process.send_signal(signal.SIGKILL)
            await process.wait()
            process = await open_room(tmp_path, port)
        load.stopping = True
    process.terminate()
    assert await process.wait() == 0

    store = SqliteStore(tmp_path)
    assert store.reading.execute("pragma integrity_check").fetchone() == ("ok",)
    acknowledged = 0
    for heard in load.everybody:
        assert heard.is_over
        assert heard.refused == []
        kept = store.load(heard.table)
        assert kept
        stored = [a.command for a in kept.answers.kept.values() if a.who == hash_of(heard.token)]
        assert stored[: len(heard.done)] == heard.done
        assert len(stored) - len(heard.done) in (0, 1), "the last answer may come after the end"
        acknowledged += len(heard.done)
        table = Table(backend_of("mantis"), kept.data, 0.0, kept.entries)
        assert table.data.status == "over"
        lines = {line.n: line.numbers for line in lines_for(table, (heard.seat,))}
        assert heard.lines == lines
    store.close()
    assert sum(heard.reconnected for heard in load.everybody) >= KILLS
    assert acknowledged > 10 * KILLS
