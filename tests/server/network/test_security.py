"""Origins, headers, rate limits, and what clients learn about faults."""

from __future__ import annotations

import asyncio
import socket
from contextlib import closing
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rumpus.server.network.hostnames import HostNames
from rumpus.server.network.limits import AddressUsages, Bucket, Limits, Rate
from rumpus.server.network.requests import address_of, is_same_origin
from tests.server.client import Client, api, at_table, make, seated
from tests.server.conftest import OpenRoom


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1", "file://"])
async def test_other_origins_may_not_call(base: str, origin: str) -> None:
    made = await make(base)
    async with api(base) as http:
        answer = await http.post(
            "/api/tables", json={"game": "mantis", "name": "Eve"}, headers={"Origin": origin}
        )
        assert answer.status_code == 403
    with pytest.raises(InvalidStatus) as refused:
        async with at_table(base, made["table"], origin=origin):
            pass
    assert refused.value.response.status_code == 403


async def test_our_own_origin_may_call(base: str) -> None:
    made = await make(base, "yb")
    async with at_table(base, made["table"], origin=base) as client:
        await client.hello(made["token"])
    async with api(base) as http:
        body = {"game": "mantis", "name": "Ann"}
        assert (await http.post("/api/tables", json=body, headers={"Origin": base})).is_success


def scope(**headers: str) -> dict[str, Any]:
    return {"headers": [(k.encode(), v.encode()) for k, v in headers.items()]}


def test_the_origin_must_match_the_host_or_be_absent() -> None:
    assert is_same_origin(HostNames(), scope(host="room.example"))
    assert is_same_origin(HostNames(), scope(host="room.example", origin="https://room.example"))
    assert is_same_origin(HostNames(), scope(host="[::1]:80", origin="http://[::1]:80"))
    assert not is_same_origin(
        HostNames(), scope(host="room.example", origin="https://room.example.evil")
    )
    assert not is_same_origin(HostNames(), scope(host="a b", origin="http://a b"))
    assert not is_same_origin(HostNames(), scope(origin="http://x"))
    assert not is_same_origin(HostNames(), scope(host="x", origin="http://[x"))


def test_an_ipv6_network_counts_as_one_address() -> None:
    one, two = ({"client": (f"2001:db8::{n}", 1)} for n in (1, 2))
    assert address_of(one) == address_of(two) == "2001:db8::/64"
    assert address_of({"client": ("::ffff:1.2.3.4", 1)}) == "1.2.3.4"
    assert address_of({"client": None}) == "local"


async def test_every_response_has_the_security_headers(base: str) -> None:
    async with api(base) as http:
        for path in ("/", "/api/games", "/api/nothing", "/health"):
            headers = (await http.get(path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "script-src 'self';" in policy
            assert "frame-ancestors 'none'" in policy
            assert base.replace("http", "ws") in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers


async def test_a_host_header_cannot_inject_into_the_policy(base: str) -> None:
    async with api(base) as http:
        answer = await http.get("/health", headers={"Host": "x; script-src *"})
    assert "script-src *" not in answer.headers.get("content-security-policy", "")


async def test_bodies_and_messages_have_a_maximum_size(base: str) -> None:
    made = await make(base, "yb")
    async with api(base) as http:
        body = {"game": "mantis", "name": "x" * 20_000}
        assert (await http.post("/api/tables", json=body)).status_code == 413
    async with at_table(base, made["table"]) as client:
        await client.hello(made["token"])
        await client.socket.send("x" * 5000)
        with pytest.raises(ConnectionClosed) as closed:
            await client.until(lambda _: False)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1009


async def test_a_message_flood_is_refused_and_the_table_goes_on(limited: OpenRoom) -> None:
    base = limited.url
    made = await make(base, "yb")
    async with seated(base, made["table"], made["token"]) as ann:
        for number in range(200):
            await ann.send(type=("pause", "resume")[number % 2], command=f"p{number}")
        refused = await ann.until(lambda m: m["type"] == "refused")
        assert "too much at once" in refused["reason"]
        assert sum(m["type"] == "done" for m in ann.heard) >= Limits().messages.burst - 1
        with pytest.raises(ConnectionClosed) as closed:
            await ann.until(lambda _: False)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1008
    async with seated(base, made["table"], made["token"]) as ann:
        await ann.ask("resume")  # whichever of the messages came last
        assert ann.views["0"]["choices"]


async def test_a_ping_flood_is_throttled_then_closed(
    limited: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rumpus.server.network.websocket.MIN_THROTTLE_SECONDS", 0.01)
    base = limited.url
    flooded, other = await make(base, "yb"), await make(base, "yb")
    async with (
        seated(base, flooded["table"], flooded["token"]) as eve,
        seated(base, other["table"], other["token"]) as ann,
    ):
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await eve.socket.ping()
                await asyncio.sleep(0)  # and read
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1008
        assert closed.value.rcvd.reason == "That was too much at once, again and again."
        assert (await ann.act(0, "aim 1"))["type"] == "done"


async def test_chat_has_a_lower_limit(limited: OpenRoom) -> None:
    made = await make(limited.url, "yb")
    async with seated(limited.url, made["table"], made["token"]) as ann:
        answers = [await ann.ask("chat", text=f"{number}") for number in range(9)]
        assert [answer["type"] for answer in answers].count("done") in (6, 7)
        assert "faster than people can read" in answers[-1]["reason"]


async def test_too_many_unreadable_messages_close_the_socket(limited: OpenRoom) -> None:
    made = await make(limited.url, "yb")
    async with at_table(limited.url, made["table"]) as client:
        for _ in range(12):
            await client.socket.send("{")
        with pytest.raises(ConnectionClosed) as closed:
            await client.until(lambda _: False)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1008


async def test_requests_and_tables_of_an_address_are_limited(limited: OpenRoom) -> None:
    address, now = limited.room.addresses.at("127.0.0.1"), limited.room.now()
    address.tables, address.requests = Bucket(Rate(0.001, 2), now), Bucket(Rate(0.001, 30), now)
    body = {"game": "parley", "name": "Ann"}
    async with api(limited.url) as http:
        made = [(await http.post("/api/tables", json=body)).status_code for _ in range(3)]
        assert made == [201, 201, 429]
        statuses = [(await http.get("/health")).status_code for _ in range(40)]
        assert statuses[0] == 200
        assert 429 in statuses


async def test_the_sockets_of_an_address_are_limited(limited: OpenRoom) -> None:
    made = await make(limited.url, "yb")
    limited.room.addresses.at("127.0.0.1").websockets.add(200)
    with pytest.raises(InvalidStatus):
        async with at_table(limited.url, made["table"]):
            pass


async def test_a_fault_shows_the_client_only_its_id(
    limited: OpenRoom, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = await make(limited.url, "yb")

    def broken(*_: Any) -> None:
        raise RuntimeError("the private reason")

    monkeypatch.setattr("rumpus.server.http.api.lobby_of", broken)
    async with api(limited.url) as http:
        answer = await http.get(f"/api/tables/{made['table']}")
    assert answer.status_code == 500
    assert "private" not in answer.text
    assert "Traceback" not in answer.text
    number = answer.json()["error"].split("fault ")[1].rstrip(").")
    assert number in caplog.text
    assert "the private reason" in caplog.text
    monkeypatch.setattr("rumpus.server.tables.channel.Broadcast", broken)
    async with at_table(limited.url, made["table"]) as client:
        await client.send(type="hello", tokens=[made["token"]])
        message = await client.read()
        assert message["type"] == "error"
        assert "private" not in message["reason"]


async def test_a_client_that_does_not_read_is_dropped_without_delaying_others(
    opened: OpenRoom, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await make(base, "yh", options={"starter": 0, "turns": 60})
    tokens = (made["token"], made["here"][0]["token"])
    async with seated(base, made["table"], *tokens) as device:
        with closing(_deaf_socket(base, made["table"])):
            await device.until(lambda m: m.get("watching") == 1)
            server = opened.room.tables[made["table"]]
            deaf = next(c for c in server.connections if not c.seats)
            monkeypatch.setattr(deaf, "limits", Limits(outbox=20_000))
            raw = deaf.socket.transport.get_extra_info("socket")  # type: ignore[attr-defined]
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            for _ in range(3000):
                assert (await device.act(0, "aim 1"))["type"] == "done"
                assert (await device.ask("undo", seat=0))["type"] == "done"
                if deaf not in server.connections:
                    break
            assert deaf not in server.connections


def _deaf_socket(base: str, table: str) -> socket.socket:
    """A WebSocket that says hello and never reads again."""
    host, port = base.removeprefix("http://").split(":")
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.connect((host, int(port)))
    raw.sendall(
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b" 101 " in raw.recv(1000)
    hello = b'{"type":"hello"}'
    raw.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    return raw


def test_a_bucket_refills_with_time_and_not_beyond_its_burst() -> None:
    bucket = Bucket(Rate(2, 3), 0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(0.5)
    assert not bucket.take(0.5)
    assert [bucket.take(100) for _ in range(4)] == [True, True, True, False]


def test_idle_addresses_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.server.network.limits.ADDRESSES_KEPT", 3)
    now = [0.0]
    addresses = AddressUsages(Limits(), lambda: now[0])
    addresses.at("busy").tables.take(0)
    addresses.at("there").websockets.add(1)
    addresses.at("idle")
    addresses.at("new")
    assert set(addresses.known) == {"busy", "there", "new"}


async def test_the_test_client_notices_a_gap(base: str) -> None:
    """The test client's own gap check works."""
    made = await make(base, "yb")
    async with seated(base, made["table"], made["token"]) as ann:
        assert isinstance(ann, Client)
        await ann.send(type="hint", command="c", seat=0)
        await ann.read()
        ann.seq -= 5
        await ann.send(type="act", command="d", seat=0, notation="aim 1")
        with pytest.raises(AssertionError, match="missed"):
            await ann.read()
