"""Send the room anything a stranger could send: `python tools/fuzz.py --seconds 600`.

Requests, records, messages and sequences of commands are generated from the declared types, so that
a new call, field or command is covered automatically; then some of them are corrupted. The room
runs in this process. It must never answer with a 500 or log a fault; with `--memory`, hardly
anything may be left in memory when all tables are unloaded. The seed is printed; `--seed` sends the
same again.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import secrets
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import msgspec
from msgspec import inspect
from starlette.routing import Route

from rumpus.games import GAMES, find
from rumpus.players import LEVELS, chances, choose
from rumpus.running.native import fastest
from rumpus.server.http.app import App
from rumpus.server.network.frames import LONGER
from rumpus.server.network.limits import UNLIMITED
from rumpus.server.protocol.messages import ClientMessage
from rumpus.server.protocol.openapi import CALLS
from rumpus.server.room.room import Room
from rumpus.server.sessions.session import run_session
from rumpus.server.tables.connection import Connection
from rumpus.server.tables.table_server import TableServer
from rumpus.store import SqliteStore
from rumpus.table.data.settings import EVERYBODY, PACES, Settings
from rumpus.table.making import new_table
from rumpus.table.records.record import Record, record_of
from rumpus.table.table import Table
from rumpus.testing.random_input import ODD, changed, value_of, written

BODIES = {(path, method.upper()): body for path, method, _, body, _, _ in CALLS}
MESSAGES = inspect.type_info(ClientMessage)
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "BREW")
PATHS = ("", "%00", "%ff", "..", "%2e%2e", "a" * 255, "a" * 2000, "%0a", "é", "*", "assets", "x.js")
HOSTS = ("127.0.0.1:4210", "localhost", "[::1]", "evil.example", "", "a b", "\xff", "[", ":")
HEADERS = ("origin", "range", "accept-encoding", "content-type", "if-range", "x")
VALUES = ("", "null", "http://127.0.0.1:4210", "http://[", "bytes=0-1", "bytes=9-1", "gzip", "\xff")
SEAL = sha256(bytes(16)).hexdigest()
SEATS = [[{"kind": "you"}, {"kind": kind}] for kind in ("bot", "open", "here")]
MESSAGES_A_SOCKET = 12
A_BATCH = 200
"""After this many requests and sockets all tables are unloaded and what is left is counted."""
PATIENCE = 60.0


class Found(Exception):
    """Something that must not happen."""


class Faults(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line of the log."""
        self.told.append(logging.Formatter().format(record))


def finished_game(name: str, rng: Random) -> dict[str, Any]:
    """The record of a game between two quick bots, as plain data."""
    backend = fastest(find(name))
    game = backend.game
    players, options = game.players[0], game.untimed
    table = new_table(backend, "x", players, options, Settings(timer=False), 0.0, created=0)
    for seat in range(players):
        table.fill(seat, "bot", "quick")
    table.start(0.0)
    play = table.game_on()
    while not play.is_over():
        seat = play.asked()[0]
        table.act(seat, choose(backend, play.known_to(seat), seat, "quick", rng), 0.0)
    made: dict[str, Any] = msgspec.to_builtins(record_of(table))
    return made


class Stranger:
    """Somebody who sends whatever comes to mind."""

    def __init__(self, room: Room, app: App, rng: Random, games: list[str]) -> None:
        self.room, self.app, self.rng = room, app, rng
        self.routes = [route for route in app.http.routes if isinstance(route, Route)]
        self.takers = [route for route in self.routes if (route.path, "POST") in BODIES]
        self.records = [finished_game(name, rng) for name in games]
        self.tables: list[str] = ["plum-otter-aaaaaaaaaaaaaaaa"]
        self.tokens: list[str] = []
        self.statuses: dict[int, int] = {}
        self.answers: dict[str, int] = {}
        options = [option.key for name in games for option in find(name).options]
        self.pool: dict[str, list[Any]] = {
            "game": [*games, "chess"], "kind": ["you", "bot", "open", "here"], "name": ["Ann"],
            "level": [level.level for level in LEVELS], "avatar": ["cat"], "pace": [*PACES],
            "pause": [EVERYBODY, "nobody"], "nonce": ["", "00" * 16], "seal": ["", SEAL],
            "tokens": self.tokens,
            "options key": options, "options": [{}], "players": [2], "seats": SEATS,
            "seat": [0, 0, 1, -1], "viewer": [-1, 0], "settings": [{"pace": "instant"}],
            "absence": [0, 60], "notation": ["score", "pass"], "action": list(range(12)),
            "actions": [0, 1, None], "record": self.records,
        }  # fmt: skip

    # ----------------------------------------------------------------------------- requests
    async def request(self) -> None:
        """One request, to an existing route or to none."""
        rng = self.rng
        route = rng.choice(self.routes + self.takers * 3)
        method = rng.choice(METHODS) if rng.random() < 0.1 else rng.choice([*(route.methods or ())])
        raw = route.path.replace("{table}", self._table()).replace("{path:path}", self._path())
        status, body = await self._call(method, raw, self._body(route.path, method))
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if status >= 500:
            raise Found(f"{method} {raw[:100]} is answered with {status}: {body[:200]!r}")
        if status == 201:
            self._remember(msgspec.json.decode(body))

    def _remember(self, made: dict[str, Any]) -> None:
        if "table" in made:
            self.tables.append(made["table"])
        self.tokens.append(made["token"])
        del self.tables[1:-20], self.tokens[:-20]

    def _table(self) -> str:
        return self._path() if self.rng.random() < 0.1 else self.rng.choice(self.tables)

    def _path(self) -> str:
        return "/".join(self.rng.choice(PATHS) for _ in range(self.rng.randint(1, 3)))

    def _body(self, path: str, method: str) -> bytes:
        kind = BODIES.get((path, method))
        if kind is None:
            return written(self.rng.choice(ODD), self.rng) if self.rng.random() < 0.1 else b""
        wish = value_of(inspect.type_info(kind), self.rng, self.pool)
        if "record" in wish:
            wish["record"] = self._record()
        return written(wish, self.rng)

    def _record(self) -> Any:
        if self.rng.random() < 0.2:
            return value_of(inspect.type_info(Record), self.rng, self.pool)
        record = self.rng.choice(self.records)
        for _ in range(self.rng.randint(0, 3)):
            record = changed(record, self.rng)
        return record

    async def _call(self, method: str, raw: str, body: bytes) -> tuple[int, bytes]:
        rng = self.rng
        host = rng.choice(HOSTS) if rng.random() < 0.1 else HOSTS[0]
        headers = [("host", host)]
        if rng.random() < 0.2:
            headers.append((rng.choice(HEADERS), rng.choice(VALUES)))
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "scheme": "http", "path": unquote(raw), "raw_path": raw.encode(), "query_string": b"",
            "root_path": "", "headers": [(k.encode(), v.encode("latin-1")) for k, v in headers],
            "client": ("127.0.0.1", 5), "server": ("127.0.0.1", 4210),
            "state": {"connection": SimpleNamespace(is_passed_on=False)},
        }  # fmt: skip
        cut = rng.randrange(len(body) + 1) if rng.random() < 0.2 else len(body)
        parts = [{"type": "http.request", "body": body[:cut], "more_body": cut < len(body)}]
        if cut < len(body):
            last = {"type": "http.request", "body": body[cut:], "more_body": False}
            parts.append(last if rng.random() < 0.9 else {"type": "http.disconnect"})
        told: list[Any] = []

        async def receive() -> Any:
            return parts.pop(0) if parts else await asyncio.sleep(2 * PATIENCE)

        async def send(message: Any) -> None:
            told.append(message)

        async with asyncio.timeout(PATIENCE):
            await self.app.http(scope, receive, send)
        status = told[0]["status"] if told else 0  # the client has left, so there is no answer
        return status, b"".join(part.get("body", b"") for part in told[1:])

    # ----------------------------------------------------------------------------- sockets
    async def socket(self) -> None:
        """One socket, from its opening to its end, with some commands in between."""
        socket = FuzzSocket(self)
        async with asyncio.timeout(PATIENCE):
            await run_session(self.room, socket)  # type: ignore[arg-type]
        if socket.status >= 500 or socket.code == 1011:
            raise Found(
                f"the socket {socket.scope['path']!r} ends with {socket.status or socket.code}"
            )

    def message(self, number: int) -> bytes:
        """One message; the first one is mostly a good hello."""
        if number == 0 and self.rng.random() < 0.9:
            tokens = self.tokens if self.rng.random() < 0.8 else []
            return msgspec.json.encode({"type": "hello", "tokens": tokens[-8:]})
        message = value_of(MESSAGES, self.rng, self.pool)
        if "command" in message and self.rng.random() < 0.9:
            message["command"] = f"c{self.rng.randrange(10**6)}"
        return written(message, self.rng)


class FuzzSocket:
    """A fake socket without a network."""

    def __init__(self, stranger: Stranger) -> None:
        self.stranger, self.sent, self.status, self.code = stranger, 0, 0, 0
        self.is_open, self.round_trip, self.fast_path = True, 0.0, None
        address = stranger.room.addresses.at("127.0.0.1")
        self.connection = SimpleNamespace(
            address=address, counted=address, is_over_limit=False, is_passed_on=False
        )
        host = HOSTS[0] if stranger.rng.random() < 0.95 else stranger.rng.choice(HOSTS)
        path = unquote(f"/ws/tables/{stranger._table()}")
        headers = [(b"host", host.encode("latin-1"))]
        self.scope = {"type": "websocket", "path": path, "headers": headers}

    def refuse(self, status: int, _: str) -> None:
        """The room refuses the socket."""
        self.status = status

    def accept(self) -> None:
        """The room accepts the socket."""

    async def receive(self) -> bytes | None:
        """The next message, once the room has had a moment."""
        await asyncio.sleep(0)
        self.sent += 1
        if not self.is_open or self.sent > MESSAGES_A_SOCKET:
            return None
        return self.stranger.message(self.sent - 1)

    def send(self, frames: bytes) -> None:
        """Receive what the room sends: it must be whole messages."""
        while frames:
            longer = LONGER.get(frames[1], 0)
            begin = 2 + longer
            end = begin + (int.from_bytes(frames[2:begin]) if longer else frames[1])
            told = msgspec.json.decode(frames[begin:end])["type"]
            self.stranger.answers[told] = self.stranger.answers.get(told, 0) + 1
            frames = frames[end:]

    def measure(self) -> None:
        """There is no connection to measure."""

    def unsent_bytes(self) -> int:
        """Everything is received at once."""
        return 0

    def close(self, code: int, _: str) -> None:
        """The room closes the socket."""
        self.code, self.is_open = code, False

    def abort(self) -> None:
        """The room aborts the socket."""
        self.is_open = False


async def unload(room: Room, *, memory: bool) -> None:
    """Unload all tables; with `memory`, nothing of them may be left."""
    while room.tables:
        next(iter(room.tables.values())).unload()
    if room.loading or not memory:
        return
    kinds = (TableServer, Table, Connection)
    async with asyncio.timeout(PATIENCE):
        while any(isinstance(left, kinds) for left in gc.get_objects()):
            await asyncio.sleep(0.05)  # a bot may still be thinking
            gc.collect()


async def fuzz(
    seed: int, rounds: int, seconds: float, games: list[str], *, memory: bool = False
) -> str:
    """Send this many things, or for this long; returns a summary of the answers."""
    faults = Faults()
    logging.getLogger().addHandler(faults)
    rng, until, done = Random(seed), time.monotonic() + seconds, 0
    with tempfile.TemporaryDirectory() as folder:
        room = Room(SqliteStore(Path(folder)), limits=UNLIMITED)
        room.rng = Random(seed)
        room.is_warm = True  # everything is built on first use
        stranger = Stranger(room, App(room), rng, games)
        try:
            while done < rounds and time.monotonic() < until:
                done += 1
                await (stranger.socket() if rng.random() < 0.3 else stranger.request())
                if faults.told or room.counts.faults:
                    raise Found("a fault is logged: " + "\n".join(faults.told))
                if done % A_BATCH == 0 or done == rounds:
                    try:
                        await unload(room, memory=memory)
                    except TimeoutError:
                        raise Found("tables are left in memory when they are put away") from None
        finally:
            logging.getLogger().removeHandler(faults)
            room.close()
    answers = [*sorted(stranger.statuses.items()), *sorted(stranger.answers.items())]
    return f"{done} requests and sockets; " + ", ".join(f"{kind}: {n}" for kind, n in answers)


def main() -> int:
    """Send things until the time is up or something is found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--rounds", type=int, default=10**12, help="the most requests and sockets")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--games", nargs="*", default=list(GAMES))
    parser.add_argument("--memory", action="store_true", help="look for tables left in memory")
    wanted = parser.parse_args()
    seed = secrets.randbelow(10**9) if wanted.seed is None else wanted.seed
    print(f"seed {seed}", flush=True)
    chances.SECONDS, chances.ROUND = 0.0, 1
    own = Random(seed)
    secrets.token_bytes = lambda nbytes=None: own.randbytes(
        nbytes or 32
    )  # the same deals with the same seed
    secrets.choice = own.choice
    try:
        work = fuzz(seed, wanted.rounds, wanted.seconds, wanted.games, memory=wanted.memory)
        print(asyncio.run(work))
    except Found as found:
        print(f"{found}\nfound by: tools/fuzz.py --seed {seed}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
