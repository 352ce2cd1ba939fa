"""How long a table's bot keeps people waiting during a flood of sixty experts and hints.

python benchmarks/thinking.py --seconds 20

One table has a bot that answers each action of its person at once. Its response time is measured
while the room is quiet, when another address starts sixty expert bots and asks for hints at ten
tables, and when the budget of that address is used up. The room's limits are on. Needs loopback
addresses other than 127.0.0.1, which Linux has.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from functools import partial
from typing import Any

import msgspec
import uvloop

from room import Load, Socket, at_percent, machine, open_room, stolen_seconds

HONEST, GREEDY = "127.0.0.2", "127.0.0.3"
GAME = "mantis"
EXPERT_TABLES, EXPERTS = 12, 5
HINT_TABLES = 10
A_WHILE = 3.0
BURN_SECONDS = 20.0
"""After that the greedy address has used up its budget."""


class Seated:
    """Somebody alone at a table with bots, who always takes the first choice."""

    def __init__(self, load: Load, address: str, levels: list[str]) -> None:
        self.load, self.address, self.levels = load, address, levels
        self.view: dict[str, Any] = {}
        self.heard = asyncio.Event()
        self.answers: dict[str, asyncio.Future[str]] = {}
        self.commands = 0

    async def sit_down(self) -> None:
        """Create a table and begin to play."""
        bots = [{"kind": "bot", "level": level} for level in self.levels]
        made = await self.load.post("/api/tables", {
            "game": GAME, "name": "Ann", "players": 1 + len(bots),
            "seats": [{"kind": "you"}, *bots], "options": {"target": 30},
            "settings": {"pace": "instant", "absence": 0, "timer": False},
        })  # fmt: skip
        self.view = {}
        self.socket = Socket(self.load.host, f"/ws/tables/{made['table']}", self.hear)
        await asyncio.get_running_loop().create_connection(
            partial(_same, self.socket), *self.load.address, local_addr=(self.address, 0)
        )
        await self.socket.ready
        self.socket.send({"type": "hello", "tokens": [made["token"]], "after": 0})

    def hear(self, text: bytes) -> None:
        """Handle a message."""
        message = msgspec.json.decode(text)
        self.view = message.get("views", {}).get("0", self.view)
        waiting = self.answers.pop(message.get("command", ""), None)
        if waiting and not waiting.done():
            waiting.set_result(message["type"])
        self.heard.set()

    async def turn(self) -> bool:
        """Wait until it is the person's turn; False when the game is over."""
        while not self.view.get("choices") and not self.view.get("over"):
            self.heard.clear()
            await self.heard.wait()
        return not self.view.get("over")

    def act(self) -> None:
        """Take the first choice."""
        action, self.view = self.view["choices"][0]["action"], {}
        self.commands += 1
        self.socket.send(
            {"type": "act", "command": f"c{self.commands}", "seat": 0, "action": action}
        )

    async def ask_hint(self) -> str:
        """Ask for a hint; whether it came or was refused."""
        self.commands += 1
        command = f"c{self.commands}"
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.answers[command] = answer
        self.socket.send({"type": "hint", "command": command, "seat": 0})
        return await answer


def _same(socket: Socket) -> Socket:
    return socket


class Honest(Seated):
    """Somebody who records how long the bot takes."""

    async def play(self, took: list[float], seconds: float) -> None:
        """Play game after game, with a pause before every action."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            if self.view.get("over", True):
                await self.sit_down()
            while await self.turn() and time.perf_counter() < end:
                await asyncio.sleep(0.1)
                begun = time.perf_counter()
                self.act()
                if await self.turn():
                    took.append(time.perf_counter() - begun)


async def let_experts_play(load: Load) -> None:
    """Keep five experts busy at a table of the greedy address."""
    while True:
        seated = Seated(load, GREEDY, ["expert"] * EXPERTS)
        await seated.sit_down()
        while await seated.turn():
            seated.act()


async def flood_with_hints(load: Load, answers: list[str]) -> None:
    """Ask for hints and nothing else, as fast as the room accepts the messages."""
    seated = Seated(load, GREEDY, ["normal"])
    await seated.sit_down()
    while await seated.turn():
        answers.append(await seated.ask_hint())
        await asyncio.sleep(0.1)


async def knock(load: Load, took: list[float]) -> None:
    """Measure how long the room takes to answer a request that needs no bot."""
    while True:
        begun = time.perf_counter()
        await load.figure("rumpus_actions_total")
        took.append(time.perf_counter() - begun)
        await asyncio.sleep(0.25)


async def measure(base: str, level: str, seconds: float) -> None:
    """Measure when quiet, with the attack within its budget, and beyond it."""
    load = Load(base, GAME, {})
    honest = Honest(load, HONEST, [level])
    answers: list[str] = []
    await honest.play([], A_WHILE)
    stolen, quiet = stolen_seconds(), 0.0
    since = time.perf_counter()
    attack: list[asyncio.Task[None]] = []
    for name in ("quiet", "attack", "attack goes on"):
        if name == "attack":
            attack = [asyncio.create_task(let_experts_play(load)) for _ in range(EXPERT_TABLES)]
            attack += [
                asyncio.create_task(flood_with_hints(load, answers)) for _ in range(HINT_TABLES)
            ]
            await asyncio.sleep(A_WHILE)
        if name == "attack goes on":
            await asyncio.sleep(BURN_SECONDS)
        bot: list[float] = []
        requests: list[float] = []
        knocking = asyncio.create_task(knock(load, requests))
        await honest.play(bot, seconds)
        knocking.cancel()
        bot.sort()
        requests.sort()
        middle = at_percent(bot, 50)
        quiet = quiet or middle
        print(
            f"{name:<16}bot p50 {middle:.0f} ms ({middle / quiet:.1f} times quiet), "
            f"p99 {at_percent(bot, 99):.0f} ms, worst {1000 * bot[-1]:.0f} ms of {len(bot)}; "
            f"request p50 {at_percent(requests, 50):.0f} ms, worst {1000 * requests[-1]:.0f} ms"
        )
    for task in attack:
        if task.done():
            task.result()
        task.cancel()
    refused = sum(kind == "refused" for kind in answers)
    print(f"{'hints':<16}{len(answers) - refused} answered, {refused} refused")
    print(machine((stolen_seconds() - stolen) / (time.perf_counter() - since)))


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="of every part")
    parser.add_argument("--level", default="normal", help="of the honest table's bot")
    arguments = parser.parse_args()
    with open_room(limits=True) as (base, _):
        uvloop.run(measure(base, arguments.level, arguments.seconds))


if __name__ == "__main__":
    main()
