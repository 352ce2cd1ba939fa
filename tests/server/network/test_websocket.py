"""Our WebSocket implementation behaves like the reference library."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from websockets.frames import Close, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from rumpus.server.network.connections import ConnectionTracker
from rumpus.server.network.frames import closing_frame, frame_at, text_of
from rumpus.server.network.limits import MESSAGE_BYTES, UNLIMITED, AddressUsages, Limits, Rate
from rumpus.server.network.websocket import WebSocket
from tests.patience import PATIENCE

QUIET = logging.getLogger("quiet")
REQUEST = (
    b"GET /ws HTTP/1.1\r\nhost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
CLAIM, TALK, BYE = b"a claim of somebody's", "a häppy wörd".encode(), b"bye"


class Transport:
    """A transport that records what is sent."""

    def __init__(self) -> None:
        self.sent, self.closed, self.is_read = b"", False, True

    def write(self, data: bytes) -> None:
        self.sent += data

    def close(self) -> None:
        self.closed = True

    abort = close

    def is_closing(self) -> bool:
        return self.closed

    def get_extra_info(self, _: str) -> tuple[str, int]:
        return "10.0.0.1", 1

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True


class End:
    """A WebSocket, and an application that records the messages it gets."""

    def __init__(self, limits: Limits = UNLIMITED, addresses: AddressUsages | None = None) -> None:
        self.heard: list[bytes] = []
        self.taken = 0
        addresses = addresses or AddressUsages(limits, time.monotonic)
        transport: Any = Transport()
        self.transport: Transport = transport
        state = {"connection": ConnectionTracker(addresses, 10).add(transport)}
        self.socket = WebSocket(self.attend, limits, app_state=state)
        self.socket.connection_made(transport)

    def attend(self, _: WebSocket) -> None:
        self.task = asyncio.get_running_loop().create_task(self.serve())

    async def serve(self) -> None:
        self.socket.accept()
        self.socket.fast_path = self.take
        while (text := await self.socket.receive()) is not None:
            self.heard.append(text)
            if text == BYE:
                self.socket.close(1000, "")
                return

    def take(self, text: bytes) -> bool:
        if not text.startswith(CLAIM):
            return False
        self.heard.append(text)
        self.taken += 1
        return True

    async def feed(self, pieces: list[bytes], dice: random.Random) -> None:
        """Feed pieces; the application runs after most of them."""
        for piece in pieces:
            if not self.transport.closed:
                self.socket.data_received(piece)
            if dice.random() < 0.8 or piece is pieces[-1] or piece == REQUEST:
                await settle()

    def replies(self) -> list[tuple[int, bytes]]:
        return replies(self.transport.sent.partition(b"\r\n\r\n")[2])

    async def end(self) -> None:
        self.socket.connection_lost(None)
        await self.task


async def settle() -> None:
    for _ in range(8):
        await asyncio.sleep(0)


class Judge:
    """The expected messages and replies, by the `websockets` library."""

    def __init__(self, pieces: list[bytes]) -> None:
        self.heard: list[bytes] = []
        self.parts: list[bytes] = []
        self.kind = Opcode.TEXT
        self.protocol = ServerProtocol(max_size=MESSAGE_BYTES, logger=QUIET)
        self.protocol.receive_data(REQUEST)
        (request,) = self.protocol.events_received()
        assert isinstance(request, Request)
        self.protocol.send_response(self.protocol.accept(request))
        self.protocol.data_to_send()
        self.sent = b""
        for piece in pieces:
            self.protocol.receive_data(piece)
            for event in self.protocol.events_received():
                self.hear(event)
            self.sent += b"".join(self.protocol.data_to_send())

    def hear(self, event: Any) -> None:
        if event.opcode in (Opcode.CLOSE, Opcode.PING, Opcode.PONG):
            return
        if event.opcode is not Opcode.CONT:
            self.kind, self.parts = event.opcode, []
        self.parts.append(bytes(event.data))
        if not event.fin or (self.protocol.state is not OPEN and self.is_bye):
            return
        text = b"".join(self.parts) if self.kind is Opcode.TEXT else b""
        try:
            text.decode()
        except UnicodeDecodeError:
            self.protocol.fail(1007)
            return
        self.heard.append(text)
        if text == BYE:
            self.is_bye = True
            self.protocol.send_close(1000)

    is_bye = False


def replies(sent: bytes) -> list[tuple[int, bytes]]:
    """The frames sent up to the close frame, of which only the code counts."""
    found = []
    while sent:
        kind, size = sent[0] & 15, sent[1]
        assert size < 126
        data, sent = sent[2 : 2 + size], sent[2 + size :]
        found.append((kind, data[:2] if kind == Opcode.CLOSE else data))
        if kind == Opcode.CLOSE:
            break
    return found


def frame(kind: Opcode, data: bytes, *, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(kind, data, fin).serialize(mask=mask)


def hiding(inner: bytes) -> list[bytes]:
    """One frame in parts, of which the middle looks like a frame itself."""
    size = len(inner) + 200
    return [b"\x82\xfe" + size.to_bytes(2) + bytes(4) + b"y" * 100, inner, b"z" * 100]


def message(dice: random.Random) -> list[bytes]:
    """Frames that a client may send."""
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
    """The bytes in pieces: mostly frame by frame, some joined, some split."""
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
async def test_parsing_matches_the_reference_library_however_bytes_arrive(ending: str) -> None:
    taken = 0
    for seed in range(30):
        dice = random.Random(f"{ending} {seed}")
        frames = [part for _ in range(12) for part in message(dice)]
        frames += ENDINGS[ending]
        pieces = [*filter(None, cuts(frames, dice)), frame(Opcode.TEXT, CLAIM)]
        end = End()
        await end.feed([REQUEST, *pieces], random.Random(seed))
        judge = Judge(pieces)
        assert end.heard == judge.heard
        assert end.replies() == replies(judge.sent)
        taken += end.taken
        await end.end()
    assert taken > 30, "the short cut was taken"


@pytest.mark.parametrize("size", [0, 1, 5, 125, 126, 127, 4096])
def test_a_frame_is_parsed_only_when_complete(size: int) -> None:
    whole = frame(Opcode.TEXT, b"x" * size)
    for at in range(len(whole)):
        assert frame_at(b"before" + whole[:at], 6, MESSAGE_BYTES) is None
    found = frame_at(b"before" + whole + b"after", 6, MESSAGE_BYTES)
    assert found == (Opcode.TEXT, True, b"x" * size, 6 + len(whole))


@pytest.mark.parametrize("reason", ["", "x" * 200, "ä" * 100, "x" + "ä" * 100])
def test_a_close_reason_is_truncated_to_fit(reason: str) -> None:
    (kind, data) = replies_of(closing_frame(1008, reason))
    assert kind == Opcode.CLOSE
    said = Close.parse(data)
    assert said.code == 1008
    assert reason.startswith(said.reason)
    assert len(data) in (2 + min(123, len(reason.encode())), 124)


def replies_of(sent: bytes) -> tuple[int, bytes]:
    return sent[0] & 15, sent[2:]


@pytest.mark.parametrize(
    "data",
    [b"\x03", b"\x03\xe8", b"\x03\xe8bye", b"\x03\xed", b"\x0f\xa0", b"\x00\x00", b"\x03\xe8\xff"],
)
async def test_a_close_frame_is_answered_like_the_reference_library(data: bytes) -> None:
    end = End()
    goodbye = frame(Opcode.CLOSE, data)
    await end.feed([REQUEST, goodbye], random.Random(1))
    assert end.replies() == replies(Judge([goodbye]).sent)
    await end.end()


def test_the_fast_path_takes_only_one_short_text_frame() -> None:
    for size in (0, 1, 60, 125):
        whole = frame(Opcode.TEXT, b"x" * size)
        assert text_of(whole) == b"x" * size
        assert text_of(whole[:-1]) is None
        assert text_of(whole + b"\x81") is None
    for other in (frame(Opcode.TEXT, b"x" * 126), *ENDINGS["not masked"], *ENDINGS["close"]):
        assert text_of(other) is None


FLOODS = {
    "pings": [frame(Opcode.PING, b"")],
    "pongs": [frame(Opcode.PONG, b"")],
    "pieces": [frame(Opcode.TEXT, b"a", fin=False), frame(Opcode.CONT, b"")],
    "short texts": [frame(Opcode.TEXT, b"")],
    "long texts": [frame(Opcode.TEXT, b"x" * MESSAGE_BYTES)],
}
ONCE = Rate(0.001, 50)


@pytest.mark.parametrize("flood", FLOODS)
async def test_a_flood_is_throttled_and_nothing_is_lost(
    flood: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rumpus.server.network.websocket.MIN_THROTTLE_SECONDS", 0.01)
    limits = replace(UNLIMITED, work=Rate(10_000, 50))
    end, judge = End(limits), Judge(FLOODS[flood] * 60)
    end.socket.data_received(REQUEST)
    await settle()
    end.socket.data_received(b"".join(FLOODS[flood] * 60))
    assert not end.transport.is_read
    assert end.socket.buffer
    async with asyncio.timeout(PATIENCE):
        while end.socket.buffer or end.socket.inbox or end.socket.throttle:
            await asyncio.sleep(0.01)
    await settle()
    assert end.heard == judge.heard
    assert end.replies() == replies(judge.sent)
    await end.end()


@pytest.mark.parametrize("flood", FLOODS)
async def test_repeated_floods_close_the_socket_with_a_reason(flood: str) -> None:
    end = End(replace(UNLIMITED, work=ONCE, patience=Rate(0.001, 0)))
    end.socket.data_received(REQUEST)
    await settle()
    end.socket.data_received(b"".join(FLOODS[flood] * 60))
    async with asyncio.timeout(PATIENCE):
        while not end.transport.closed:
            await asyncio.sleep(0.01)
    kind, code = end.replies()[-1]
    assert (kind, int.from_bytes(code)) == (Opcode.CLOSE, 1008)
    assert b"too much at once" in end.transport.sent
    heard = len(end.heard), len(end.replies())
    end.socket.data_received(b"".join(FLOODS[flood] * 60))
    assert (len(end.heard), len(end.replies())) == heard
    await end.end()


async def test_an_address_is_charged_for_all_its_sockets_but_none_is_closed_for_another() -> None:
    limits = replace(UNLIMITED, address_work=ONCE, patience=Rate(0.001, 0))
    addresses = AddressUsages(limits, time.monotonic)
    loud, quiet = End(limits, addresses), End(limits, addresses)
    for end in (loud, quiet):
        end.socket.data_received(REQUEST)
        await settle()
    loud.socket.data_received(b"".join(FLOODS["pings"] * 60))
    assert 10 <= len(loud.replies()) < 15
    quiet.socket.data_received(b"".join(FLOODS["pings"] * 2))
    assert len(quiet.replies()) == 1
    assert not loud.transport.is_read
    assert not quiet.transport.is_read
    for end in (loud, quiet):
        assert not end.transport.closed
        await end.end()


async def test_a_silent_client_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.server.network.websocket.KEEP_ALIVE_SECONDS", 0.01)
    end = End()
    end.socket.data_received(REQUEST)
    async with asyncio.timeout(PATIENCE):
        while not end.transport.closed:
            await asyncio.sleep(0.01)
    kinds = [kind for kind, _ in end.replies()]
    assert kinds == [Opcode.PING] * 2 + [Opcode.CLOSE]
    await end.end()


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (REQUEST.replace(b"Version: 13", b"Version: 8"), b"426"),
        (REQUEST.replace(b"AAAAAAAAAAAAAAAAAAAAAA==", b"AAAA"), b"400"),
        (REQUEST.replace(b"AAAAAAAAAAAAAAAAAAAAAA==", b"?"), b"400"),
    ],
)
async def test_an_invalid_upgrade_request_is_refused(head: bytes, status: bytes) -> None:
    end = End()
    end.socket.data_received(head)
    assert end.transport.sent.startswith(b"HTTP/1.1 " + status)
    assert end.transport.closed
    end.socket.connection_lost(None)
