"""Passing a request on to the server that has its table.

It goes one hop: the other server is told for whom the request is, signed with the room's key, and
passes nothing on itself.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from rumpus.rulekit.sentence import say
from rumpus.table.errors import Refused

from .requests import header
from .websocket import WebSocket

PASSED_ON = b"x-rumpus-passed-on"
CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 10.0
JOIN_SECONDS = 5.0
"""A server that has not begun to answer by then may be stopped, and lose its lease."""
ANSWER_BYTES = 1 << 24
NO_ADDRESS = "local"
NOT_PASSED = (b"connection", b"content-length", b"transfer-encoding", b"accept-encoding", PASSED_ON)
"""Headers of one connection, which do not go on with the request."""


class TableElsewhere(Exception):
    """Another server has the table, and is reached at `address`; empty if it has just moved."""

    def __init__(self, address: str = "") -> None:
        super().__init__("another server has the table")
        self.address = address


class NotReached(Refused):
    """The server that has a table did not answer."""


NOT_REACHED = say("This table is being moved to another server; try again in a moment.")


def signature(key: bytes, client: str, path: str) -> bytes:
    """Proof that one of the room's own servers passes a request on."""
    return hmac.new(key, f"{client} {path}".encode(), sha256).hexdigest().encode()


def passed_on_for(key: bytes, scope: Any) -> str:
    """The client for whom another server passes this request on; empty if none does."""
    client, _, proof = header(scope, PASSED_ON).partition(" ")
    is_ours = hmac.compare_digest(proof.encode(), signature(key, client, scope["path"]))
    return client if client and is_ours else ""


def client_of(scope: Any) -> str:
    """For whom a request is passed on; a client that has gone already has no address."""
    return str(scope["client"][0]) if scope["client"] else NO_ADDRESS


def header_line(key: bytes, client: str, path: str) -> bytes:
    """The header that goes with a request that is passed on."""
    return b"%b: %b %b\r\n" % (PASSED_ON, client.encode(), signature(key, client, path))


async def ask_elsewhere(
    address: str, scope: Any, body: bytes, key: bytes
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Pass a request on; returns the status, the headers and the body of the answer."""
    query = b"?" + scope["query_string"] if scope["query_string"] else b""
    lines = [b"%b %b%b HTTP/1.1\r\n" % (scope["method"].encode(), scope["raw_path"], query)]
    lines += [b"%b: %b\r\n" % pair for pair in scope["headers"] if pair[0] not in NOT_PASSED]
    lines.append(header_line(key, client_of(scope), scope["path"]))
    lines.append(b"connection: close\r\ncontent-length: %d\r\n\r\n" % len(body))
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(*place_of(address), limit=ANSWER_BYTES)
        try:
            writer.write(b"".join(lines) + body)
            async with asyncio.timeout(ANSWER_SECONDS):
                head, _, rest = (await reader.read(-1)).partition(b"\r\n\r\n")
        finally:
            writer.close()
        first, *fields = head.split(b"\r\n")
        pairs = [(name.lower(), value.strip()) for name, _, value in map(_halves, fields)]
        return int(first.split(b" ")[1]), pairs, rest
    except (OSError, TimeoutError, ValueError, IndexError) as error:
        raise NotReached(NOT_REACHED) from error


async def tell_elsewhere(address: str, path: str, body: bytes, key: bytes) -> bytes:
    """Send something in the room's own name; returns the answer."""
    scope = {
        "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 0),
    }  # fmt: skip
    _, _, told = await ask_elsewhere(address, scope, body, key)
    return told


def _halves(line: bytes) -> tuple[bytes, bytes, bytes]:
    return line.partition(b":")


def is_place(address: str) -> bool:
    """Whether an address names a server's host and port."""
    try:
        parts = urlsplit(address)
        return parts.scheme == "http" and bool(parts.hostname and parts.port) and not parts.path
    except ValueError:
        return False


def place_of(address: str) -> tuple[str, int]:
    """The host and the port of a server's address."""
    parts = urlsplit(address)
    return parts.hostname or "", parts.port or 80


class OtherEnd(asyncio.Protocol):
    """The connection to the server that has the table: what it sends goes to the client."""

    def __init__(self, socket: WebSocket, outbox: int) -> None:
        self.socket, self.outbox = socket, outbox
        self.patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport, and wait for the answer."""
        self.transport: Any = transport
        loop = asyncio.get_running_loop()
        self.patience = loop.call_later(JOIN_SECONDS, self._give_up)

    def _give_up(self) -> None:
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Send it to the client; one that is too slow is dropped, as at its own server."""
        if self.patience:
            self.patience.cancel()
            self.patience = None
            self.socket.join(self.transport)
        if self.socket.transport.is_closing():
            self.transport.abort()
            return
        self.socket.transport.write(data)
        if self.socket.unsent_bytes() > self.outbox:
            self.socket.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The other server has ended; so has the client's connection."""
        if self.patience:
            self.patience.cancel()
            self.socket.refuse(503, NOT_REACHED)
        else:
            self.socket.transport.close()


async def join_elsewhere(socket: WebSocket, address: str, key: bytes, outbox: int) -> None:
    """Join a client's socket to the server that has its table, until either end closes."""
    loop = asyncio.get_running_loop()
    client = client_of(socket.scope)
    head = socket.request.removesuffix(b"\r\n") + header_line(key, client, socket.scope["path"])
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            _, end = await loop.create_connection(
                lambda: OtherEnd(socket, outbox), *place_of(address)
            )
    except (OSError, TimeoutError):
        socket.refuse(503, NOT_REACHED)
        return
    end.transport.write(head + b"\r\n")
    with suppress(asyncio.CancelledError):
        await socket.gone()


def without_ours(headers: Sequence[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers of another server's answer that go on to the client."""
    kept = (b"content-type", b"cache-control", b"etag")
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in headers
            if name in kept}  # fmt: skip
