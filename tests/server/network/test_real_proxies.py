"""A room behind a real Caddy and a real nginx, with the files from `deploy/`."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from rumpus.server.network.limits import UNLIMITED, Limits, Rate
from rumpus.server.network.proxies import network
from tests.patience import PATIENCE
from tests.ports import free_port
from tests.server.client import Client, at_table, until
from tests.server.conftest import OpenRoom
from tests.server.programs import address, room
from tests.server.raw import can_still_act

from .real_proxies import NAME, PROXIES

ANN, BOB, EVE = "127.0.0.2", "127.0.0.3", "127.0.0.4"
"""Addresses of this machine that clients use to reach the proxy."""
MANY = 320
"""More connections at once than an address may have."""


@dataclass
class Behind:
    """A room, and clients that reach it through a proxy."""

    opened: OpenRoom
    url: str
    certificates: ssl.SSLContext

    def http(self, at: str, **headers: str) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(
            local_address=at, verify=self.certificates, limits=httpx.Limits(max_connections=MANY)
        )
        return httpx.AsyncClient(
            base_url=self.url, transport=transport, timeout=PATIENCE, headers=headers
        )

    @asynccontextmanager
    async def socket(self, at: str, table: str, **more: Any) -> AsyncIterator[Client]:
        more.setdefault("origin", self.url)
        async with at_table(
            self.url, table, ssl=self.certificates, local_addr=(at, 0), **more
        ) as client:
            yield client

    def known(self, at: str) -> Any:
        return self.opened.room.addresses.known[at]


@pytest.fixture(params=PROXIES)
def proxy(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def limits() -> Limits:
    return UNLIMITED


@pytest.fixture
def behind(proxy: str, tmp_path: Path, limits: Limits) -> Iterator[Behind]:
    port = free_port()
    url = f"https://{NAME}:{port}"
    (tmp_path / "proxy").mkdir()
    opened = OpenRoom(
        tmp_path / "data", limits, urls=(url,), proxies=(network("127.0.0.1"),)
    )  # people come from other addresses of the same machine
    inside = opened.url.removeprefix("http://")
    try:
        with PROXIES[proxy](tmp_path / "proxy", inside, port) as certificates:
            yield Behind(opened, url, certificates)
    finally:
        opened.close()
    assert opened.room.counts.faults == 0


WANTED = {
    "game": "parley", "players": 2, "name": "Ann", "seats": [{"kind": "you"}, {"kind": "open"}],
    "settings": {"pace": "instant", "absence": 0, "timer": False},
    "options": {"starter": 0, "turns": 60},
}  # fmt: skip


async def made_by(ann: httpx.AsyncClient) -> dict[str, Any]:
    answer = await ann.post("/api/tables", json=WANTED)
    assert answer.status_code == 201, answer.text
    table: dict[str, Any] = answer.json()
    return table


async def test_two_people_play(behind: Behind) -> None:
    """The link uses the proxy's name, and every client is known by its own address."""
    async with behind.http(ANN, Origin=behind.url) as ann, behind.http(BOB) as bob:
        made = await made_by(ann)
        assert made["link"] == f"{behind.url}/t/{made['table']}"
        page = await bob.get(f"/t/{made['table']}")
        assert page.status_code == 200 and page.headers["strict-transport-security"]
        assert f"wss://{NAME}" in page.headers["content-security-policy"]
        sat = await bob.post(f"/api/tables/{made['table']}/seats", json={"name": "Bob"})
        assert sat.status_code == 201, sat.text
    async with (
        behind.socket(ANN, made["table"]) as first,
        behind.socket(BOB, made["table"]) as second,
    ):
        await first.hello(made["token"])
        await second.hello(sat.json()["token"])
        await can_still_act(first)
        assert (await first.ask("chat", text="hello", seat=0))["type"] == "done"
        assert (await second.until(lambda m: m["type"] == "chat"))["text"] == "hello"
        for at in (ANN, BOB):
            assert behind.known(at).websockets.total() == 1
    await until(
        lambda: not (behind.known(ANN).connections.total() or behind.known(BOB).connections.total())
    )
    assert "127.0.0.1" not in behind.opened.room.addresses.known
    assert any(behind.url in line for line in behind.opened.said), "the invitation is the URL's"


async def test_other_hosts_and_origins_are_refused(behind: Behind) -> None:
    async with behind.http(ANN) as ann, behind.http(EVE, Origin="https://evil.example") as eve:
        made = await made_by(ann)
        assert (await eve.post("/api/tables", json=WANTED)).status_code == 403
        with pytest.raises(InvalidStatus) as refused:
            async with behind.socket(EVE, made["table"], origin="https://evil.example"):
                pass
        assert refused.value.response.status_code == 403
    async with httpx.AsyncClient(base_url=behind.opened.url) as rebound:
        answer = await rebound.get("/api/games", headers={"Host": "evil.example"})
        assert answer.status_code == 421


@pytest.mark.parametrize("limits", [replace(UNLIMITED, requests=Rate(1e-9, 30))])
async def test_one_clients_flood_does_not_limit_others(behind: Behind) -> None:
    lies = {"X-Forwarded-For": BOB, "Forwarded": f"for={BOB}", "X-Real-IP": BOB}
    async with behind.http(EVE, **lies) as eve, behind.http(BOB) as bob:
        answers = [(await eve.get("/api/games")).status_code for _ in range(40)]
        assert answers == [200] * 30 + [429] * 10
        assert [(await bob.get("/api/games")).status_code for _ in range(30)] == [200] * 30
        assert (await bob.get("/api/games")).status_code == 429


@pytest.mark.parametrize("limits", [replace(UNLIMITED, requests=Rate(1e-9, 3))])
async def test_a_client_bypassing_the_proxy_cannot_forge_its_address(behind: Behind) -> None:
    past = httpx.AsyncHTTPTransport(local_address=EVE)
    async with httpx.AsyncClient(base_url=behind.opened.url, transport=past) as eve:
        for number in range(3):
            lie = {"X-Forwarded-For": f"198.51.100.{number}"}
            assert (await eve.get("/api/games", headers=lie)).status_code == 200
        answer = await eve.get("/api/games", headers={"X-Forwarded-For": BOB})
        assert answer.status_code == 429


@pytest.mark.parametrize("limits", [replace(Limits(), requests=Rate(1e9, 1e9))])
async def test_many_clients_share_one_proxy(behind: Behind) -> None:
    """The proxy has more connections than one address may have, each client fewer."""
    async with behind.http(ANN) as ann:
        made = await made_by(ann)
    people = [f"127.0.1.{number}" for number in range(1, 9)]
    async with AsyncExitStack() as stack:
        for number in range(MANY):
            socket = behind.socket(people[number % len(people)], made["table"])
            await stack.enter_async_context(socket)
        counts = [behind.known(at).websockets.total() for at in people]
        assert counts == [MANY // len(people)] * len(people)
        assert behind.opened.server.tracker.count > behind.opened.room.limits.connections
        async with behind.http(BOB) as bob:
            assert (await bob.get("/api/games")).status_code == 200


async def test_several_processes_know_the_clients_address(proxy: str, tmp_path: Path) -> None:
    """The same client gets the same table again; another client gets another."""
    port = free_port()
    url = f"https://{NAME}:{port}"
    (tmp_path / "proxy").mkdir()
    with room(tmp_path / "data", "--processes", "2", "--url", url, "--behind-proxy") as (_, line):
        behind = address(line).removeprefix("http://")
        with PROXIES[proxy](tmp_path / "proxy", behind, port) as certificates:
            body = {"game": "mantis", "name": "Ann", "again": "0123456789abcdef"}
            made = []
            for at in (ANN, ANN, BOB):
                transport = httpx.AsyncHTTPTransport(local_address=at, verify=certificates)
                async with httpx.AsyncClient(
                    base_url=url, transport=transport, timeout=PATIENCE
                ) as http:
                    answer = await http.post("/api/tables", json=body)
                    assert answer.status_code == 201, answer.text
                    made.append(answer.json())
            assert made[0] == made[1] != made[2]
            for table in made[1:]:
                assert table["link"].startswith(f"{url}/t/")
                async with at_table(
                    url, table["table"], ssl=certificates, local_addr=(ANN, 0), origin=url
                ) as client:
                    await client.hello(table["token"])
                    assert (await client.ask("chat", text="hello", seat=0))["type"] == "done"
