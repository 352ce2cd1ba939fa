"""Whether a room's memory grows: people come, play a little, watch and leave, thousands of times.

python benchmarks/soak.py --visits 10000

A visit creates a table, seats a friend and a bot, plays a few moves, lets somebody watch and
somebody look for a table that does not exist, and leaves; tables are unloaded soon after. The
number of simultaneous visits is constant. After every thousand the memory of the room is printed:
after ten thousand it should be where it was after one.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import time
from typing import Any

import uvloop

from room import Load, Socket, decode, open_room

GAMES = ("mantis", "tuckit", "stakbots", "ruckus")
SOON = """
import rumpus.server.room.room as room
room.IDLE_SECONDS = room.SWEEP_SECONDS = 1.0
from rumpus.server.cli.serve import serve
serve()
"""
"""A room that unloads tables quickly."""
MOVES = 3
PATIENCE = 30.0


class Guest:
    """A socket at a table, and what it saw last."""

    def __init__(self, load: Load, table: str) -> None:
        self.load, self.seat = load, -1
        self.socket = Socket(load.host, f"/ws/tables/{table}", self.hear)
        self.choices: list[int] = []
        self.news = asyncio.Event()

    async def come(self, seat: int = -1, token: str = "") -> None:
        self.seat = seat
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self.socket, *self.load.address)
        await self.socket.ready
        self.socket.send({"type": "hello", "tokens": [token] if token else []})
        await self.hear_more()

    def hear(self, text: bytes) -> None:
        view = decode(text).views.get(str(self.seat))
        if view:
            self.choices = [choice.action for choice in view.choices]
        self.news.set()

    async def hear_more(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.news.wait()
        self.news.clear()

    async def act(self, command: str) -> None:
        action = self.load.dice.choice(self.choices)
        self.socket.send({"type": "act", "command": command, "seat": self.seat, "action": action})
        await self.hear_more()

    def go(self) -> None:
        self.socket.transport.close()


async def visit(load: Load, number: int) -> None:
    made = await load.post(
        "/api/tables",
        {
            "game": GAMES[number % len(GAMES)],
            "name": "Ann",
            "players": 3,
            "seats": [{"kind": "you"}, {"kind": "open"}, {"kind": "bot", "level": "random"}],
            "settings": {"pace": "instant", "absence": 0, "timer": False},
        },
    )
    table = made["table"]
    sat: Any = await load.post(f"/api/tables/{table}/seats", {"name": "Bob"})
    seats = ((made["seat"], made["token"]), (sat["seat"], sat["token"]))
    guests = [Guest(load, table) for _ in seats]
    for guest, (seat, token) in zip(guests, seats, strict=True):
        await guest.come(seat, token)
    watcher, lost = Guest(load, table), Guest(load, "plum-otter-4ujdtqbbyiewa3xk")
    await watcher.come()
    await lost.come()
    for move in range(MOVES):
        for guest in guests:
            if guest.choices:
                await guest.act(f"{guest.seat}-{move}")
    for guest in (*guests, watcher, lost):
        guest.go()


async def soak(base: str, arguments: argparse.Namespace) -> None:
    load = Load(base, "", {})
    numbers = itertools.count()
    begun = time.perf_counter()
    memory: list[float] = []
    print(f"{'visits':>8}{'memory':>10}{'tables':>8}{'seconds':>9}")

    async def keep_coming() -> None:
        while (number := next(numbers)) < arguments.visits:
            await visit(load, number)
            done = number + 1
            if done % arguments.every == 0:
                memory.append(await load.figure("rumpus_memory_bytes"))
                tables = await load.figure("rumpus_live_tables")
                seconds = time.perf_counter() - begun
                print(f"{done:8}{memory[-1] / 1e6:7.1f} MB{tables:8.0f}{seconds:9.0f}", flush=True)

    await asyncio.gather(*(keep_coming() for _ in range(arguments.together)))
    print(f"after all visits {memory[-1] / memory[0]:.3f} of the memory after the first part")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--visits", type=int, default=10_000)
    parser.add_argument("--every", type=int, default=1000)
    parser.add_argument("--together", type=int, default=16, help="visits at the same time")
    arguments = parser.parse_args()
    with open_room(program=("-c", SOON)) as (base, _):
        uvloop.run(soak(base, arguments))


if __name__ == "__main__":
    main()
