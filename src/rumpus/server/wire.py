"""The wire: a WebSocket on which the room puts finished frames.

A message is written and framed once for everybody who may know the same, and handed to each socket
as it is. What a client has not taken yet waits in its transport: there a slow one is noticed.
Whatever a client sends has a price, paid from what its socket and its address may spend. Who has
spent too much is not read from for a while, and who does so again and again is let go.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import os
import time
from collections import deque
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import unquote

from rumpus.rulekit.sentence import Sentence, as_it_is, say

from . import frames as f
from .limits import MESSAGE_BYTES, Bucket, Limits
from .lines import Line, http_answer

MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
KEY_BYTES = 16
VERSION = b"13"
PRICES = {f.TEXT: 1.0, f.BINARY: 1.0, f.CONTINUED: 3.0, f.PING: 5.0, f.PONG: 3.0, f.CLOSE: 1.0}
"""What a frame costs: honest clients send few control frames, and no message in pieces."""
PRICE_OF_A_BYTE = 1 / 1024
A_WHILE = 0.5
"""How many seconds a socket is not read from at least, when it has spent too much."""
MANY = 16
"""How many messages wait for the room until no more are read."""
KEEP_ALIVE_SECONDS = 20.0
MISSED = 2
"""How often in a row a client may be silent before it is given up."""
CLOSE_SECONDS = 3.0
"""How long a client may take to say goodbye, before it is cut off."""
MEASURE_SECONDS = 5.0
"""How often the way to a client is measured, at most."""
SMOOTHING = 0.25
"""How much a new measurement counts."""
POLICY, SILENT, RESTARTS = 1008, 1011, 1012
OPENING, OPEN, CLOSING, GONE = range(4)


class Wire(asyncio.Protocol):
    """A socket.

    `round_trip` is how many seconds it lately took to the client and back. Only the room's own
    pings tell: whatever a client says of its line is not asked for. `takes` is asked whether it
    takes a short message that has just arrived, when no other waits.
    """

    __slots__ = (
        "__weakref__", "attend", "inbox", "is_full", "is_heard", "is_slowed", "line",
        "measured", "missed", "part", "patience", "rest", "round_trip", "scope", "sent", "state",
        "takes", "timer", "transport", "waiter", "work",
    )  # fmt: skip
    transport: asyncio.Transport

    def __init__(
        self,
        attend: Callable[[Wire], None],
        limits: Limits,
        *,
        app_state: dict[str, Any],
        **_: Any,  # of the server's, which is not needed here
    ) -> None:
        now = time.monotonic()
        self.attend = attend
        self.line: Line = app_state["line"]
        self.scope: dict[str, Any] = {}
        self.state = OPENING
        self.work, self.patience = Bucket(limits.work, now), Bucket(limits.patience, now)
        self.rest = b""
        self.part: tuple[int, bytes] | None = None
        self.inbox: deque[bytes] = deque()
        self.waiter: asyncio.Future[None] | None = None
        self.is_full = self.is_heard = False
        self.is_slowed: asyncio.TimerHandle | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.missed = 0
        self.round_trip, self.measured = 0.0, -MEASURE_SECONDS
        self.sent: bytes | None = None
        self.takes: Callable[[bytes], bool] | None = None

    # ----------------------------------------------------------------------------- beginning
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection over from HTTP."""
        self.transport = cast("asyncio.Transport", transport)
        self.line.expect(None)
        self.line.socket = self

    def _knock(self, head: bytes) -> None:
        """The request for a socket, as HTTP hands it over; what follows waits for the answer."""
        self._pause()
        self.scope = scope_of(head, self.transport.get_extra_info("peername"))
        self.line.serve(self.scope, None)
        headers = dict(self.scope["headers"])
        if headers.get(b"sec-websocket-version") != VERSION:
            self.refuse(426, say("Sockets here are of version 13."))
        elif not is_key(headers.get(b"sec-websocket-key", b"")):
            self.refuse(400, say("That is no request for a socket."))
        else:
            self.attend(self)

    def accept(self) -> None:
        """Open the socket."""
        if self.state != OPENING or self.transport.is_closing():
            return
        key = dict(self.scope["headers"])[b"sec-websocket-key"]
        proof = base64.b64encode(hashlib.sha1(key + MAGIC, usedforsecurity=False).digest())
        self.transport.write(
            b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
            b"sec-websocket-accept: %b\r\n\r\n" % proof
        )
        self.state = OPEN
        self._set_timer(KEEP_ALIVE_SECONDS, self._keep_alive)
        self._resume()

    def refuse(self, status: int, sentence: Sentence) -> None:
        """Say why there is no socket."""
        if self.state == OPENING:
            self.state = CLOSING
            self.transport.write(http_answer(status, sentence))
            self.transport.close()
            self._set_timer(CLOSE_SECONDS, self.transport.abort)

    # ----------------------------------------------------------------------------- reading
    def data_received(self, data: bytes) -> None:
        """Let the room take a short message at once, if it can; all others wait to be read."""
        self.is_heard = True
        if self.takes and self.state == OPEN and not (self.rest or self.part or self.inbox):
            text = f.text_of(data)
            if text is not None and self.takes(text):
                return
        if self.state == OPENING:
            self._knock(data)
        else:
            self.rest = self.rest + data if self.rest else data
            self._read()

    def _read(self) -> None:
        """Hear all frames that have arrived, as long as they can be paid for."""
        data, at = self.rest, 0
        self.rest = b""
        try:
            while not (self.is_slowed or self.is_full or self.state == GONE):
                size = len(self.part[1]) if self.part else 0
                frame = f.frame_at(data, at, MESSAGE_BYTES - size)
                if frame is None:
                    break
                at = frame.end
                self._hear(frame)
                self._pay(PRICES[frame.kind] + PRICE_OF_A_BYTE * len(frame.data))
        except f.Broken as broken:
            self._fail(broken.code, str(broken))
        else:
            self.rest = data[at:] if at else data

    def _hear(self, frame: f.Frame) -> None:
        """One frame; when the room has said goodbye, only the client's goodbye counts."""
        kind, _, data, _ = frame
        if kind == f.CLOSE:
            f.check_closing(data)
            self._part_ways(data)
        elif self.state != OPEN:
            return
        elif kind == f.PING:
            self.put(f.frame_of(data, kind=f.PONG))
        elif kind == f.PONG:
            self._hear_pong(data)
        else:
            self._hear_message(frame)

    def _hear_message(self, frame: f.Frame) -> None:
        """A message or a part of one; what is no text is handed on as an empty one."""
        kind, is_final, data, _ = frame
        if (kind == f.CONTINUED) != (self.part is not None):
            raise f.Broken(f.WRONG, "A message ends before another begins.")
        if self.part:
            kind, data = self.part[0], self.part[1] + data
        self.part = None if is_final else (kind, data)
        if is_final:
            f.check_text(data if kind == f.TEXT else b"")
            self.inbox.append(data if kind == f.TEXT else b"")
            self._wake()
            if len(self.inbox) >= MANY:
                self.is_full = True
                self._pause()

    def _pay(self, price: float) -> None:
        """Pay for a frame; in debt, the socket is not read from until it is paid off."""
        now = time.monotonic()
        own = self.work.spend(price, now)
        wait = max(own, self.line.address.work.spend(price, now))
        if not wait or self.state == GONE:
            return
        if own and not self.patience.take(now):
            self._fail(POLICY, "That was too much at once, again and again.")
            return
        self._pause()
        loop = asyncio.get_running_loop()
        self.is_slowed = loop.call_later(max(wait, A_WHILE), self._paid_off)

    def _paid_off(self) -> None:
        self.is_slowed = None
        self._go_on()

    def _go_on(self) -> None:
        """Read on, if nothing speaks against it any more."""
        if self.state in (OPEN, CLOSING) and not (self.is_slowed or self.is_full):
            self._read()
        if self.state in (OPEN, CLOSING) and not (self.is_slowed or self.is_full):
            self._resume()

    def _pause(self) -> None:
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def _resume(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self) -> bytes | None:
        """The next message; None when no more will come."""
        while not self.inbox:
            if self.state != OPEN:
                return None
            self.waiter = asyncio.get_running_loop().create_future()
            try:
                await self.waiter
            finally:
                self.waiter = None
        text = self.inbox.popleft()
        if self.is_full and not self.inbox:
            self.is_full = False
            self._go_on()
        return text

    def _wake(self) -> None:
        if self.waiter and not self.waiter.done():
            self.waiter.set_result(None)

    # ----------------------------------------------------------------------------- writing
    def put(self, frame: bytes) -> None:
        """Send a frame, unless the socket is closing."""
        if self.state == OPEN and not self.transport.is_closing():
            self.transport.write(frame)

    def waiting(self) -> int:
        """How many bytes the client has not taken yet."""
        return self.transport.get_write_buffer_size()

    # ----------------------------------------------------------------------------- time
    def measure(self) -> None:
        """Ping the client, unless that was done a moment ago."""
        now = time.monotonic()
        if now - self.measured >= MEASURE_SECONDS:
            self.measured, self.sent = now, os.urandom(8)
            self.put(f.frame_of(self.sent, kind=f.PING))

    def _hear_pong(self, data: bytes) -> None:
        """The answer to a ping; one that only kept the connection alive has done so by now."""
        if self.sent is None or data != self.sent:
            return
        took, self.sent = time.monotonic() - self.measured, None
        weight = SMOOTHING if self.round_trip else 1.0
        self.round_trip += weight * (took - self.round_trip)

    def _keep_alive(self) -> None:
        """Ping the client, and give it up when it was silent several times in a row."""
        is_read = not (self.is_slowed or self.is_full)
        self.missed = self.missed + 1 if is_read and not self.is_heard else 0
        if self.missed >= MISSED:
            self._fail(SILENT, "You were silent for too long.")
            return
        self.is_heard = False
        self.put(f.frame_of(kind=f.PING))
        self._set_timer(KEEP_ALIVE_SECONDS, self._keep_alive)

    def _set_timer(self, seconds: float, then: Callable[[], None]) -> None:
        if self.timer:
            self.timer.cancel()
        self.timer = asyncio.get_running_loop().call_later(seconds, then)

    # ----------------------------------------------------------------------------- the end
    def close(self, code: int, reason: str) -> None:
        """Say goodbye, and wait a moment for the client's."""
        if self.state == OPENING:
            self.refuse(503, as_it_is(reason))
        if self.state == OPEN:
            self.put(f.closing_frame(code, reason))
            self.state = CLOSING
            self._wake()
            self._set_timer(CLOSE_SECONDS, self.transport.abort)

    def _fail(self, code: int, reason: str) -> None:
        """Say why, and hear nothing more: what is still on its way is not read."""
        self.close(code, reason)
        self.state, self.rest = GONE, b""
        self._pause()
        self._wake()

    def _part_ways(self, data: bytes) -> None:
        """The client says goodbye."""
        if self.state == OPEN:
            self.put(f.frame_of(data, kind=f.CLOSE))
        self.state = GONE
        self._wake()
        self.transport.close()
        self._set_timer(CLOSE_SECONDS, self.transport.abort)

    def shutdown(self) -> None:
        """The room is being closed."""
        self.close(RESTARTS, "The room is being closed; come back in a moment.")
        self.transport.close()

    def cut(self) -> None:
        """End the connection at once, whatever still waits."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end: nothing holds on to anything any more."""
        self.state = GONE
        self.takes = None
        self._wake()
        for timer in (self.timer, self.is_slowed):
            if timer:
                timer.cancel()
        self.timer = self.is_slowed = None
        self.line.gone()
        self.line.socket = None


def scope_of(head: bytes, client: Any) -> dict[str, Any]:
    """A request as applications know it."""
    first, *lines = head.split(b"\r\n")
    target = first.split(b" ")[1].decode("latin-1")
    pairs = (line.partition(b": ") for line in lines if line)
    headers = [(name.lower(), value) for name, _, value in pairs]
    path = unquote(target.partition("?")[0])
    return {"type": "websocket", "path": path, "headers": headers, "client": client}


def is_key(key: bytes) -> bool:
    """Whether this is what a client has to send for a socket."""
    try:
        return len(base64.b64decode(key, validate=True)) == KEY_BYTES
    except binascii.Error:
        return False
