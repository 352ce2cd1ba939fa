"""Two servers on one PostgreSQL behind a real HAProxy, with the file from `deploy/cluster/`."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from rumpus.server.http import api as http_api
from rumpus.server.network.limits import UNLIMITED, Limits, Rate
from rumpus.server.network.passing_on import PASSED_ON
from rumpus.server.network.proxies import network
from rumpus.server.sessions import session
from tests.patience import PATIENCE
from tests.ports import free_port
from tests.postgres import Postgres
from tests.server.client import (
    NO_CERTIFICATES,
    Client,
    api,
    at_table,
    back,
    close_code,
    make,
    seated,
    sit,
    until,
)
from tests.server.conftest import OpenRoom
from tests.server.network.real_proxies import NAME, HaProxy, caddy, haproxy
from tests.server.programs import address, make_mantis, room

BOB, EVE = "127.0.0.3", "127.0.0.4"
"""Addresses of this machine that clients use to reach the proxy."""


def wait_until_ready(url: str) -> None:
    """A proxy takes a server that is not ready at first for one that is down."""
    while not httpx.get(f"{url}/health/ready", trust_env=False, verify=NO_CERTIFICATES).is_success:
        time.sleep(0.05)


@dataclass
class Behind:
    """The proxy, its address, and the servers behind it."""

    proxy: HaProxy
    url: str
    servers: tuple[OpenRoom, OpenRoom]

    def who_has(self, table: str) -> int:
        """The number of the one server that has a table."""
        (number,) = (n for n, server in enumerate(self.servers) if table in server.room.tables)
        return number


@pytest.fixture
def limits() -> Limits:
    return UNLIMITED


@pytest.fixture
def behind(postgres: Postgres, tmp_path: Path, limits: Limits) -> Iterator[Behind]:
    database, port = postgres.new_database(), free_port()
    more: dict[str, Any] = {"database": database, "proxies": (network("127.0.0.1"),)}
    servers = (
        OpenRoom(tmp_path / "1", limits, **more),
        OpenRoom(tmp_path / "2", limits, **more),
    )
    try:
        for server in servers:
            wait_until_ready(server.url)
        places = [server.url.removeprefix("http://") for server in servers]
        with haproxy(port, *places) as proxy:
            yield Behind(proxy, f"http://127.0.0.1:{port}", servers)
    finally:
        for server in servers:
            if server.thread.is_alive():
                server.close()
    assert not any(server.room.counts.faults for server in servers)


@pytest.fixture
def hops(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a server passed a request or a socket on."""
    seen: Counter[str] = Counter()

    def counted(name: str, honest: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def call(*arguments: Any) -> Any:
            seen[name] += 1
            return await honest(*arguments)

        return call

    for module, name in ((http_api, "ask_elsewhere"), (session, "join_elsewhere")):
        monkeypatch.setattr(module, name, counted(name, getattr(module, name)))
    return seen


async def close_code_of(client: Client) -> int:
    """Read until the socket closes; 0 if nobody says why."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await client.read()
    return close_code(closed.value)


def at(url: str, address: str, **headers: str) -> httpx.AsyncClient:
    """An HTTP client at one of this machine's addresses."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    return httpx.AsyncClient(base_url=url, transport=transport, timeout=PATIENCE, headers=headers)


# --------------------------------------------------------------------------------- who has a table
async def test_a_tables_people_all_come_to_its_server(behind: Behind, hops: Counter[str]) -> None:
    used: set[int] = set()
    while used != {0, 1}:
        made = await make(behind.url, "yo")
        async with seated(behind.url, made["table"], made["token"]) as ann, api(behind.url) as http:
            bob = await sit(behind.url, made["table"])
            async with seated(behind.url, made["table"], bob["token"]) as friend:
                await ann.act(0, "aim 1")
                await friend.until(lambda m: m["type"] == "events")
            for path in ("", "/record"):
                assert (await http.get(f"/api/tables/{made['table']}{path}")).is_success
            assert (await http.get(f"/t/{made['table']}")).is_success
            used.add(behind.who_has(made["table"]))
    assert not hops or behind.proxy.was_late()


async def test_people_come_back_at_the_other_server(behind: Behind) -> None:
    made = await make(behind.url, "yb")
    async with seated(behind.url, made["table"], made["token"]) as ann:
        await ann.act(0, "aim 1")
        while not ann.views["0"]["choices"]:
            await ann.read()
        first, seen, view = behind.who_has(made["table"]), ann.seq, ann.views["0"]
        await asyncio.to_thread(behind.servers[first].close)
        assert await close_code_of(ann) == 1012
    async with back(behind.url, made, seen) as ann, api(behind.url) as http:
        assert made["table"] in behind.servers[1 - first].room.tables
        assert ann.views["0"] == view
        assert (await ann.act(0, "aim 1"))["type"] == "done"
        for _ in range(8):  # nobody is sent to the one that is closed
            assert (await http.get("/")).is_success
            assert (await http.get("/api/games")).is_success


async def test_a_server_that_is_not_ready_has_to_let_go_of_its_people(behind: Behind) -> None:
    made = await make(behind.url, "yb")
    async with seated(behind.url, made["table"], made["token"]) as ann:
        first = behind.who_has(made["table"])
        behind.servers[first].room.is_warm = False
        await close_code_of(ann)
    async with back(behind.url, made) as ann, api(behind.url) as http:
        assert (await ann.act(0, "aim 1"))["type"] == "done"
        await until(lambda: behind.proxy.states(first) == {"DOWN"})
        answers = [await http.get("/health/ready") for _ in range(8)]
    assert all(answer.is_success for answer in answers) or behind.proxy.was_late()


# --------------------------------------------------------------------------------- who is who
@pytest.mark.parametrize("limits", [replace(UNLIMITED, requests=Rate(1e-9, 30))])
async def test_one_clients_flood_does_not_limit_others(behind: Behind) -> None:
    made = await make(behind.url, "yb")
    path = f"/api/tables/{made['table']}"
    lies = {
        "X-Forwarded-For": BOB,
        "Forwarded": f"for={BOB}",
        PASSED_ON.decode(): f"{BOB} {64 * '0'}",
    }
    async with at(behind.url, EVE, **lies) as eve, at(behind.url, BOB) as bob:
        answers = [(await eve.get(path)).status_code for _ in range(40)]
        assert answers == [200] * 30 + [429] * 10
        assert [(await bob.get(path)).status_code for _ in range(30)] == [200] * 30
        assert (await bob.get(path)).status_code == 429


async def test_caddy_in_front_gives_the_clients_address(behind: Behind, tmp_path: Path) -> None:
    (tmp_path / "caddy").mkdir()
    port = free_port()
    url = f"https://{NAME}:{port}"
    for server in behind.servers:
        names = server.room.names
        server.room.names = replace(names, hosts=names.hosts | {NAME})
    made = await make(behind.url, "yb")
    inside = behind.url.removeprefix("http://")
    with caddy(tmp_path / "caddy", inside, port) as certificates:
        async with at_table(
            url, made["table"], ssl=certificates, local_addr=(BOB, 0), origin=url
        ) as client:
            await client.hello(made["token"])
            await client.act(0, "aim 1")
            known = behind.servers[behind.who_has(made["table"])].room.addresses.known
            assert known[BOB].websockets.total() == 1
    await until(lambda: not known[BOB].connections.total())


# --------------------------------------------------------------------------------- programs
class Programs:
    """Two servers as programs of their own, and the proxy in front of them."""

    def __init__(self, folder: Path, database: str, stack: ExitStack) -> None:
        self.folder, self.database, self.stack = folder, database, stack
        self.ports = (free_port(), free_port())
        self.running = [self.start(number) for number in range(2)]
        for at_port in self.ports:
            wait_until_ready(f"http://127.0.0.1:{at_port}")
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        places = [f"127.0.0.1:{at}" for at in self.ports]
        self.proxy = stack.enter_context(haproxy(port, *places))

    def start(self, number: int) -> subprocess.Popen[str]:
        folder, port = self.folder / str(number), self.ports[number]
        options = ("--database", self.database, "--behind-proxy")
        process, line = self.stack.enter_context(room(folder, *options, port=port))
        assert address(line).endswith(f":{port}")
        return process

    async def restart(self, number: int) -> None:
        """End a server in order, start it again, and wait until the proxy has seen that."""
        self.running[number].send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(self.running[number].wait, PATIENCE) == 0
        self.running[number] = await asyncio.to_thread(self.start, number)
        await self.seen(number)

    async def seen(self, number: int) -> None:
        """Wait until a server is ready and the proxy has seen it."""
        await asyncio.to_thread(wait_until_ready, f"http://127.0.0.1:{self.ports[number]}")
        await until(lambda: self.proxy.states(number) == {"UP"})

    async def live_tables(self, number: int) -> int:
        async with api(f"http://127.0.0.1:{self.ports[number]}") as http:
            told = (await http.get("/metrics")).text
        return int(told.partition("\nrumpus_live_tables ")[2].split()[0])


@pytest.fixture
def programs(postgres: Postgres, tmp_path: Path) -> Iterator[Programs]:
    with ExitStack() as stack:
        yield Programs(tmp_path, postgres.new_database(), stack)


class Player:
    """Somebody who chats without end, and comes back whenever the socket closes."""

    def __init__(self, url: str, made: dict[str, Any]) -> None:
        self.url, self.made = url, made
        self.lines, self.seq = 0, 0
        self.stops = False
        self.codes: list[int] = []
        self.away: list[float] = []

    async def stay(self) -> None:
        """Chat until told to stop."""
        clock = asyncio.get_running_loop().time
        while not self.stops:
            left = clock()
            async with back(self.url, self.made, self.seq) as client:
                self.away.append(clock() - left)
                try:
                    while not self.stops:
                        await self.say_once(client, self.lines + 1)
                        self.lines += 1
                        await asyncio.sleep(0.2)
                except ConnectionClosed as closed:
                    self.codes.append(close_code(closed))
                self.seq = client.seq

    async def say_once(self, client: Client, number: int) -> None:
        """The same line has the same command, so it is written once, however often it is sent."""
        said = await client.ask("chat", seat=0, text=f"line {number}", command=f"c{number}")
        assert said["type"] == "done"

    async def goes_on(self) -> None:
        """Wait until a line has gone through that was written from now on."""
        now = self.lines
        await until(lambda: self.lines >= now + 2)

    async def check_chat(self) -> None:
        """Every line is there once, in order."""
        async with seated(self.url, self.made["table"], self.made["token"]) as client:
            texts = [said["text"] for said in client.heard[0]["chat"]]
        first = self.lines - len(texts) + 1
        assert texts == [f"line {n}" for n in range(first, self.lines + 1)]


async def visit(url: str, seen: Counter[int]) -> None:
    """Open the page and new tables all the time."""
    async with api(url) as http:
        while True:
            for path in ("/", "/api/games"):
                seen[(await http.get(path)).status_code] += 1
            wanted = {"game": "mantis", "name": "Ann"}
            seen[(await http.post("/api/tables", json=wanted)).status_code] += 1
            await asyncio.sleep(0.02)


@pytest.mark.slow
async def test_servers_are_replaced_one_after_the_other_without_a_pause(
    programs: Programs,
) -> None:
    """Everybody is told to come back and finds the table as it was; newcomers notice nothing."""
    players = [Player(programs.url, await make_mantis(programs.url, "yo")) for _ in range(4)]
    seen: Counter[int] = Counter()
    async with asyncio.TaskGroup() as group:
        visitor = group.create_task(visit(programs.url, seen))
        for player in players:
            group.create_task(player.stay())
        for number in range(2):
            for player in players:
                await player.goes_on()
            await programs.restart(number)
        for player in players:
            await player.goes_on()
            player.stops = True
        visitor.cancel()
    is_late = programs.proxy.was_late()
    assert set(seen) == {200, 201} or is_late, seen
    assert {code for player in players for code in player.codes} == {1012} or is_late
    for player in players:
        assert player.codes, "both servers were replaced"
        await player.check_chat()


@pytest.mark.slow
async def test_people_leave_a_server_that_stands_still(programs: Programs) -> None:
    """The proxy closes their sockets, and the other server opens their tables."""
    players: list[Player] = []
    async with asyncio.TaskGroup() as group:
        while not (await programs.live_tables(0) and await programs.live_tables(1)):
            players.append(Player(programs.url, await make_mantis(programs.url, "yo")))
            group.create_task(players[-1].stay())
            await players[-1].goes_on()
        programs.running[0].send_signal(signal.SIGSTOP)
        try:
            for player in players:
                await player.goes_on()
        finally:
            programs.running[0].send_signal(signal.SIGCONT)
        await programs.seen(0)
        for player in players:
            await player.goes_on()
            player.stops = True
    assert any(player.codes for player in players)
    for player in players:
        await player.check_chat()
