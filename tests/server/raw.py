"""Raw connections that send only part of a request."""

from __future__ import annotations

import socket

from tests.patience import PATIENCE
from tests.server.client import Client

HALF_A_HEAD = b"GET /health HTTP/1.1\r\nhost: localhost\r\n"


HALF_A_BODY = b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\nContent-Length: 100\r\n\r\n{"


WHOLE = b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n"


def open_raw(base: str, said: bytes, at: str = "127.0.0.1") -> socket.socket:
    """Open a raw connection from an address of this machine and send some bytes."""
    host, port = base.removeprefix("http://").split(":")
    raw = socket.socket()
    raw.settimeout(PATIENCE)
    raw.bind((at, 0))
    raw.connect((host, int(port)))
    raw.sendall(said)
    return raw


def read_all(raw: socket.socket) -> bytes:
    """Read everything until the connection is closed."""
    heard = b""
    while part := raw.recv(4096):
        heard += part
    return heard


async def can_still_act(client: Client) -> None:
    """A seated client can still act."""
    assert (await client.act(0, "aim 1"))["type"] == "done"
    assert (await client.ask("undo", seat=0))["type"] == "done"
