"""boardgame.io's server and our room, side by side: the same game of Mantis under the same load.

python benchmarks/boardgameio.py --tables 25,50,100,200 --seconds 10

Four people sit at every table, each with their own socket. At every table an action is due at fixed
times, whether the server keeps up or not, and the next one is sent when the last has reached all
four. The time is measured from when an action was due until the person who acted has its answer.
The two servers take turns, each in a process of its own with an empty folder, and the same lean
client drives both. Before that, whole games with 2 to 6 players are played on boardgame.io with the
cards of games of ours, and every position is compared. Afterwards both servers are killed in the
middle of play, once under that load and once while everybody acts as soon as they can, opened again
and asked for every table: an action is lost if somebody was told of it and it is no longer there.

What differs, because it is how the two are built:

- Our room writes every action to SQLite, waits until it is on disk and then tells everybody.
  boardgame.io tells everybody first and then writes files, which it does not flush to disk.
- boardgame.io sends the whole state that a player may see and the last line of its log; with
  `--deltas` only what changed. Our room sends what changed, step by step for an animation, and the
  choices of whoever acts next.
- Every time, boardgame.io reads a match from its files and writes its whole log anew, so that its
  actions become dearer as a match grows. These runs are about as long as a real game.
- `playerView` hides the pile in what boardgame.io sends later, but the first message to whoever
  connects also holds the state at the start with nothing hidden: the order of all cards, and the
  seed of its chance. Our room never sends either.
- Our tables have a clock for every turn, and keep what can be replayed and undone. boardgame.io's
  have no clock, and its undo is switched off.

boardgame.io keeps its matches in FlatFile, the durable store that comes with it, with node-persist
3.1.0: 3.1.3 waits up to a second before it writes. koa-compose is 4.1.0, as boardgame.io does not
answer over HTTP with 4.2.0.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import uvloop

from room import OPEN, Message, Socket, at_percent, machine, processor_seconds, stolen_seconds
from rumpus.games import find
from rumpus.games.mantis.cards import COLOURS, DECK, TRIPLES
from rumpus.games.mantis.words import DEALT
from rumpus.running import fastest

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE / "peers" / "boardgameio"
FOLDER = HERE / ".peers" / "boardgameio"
STAMP = FOLDER / "installed.txt"
PACKAGES = ("package.json", "package-lock.json", ".npmrc")

PLAYERS = 4
TARGET = 30
"""So many cards that hardly any game ends during a run."""
TANK_SIZE = 4
MOST_ACTIONS = len(DECK) - TANK_SIZE * PLAYERS
"""A game of four ends when the pile runs out, if not before."""
WARM_UP = 2.0
PATIENCE = 20.0
NAMESPACE = "/mantis"
PRIORITY = 10

Json = dict[str, Any]


# --------------------------------------------------------------------------------- installing
def say(sentence: str) -> None:
    """Print one line of progress to stderr."""
    print(sentence, file=sys.stderr, flush=True)


def install() -> None:
    """Install boardgame.io in a folder of its own, unless it is there already."""
    npm = shutil.which("npm")
    if not npm or not shutil.which("node"):
        sys.exit("boardgame.io needs node and npm, which are missing here.")
    wanted = (SCRIPTS / "package-lock.json").read_text(encoding="utf-8")
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return
    say("boardgame.io: installing it.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in PACKAGES:
        shutil.copy(SCRIPTS / name, FOLDER / name)
    command = [npm, "ci", "--ignore-scripts", "--loglevel=error"]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"boardgame.io could not be installed:\n{done.stdout}{done.stderr}")
    STAMP.write_text(wanted, encoding="utf-8")


# --------------------------------------------------------------------------------- the packets
class Packet(NamedTuple):
    """A packet of socket.io inside one of engine.io, without attachments."""

    kind: str  # "0" opened, "2" ping, "40" joined, "42" an event, "44" refused
    namespace: str
    body: bytes


def packed(kind: str, namespace: str = "", *body: Any) -> bytes:
    """A packet: `40/mantis,` or `42/mantis,["sync","id"]`."""
    text = json.dumps(body, separators=(",", ":")) if body else ""
    return (kind + (f"{namespace}," if namespace else "") + text).encode()


def unpacked(text: bytes) -> Packet:
    """The parts of a packet."""
    digits = 2 if text[:1] == b"4" else 1
    kind, rest = text[:digits].decode(), text[digits:]
    if digits == 1 or not rest.startswith(b"/"):
        return Packet(kind, "", rest)
    namespace, _, body = rest.partition(b",")
    return Packet(kind, namespace.decode(), body)


def event_of(body: bytes) -> str:
    """The name of an event, from `["update",...]`."""
    return body[2 : body.index(b'"', 2)].decode()


class Turn(msgspec.Struct):
    """Boardgame.io's `ctx`."""

    current: str = msgspec.field(name="currentPlayer")
    gameover: Any = None


class MatchState(msgspec.Struct):
    """A match as boardgame.io sends it to a player."""

    ctx: Turn
    number: int = msgspec.field(name="_stateID")


class SyncInfo(msgspec.Struct):
    state: MatchState


class Change(msgspec.Struct):
    path: str
    value: Any = None


read_message = msgspec.json.Decoder(Message).decode
read_update = msgspec.json.Decoder(tuple[str, str, MatchState, msgspec.Raw]).decode
read_sync = msgspec.json.Decoder(tuple[str, str, SyncInfo]).decode
read_patch = msgspec.json.Decoder(tuple[str, str, int, int, list[Change], msgspec.Raw]).decode


# --------------------------------------------------------------------------------- the tables
class Load:
    """All tables of one server and their measurements."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.host = base.removeprefix("http://")
        host, port = self.host.split(":")
        self.address = host, int(port)
        self.took: list[float] = []

    async def post(self, path: str, body: Json) -> Any:
        head = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.base + path, json.dumps(body).encode(), head)
        return await asyncio.to_thread(lambda: json.load(urllib.request.urlopen(request)))


class People(ABC):
    """Four scripted people at a table of either server."""

    def __init__(self, load: Load, number: int) -> None:
        self.load = load
        self.dice = random.Random(number)
        self.sockets: dict[int, Socket] = {}
        self.asked = -1  # the seat whose turn it is
        self.due: list[float] = []
        self.is_eager = False  # whether they act as soon as they can
        self.sent_for: float | None = None
        self.sender = -1
        self.waiting = 0  # how many have not heard of the action yet
        self.acted = self.answered = 0
        self.latest = -1  # the number of the last action that anybody was told of
        self.told: list[int] = []  # the numbers of all such actions
        self.is_over = False

    @abstractmethod
    async def set_up(self) -> None:
        """Create the table and take all seats."""

    @abstractmethod
    async def connect(self, seat: int) -> Socket:
        """Connect to the table, and ask how it stands."""

    @abstractmethod
    def hear(self, seat: int, text: bytes) -> None:
        """A message has arrived at a seat."""

    @abstractmethod
    def send(self, seat: int, action: int) -> None:
        """Declare: 0 to score, k to steal from the k-th player clockwise."""

    async def open_socket(self, seat: int, path: str) -> Socket:
        self.sockets[seat] = socket = Socket(self.load.host, path, partial(self.hear, seat))
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: socket, *self.load.address)
        await socket.ready
        return socket

    async def come_back(self, load: Load) -> int:
        """The last action that the server knows after it was opened again; -1 if it cannot say."""
        self.load, self.latest, self.is_eager, self.due = load, -1, False, []
        try:
            socket = await self.connect(0)
            async with asyncio.timeout(PATIENCE):
                while self.latest < 0 and not socket.transport.is_closing():
                    await asyncio.sleep(0.005)
            socket.transport.abort()
        except (ConnectionError, TimeoutError):
            return -1
        return self.latest

    def stands(self, number: int, asked: int | None, is_over: bool) -> None:
        """How the table stands, as the server has just said."""
        self.latest = max(self.latest, number)
        self.is_over = self.is_over or is_over
        if asked is not None:
            self.asked = asked
        self.act()

    def happened(self, seat: int, number: int, asked: int | None, is_over: bool) -> None:
        """A seat was told of an action."""
        if number > self.latest:
            self.told.append(number)
        if self.sent_for is not None and seat == self.sender:
            self.load.took.append(time.perf_counter() - self.sent_for)
            self.answered += 1
        self.waiting -= 1
        self.stands(number, asked, is_over)

    def act_due(self, when: float) -> None:
        self.due.append(when)
        self.act()

    def act(self) -> None:
        if self.is_eager and not self.due:
            self.due.append(time.perf_counter())
        if self.is_over or not self.due or self.asked < 0 or self.waiting > 0:
            return
        if self.sockets[self.asked].transport.is_closing():
            return
        self.sender, self.asked = self.asked, -1
        self.sent_for, self.waiting = self.due.pop(0), PLAYERS
        self.acted += 1
        self.send(self.sender, self.dice.randrange(PLAYERS))


class OurTable(People):
    """A table in our room."""

    async def set_up(self) -> None:
        others = [{"kind": "here", "name": f"P{n}"} for n in range(1, PLAYERS)]
        made = await self.load.post(
            "/api/tables",
            {
                "game": "mantis",
                "name": "Ann",
                "players": PLAYERS,
                "seats": [{"kind": "you"}, *others],
                "settings": {"pace": "instant", "absence": 0, "timer": True},
                "options": {"target": str(TARGET)},
            },
        )
        self.path = f"/ws/tables/{made['table']}"
        self.tokens = [made["token"], *(seat["token"] for seat in made["here"])]
        for seat in range(PLAYERS):
            await self.connect(seat)

    async def connect(self, seat: int) -> Socket:
        socket = await self.open_socket(seat, self.path)
        socket.send({"type": "hello", "tokens": [self.tokens[seat]], "after": 0})
        return socket

    def hear(self, seat: int, text: bytes) -> None:
        message = read_message(text)
        if message.type == "refused":
            raise AssertionError(message.reason)
        if message.type not in ("table", "events"):
            return
        view = message.views[str(seat)]
        asked = seat if view.choices else None
        if message.type == "events":
            self.happened(seat, message.seq, asked, view.over)
        else:
            self.stands(message.seq, asked, view.over)

    def send(self, seat: int, action: int) -> None:
        command = f"c{self.acted}"
        self.sockets[seat].send({"type": "act", "command": command, "seat": seat, "action": action})


class TheirTable(People):
    """A match of boardgame.io."""

    async def set_up(self) -> None:
        body: Json = {"numPlayers": PLAYERS, "setupData": {"target": TARGET}}
        self.match = (await self.load.post(f"/games{NAMESPACE}/create", body))["matchID"]
        join = f"/games{NAMESPACE}/{self.match}/join"
        self.credentials = [
            (await self.load.post(join, {"playerID": str(n), "playerName": f"P{n}"}))[
                "playerCredentials"
            ]
            for n in range(PLAYERS)
        ]
        for seat in range(PLAYERS):
            await self.connect(seat)

    async def connect(self, seat: int) -> Socket:
        return await self.open_socket(seat, "/socket.io/?EIO=4&transport=websocket")

    def hear(self, seat: int, text: bytes) -> None:
        self.answer(seat, unpacked(text))

    def answer(self, seat: int, packet: Packet) -> None:
        socket = self.sockets[seat]
        if packet.kind == "0":
            socket.frame(1, packed("40", NAMESPACE))
        elif packet.kind == "2":
            socket.frame(1, packed("3"))
        elif packet.kind == "40":
            args = self.match, str(seat), self.credentials[seat], PLAYERS
            socket.frame(1, packed("42", NAMESPACE, "sync", *args))
        elif packet.kind == "44":
            raise AssertionError(packet.body)
        elif packet.kind == "42":
            self.hear_event(seat, packet.body)

    def hear_event(self, seat: int, body: bytes) -> None:
        event = event_of(body)
        if event == "update":
            state = read_update(body)[2]
            over = state.ctx.gameover is not None
            self.happened(seat, state.number, int(state.ctx.current), over)
        elif event == "patch":
            _, _, _, number, changes, _ = read_patch(body)
            changed = {change.path: change.value for change in changes}
            asked = int(changed.get("/ctx/currentPlayer", self.sender))
            self.happened(seat, number, asked, "/ctx/gameover" in changed)
        elif event == "sync":
            state = read_sync(body)[2].state
            self.stands(state.number, int(state.ctx.current), state.ctx.gameover is not None)

    def send(self, seat: int, action: int) -> None:
        made = move(seat, action, self.credentials[seat])
        update = packed("42", NAMESPACE, "update", made, self.latest, self.match, str(seat))
        self.sockets[seat].frame(1, update)


def move(seat: int, action: int, credentials: str | None = None) -> Json:
    """A declaration as boardgame.io wants it."""
    payload = {"type": "declare", "args": [action], "playerID": str(seat)}
    if credentials:
        payload["credentials"] = credentials
    return {"type": "MAKE_MOVE", "payload": payload}


# --------------------------------------------------------------------------------- the servers
class Server(ABC):
    """A server in its own process, which can be killed and opened again."""

    name: str
    people: type[People]

    def __init__(self, arguments: argparse.Namespace, folder: Path) -> None:
        self.arguments, self.folder = arguments, folder

    @abstractmethod
    def command(self) -> list[str]:
        """How it is opened."""

    @abstractmethod
    def base(self, line: str) -> str:
        """Its address, from the first line it prints."""

    def open(self) -> str:
        """Open it; returns its address."""
        modules = {"NODE_PATH": str(FOLDER / "node_modules"), "NODE_ENV": "production"}
        with (self.folder / "errors.txt").open("a") as errors:
            first = ["chrt", "-r", str(PRIORITY)] if self.arguments.first else []
            self.process = subprocess.Popen(
                [*first, *self.command()],
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, **modules},
                text=True,
            )
        assert self.process.stdout
        line = self.process.stdout.readline().strip()
        if not line:
            self.close()
            raise SystemExit(f"{self.name} did not open:\n{self.errors()}")
        return self.base(line)

    def errors(self) -> str:
        return (self.folder / "errors.txt").read_text(encoding="utf-8")

    def is_open(self) -> bool:
        return self.process.poll() is None

    def close(self, *, at_once: bool = False) -> None:
        """Close it, or kill it in the middle of its work."""
        if at_once:
            self.process.kill()
        else:
            self.process.terminate()
        self.process.communicate(timeout=PATIENCE)


class OurServer(Server):
    name, people = "Rumpus", OurTable

    def command(self) -> list[str]:
        data = ["--no-limits", "--processes", "1", "--data", str(self.folder / "data")]
        if self.arguments.database:
            data += ["--database", self.arguments.database]
        return [sys.executable, "-m", "rumpus.server", *OPEN, *data]

    def base(self, line: str) -> str:
        return line.removeprefix("Rumpus is open at ")


class TheirServer(Server):
    name, people = "boardgame.io", TheirTable

    def command(self) -> list[str]:
        how = ["deltas"] if self.arguments.deltas else []
        return ["node", str(SCRIPTS / "server.js"), str(self.folder / "data"), *how]

    def base(self, line: str) -> str:
        return line.replace("open at ", "http://127.0.0.1:")


SERVERS: tuple[type[Server], ...] = (OurServer, TheirServer)


# --------------------------------------------------------------------------------- the same rules
def open_part(table: Any, s: Any) -> Json:
    """What all players see of a game of ours, and whose turn it is."""
    players, back = table.players(s), table.field(s, "back")
    is_over = table.is_over(s)
    return {
        "tanks": table.field(s, "tank")[:players],
        "scores": table.field(s, "score")[:players],
        "left": table.field(s, "n_deck"),
        "back": None if back < 0 else list(TRIPLES[back]),
        "asked": None if is_over else table.asks(s)[0],
        "winners": [n for n, place in enumerate(table.places(s)) if place == 1]
        if is_over
        else None,
    }


def our_games(number: int) -> Iterator[Json]:
    """Random games of ours with 2 to 6 players: the cards as they are drawn, and every position."""
    table = fastest(find("mantis"))
    dice = random.Random(1)
    for game in range(number):
        players = 2 + game % 5
        s, events = table.deal(players, key=dice.randbytes(32))
        # The deal tells of every card with its front and its back.
        sides = [(one.numbers[1], one.numbers[2] - COLOURS) for one in events if one.kind == DEALT]
        cards = [n for side in sides for n, c in enumerate(DECK) if (c.front, c.back) == side]
        cards += top_of(table, s)
        starter = table.field(s, "player")
        actions: list[int] = []
        positions = [open_part(table, s)]
        while not table.is_over(s):
            seat = table.asks(s)[0]
            actions.append(dice.choice(table.legal(s, seat)))
            table.apply(s, seat, actions[-1])
            cards += top_of(table, s)
            positions.append(open_part(table, s))
        cards += sorted(set(range(len(DECK))) - set(cards))  # nobody gets to see these
        yield {
            "players": players,
            "starter": starter,
            "cards": cards,
            "actions": actions,
            "positions": positions,
        }


def top_of(table: Any, s: Any) -> list[int]:
    """The top card of the Draw Pile, if there is one."""
    left = table.field(s, "n_deck")
    return [table.field(s, "deck")[left - 1]] if left else []


class Replayer(TheirTable):
    """A match of boardgame.io in which a game of ours is played again."""

    def __init__(self, load: Load, game: Json) -> None:
        super().__init__(load, 0)
        self.game = game
        self.states: asyncio.Queue[Json] = asyncio.Queue()
        self.was_shown_the_pile = False

    async def differences(self) -> int:
        """How many positions differ."""
        game = self.game
        given = {"cards": game["cards"], "starter": game["starter"]}
        body: Json = {"numPlayers": game["players"], "setupData": given}
        self.match = (await self.load.post(f"/games{NAMESPACE}/create", body))["matchID"]
        self.credentials = [""] * game["players"]
        socket = await self.connect(0)
        state = await asyncio.wait_for(self.states.get(), PATIENCE)
        found = int(self.seen(state) != game["positions"][0])
        for number, action in enumerate(game["actions"]):
            seat = game["positions"][number]["asked"]
            args = move(seat, action), state["_stateID"], self.match, str(seat)
            socket.frame(1, packed("42", NAMESPACE, "update", *args))
            state = await asyncio.wait_for(self.states.get(), PATIENCE)
            found += self.seen(state) != game["positions"][number + 1]
        socket.transport.abort()
        return found

    def seen(self, state: Json) -> Json:
        """A state in the same form as ours; it must not show the pile."""
        seen, ctx = state["G"], state["ctx"]
        assert "deck" not in seen
        winners = (ctx.get("gameover") or {}).get("winners")
        return {
            **{name: seen[name] for name in ("tanks", "scores", "left", "back")},
            "asked": None if winners else int(ctx["currentPlayer"]),
            "winners": winners,
        }

    def hear_event(self, seat: int, body: bytes) -> None:
        event, _, *rest = json.loads(body)
        if event == "update":
            self.states.put_nowait(rest[0])
        elif event == "sync":
            self.states.put_nowait(rest[0]["state"])
            pile = self.game["cards"][TANK_SIZE * self.game["players"] :]
            begun = rest[0].get("initialState", {}).get("G", {})
            self.was_shown_the_pile = begun.get("deck") == pile[::-1]


class Compared(NamedTuple):
    """What came of playing games of ours again on boardgame.io."""

    positions: int = 0
    differed: int = 0
    shown: int = 0  # games in which a player was sent the order of the pile


async def compare_rules(base: str, number: int) -> Compared:
    """Play games of ours again on boardgame.io."""
    load, compared = Load(base), Compared()
    for game in our_games(number):
        replayer = Replayer(load, game)
        differed = compared.differed + await replayer.differences()
        positions = compared.positions + len(game["positions"])
        compared = Compared(positions, differed, compared.shown + replayer.was_shown_the_pile)
    return compared


# --------------------------------------------------------------------------------- the runs
@dataclass
class Figures:
    """What was measured of one server with one number of tables, in all rounds."""

    actions: int = 0
    missed: int = 0  # actions that were due and not answered at the end
    seconds: float = 0.0
    processor: float = 0.0
    own: float = 0.0  # processor time of the load
    took: list[float] = field(default_factory=list)

    @property
    def for_a_second(self) -> float:
        """Actions for a second of the processor."""
        return self.actions / self.processor

    def add(self, other: Figures) -> None:
        self.actions += other.actions
        self.missed += other.missed
        self.seconds += other.seconds
        self.processor += other.processor
        self.own += other.own
        self.took = sorted(self.took + other.took)


async def seated(load: Load, people: type[People], tables: int) -> list[People]:
    """So many tables with four people each."""
    made = [people(load, number) for number in range(tables)]
    gate = asyncio.Semaphore(16)

    async def set_up(table: People) -> None:
        async with gate:
            await table.set_up()

    await asyncio.gather(*(set_up(table) for table in made))
    await settled(made)
    return made


async def settled(tables: Sequence[People]) -> None:
    """Wait until every table knows how it stands."""
    async with asyncio.timeout(PATIENCE):
        while any(table.asked < 0 for table in tables):
            await asyncio.sleep(0.01)


async def pace(table: People, begin: float, every: float, end: float) -> None:
    """Make actions due at fixed times."""
    when = begin + table.dice.uniform(0, every)
    while when < end and not table.is_over:
        await asyncio.sleep(when - time.perf_counter())
        table.act_due(when)
        when += every


async def play(server: Server, base: str, tables: int) -> Figures:
    """Let people play at a server for a while."""
    rate, seconds = server.arguments.rate, server.arguments.seconds
    load = Load(base)
    made = await seated(load, server.people, tables)
    begin = time.perf_counter() + 0.5
    end = begin + WARM_UP + seconds
    paces = [asyncio.ensure_future(pace(table, begin, 1 / rate, end)) for table in made]
    await asyncio.sleep(begin + WARM_UP - time.perf_counter())
    load.took.clear()
    answered = sum(table.answered for table in made)
    processor, own = processor_seconds(server.process.pid), time.process_time()
    since = time.perf_counter()
    await asyncio.sleep(end - time.perf_counter())
    figures = Figures(
        actions=sum(table.answered for table in made) - answered,
        seconds=time.perf_counter() - since,
        processor=processor_seconds(server.process.pid) - processor,
        own=time.process_time() - own,
        took=sorted(load.took),
    )
    await asyncio.gather(*paces)
    figures.missed = sum(len(table.due) + (table.waiting > 0) for table in made)
    return figures


@dataclass
class Losses:
    """What was lost when a server was killed."""

    told: int = 0
    lost: int = 0
    tables: int = 0
    unreadable: int = 0

    def add(self, other: Losses) -> None:
        self.told += other.told
        self.lost += other.lost
        self.tables += other.tables
        self.unreadable += other.unreadable

    def __str__(self) -> str:
        share = f"{self.lost} of {self.told} actions"
        return f"{share}, {self.unreadable} of {self.tables} tables cannot be opened"


async def kill(server: Server, base: str, seconds: float, *, is_eager: bool) -> Losses:
    """Kill a server after so many seconds of play; what is lost when it is open again."""
    arguments = server.arguments
    made = await seated(Load(base), server.people, arguments.kill_tables)
    begin, paces = time.perf_counter(), []
    for table in made:
        table.is_eager = is_eager
        every = seconds if is_eager else 1 / arguments.rate
        paces.append(asyncio.ensure_future(pace(table, begin, every, begin + seconds)))
    await asyncio.sleep(seconds)
    server.close(at_once=True)
    await asyncio.sleep(0.5)  # what it has sent arrives
    await asyncio.gather(*paces)
    losses = Losses(told=sum(len(table.told) for table in made), tables=len(made))
    load = Load(server.open())
    for table in made:
        kept, begin = -1, time.perf_counter()
        while kept < 0 and server.is_open() and time.perf_counter() < begin + PATIENCE:
            if (kept := await table.come_back(load)) < 0:
                await asyncio.sleep(0.5)  # with a database, a server that was killed is waited for
        losses.lost += sum(number > kept for number in table.told)
        if kept < 0:
            # A file that was cut off ends boardgame.io as soon as somebody asks for the match: the
            # next match is asked for at a server that was just opened.
            losses.unreadable += 1
            server.close(at_once=True)
            load = Load(server.open())
    return losses


# --------------------------------------------------------------------------------- the report
HEADS = (
    f"{'tables':>6}  {'server':<13}{'actions/s':>10}{'missed':>8}{'processor':>11}{'load':>9}"
    f"{'actions/CPU s':>16}{'p50':>13}{'p99':>13}"
)


def line_of(tables: int, name: str, figures: Figures) -> str:
    """One row of the table."""
    at, seconds = partial(at_percent, figures.took), figures.seconds
    busy, own = 100 * figures.processor / seconds, 100 * figures.own / seconds
    return (
        f"{tables:>6}  {name:<13}{figures.actions / seconds:>10.0f}{figures.missed:>8}"
        f"{busy:>9.0f} %{own:>7.0f} %{figures.for_a_second:>16.0f}"
        f"{at(50):>10.1f} ms{at(99):>10.1f} ms"
    )


def ratios_of(ours: Figures, theirs: Figures) -> tuple[float, float, float]:
    """Actions for a second of the processor, p50 and p99: ours divided by theirs."""
    return (
        ours.for_a_second / theirs.for_a_second,
        at_percent(ours.took, 50) / at_percent(theirs.took, 50),
        at_percent(ours.took, 99) / at_percent(theirs.took, 99),
    )


def print_report(runs: dict[int, list[Figures]], losses: dict[str, list[Losses]]) -> None:
    """Print all figures; the last line has the ratios that matter."""
    print(HEADS)
    headline = []
    for tables, (ours, theirs) in runs.items():
        for server, figures in zip(SERVERS, (ours, theirs), strict=True):
            print(line_of(tables, server.name, figures))
        more, p50, p99 = ratios_of(ours, theirs)
        print(f"{tables:>6}  {'ratio':<51}{more:>14.2f} x{p50:>11.2f} x{p99:>11.2f} x")
        headline.append(f"{tables} tables {more:.2f} x the actions/CPU s, {p99:.2f} x the p99")
    print()
    for load, both in losses.items():
        for server, lost in zip(SERVERS, both, strict=True):
            print(f"lost by kill -9   {load:<16}{server.name:<14}{lost}")
        counted = " against ".join(f"{lost.lost} of {lost.told}" for lost in both)
        headline.append(f"lost by kill -9, {load}: {counted}")
    print(f"Rumpus to boardgame.io: {'; '.join(headline)}.")


# --------------------------------------------------------------------------------- all of it
@contextmanager
def opened(kind: type[Server], arguments: argparse.Namespace) -> Iterator[tuple[Server, str]]:
    """A server with an empty folder of its own, and its address."""
    with tempfile.TemporaryDirectory(prefix="rumpus-bench-") as folder:
        server = kind(arguments, Path(folder))
        base = server.open()
        try:
            yield server, base
        finally:
            server.close()


def check_rules(arguments: argparse.Namespace) -> None:
    """Stop if the two do not play the same game."""
    plain = argparse.Namespace(**{**vars(arguments), "deltas": False, "first": False})
    with opened(TheirServer, plain) as (_, base):
        found = asyncio.run(compare_rules(base, arguments.games))
    games = arguments.games
    print(
        f"the same rules    {games} games, {found.differed} of {found.positions} positions differ"
    )
    print(f"the hidden pile   boardgame.io sent its order to a player in {found.shown} games")
    if found.differed:
        raise SystemExit("The two do not play the same game, so there is nothing to compare.")


def measure(arguments: argparse.Namespace) -> dict[int, list[Figures]]:
    """Both servers in turns, with every number of tables."""
    runs = {tables: [Figures() for _ in SERVERS] for tables in arguments.tables}
    for tables, both in runs.items():
        for number in range(1, arguments.rounds + 1):
            for kind, figures in zip(SERVERS, both, strict=True):
                say(f"{tables} tables, round {number} of {arguments.rounds}: {kind.name}.")
                with opened(kind, arguments) as (server, base):
                    figures.add(uvloop.run(play(server, base, tables)))
    return runs


def kill_both(arguments: argparse.Namespace) -> dict[str, list[Losses]]:
    """Kill both servers in turns, at the same moments, under two loads."""
    loads = {f"{arguments.rate:g} a second": False, "without a pause": True}
    losses = {load: [Losses() for _ in SERVERS] for load in loads}
    dice = random.Random(1)
    for number in range(1, arguments.kills + 1):
        for load, is_eager in loads.items():
            seconds = dice.uniform(1, 2)
            for kind, lost in zip(SERVERS, losses[load], strict=True):
                say(f"Kill {number} of {arguments.kills}, {load}: {kind.name}.")
                with opened(kind, arguments) as (server, base):
                    lost.add(uvloop.run(kill(server, base, seconds, is_eager=is_eager)))
    return losses


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--tables",
        type=lambda text: [int(number) for number in text.split(",")],
        default=[25, 50, 100, 200],
        help="numbers of tables (25,50,100,200)",
    )
    parser.add_argument("--rate", type=float, default=2.0, help="actions a second a table (2)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each run (10)")
    parser.add_argument("--rounds", type=int, default=2, help="of both servers (2)")
    parser.add_argument("--games", type=int, default=30, help="in which to compare the rules (30)")
    parser.add_argument("--kills", type=int, default=5, help="of each server (5)")
    parser.add_argument("--kill-tables", type=int, default=50, help="at each kill (50)")
    parser.add_argument("--deltas", action="store_true", help="let boardgame.io send changes")
    parser.add_argument("--database", metavar="URL", help="keep our tables in this PostgreSQL")
    parser.add_argument("--first", action="store_true", help="let them run before all else")
    arguments = parser.parse_args()
    if (WARM_UP + arguments.seconds) * arguments.rate > MOST_ACTIONS:
        parser.error(f"a game has at most {MOST_ACTIONS} actions: fewer seconds, or a lower rate")
    install()
    check_rules(arguments)
    if arguments.first:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(PRIORITY))
    begun, stolen = time.perf_counter(), stolen_seconds()
    runs, losses = measure(arguments), kill_both(arguments)
    stolen = (stolen_seconds() - stolen) / (time.perf_counter() - begun)
    print(f"machine           {machine(stolen)}\n")
    print_report(runs, losses)


if __name__ == "__main__":
    main()
