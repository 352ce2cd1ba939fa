"""The wire reads short messages its own way, and nobody can tell."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from rumpus.server.limits import MESSAGE_BYTES
from rumpus.server.wire import EXTENSION, Wire, half_of, text_of

REQUEST = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
CLAIM, TALK, BYE = b"a claim of somebody's", "a häppy wörd".encode(), b"bye"


class Slow(Wire):
    """The same wire without its short cut."""

    data_received = WebSocketsSansIOProtocol.data_received


class Line:
    """A transport that writes down what is sent."""

    def __init__(self) -> None:
        self.sent, self.closed = b"", False

    def write(self, data: bytes) -> None:
        self.sent += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def get_extra_info(self, _: str) -> None:
        return None

    def pause_reading(self) -> None:
        """Everything is read at once here."""

    def resume_reading(self) -> None:
        """The same."""


class End:
    """A wire, and an application that writes down what reaches it."""

    def __init__(self, kind: type[Wire]) -> None:
        self.heard: list[Any] = []
        self.taken = 0
        config = uvicorn.Config(
            self.app, interface="asgi3", ws_max_size=MESSAGE_BYTES, ws_per_message_deflate=False,
            log_level="critical",
        )  # fmt: skip
        config.load()
        self.wire, self.line = kind(config, ServerState(), {}), Line()
        transport: Any = self.line
        self.wire.connection_made(transport)

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][EXTENSION].takes = self.take
        while True:
            event = await receive()
            self.heard.append(event)
            if event["type"] == "websocket.disconnect":
                return
            if event.get("text") == BYE.decode():
                await send({"type": "websocket.close"})

    def take(self, text: bytes) -> bool:
        if not text.startswith(CLAIM):
            return False
        self.heard.append({"type": "websocket.receive", "text": text.decode()})
        self.taken += 1
        return True

    async def feed(self, pieces: list[bytes], dice: random.Random) -> None:
        """Let pieces arrive; the application reads after most of them."""
        for piece in pieces:
            if not self.line.closed:
                self.wire.data_received(piece)
            if dice.random() < 0.8 or piece is pieces[-1] or BYE in piece or piece == REQUEST:
                for _ in range(8):
                    await asyncio.sleep(0)


def frame(kind: Opcode, data: bytes, *, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(kind, data, fin).serialize(mask=mask)


def hiding(inner: bytes) -> list[bytes]:
    """The parts of one frame; the middle one looks like a frame of its own."""
    size = len(inner) + 200
    return [b"\x82\xfe" + size.to_bytes(2) + bytes(4) + b"y" * 100, inner, b"z" * 100]


def message(dice: random.Random) -> list[bytes]:
    """The frames of something that a client may send."""
    text = Opcode.TEXT
    match dice.randrange(9):
        case 0:
            return [frame(text, TALK)]
        case 1:
            return [frame(text, CLAIM + b"x" * dice.randrange(90, 2000))]
        case 2:
            ping = frame(Opcode.PING, b"are you there")
            parts = [frame(text, CLAIM, fin=False), ping, frame(Opcode.CONT, TALK)]
            return parts if dice.random() < 0.5 else [parts[0], parts[2]]
        case 3:
            return [frame(dice.choice((Opcode.PING, Opcode.PONG)), b"12345678")]
        case 4:
            return [frame(Opcode.BINARY, CLAIM)]
        case 5:
            return hiding(frame(text, CLAIM))
        case _:
            return [frame(text, CLAIM + str(dice.random()).encode())]


ENDINGS = {
    "nothing": [],
    "close": [frame(Opcode.CLOSE, b"\x03\xe8")],
    "closed by the room": [frame(Opcode.TEXT, BYE)],
    "not masked": [frame(Opcode.TEXT, CLAIM, mask=False)],
    "a reserved bit": [b"\xc1" + frame(Opcode.TEXT, CLAIM)[1:]],
    "too long": [frame(Opcode.TEXT, CLAIM * MESSAGE_BYTES)],
    "no text": [frame(Opcode.TEXT, b"\xff\xfe")],
    "the rest of nothing": [frame(Opcode.CONT, CLAIM)],
    "one inside another": [frame(Opcode.TEXT, CLAIM, fin=False), frame(Opcode.TEXT, CLAIM)],
    "no such kind": [b"\x83" + frame(Opcode.TEXT, CLAIM)[1:]],
}


def cuts(frames: list[bytes], dice: random.Random) -> Iterator[bytes]:
    """The frames in pieces: mostly one by one, some together, some in two."""
    rest = b""
    for one in frames:
        rest += one
        if dice.random() < 0.15:
            at = dice.randrange(len(rest))
            yield rest[:at]
            rest = rest[at:]
        elif dice.random() < 0.85:
            yield rest
            rest = b""
    yield rest


@pytest.mark.parametrize("ending", ENDINGS)
async def test_however_the_bytes_arrive_the_same_is_heard_and_answered(ending: str) -> None:
    taken = 0
    for seed in range(30):
        dice = random.Random(f"{ending} {seed}")
        frames = [part for _ in range(12) for part in message(dice)]
        frames += ENDINGS[ending]
        pieces = [REQUEST, *filter(None, cuts(frames, dice)), frame(Opcode.TEXT, CLAIM)]
        quick, slow = End(Wire), End(Slow)
        for end in (quick, slow):
            await end.feed(pieces, random.Random(seed))
        assert quick.heard == slow.heard
        assert (quick.line.sent, quick.line.closed) == (slow.line.sent, slow.line.closed)
        taken += quick.taken
        for end in (quick, slow):
            end.wire.connection_lost(None)
        await asyncio.sleep(0)
    assert taken > 30, "the short cut was taken"


def test_what_follows_the_last_whole_frame() -> None:
    frames = [b"", *(frame(Opcode.TEXT, b"x" * size) for size in (0, 5, 125, 126, 70_000))]
    for whole in frames:
        for half in frames:
            for at in {0, 1, 2, 3, 5, 9, len(half) // 2, len(half) - 1} & set(range(len(half))):
                assert half_of(whole + whole + half[:at]) == half[:at]
    assert half_of(frame(Opcode.TEXT, b"server", mask=False) + b"\x81") == b"\x81"


def test_one_whole_short_text_and_nothing_else() -> None:
    for size in (0, 1, 60, 125):
        whole = frame(Opcode.TEXT, b"x" * size)
        assert text_of(whole) == b"x" * size
        assert text_of(whole[:-1]) is None
        assert text_of(whole + b"\x81") is None
    for other in (frame(Opcode.TEXT, b"x" * 126), *ENDINGS["not masked"], *ENDINGS["close"]):
        assert text_of(other) is None
