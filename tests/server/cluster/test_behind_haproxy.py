"""Two servers on one PostgreSQL behind a real HAProxy, with the file from `deploy/cluster/`."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from rumpus.server.http import api as http_api
from rumpus.server.network.limits import UNLIMITED, Limits, Rate
from rumpus.server.network.passing_on import PASSED_ON
from rumpus.server.network.proxies import network
from rumpus.server.sessions import session
from tests.patience import PATIENCE
from tests.postgres import Postgres, postgres
from tests.server.client import Client, api, at_table, make, seated, sit, until
from tests.server.conftest import OpenRoom
from tests.server.network.real_proxies import NAME, caddy, free_port, haproxy
from tests.server.programs import address, make_mantis, room

__all__ = ["postgres"]

BOB, EVE = "127.0.0.3", "127.0.0.4"
"""Addresses of this machine that clients use to reach the proxy."""
PAUSE = 0.4
"""Seconds before a page tries again."""
GONE = 4404
FAULTS = (ConnectionClosed, InvalidHandshake, OSError)


@dataclass
class Behind:
    """The proxy's address, and the servers behind it."""

    url: str
    servers: tuple[OpenRoom, OpenRoom]

    def has(self, table: str) -> list[bool]:
        return [table in server.room.tables for server in self.servers]


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
        with haproxy(port, *(server.url.removeprefix("http://") for server in servers)):
            yield Behind(f"http://127.0.0.1:{port}", servers)
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


@asynccontextmanager
async def back(url: str, made: dict[str, Any], after: int = 0) -> AsyncIterator[Client]:
    """Come to a table as a page does, which tries until it is there."""
    while True:
        async with AsyncExitStack() as stack:
            there = seated(url, made["table"], made["token"], after=after)
            try:
                client = await stack.enter_async_context(there)
            except FAULTS as error:
                is_missing = isinstance(error, ConnectionClosed) and error.rcvd
                assert not is_missing or error.rcvd.code != GONE, "no table is missing"
                await asyncio.sleep(PAUSE)
                continue
            yield client
            return


async def close_code_of(client: Client) -> int:
    """Read until the socket closes; 0 if nobody says why."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await client.read()
    return closed.value.rcvd.code if closed.value.rcvd else 0


def at(url: str, address: str, **headers: str) -> httpx.AsyncClient:
    """An HTTP client at one of this machine's addresses."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    return httpx.AsyncClient(base_url=url, transport=transport, timeout=PATIENCE, headers=headers)


# --------------------------------------------------------------------------------- who has a table
async def test_a_tables_people_all_come_to_its_server(behind: Behind, hops: Counter[str]) -> None:
    used = set()
    for _ in range(12):
        made = await make(behind.url, "yo")
        async with seated(behind.url, made["table"], made["token"]) as ann, api(behind.url) as http:
            bob = await sit(behind.url, made["table"])
            async with seated(behind.url, made["table"], bob["token"]) as friend:
                await ann.act(0, "aim 1")
                await friend.until(lambda m: m["type"] == "events")
            for path in ("", "/record"):
                assert (await http.get(f"/api/tables/{made['table']}{path}")).is_success
            assert (await http.get(f"/t/{made['table']}")).is_success
            used.add(behind.has(made["table"]).index(True))
            assert sum(behind.has(made["table"])) == 1
    assert used == {0, 1}
    assert not hops


async def test_people_come_back_at_the_other_server(behind: Behind) -> None:
    made = await make(behind.url, "yb")
    async with seated(behind.url, made["table"], made["token"]) as ann:
        await ann.act(0, "aim 1")
        first = behind.has(made["table"]).index(True)
        seen, view = ann.seq, ann.views["0"]
        await asyncio.to_thread(behind.servers[first].close)
        assert await close_code_of(ann) == 1012
    async with back(behind.url, made, seen) as ann, api(behind.url) as http:
        assert behind.servers[1 - first].room.tables.keys() == {made["table"]}
        assert ann.views["0"]["facts"].keys() == view["facts"].keys()
        while not ann.views["0"]["choices"]:
            await ann.read()
        assert (await ann.act(0, "aim 1"))["type"] == "done"
        for _ in range(8):  # nobody is sent to the one that is closed
            assert (await http.get("/")).is_success
            assert (await http.get("/api/games")).is_success


async def test_what_cannot_be_saved_is_said_by_the_room(
    behind: Behind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No server is ready, but none has to leave its people because of that."""
    made = await make(behind.url, "yb")
    async with seated(behind.url, made["table"], made["token"]) as ann, api(behind.url) as http:
        for server in behind.servers:
            server.call(lambda room=server.room: setattr(room, "is_warm", False))  # type: ignore[misc]
        assert (await http.get("/health/ready")).status_code == 503
        await asyncio.sleep(4)
        assert (await http.get("/")).is_success
        assert (await ann.act(0, "aim 1"))["type"] == "done"
        for server in behind.servers:
            server.call(lambda room=server.room: setattr(room, "is_warm", True))  # type: ignore[misc]


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
            first = behind.has(made["table"]).index(True)
            known = behind.servers[first].room.addresses.known
            assert known[BOB].websockets.total() == 1
    await until(lambda: not known[BOB].connections.total())


# --------------------------------------------------------------------------------- programs
@contextmanager
def program(
    folder: Path, number: int, port: int, database: str
) -> Iterator[subprocess.Popen[str]]:
    """A server as a program of its own."""
    options = ("--database", database, "--behind-proxy")
    with room(folder / str(number), *options, port=port) as (process, line):
        assert address(line).endswith(f":{port}")
        yield process


async def ready(port: int) -> None:
    """Wait until a server is ready, and the proxy has had the time to see it."""
    async with api(f"http://127.0.0.1:{port}") as http:
        while not (await http.get("/health/ready")).is_success:
            await asyncio.sleep(0.05)
    await asyncio.sleep(4)


async def visit(url: str, seen: Counter[int]) -> None:
    """Open the page and new tables all the time."""
    async with api(url) as http:
        while True:
            seen[(await http.get("/")).status_code] += 1
            seen[(await http.get("/api/games")).status_code] += 1
            made = await make(url, "yb", game="mantis", settings={"pace": "instant"})
            seen[201] += bool(made)
            await asyncio.sleep(0.02)


async def act_now(ann: Client) -> None:
    """Take the first choice."""
    while not ann.views["0"]["choices"]:
        await ann.read()
    answer = await ann.ask("act", seat=0, action=ann.views["0"]["choices"][0]["action"])
    assert answer["type"] == "done"


async def play_on(url: str, made: dict[str, Any], stop: asyncio.Event, seen: list[int]) -> float:
    """Play and chat through everything; returns the longest time away from the table."""
    loop, after, longest, n = asyncio.get_running_loop(), 0, 0.0, 0
    left = loop.time()
    while True:
        async with back(url, made, after) as ann:
            longest = max(longest, loop.time() - left)
            try:
                while not stop.is_set():
                    n += 1
                    said = await ann.ask("chat", seat=0, text=f"line {n}", command=f"c{n}")
                    assert said["type"] == "done"
                    await asyncio.sleep(0.5)
            except ConnectionClosed as closed:
                seen.append(closed.rcvd.code if closed.rcvd else 0)
                n -= 1  # sent again under the same command
            else:
                return longest
            left, after = loop.time(), ann.seq


async def test_servers_are_replaced_one_after_the_other_without_a_pause(
    postgres: Postgres, tmp_path: Path
) -> None:
    """Everybody is told to come back, finds the table as it was, and newcomers notice nothing."""
    database, port = postgres.new_database(), free_port()
    ports = (free_port(), free_port())
    url = f"http://127.0.0.1:{port}"
    async with AsyncExitStack() as stack:
        running = [
            stack.enter_context(program(tmp_path, n, ports[n], database)) for n in range(2)
        ]
        stack.enter_context(haproxy(port, *(f"127.0.0.1:{at}" for at in ports)))
        for at_port in ports:
            await ready(at_port)
        tables = [await make_mantis(url, "yo") for _ in range(4)]
        stop, codes, seen = asyncio.Event(), [list[int]() for _ in tables], Counter[int]()
        async with asyncio.TaskGroup() as group:
            visitor = group.create_task(visit(url, seen))
            players = [
                group.create_task(play_on(url, made, stop, told))
                for made, told in zip(tables, codes, strict=True)
            ]
            for n in range(2):
                await asyncio.sleep(1)
                running[n].send_signal(signal.SIGTERM)
                assert await asyncio.to_thread(running[n].wait, PATIENCE) == 0
                running[n] = stack.enter_context(program(tmp_path, n, ports[n], database))
                await ready(ports[n])
            stop.set()
            away = [await player for player in players]
            visitor.cancel()
        assert set(seen) == {200, 201}, seen
        assert all(codes) and {code for told in codes for code in told} == {1012}, codes
        print("longest time away:", max(away), "s;", seen)
        async with seated(url, tables[0]["table"], tables[0]["token"]) as ann:
            texts = [said["text"] for said in ann.heard[0]["chat"]]
        assert len(texts) == len(set(texts)), "no line was written twice"
        assert texts[-1] == f"line {len(texts)}" or len(texts) >= 20


async def test_a_server_that_stands_still_loses_its_people_to_the_other(
    postgres: Postgres, tmp_path: Path
) -> None:
    database, port = postgres.new_database(), free_port()
    ports = (free_port(), free_port())
    url = f"http://127.0.0.1:{port}"
    with (
        program(tmp_path, 0, ports[0], database) as one,
        program(tmp_path, 1, ports[1], database),
        haproxy(port, *(f"127.0.0.1:{at}" for at in ports)),
    ):
        for at_port in ports:
            await ready(at_port)
        one.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(6)
            async with api(url) as http:
                assert (await http.get("/")).is_success
        finally:
            one.send_signal(signal.SIGCONT)
        await ready(ports[0])
        tables = [await make_mantis(url, "yb") for _ in range(6)]
        async with AsyncExitStack() as stack:
            there = [
                await stack.enter_async_context(seated(url, made["table"], made["token"]))
                for made in tables
            ]
            loop = asyncio.get_running_loop()
            one.send_signal(signal.SIGSTOP)
            begun = loop.time()
            try:
                for made, ann in zip(tables, there, strict=True):
                    reading = asyncio.create_task(close_code_of(ann))
                    done, _ = await asyncio.wait([reading], timeout=8)
                    if not done:
                        reading.cancel()
                        continue
                    async with back(url, made, ann.seq) as again:
                        await act_now(again)
                        print("back after", loop.time() - begun)
            finally:
                one.send_signal(signal.SIGCONT)
