"""People who play, lose their connection, come back and go on, as the page does.

They wait as long as the page does before they try again, and give an unanswered socket up as late.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from .judge import Heard

GAMES = ("mantis", "tuckit", "stakbots", "ruckus")
FIRST_PAUSE, GROWTH, LONGEST_PAUSE = 0.4, 1.5, 8.0
"""Seconds before the first attempt to come back, and before the last ones; as the page waits."""
ANSWER_SECONDS = 10.0
"""A socket on which a command is not answered for so long is given up; so does the page."""
OPEN_SECONDS = 60.0
"""A browser waits for a socket to open for about as long."""
ASK_AGAIN = 0.5
"""Until something that was refused for want of a database is sent again."""
OVER = "over"
NOT_NOW = 409

decode = msgspec.json.Decoder().decode


@dataclass
class Pending:
    """A command without an answer."""

    text: str
    since: float


@dataclass
class Crowd:
    """All people, and what is counted about them."""

    base: Callable[[int], str]
    pause: float
    dice: random.Random
    groups: list[Group] = field(default_factory=list)
    stopping: bool = False
    reconnections: int = 0
    codes: dict[str, int] = field(default_factory=dict)

    @property
    def people(self) -> list[Person]:
        return [person for group in self.groups for person in group.people]

    @property
    def heard(self) -> list[Heard]:
        return [heard for person in self.people for heard in person.heard]

    @property
    def acknowledged(self) -> int:
        return sum(person.acknowledged for person in self.people)

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Repeat a call until it is answered."""
        attempt = 0
        while True:
            with suppress(OSError, TimeoutError, ValueError, IndexError):
                status, told = await ask(self.base(attempt), path, body)
                if status == 201:
                    found: dict[str, Any] = decode(told)
                    return found
                if status < 500 and status != NOT_NOW:
                    raise RuntimeError(f"{path}: {status} {told!r}")
            attempt += 1
            await asyncio.sleep(pause_after(attempt, self.dice))

    async def play(self, tables: int, people: int) -> None:
        """Seat everybody, and play until told to stop."""
        self.groups = [Group(self, number) for number in range(tables)]
        for number in range(people):
            group = self.groups[number % tables]
            group.people.append(Person(group, len(group.people), f"p{number}"))
        async with asyncio.TaskGroup() as playing:
            for group in self.groups:
                playing.create_task(group.play())


async def ask(place: str, path: str, body: dict[str, Any]) -> tuple[int, bytes]:
    """Post something; returns the status and the body of the answer."""
    data = json.dumps(body).encode()
    host, _, port = place.partition(":")
    async with asyncio.timeout(OPEN_SECONDS):
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            writer.write(
                f"POST {path} HTTP/1.1\r\nHost: {place}\r\nConnection: close\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode()
                + data
            )
            head, _, told = (await reader.read(-1)).partition(b"\r\n\r\n")
        finally:
            writer.close()
    return int(head.split(b" ", 2)[1]), told


def pause_after(attempts: int, dice: random.Random) -> float:
    """How long somebody waits before another attempt."""
    return min(LONGEST_PAUSE, FIRST_PAUSE * GROWTH**attempts) * dice.uniform(0.7, 1.3)


class Group:
    """The people of one table, game after game."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd, self.number = crowd, number
        self.people: list[Person] = []
        self.games = 0

    async def make(self) -> list[tuple[str, int, str]]:
        """A new table, and everybody's seat and token; every third has a bot."""
        self.games += 1
        name = f"{self.number}-{self.games}"
        bot = {"kind": "bot", "level": "random"}
        bots = [bot] if self.number % 3 == 0 or len(self.people) == 1 else []
        seats = [{"kind": "you"}, *({"kind": "open"} for _ in self.people[1:]), *bots]
        made = await self.crowd.post(
            "/api/tables",
            {
                "game": GAMES[self.number % len(GAMES)],
                "name": self.people[0].name,
                "seats": seats,
                "settings": {"pace": "instant", "absence": 0, "timer": False},
                "again": name,
            },
        )
        found = [(made["table"], made["seat"], made["token"])]
        for person in self.people[1:]:
            sat = await self.crowd.post(
                f"/api/tables/{made['table']}/seats",
                {"name": person.name, "again": f"{person.name}-{name}"},
            )
            found.append((made["table"], sat["seat"], sat["token"]))
        return found

    async def play(self) -> None:
        await asyncio.sleep(self.crowd.dice.uniform(0, 0.02 * len(self.crowd.groups)))
        while not self.crowd.stopping:
            places = await self.make()
            async with asyncio.TaskGroup() as playing:
                for person, place in zip(self.people, places, strict=True):
                    playing.create_task(person.play(*place))


class Person:
    """Somebody with a seat at a table."""

    def __init__(self, group: Group, number: int, name: str) -> None:
        self.group, self.number, self.name = group, number, name
        self.crowd = group.crowd
        self.heard: list[Heard] = []
        self.commands = 0
        self.acknowledged = 0
        self.here: Heard | None = None
        self.roll = 0.0
        """When a roll was called that is not answered yet; 0 if none is."""
        self.answered = 0.0
        self.socket: ClientConnection | None = None
        self.calling: asyncio.Task[None] | None = None
        self.seated, self.chatting = False, ""

    # ----------------------------------------------------------------------------- roll calls
    def call(self, now: float) -> None:
        """Ask whether this person is at their table; they prove it by saying something there."""
        self.roll, self.answered, self.ask_at = now, 0.0, 0.0
        if self.socket and self.seated and not self.chatting:
            self.calling = asyncio.ensure_future(self._answer_roll(self.socket))

    async def _answer_roll(self, socket: ClientConnection) -> None:
        with suppress(WebSocketException, OSError):
            await self._chat(socket)

    @property
    def table(self) -> str:
        return self.here.table if self.here else ""

    # ----------------------------------------------------------------------------- playing
    async def play(self, table: str, seat: int, token: str) -> None:
        """Play a game to its end, whatever happens to the connection."""
        self.here = Heard(self.name, table, seat)
        self.heard.append(self.here)
        self.seq, self.choices, self.is_over = 0, list[int](), False
        self.pending: dict[str, Pending] = {}
        self.act_at, self.acting, self.chatting, self.ask_at = 0.0, "", "", 0.0
        attempts = 0
        while not self.has_left():
            self.seated = False
            try:
                url = f"ws://{self.crowd.base(self.number + attempts)}/ws/tables/{table}"
                async with connect(
                    url, proxy=None, compression=None, ping_interval=None, max_size=None,
                    open_timeout=OPEN_SECONDS, close_timeout=0.5,
                ) as socket:  # fmt: skip
                    self.socket = socket
                    hello = {"type": "hello", "tokens": [token], "after": self.seq}
                    await socket.send(json.dumps(hello))
                    for pending in self.pending.values():
                        pending.since = time.monotonic()
                        await socket.send(pending.text)
                    await self._stay(socket)
                    if self.has_left():
                        return
            except (WebSocketException, OSError, TimeoutError, EOFError) as error:
                code = getattr(getattr(error, "rcvd", None), "code", None)
                name = f"{type(error).__name__} {code or ''}".strip()
                self.crowd.codes[name] = self.crowd.codes.get(name, 0) + 1
            self.socket = None
            if self.seated:
                attempts = 0
                self.crowd.reconnections += 1
            await asyncio.sleep(pause_after(attempts, self.crowd.dice))
            attempts += 1

    def has_left(self) -> bool:
        """Whether this game is over for them; who is asked to prove their presence stays."""
        return (self.is_over or self.crowd.stopping) and not self.pending and not self.roll

    async def _stay(self, socket: ClientConnection) -> None:
        """Read and play until the game is over or the socket is dead."""
        while not self.has_left():
            now = time.monotonic()
            if self.pending and now - min(p.since for p in self.pending.values()) > ANSWER_SECONDS:
                return
            await self._do_what_is_due(socket, now)
            with suppress(TimeoutError):
                self._read(decode(await asyncio.wait_for(socket.recv(), self._wait(now))))

    def _wait(self, now: float) -> float:
        """Seconds until there is something to do besides listening."""
        due = [now + 1.0]
        if self.choices and not self.acting and not self.crowd.stopping:
            due.append(self.act_at)
        if self.roll and not self.chatting:
            due.append(self.ask_at)
        return max(0.001, min(due) - now)

    async def _do_what_is_due(self, socket: ClientConnection, now: float) -> None:
        if not self.seated:
            return
        if self.roll and not self.chatting and now >= self.ask_at:
            await self._chat(socket)
        if self.crowd.stopping or self.is_over or self.acting or now < self.act_at:
            return
        if self.choices:
            assert self.here
            self.acting = self._next_command()
            self.here.sent.append(self.acting)
            action = self.crowd.dice.choice(self.choices)
            await self._send(socket, self.acting, {"type": "act", "action": action})

    async def _chat(self, socket: ClientConnection) -> None:
        self.chatting = self._next_command()
        await self._send(socket, self.chatting, {"type": "chat", "text": "here"})

    def _next_command(self) -> str:
        self.commands += 1
        return f"{self.name}-{self.commands}"

    async def _send(self, socket: ClientConnection, command: str, message: dict[str, Any]) -> None:
        """Send a command, and remember it until it is answered."""
        assert self.here
        text = json.dumps({**message, "seat": self.here.seat, "command": command})
        self.pending[command] = Pending(text, time.monotonic())
        await socket.send(text)

    # ----------------------------------------------------------------------------- hearing
    def _read(self, message: dict[str, Any]) -> None:
        heard, kind = self.here, message["type"]
        assert heard
        if kind in ("done", "refused"):
            self._read_answer(heard, kind, message["command"])
            return
        if kind == "table":
            self.seated, self.seq = True, message["seq"]
        elif seq := message.get("seq"):
            if seq <= self.seq:
                return
            if seq > self.seq + 1:
                raise ConnectionError("a message was missed")
            self.seq = seq
        for line in message.get("lines", message.get("history", ())):
            heard.hear_line(line)
        if view := message.get("views", {}).get(str(heard.seat)):
            self.choices = [choice["action"] for choice in view["choices"]]
            self.act_at = time.monotonic() + self.crowd.dice.uniform(0.5, 1.5) * self.crowd.pause
        if kind == "table":
            self.is_over = message["table"]["status"] == OVER

    def _read_answer(self, heard: Heard, kind: str, command: str) -> None:
        if not self.pending.pop(command, None):
            if command in (*heard.done, *heard.refused):
                heard.contradictions.append(f"{command} was answered twice on one connection")
            return
        now = time.monotonic()
        if command == self.acting:
            (heard.done if kind == "done" else heard.refused).append(command)
            self.acting = ""
            self.acknowledged += kind == "done"
            self.act_at = now + self.crowd.pause
        elif command == self.chatting:
            self.chatting = ""
            if kind == "done":
                self.roll, self.answered = 0.0, now
            else:
                self.ask_at = now + ASK_AGAIN
