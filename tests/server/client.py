"""A test client that checks the protocol's guarantees while it reads."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.patience import PATIENCE

NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Loading the system's certificates takes longer than most calls, and tests need none."""
PAUSE = 0.4
"""Seconds before a page tries again."""
NO_SUCH_TABLE = 4404


def after(view: dict[str, Any], news: dict[str, Any]) -> list[dict[str, Any]]:
    """The view after each beat of an action; the last one is the final view."""
    seen = []
    for beat in news["beats"]:
        view = view | {
            "facts": view["facts"] | beat.get("facts", {}),
            "zones": laid_over(view["zones"], beat),
        }
        seen.append(view)
    rest = {key: news[key] for key in ("viewer", "asks", "over", "can_undo", "choices")}
    seen[-1] = seen[-1] | rest | {"beats": []}
    return seen


def laid_over(zones: list[Any], beat: dict[str, Any]) -> list[Any]:
    """The zones of a table after a beat: all replaced, or only those that changed."""
    changed = beat.get("zones") or []
    if beat.get("anew"):
        return changed
    others = {(zone["zone"], zone["owner"]): zone for zone in changed}
    return [others.get((zone["zone"], zone["owner"]), zone) for zone in zones]


class Client:
    """A WebSocket client at a table, with everything it was sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.views: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.seq = 0
        self.numbers = count(1)

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def read(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            text = await self.socket.recv()
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        self.heard.append(message)
        if "seq" in message:
            again = message["type"] == "table" and not self.seq
            assert again or message["seq"] in (self.seq, self.seq + 1), "a message was missed"
            self.seq = message["seq"]
        if message["type"] == "table":
            self.table, self.views = message["table"], dict(message["views"])
        elif message["type"] == "events":
            for viewer, news in message["views"].items():
                self.views[viewer] = after(self.views[viewer], news)[-1]
        return message

    async def until(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Read until a message matches."""
        while True:
            message = await self.read()
            if wanted(message):
                return message

    async def first(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first message that matches, including those already read."""
        heard = next((message for message in self.heard if wanted(message)), None)
        return heard or await self.until(wanted)

    async def hello(self, *tokens: str, after: int = 0) -> dict[str, Any]:
        await self.send(type="hello", tokens=tokens, after=after)
        return await self.until(lambda m: m["type"] == "table")

    async def ask(self, kind: str, /, **message: Any) -> dict[str, Any]:
        """Send a command and read until it is answered."""
        message.setdefault("command", f"t{next(self.numbers)}")
        await self.send(type=kind, **message)
        return await self.until(lambda m: m.get("command") == message["command"])

    async def act(self, seat: int, notation: str, **more: Any) -> dict[str, Any]:
        return await self.ask("act", seat=seat, notation=notation, **more)


@asynccontextmanager
async def at_table(base: str, table: str, **more: Any) -> AsyncIterator[Client]:
    """A connected client that has not said hello."""
    url = f"{base.replace('http', 'ws', 1)}/ws/tables/{table}"
    async with connect(url, proxy=None, open_timeout=PATIENCE, close_timeout=1, **more) as socket:
        yield Client(socket)


@asynccontextmanager
async def seated(base: str, table: str, *tokens: str, after: int = 0) -> AsyncIterator[Client]:
    """A client that has said hello."""
    async with at_table(base, table) as client:
        await client.hello(*tokens, after=after)
        yield client


@asynccontextmanager
async def back(base: str, made: dict[str, Any], after: int = 0) -> AsyncIterator[Client]:
    """A client that comes to its table as a page does, which tries until it is there."""
    while True:
        async with AsyncExitStack() as stack:
            there = seated(base, made["table"], made["token"], after=after)
            try:
                client = await stack.enter_async_context(there)
            except (ConnectionClosed, InvalidHandshake, OSError) as error:
                assert close_code(error) != NO_SUCH_TABLE
                await asyncio.sleep(PAUSE)
                continue
            yield client
            return


def close_code(error: Exception) -> int:
    """Why a socket was closed, if the other side has said so."""
    return error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else 0


def api(base: str) -> httpx.AsyncClient:
    """An HTTP client for a room."""
    return httpx.AsyncClient(
        base_url=base, trust_env=False, timeout=PATIENCE, verify=NO_CERTIFICATES
    )


async def make(base: str, seats: str = "yo", /, **more: Any) -> dict[str, Any]:
    """Create a table: `y` you, `h` another on this device, `b` a bot, `o` open."""
    kinds = {"y": "you", "b": "bot", "o": "open", "h": "here"}
    body = {
        "game": "parley",
        "players": len(seats),
        "name": "Ann",
        "seats": [
            {"kind": kinds[kind], **({"name": f"Hal{n}"} if kind == "h" else {})}
            for n, kind in enumerate(seats)
        ],
        "settings": {"pace": "instant", "absence": 0, "timer": False},
        "options": {"starter": 0} if more.get("game", "parley") == "parley" else {},
        **more,
    }
    async with api(base) as http:
        answer = await http.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def sit(base: str, table: str, name: str = "Bob", **more: Any) -> dict[str, Any]:
    """Take a seat at a table."""
    async with api(base) as http:
        answer = await http.post(f"/api/tables/{table}/seats", json={"name": name, **more})
    assert answer.status_code == 201, answer.text
    seat: dict[str, Any] = answer.json()
    return seat


async def until(is_so: Callable[[], Any]) -> Any:
    """Poll until a condition holds; returns its value."""
    async with asyncio.timeout(PATIENCE):
        while not (found := is_so()):
            await asyncio.sleep(0.01)
    return found


def is_cut(raw: sockets.socket) -> bool:
    """Whether a connection was closed; unread data does not matter."""
    try:
        return not raw.recv(4096)
    except ConnectionResetError:
        return True
