"""What tables cost while nothing happens at them: stored, open, and put away.

python benchmarks/stored.py
python benchmarks/stored.py --database own
python benchmarks/stored.py --database postgresql://rumpus@127.0.0.1/bench

50,000 tables are stored: real games of three people, some actions in. Then a room is opened on
them as a real process. First it is measured how long that takes until `/health/ready` answers 200,
and its memory, with no table and with all of them; then some hundred tables are looked at, and
unloaded. Then one person connects to each of 10,000 tables and does nothing, until the tables are
put away; at last one of them says something at each of some hundred tables.

With `--database own` a PostgreSQL is started for it; a database that is named should be empty.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import uvloop

from room import Load, Socket, decode, machine, processor_seconds, stolen_seconds
from rumpus.games import find
from rumpus.server.network.connections import raise_descriptor_limit
from rumpus.server.room.table_ids import new_id
from rumpus.store import (
    SqliteStore,
    Store,
    StoreChange,
    add_answer,
    add_chat,
    add_entry,
    save_table,
)
from rumpus.store.opening import open_store
from rumpus.table.backends import table_backend
from rumpus.table.data.answers import CommandAnswer
from rumpus.table.data.seat import hash_of
from rumpus.table.data.settings import Settings
from rumpus.table.data.table_data import ChatEntry, LogEntry, TableData
from rumpus.table.making import new_table

GAMES = ("mantis", "tuckit", "stakbots")
PATTERNS, PLAYERS, ACTIONS, LINES = 8, 3, 10, 2
PATIENCE = 120.0
READY, KILOBYTES = 2.0, 30.0
"""The goals: seconds until a room is ready, and the memory of an idle table."""
SERVE = """
import sys
import rumpus.server.processes.server as server
import rumpus.server.room.room as room
server.max_connections = lambda descriptors: descriptors - server_needs
room.IDLE_SECONDS = float(sys.argv.pop(1))
from rumpus.server.cli.serve import serve
serve()
""".replace("server_needs", "256")
"""A room that puts tables away when it is told to, and needs one descriptor for a socket."""


class Pattern(NamedTuple):
    """A game, as it is stored many times over."""

    data: TableData
    changes: list[StoreChange]
    """Its log, its chat and the answers to its commands."""


def pattern(game: str, seed: int) -> Pattern:
    """A game that has been played a little by three people."""
    dice, at = random.Random(seed), time.time()
    backend = table_backend(find(game))
    settings = Settings(pace="instant", absence=0, timer=False)
    table = new_table(backend, new_id(), PLAYERS, {}, settings, 0.0, created=at)
    for name in ("Ann", "Bob", "Cem"):
        table.sit(None, name, "", name)
    table.start(0.0)
    changes = [
        add_chat(table.id, n, ChatEntry(n, table.names[n], "Well played!"), at)
        for n in range(LINES)
    ]
    while table.is_playing and table.entries < ACTIONS:
        n, seat = table.entries, dice.choice(table.game_on().asked())
        action = dice.choice(list(backend.legal(table.game_on().state, seat)))
        table.act(seat, action, 0.0)
        answer = CommandAnswer(table.seats[seat].token, f"c{n}")
        changes.append(add_entry(table.id, n, LogEntry(seat, action, "person", f"c{n}"), at))
        changes.append(add_answer(table.id, n, answer))
    return Pattern(table.data, changes)


def changes_of(copied: Pattern, table: str) -> list[StoreChange]:
    """Everything that is stored about a table; its people are known by its id and their seats."""
    data = msgspec.structs.replace(copied.data, id=table, seats=[
        msgspec.structs.replace(seat, token=hash_of(token_of(table, number)))
        for number, seat in enumerate(copied.data.seats)
    ])  # fmt: skip
    log = [StoreChange(kind, (table, *row[1:])) for kind, row in copied.changes]
    return [save_table(data), *log]


def token_of(table: str, seat: int) -> str:
    return f"{table}-{seat}"


async def fill(store: Store, number: int) -> list[str]:
    """Store tables; returns their ids."""
    patterns = [pattern(game, seed) for game in GAMES for seed in range(PATTERNS)]
    tables = [new_id() for _ in range(number)]
    for first in range(0, number, 256):
        some = enumerate(tables[first : first + 256], first)
        await asyncio.gather(
            *(store.write(*changes_of(patterns[n % len(patterns)], table)) for n, table in some)
        )
    return tables


# --------------------------------------------------------------------------------- a room
class OpenedRoom(NamedTuple):
    base: str
    seconds: float
    processor: float
    """Until it was ready: the time, and that of the processor alone."""


def is_ready(base: str) -> bool:
    try:
        with urllib.request.urlopen(base + "/health/ready"):
            return True
    except urllib.error.HTTPError:
        return False


@contextmanager
def opened(where: list[str], idle: float) -> Iterator[OpenedRoom]:
    """A room on stored tables, in a process of its own."""
    begun = time.perf_counter()
    options = ["--no-browser", "--port", "0", "--no-limits", *where]
    with subprocess.Popen(
        [sys.executable, "-c", SERVE, str(idle), *options], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        try:
            base = process.stdout.readline().strip().removeprefix("Rumpus is open at ")
            while not is_ready(base):
                time.sleep(0.01)
            seconds = time.perf_counter() - begun
            yield OpenedRoom(base, seconds, processor_seconds(process.pid))
        finally:
            process.terminate()


def get(base: str, path: str) -> Any:
    with urllib.request.urlopen(base + path) as answer:
        return json.load(answer)


async def memory(load: Load) -> float:
    """The room's memory in bytes, after it has had a moment."""
    await asyncio.sleep(2)
    return await load.figure("rumpus_memory_bytes")


async def until(load: Load, name: str, wanted: float) -> None:
    """Wait until a figure of the room is as wanted."""
    while await load.figure(name) != wanted:
        await asyncio.sleep(0.2)


# --------------------------------------------------------------------------------- people
class Person:
    """Somebody at a table, who does nothing unless asked to."""

    def __init__(self, load: Load, table: str, token: str = "") -> None:
        self.load, self.token = load, token
        self.socket = Socket(load.host, f"/ws/tables/{table}", self.hear)
        self.news = asyncio.Event()
        self.seqs: list[int] = []

    async def come(self) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self.socket, *self.load.address)
        await self.socket.ready
        self.socket.send({"type": "hello", "tokens": [self.token] if self.token else []})
        await self.hear_more()

    def hear(self, text: bytes) -> None:
        if seq := decode(text).seq:
            self.seqs.append(seq)
        self.news.set()

    async def hear_more(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.news.wait()
        self.news.clear()

    async def say(self, text: str) -> float:
        """Say something; returns the seconds until the room has told everybody."""
        begun, self.socket.hear = time.perf_counter(), self.hear
        self.socket.send({"type": "chat", "command": "hello", "seat": 0, "text": text})
        await self.hear_more()
        return time.perf_counter() - begun


async def come_all(people: list[Person]) -> float:
    """Connect everybody; returns the seconds that it took."""
    gate, begun = asyncio.Semaphore(16), time.perf_counter()

    async def come(person: Person) -> None:
        async with gate:
            await person.come()

    await asyncio.gather(*map(come, people))
    return time.perf_counter() - begun


# --------------------------------------------------------------------------------- measuring
def show(name: str, text: str) -> None:
    print(f"{name:<18}{text}", flush=True)


def ready(room: OpenedRoom, tables: int, used: float) -> str:
    return (
        f"{room.seconds:.2f} s, {room.processor:.2f} s of the processor, with {tables} tables; "
        f"{used / 1e6:.1f} MB"
    )


async def look_around(base: str, tables: list[str], looks: int) -> None:
    """Look at tables, wait until they are unloaded, and look at as many others."""
    load = Load(base, "", {})
    figures = [await memory(load)]
    for first in range(0, 3 * looks, looks):
        for table in tables[first : first + looks]:
            await asyncio.to_thread(get, base, f"/api/tables/{table}")
        await until(load, "rumpus_live_tables", 0)
        figures.append(await memory(load))
    told = ", ".join(f"{figure / 1e6:.1f}" for figure in figures)
    show("looked at", f"{told} MB: after 0, 1, 2 and 3 times {looks} tables were open and unloaded")


async def sit_idle(
    base: str, tables: list[str], watchers: int, wakes: int, rest: float
) -> tuple[float, float]:
    """The memory of each open table, in bytes: before and after all of them are put away."""
    load = Load(base, "", {})
    empty = await memory(load)
    people = [Person(load, table, token_of(table, 0)) for table in tables]
    took = await come_all(people)
    awake, asleep = await memory(load), await load.figure("rumpus_resting_tables")
    each = (awake - empty) / len(tables)
    show("open", f"{len(tables)} tables with one person each, in {took:.0f} s")
    show("in memory", f"{awake / 1e6:.0f} MB, {each / 1e3:.1f} kB a table ({asleep:.0f} put away)")
    await until(load, "rumpus_resting_tables", len(tables))
    await asyncio.sleep(rest)
    resting = await memory(load)
    each_resting = (resting - empty) / len(tables)
    show("put away", f"{resting / 1e6:.0f} MB, {each_resting / 1e3:.1f} kB a table")
    crowd = [Person(load, tables[0]) for _ in range(watchers)]
    await come_all(crowd)
    sockets = (await memory(load) - resting) / watchers
    show("watching", f"{watchers} more people in {sockets / 1e3:.1f} kB each that was not free yet")
    some = random.Random(1).sample(people[1:], wakes)
    times = sorted([await person.say("Hello?") for person in some])
    assert all(b - a in (0, 1) for person in some for a, b in pairwise(person.seqs))
    show("brought back", f"{wakes} tables by a message, {1e3 * times[wakes // 2]:.1f} ms each")
    return each, each_resting


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--stored", type=int, default=50_000)
    parser.add_argument("--open", type=int, default=10_000)
    parser.add_argument("--looks", type=int, default=300)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--wakes", type=int, default=300)
    parser.add_argument("--idle", type=float, default=120.0, help="seconds until one is put away")
    parser.add_argument("--database", help="of the tables; own: a PostgreSQL started for it")
    arguments = parser.parse_args()
    limit, stolen, begun = raise_descriptor_limit(), stolen_seconds(), time.perf_counter()
    assert limit > arguments.open + arguments.watchers + 300, (
        f"only {limit} descriptors are allowed"
    )
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="rumpus-bench-"))
        database = arguments.database
        if database == "own":
            sys.path.insert(0, str(Path(__file__).parents[1]))
            from tests.postgres import running_postgres

            database = stack.enter_context(running_postgres(is_durable=True)).new_database()
        where = ["--data", folder, *(["--database", database] if database else [])]
        with opened(where, 2.0) as room:
            load = Load(room.base, "", {})
            empty = asyncio.run(memory(load))
            show("ready", ready(room, 0, empty))
        with closing(open_store(database) if database else SqliteStore(Path(folder))) as store:
            since = time.perf_counter()
            tables = asyncio.run(fill(store, arguments.stored))
            show("stored", f"{len(tables)} tables in {time.perf_counter() - since:.0f} s")
        with opened(where, 2.0) as room:
            full = asyncio.run(memory(Load(room.base, "", {})))
            show("ready", ready(room, len(tables), full))
            asyncio.run(look_around(room.base, tables, arguments.looks))
        with opened(where, arguments.idle) as idle:
            _, each = uvloop.run(
                sit_idle(
                    idle.base, tables[: arguments.open], arguments.watchers, arguments.wakes, 0
                )
            )
        show("machine", machine((stolen_seconds() - stolen) / (time.perf_counter() - begun)))
        is_met = room.seconds < READY and each < 1e3 * KILOBYTES
        print(
            f"{'good' if is_met else 'missed'}: ready in {room.seconds:.2f} s (goal {READY:.0f}), "
            f"{each / 1e3:.1f} kB for an idle table (goal {KILOBYTES:.0f})"
        )


if __name__ == "__main__":
    main()
