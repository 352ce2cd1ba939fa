"""How many tables a room can handle: scripted players over real WebSockets, in an open loop.

python benchmarks/room.py --tables 500 --rate 2 --seconds 20

Four people sit at every table, each with their own socket. At every table an action is due at fixed
times, whether the room keeps up or not. The time is measured from when it was due until its message
has reached all four. The room runs in its own process.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import uvloop

PLAYERS = 4
WARM_UP = 3.0
OPEN = ("--no-browser", "--port", "0")


# --------------------------------------------------------------------------------- a lean socket
class Choice(msgspec.Struct):
    action: int


class View(msgspec.Struct):
    over: bool
    choices: list[Choice]


class Message(msgspec.Struct):
    type: str
    seq: int = 0
    views: dict[str, View] = {}
    reason: str = ""


decode = msgspec.json.Decoder(Message).decode


class Socket(asyncio.Protocol):
    """A minimal WebSocket client, which leaves the processor to the room."""

    def __init__(self, host: str, path: str, hear: Callable[[bytes], None]) -> None:
        self.host, self.path, self.hear = host, path, hear
        self.buffer = bytearray()
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_open = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.is_open:
            head, end, _ = bytes(self.buffer).partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head, head
            del self.buffer[: len(head) + 4]
            self.is_open = True
            self.ready.set_result(None)
        while len(self.buffer) >= 2:
            size, at = self.buffer[1], 2
            if size == 126:
                if len(self.buffer) < 4:
                    return
                size, at = struct.unpack_from(">H", self.buffer, 2)[0], 4
            elif size == 127:
                if len(self.buffer) < 10:
                    return
                size, at = struct.unpack_from(">Q", self.buffer, 2)[0], 10
            if len(self.buffer) < at + size:
                return
            kind, payload = self.buffer[0] & 15, bytes(self.buffer[at : at + size])
            del self.buffer[: at + size]
            if kind == 1:
                self.hear(payload)
            elif kind == 9:
                self.frame(10, payload)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the room refused"))

    def frame(self, kind: int, payload: bytes) -> None:
        head = bytes((0x80 | kind,))
        size = len(payload)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + struct.pack(">H", size)
        self.transport.write(head + length + b"\0\0\0\0" + payload)

    def send(self, message: dict[str, Any]) -> None:
        self.frame(1, json.dumps(message).encode())


# --------------------------------------------------------------------------------- a table
class Table:
    """Four scripted people; whoever has choices takes one when an action is due."""

    def __init__(self, load: Load, number: int) -> None:
        self.load, self.number = load, number
        self.sockets: list[Socket] = []
        self.choices: tuple[int, list[int]] | None = None
        self.due: list[float] = []
        self.sent_for: float | None = None
        self.waiting = 0
        self.acted = 0
        self.over = False

    async def set_up(self) -> None:
        made = await self.load.post(
            "/api/tables",
            {
                "game": self.load.game,
                "name": "Ann",
                "players": PLAYERS,
                "seats": [{"kind": "you"}] + [{"kind": "here", "name": f"P{n}"} for n in (1, 2, 3)],
                "settings": {"pace": "instant", "absence": 0, "timer": True},
                "options": self.load.options,
            },
        )
        tokens = [made["token"], *(seat["token"] for seat in made["here"])]
        loop = asyncio.get_running_loop()
        for seat, token in enumerate(tokens):
            hear = partial(self.hear, seat)
            socket = Socket(self.load.host, f"/ws/tables/{made['table']}", hear)
            await loop.create_connection(partial(_same, socket), *self.load.address)
            await socket.ready
            self.sockets.append(socket)
            socket.send({"type": "hello", "tokens": [token], "after": 0})

    def hear(self, seat: int, text: bytes) -> None:
        now = time.perf_counter()
        message = decode(text)
        if message.type == "refused":
            raise AssertionError(message.reason)
        if message.type not in ("table", "events"):
            return
        view = message.views.get(str(seat))
        if message.type == "events" and self.sent_for is not None:
            self.load.took.append(now - self.sent_for)
            self.waiting -= 1
            if not self.waiting:
                self.sent_for = None
        if view and view.over:
            self.over = True
        elif view and view.choices:
            self.choices = seat, [choice.action for choice in view.choices]
        self.act()

    def act_due(self, when: float) -> None:
        self.due.append(when)
        self.act()

    def act(self) -> None:
        if self.over or not self.due or self.choices is None or self.waiting:
            return
        seat, actions = self.choices
        self.choices = None
        self.sent_for, self.waiting = self.due.pop(0), PLAYERS
        self.acted += 1
        self.sockets[seat].send(
            {
                "type": "act",
                "command": f"c{self.acted}",
                "seat": seat,
                "action": self.load.dice.choice(actions),
            }
        )


def _same(socket: Socket) -> Socket:
    return socket


class Load:
    """All tables and their measurements."""

    def __init__(self, base: str, game: str, options: dict[str, Any]) -> None:
        self.base, self.game, self.options = base, game, options
        self.host = base.removeprefix("http://")
        host, port = self.host.split(":")
        self.address = host, int(port)
        self.dice = random.Random(1)
        self.took: list[float] = []

    async def post(self, path: str, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(self.base + path, json.dumps(body).encode())
        return await asyncio.to_thread(lambda: json.load(urllib.request.urlopen(request)))

    async def figure(self, name: str) -> float:
        text = await asyncio.to_thread(
            lambda: urllib.request.urlopen(self.base + "/metrics").read().decode()
        )
        return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(name))


async def pace(table: Table, begin: float, every: float, end: float) -> None:
    """Make actions due at fixed times."""
    when = begin + table.load.dice.uniform(0, every)
    while when < end and not table.over:
        await asyncio.sleep(when - time.perf_counter())
        table.act_due(when)
        when += every


@contextmanager
def open_room(
    profile: str | None = None,
    *before: str,
    processes: int = 1,
    limits: bool = False,
    program: tuple[str, ...] = ("-m", "rumpus.server"),
) -> Iterator[tuple[str, int]]:
    """A room in its own processes: its address and process id; `before` is a command prefix."""
    profiler = ["-m", "cProfile", "-o", profile] if profile else []
    options = [*OPEN, *([] if limits else ["--no-limits"]), "--processes", str(processes)]
    with (
        tempfile.TemporaryDirectory(prefix="rumpus-bench-") as folder,
        subprocess.Popen(
            [*before, sys.executable, *profiler, *program, *options, "--data", folder],
            stdout=subprocess.PIPE,
            text=True,
        ) as room,
    ):
        assert room.stdout
        try:
            base = room.stdout.readline().strip().removeprefix("Rumpus is open at ")
            yield base, room.pid
        finally:
            room.terminate()


def at_percent(took: list[float], percent: float) -> float:
    """A percentile of some sorted times in seconds, as milliseconds."""
    return 1000 * took[min(len(took) - 1, int(len(took) * percent / 100))]


def processor_seconds(pid: int) -> float:
    """The processor time that a process and its children have used."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            fields = stat.read_text(encoding="ascii").rpartition(")")[2].split()
            if pid in (int(stat.parent.name), int(fields[1])):
                ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def stolen_seconds() -> float:
    """The processor time that other virtual machines on the same host have taken."""
    fields = Path("/proc/stat").read_text(encoding="ascii").split()
    return int(fields[8]) / os.sysconf("SC_CLK_TCK")


def machine(stolen: float) -> str:
    """The machine, and how much of a core was stolen from it during the run."""
    return (
        f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}, "
        f"{100 * stolen:.0f} % of a core stolen"
    )


async def measure(base: str, pid: int, arguments: argparse.Namespace) -> None:
    load = Load(base, arguments.game, dict(text.split("=") for text in arguments.set))
    await load.post("/api/tables", {"game": arguments.game, "name": "Ann"})
    empty = await load.figure("rumpus_memory_bytes")
    tables = [Table(load, number) for number in range(arguments.tables)]
    begun = time.perf_counter()
    gate = asyncio.Semaphore(16)

    async def set_up(table: Table) -> None:
        async with gate:
            await table.set_up()

    await asyncio.gather(*(set_up(table) for table in tables))
    seated = time.perf_counter() - begun
    begin = time.perf_counter() + 1
    end = begin + WARM_UP + arguments.seconds
    paces = [asyncio.ensure_future(pace(table, begin, 1 / arguments.rate, end)) for table in tables]
    await asyncio.sleep(begin + WARM_UP - time.perf_counter())
    load.took.clear()
    acted, cpu, sent = (
        sum(table.acted for table in tables),
        processor_seconds(pid),
        await load.figure("rumpus_sent_total"),
    )
    commits = await load.figure("rumpus_commits_total")
    own, stolen = time.process_time(), stolen_seconds()
    since = time.perf_counter()
    await asyncio.sleep(end - time.perf_counter())
    seconds = time.perf_counter() - since
    acted = sum(table.acted for table in tables) - acted
    share = (processor_seconds(pid) - cpu) / seconds
    own_share = (time.process_time() - own) / seconds
    stolen = (stolen_seconds() - stolen) / seconds
    took = sorted(load.took)
    full = await load.figure("rumpus_memory_bytes")
    sent = await load.figure("rumpus_sent_total") - sent
    commits = await load.figure("rumpus_commits_total") - commits
    await asyncio.gather(*paces)
    late = sum(len(table.due) for table in tables)
    at = partial(at_percent, took)
    worst, a_table = 1000 * took[-1], (full - empty) / arguments.tables / 1e3
    over = sum(table.over for table in tables)
    for name, text in (
        ("tables", f"{arguments.tables} of {PLAYERS}, set up in {seated:.1f} s, {over} over"),
        ("actions", f"{acted / seconds:.0f} a second, {late} still due at the end"),
        ("messages", f"{sent / seconds:.0f} a second to clients"),
        ("commits", f"{commits / seconds:.0f} a second"),
        ("to every viewer", f"p50 {at(50):.1f} ms, p99 {at(99):.1f} ms, worst {worst:.0f} ms"),
        ("memory", f"{full / 1e6:.0f} MB, {a_table:.0f} kB a table"),
        ("processor", f"room {100 * share:.0f} %, load {100 * own_share:.0f} % of a core"),
        ("machine", machine(stolen)),
    ):
        print(f"{name:<18}{text}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=2.0, help="actions a second a table")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--game", default="mantis")
    parser.add_argument("--set", action="append", default=["target=30"], metavar="KEY=VALUE")
    parser.add_argument("--processes", type=int, default=1, help="of the room")
    parser.add_argument("--profile", metavar="FILE", help="profile the room into a file")
    arguments = parser.parse_args()
    with open_room(arguments.profile, processes=arguments.processes) as (base, pid):
        uvloop.run(measure(base, pid, arguments))


if __name__ == "__main__":
    main()
