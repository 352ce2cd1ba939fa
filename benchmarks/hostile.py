"""How much honest tables suffer from hostile clients.

python benchmarks/hostile.py [ATTACK ...] --seconds 8

For each attack a room is opened with the usual limits. Twenty tables of four people play in an open
loop, first alone, then during the attack, which comes from other addresses of this machine and runs
in its own process. It prints how long it took until everybody at a table had heard of an action,
how many honest sockets were lost, and the memory of the room.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import itertools
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec
import uvloop

from room import Load, Table, at_percent, open_room, pace
from rumpus.games import find
from rumpus.running.native import fastest
from rumpus.table.data.settings import Settings
from rumpus.table.making import new_table
from rumpus.table.records.record import record_of

TABLES, RATE, WARM_UP = 20, 1.0, 2.0
GOAL = 3.0
AT = "127.0.0.2"
ADDRESSES = itertools.cycle(f"127.0.0.{number}" for number in range(2, 10))
HALF_A_HEAD = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "
PING = b"\x89\x80\0\0\0\0"
PIECE = b"\x00\x80\0\0\0\0"
FIRST_PIECE = b"\x01\x81\0\0\0\0a"


class Victim:
    """The room's address, and the tables that others play at."""

    def __init__(self, base: str, tables: list[str]) -> None:
        self.host = base.removeprefix("http://")
        name, port = self.host.split(":")
        self.address, self.tables = (name, int(port)), tables

    async def knock(
        self, said: bytes, at: str = AT
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(*self.address, local_addr=(at, 0))
        writer.write(said)
        return reader, writer

    async def post(self, path: str, body: bytes, at: str = AT) -> bytes:
        head = f"POST {path} HTTP/1.1\r\nHost: {self.host}\r\nConnection: close\r\n"
        reader, writer = await self.knock(
            f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body, at
        )
        answer = await reader.read()
        writer.close()
        return answer.partition(b"\r\n\r\n")[2]

    async def socket(self, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        key = base64.b64encode(os.urandom(16)).decode()
        reader, writer = await self.knock(
            f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer

    async def seat(self, level: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, str]:
        """A socket in a seat at the attacker's own table, with bots."""
        body = {"game": "mantis", "name": "Eve", "players": 4, "settings": {"pace": "instant"}}
        bots = [{"kind": "bot", "level": level}] * 3
        wish = json.dumps({**body, "seats": [{"kind": "you"}, *bots]}).encode()
        made = json.loads(await self.post("/api/tables", wish) or b"{}")
        reader, writer = await self.socket(made["table"])
        writer.write(text({"type": "hello", "tokens": [made["token"]]}))
        return reader, writer, made["table"]


def text(message: dict[str, Any]) -> bytes:
    data = json.dumps(message).encode()
    size = bytes((0x80 | len(data),)) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2)
    return b"\x81" + size + bytes(4) + data


async def drain(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


async def flood(victim: Victim, first: bytes, said: bytes) -> None:
    reader, writer, _ = await victim.seat("random")
    reading = asyncio.ensure_future(drain(reader))
    writer.write(first)
    try:
        while not reading.done():
            writer.write(said * 4000)
            await writer.drain()
    finally:
        reading.cancel()
        writer.close()


async def hold(victim: Victim, said: bytes) -> None:
    """Send something, and wait until cut off."""
    reader, writer = await victim.knock(said)
    try:
        await drain(reader)
    finally:
        writer.close()


async def no_hello(victim: Victim) -> None:
    reader, writer = await victim.socket(random.choice(victim.tables))
    try:
        await drain(reader)
    finally:
        writer.close()


async def ask_hints(victim: Victim) -> None:
    await keep_sending(victim, "random", {"type": "hint"}, every=0.1)


async def play_experts(victim: Victim) -> None:
    """A seat that acts whenever it can, so that the experts have to think."""
    await keep_sending(victim, "expert", {"type": "act", "notation": "score"}, every=0.3)


async def keep_sending(victim: Victim, level: str, command: dict[str, Any], every: float) -> None:
    """Sit down against bots of a level, and send the same command until cut off."""
    reader, writer, _ = await victim.seat(level)
    reading = asyncio.ensure_future(drain(reader))
    try:
        for number in itertools.count():
            if reading.done():
                break
            writer.write(text({**command, "command": f"c{number}", "seat": 0}))
            await asyncio.sleep(every)
    finally:
        reading.cancel()
        writer.close()


@cache
def long_record() -> bytes:
    """The longest of 150 games of Tuck It played at random: 7811 actions, 117 kB."""
    backend, dice = fastest(find("tuckit")), random.Random(82)
    table = new_table(
        backend, "x", 2, {}, Settings(timer=False), 0.0, created=0, secret=dice.randbytes(32)
    )
    for seat in range(table.players):
        table.fill(seat, "bot")
    table.start(0.0)
    game = table.game_on()
    while not game.is_over():
        seat = game.asked()[0]
        table.act(seat, dice.choice(list(backend.legal(game.state, seat))), 0.0)
    return msgspec.json.encode(record_of(table))


async def replay(victim: Victim) -> None:
    """Replay a whole long game, part by part, from one of several addresses."""
    at, first = next(ADDRESSES), 0
    while first >= 0:
        wish = b'{"record":%b,"viewer":-1,"first":%d}' % (long_record(), first)
        answer = await victim.post("/api/replay", wish, at)
        first = int(answer.rpartition(b'"next":')[2].rstrip(b"}"))


async def come_and_go(victim: Victim) -> None:
    reader, writer = await victim.socket(random.choice(victim.tables))
    writer.write(text({"type": "hello"}))
    await reader.read(100)
    writer.close()


async def never_read(victim: Victim) -> None:
    _, writer = await victim.socket(random.choice(victim.tables))
    transport: Any = writer.transport
    transport.pause_reading()
    writer.write(text({"type": "hello"}))
    await asyncio.sleep(3600)


def half_a_body(victim: Victim) -> Awaitable[None]:
    head = f"POST /api/tables HTTP/1.1\r\nHost: {victim.host}\r\nContent-Length: 9000\r\n\r\n"
    return hold(victim, head.encode() + b"{")


Attack = Callable[[Victim], Awaitable[None]]
ATTACKS: dict[str, tuple[int, Attack]] = {
    "pings": (2, lambda victim: flood(victim, b"", PING)),
    "pieces": (2, lambda victim: flood(victim, FIRST_PIECE, PIECE)),
    "half-sent heads": (1000, lambda victim: hold(victim, HALF_A_HEAD)),
    "half-sent bodies": (300, half_a_body),
    "no hello": (150, no_hello),
    "hints": (60, ask_hints),
    "expert bots": (60, play_experts),
    "big replays": (8, replay),
    "spectators": (20, come_and_go),
    "slow readers": (100, never_read),
}
"""How many attackers do what, over and over."""


async def attack(base: str, name: str, tables: list[str]) -> None:
    number, act = ATTACKS[name]
    victim = Victim(base, tables)

    async def again_and_again() -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError, KeyError, ValueError):
                await act(victim)
            await asyncio.sleep(0.01)

    await asyncio.gather(*(again_and_again() for _ in range(number)))


# --------------------------------------------------------------------------------- measuring
class Seen(Table):
    """A table whose id is known to others."""

    @property
    def id(self) -> str:
        return self.sockets[0].path.rpartition("/")[2]


async def play(load: Load, tables: list[Seen], seconds: float) -> float:
    """Let everybody play for a while; returns the 99th percentile of the message times."""
    load.took.clear()
    begin = time.perf_counter()
    end = begin + seconds
    await asyncio.gather(*(pace(table, begin, 1 / RATE, end) for table in tables))
    late = [time.perf_counter() - table.sent_for for table in tables if table.sent_for]
    return at_percent(sorted(load.took + late), 99)


async def measure(base: str, name: str, seconds: float) -> str:
    load = Load(base, "mantis", {"target": 30})
    tables = [Seen(load, number) for number in range(TABLES)]
    for table in tables:
        await table.set_up()
    await play(load, tables, WARM_UP)
    quiet = await play(load, tables, seconds)
    before = await load.figure("rumpus_memory_bytes")
    program = [sys.executable, __file__, "--base", base, name]
    with subprocess.Popen([*program, *(table.id for table in tables)]) as attacker:
        try:
            await asyncio.sleep(WARM_UP)
            loud = await play(load, tables, seconds)
        finally:
            attacker.kill()
    after = await load.figure("rumpus_memory_bytes")
    lost = sum(socket.transport.is_closing() for table in tables for socket in table.sockets)
    return (
        f"{name:<18}{quiet:9.1f} ms{loud:9.1f} ms{loud / quiet:7.1f} x{lost:7}"
        f"{before / 1e6:8.0f} MB{after / 1e6:8.0f} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("attacks", nargs="*")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--base", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.base:
        name, *tables = arguments.attacks
        uvloop.run(attack(arguments.base, name, tables))
        return
    print(f"{TABLES} tables, p99 quiet and under attack; the goal is {GOAL:.0f} x, none lost")
    print(
        f"{'attack':<18}{'quiet':>12}{'attacked':>12}{'':>9}{'lost':>7}{'memory':>11}{'after':>11}"
    )
    for name in arguments.attacks or ATTACKS:
        with open_room(limits=True) as (base, _):
            print(uvloop.run(measure(base, name, arguments.seconds)), flush=True)


if __name__ == "__main__":
    main()
