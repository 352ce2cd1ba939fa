"""How fast a room answers in a game without turns: everybody claims at once, at many tables.

python benchmarks/race.py --tables 200 --rate 2 --seconds 20

Five people sit at every table of Ruckus, each with their own socket. Each of them claims something
at fixed times, whether the room keeps up or not: one of the choices they see, or, if there is none,
a pile that they cannot steal. Some claims are sent twice. The time is measured from sending a claim
until its message has reached all five; how late it was sent, for lack of a free processor, is
printed too. Then the logs of all clients are checked: nothing may be lost, applied twice or out of
order.

A claim that arrives after a deal was announced waits for it, as the rules require; the time of such
a claim counts from the deal.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec
import uvloop

from room import (
    WARM_UP,
    Load,
    Socket,
    at_percent,
    machine,
    open_room,
    processor_seconds,
    stolen_seconds,
)

PLAYERS = 5
STEAL, STEALS = 14, 48
BY_THE_TABLE = (74, 77)
"""A dealer's button only announces a deal or the end; the table itself then carries it out."""
QUICK = {"goal": 500, "opening_ms": 1500, "look_ms": 1000, "pause_ms": 1000, "score_ms": 2000}
TWICE = 0.02
"""How often a claim is sent a second time."""
REALTIME = ("chrt", "-r", "10")


class Choice(msgspec.Struct):
    action: int


class View(msgspec.Struct):
    choices: list[Choice]


class Message(msgspec.Struct):
    type: str
    seq: int = 0
    by: int = -1
    decided: str = ""
    command: str = ""
    views: dict[str, View] = {}


decode = msgspec.json.Decoder(Message).decode


@dataclass
class Claim:
    """What somebody claimed, when it was sent, and the answer."""

    command: str
    sent: float
    answers: list[str] = field(default_factory=list)
    held: float = 0.0
    seq: int = 0


class Player:
    """Somebody who claims something from time to time, and records everything."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.choices: list[int] = []
        self.claims: dict[str, Claim] = {}
        self.own: list[int] = []  # own actions that were broadcast and not answered yet
        self.log: list[tuple[int, str, int, str]] = []
        self.heard: dict[int, float] = {}
        self.dealt = 0.0
        self.late: list[float] = []

    async def connect(self, load: Load, table: str, token: str) -> None:
        self.socket = Socket(load.host, f"/ws/tables/{table}", self.hear)
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self.socket, *load.address)
        await self.socket.ready
        self.socket.send({"type": "hello", "tokens": [token], "after": 0})

    def hear(self, text: bytes) -> None:
        now = time.perf_counter()
        message = decode(text)
        if message.seq:
            self.log.append((message.seq, message.type, message.by, message.decided))
        if message.type == "events":
            self.heard[message.seq] = now
            if message.by == self.seat:
                self.own.append(message.seq)
            elif message.by < 0:
                self.dealt = now
        elif message.type in ("done", "refused"):
            claim = self.claims[message.command]
            if message.type == "done" and not claim.answers:
                claim.seq = self.own.pop(0)
                claim.held = self.dealt if self.dealt > claim.sent else 0.0
            claim.answers.append(message.type)
        if view := message.views.get(str(self.seat)):
            actions = [choice.action for choice in view.choices]
            self.choices = [action for action in actions if action not in BY_THE_TABLE]

    def claim(self, when: float) -> None:
        dice = self.table.load.dice
        action = STEAL + dice.randrange(STEALS)
        if self.choices:
            action = dice.choice(self.choices)
        command = f"{self.seat}-{len(self.claims)}"
        now = time.perf_counter()
        self.late.append(now - when)
        self.claims[command] = Claim(command, now)
        message = {"type": "act", "command": command, "seat": self.seat, "action": action}
        self.socket.send(message)
        if dice.random() < TWICE:
            self.socket.send(message)


class Table:
    """Five people at one table."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.players = [Player(self, seat) for seat in range(PLAYERS)]

    async def set_up(self) -> None:
        made = await self.load.post(
            "/api/tables",
            {
                "game": self.load.game,
                "name": "Ann",
                "players": PLAYERS,
                "seats": [{"kind": "you"}]
                + [{"kind": "here", "name": f"P{n}"} for n in range(1, PLAYERS)],
                "settings": {"absence": 0},
                "options": self.load.options,
            },
        )
        tokens = [made["token"], *(seat["token"] for seat in made["here"])]
        for player, token in zip(self.players, tokens, strict=True):
            await player.connect(self.load, made["table"], token)


async def pace(player: Player, begin: float, every: float, end: float) -> None:
    """Let somebody claim something at fixed times."""
    when = begin + player.table.load.dice.uniform(0, every)
    while when < end:
        await asyncio.sleep(when - time.perf_counter())
        player.claim(when)
        when += every


# --------------------------------------------------------------------------------- the logs
def faults_of(table: Table) -> Counter[str]:
    """What the clients of a table should not have received, or missed."""
    found: Counter[str] = Counter()
    logs = [player.log for player in table.players]
    last = min(log[-1][0] for log in logs)
    first = max(log[0][0] for log in logs)
    shared = [[line for line in log if first < line[0] <= last] for log in logs]
    found["told differently"] = sum(log != shared[0] for log in shared)
    for player, log in zip(table.players, shared, strict=True):
        numbers = [line[0] for line in log]
        found["out of order"] += numbers != list(range(first + 1, last + 1))
        done = [c for c in player.claims.values() if "done" in c.answers]
        told = [line for line in player.log if line[2:] == (player.seat, "person")]
        found["applied twice"] += max(0, len(told) - len(done))
        found["done but not told"] += max(0, len(done) - len(told))
        found["lost"] += sum(not claim.answers for claim in player.claims.values())
        found["answered differently"] += sum(
            len(set(claim.answers)) > 1 for claim in player.claims.values()
        )
    return found


def times_of(table: Table, since: float) -> tuple[list[float], list[float]]:
    """How long claims took to reach everybody: those carried out at once, and those held back."""
    at_once: list[float] = []
    held: list[float] = []
    for player in table.players:
        for claim in player.claims.values():
            if claim.seq and claim.sent >= since:
                times = [other.heard[claim.seq] for other in table.players]
                took = held if claim.held else at_once
                took += [at - max(claim.sent, claim.held) for at in times]
    return sorted(at_once), sorted(held)


# --------------------------------------------------------------------------------- measuring
async def measure(base: str, pid: int, arguments: argparse.Namespace) -> None:
    options: dict[str, Any] = QUICK | dict(text.split("=") for text in arguments.set)
    load = Load(base, "ruckus", options)
    tables = [Table(load) for _ in range(arguments.tables)]
    gate = asyncio.Semaphore(16)

    async def set_up(table: Table) -> None:
        async with gate:
            await table.set_up()

    await asyncio.gather(*(set_up(table) for table in tables))
    gc.freeze()
    gc.disable()  # the logs only grow: garbage collection would pause everybody
    begin = time.perf_counter() + 1
    since, end = begin + WARM_UP, begin + WARM_UP + arguments.seconds
    players = [player for table in tables for player in table.players]
    every = 1 / arguments.rate
    paces = [asyncio.ensure_future(pace(player, begin, every, end)) for player in players]
    await asyncio.sleep(since - time.perf_counter())
    cpu, own, stolen = processor_seconds(pid), time.process_time(), stolen_seconds()
    sent = await load.figure("rumpus_sent")
    await asyncio.sleep(end - time.perf_counter())
    share = (processor_seconds(pid) - cpu) / arguments.seconds
    own_share = (time.process_time() - own) / arguments.seconds
    stolen = (stolen_seconds() - stolen) / arguments.seconds
    sent = await load.figure("rumpus_sent") - sent
    await asyncio.gather(*paces)
    await asyncio.sleep(2)

    at_once: list[float] = []
    held: list[float] = []
    faults: Counter[str] = Counter()
    for table in tables:
        new, waited = times_of(table, since)
        at_once += new
        held += waited
        faults += faults_of(table)
    claims = [c for player in players for c in player.claims.values() if c.sent >= since]
    done = sum("done" in claim.answers for claim in claims)
    twice = sum(len(claim.answers) > 1 for claim in claims)
    print_figures(
        tables=f"{arguments.tables} of {PLAYERS}, in {arguments.processes} processes",
        claims=f"{len(claims) / arguments.seconds:.0f} a second, {done} carried out, "
        f"{len(claims) - done} refused, {twice} sent and answered twice",
        messages=f"{sent / arguments.seconds:.0f} a second to clients",
        sent_late=spread([late for player in players for late in player.late]),
        to_everybody=spread(at_once),
        after_a_deal=spread(held),
        processor=f"room {100 * share:.0f} %, load {100 * own_share:.0f} % of a core",
        machine=machine(stolen),
        faults=", ".join(f"{n} {what}" for what, n in faults.items() if n) or "none",
    )


def spread(took: list[float]) -> str:
    """Some times in words."""
    at = partial(at_percent, sorted(took))
    return f"p50 {at(50):.1f} ms, p99 {at(99):.1f} ms, worst {at(100):.0f} ms of {len(took)}"


def print_figures(**figures: str) -> None:
    for name, text in figures.items():
        print(f"{name.replace('_', ' '):<18}{text}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=2.0, help="claims a second a player")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--processes", type=int, default=2, help="of the room")
    parser.add_argument("--profile", metavar="FILE", help="profile the room into a file")
    parser.add_argument("--first", action="store_true", help="let the room run before all else")
    arguments = parser.parse_args()
    before = REALTIME if arguments.first else ()
    with open_room(arguments.profile, *before, processes=arguments.processes) as (base, pid):
        uvloop.run(measure(base, pid, arguments))


if __name__ == "__main__":
    main()
