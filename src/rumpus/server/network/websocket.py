"""A WebSocket server protocol that sends ready-made frames.

A message is encoded and framed once for all clients with the same view, then written to each
socket. Unsent bytes stay in the transport's buffer, whose size reveals a slow client. Every frame
that a client sends has a price, charged to its socket and its address. A client in debt is not read
from for a while, and one that keeps running into debt is disconnected.
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
from .connections import TrackedConnection, http_answer
from .limits import MESSAGE_BYTES, Bucket, Limits

MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
KEY_BYTES = 16
VERSION = b"13"
PRICES = {f.TEXT: 1.0, f.BINARY: 1.0, f.CONTINUED: 3.0, f.PING: 5.0, f.PONG: 3.0, f.CLOSE: 1.0}
"""The cost of a frame: honest clients send few control frames and no fragments."""
PRICE_OF_A_BYTE = 1 / 1024
MIN_THROTTLE_SECONDS = 0.5
"""The shortest pause in reading from a socket in debt."""
MAX_INBOX = 16
"""Unprocessed messages before reading pauses."""
KEEP_ALIVE_SECONDS = 20.0
MAX_MISSED_PINGS = 2
"""Unanswered pings in a row before a client is given up."""
CLOSE_SECONDS = 3.0
"""How long to wait for the client's close frame."""
MEASURE_SECONDS = 5.0
"""The shortest time between latency measurements."""
SMOOTHING = 0.25
"""The weight of a new latency measurement."""
POLICY, SILENT, RESTARTS = 1008, 1011, 1012
OPENING, OPEN, CLOSING, GONE, JOINED = range(5)


class WebSocket(asyncio.Protocol):
    """One WebSocket.

    `round_trip` is the smoothed latency in seconds, measured by our own pings only: a client's
    claims are never asked for. `fast_path` is offered a short message as soon as it arrives, if no
    other is queued; it returns whether it took it.
    """

    __slots__ = (
        "__weakref__",
        "buffer",
        "connection",
        "fast_path",
        "fragment",
        "has_traffic",
        "inbox",
        "is_inbox_full",
        "missed",
        "on_request",
        "other_end",
        "patience",
        "ping_payload",
        "pinged_at",
        "request",
        "round_trip",
        "scope",
        "state",
        "throttle",
        "timer",
        "transport",
        "waiter",
        "work",
    )  # fmt: skip
    transport: asyncio.Transport

    def __init__(
        self,
        on_request: Callable[[WebSocket], None],
        limits: Limits,
        *,
        app_state: dict[str, Any],
        **_: Any,  # uvicorn passes more than is needed
    ) -> None:
        now = time.monotonic()
        self.on_request = on_request
        self.connection: TrackedConnection = app_state["connection"]
        self.scope: dict[str, Any] = {}
        self.state = OPENING
        self.work, self.patience = Bucket(limits.work, now), Bucket(limits.patience, now)
        self.buffer = b""
        self.fragment: tuple[int, bytes] | None = None
        self.inbox: deque[bytes] = deque()
        self.waiter: asyncio.Future[None] | None = None
        self.is_inbox_full = self.has_traffic = False
        self.throttle: asyncio.TimerHandle | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.missed = 0
        self.round_trip, self.pinged_at = 0.0, -MEASURE_SECONDS
        self.ping_payload: bytes | None = None
        self.fast_path: Callable[[bytes], bool] | None = None
        self.request = b""  # the upgrade request, until it is answered
        self.other_end: asyncio.Transport | None = None

    # ----------------------------------------------------------------------------- beginning
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the connection from HTTP."""
        self.transport = cast("asyncio.Transport", transport)
        self.connection.enter(None)
        self.connection.socket = self

    def _on_request(self, head: bytes) -> None:
        """Check the upgrade request; reading pauses until it is answered."""
        self._pause()
        self.request = head
        self.scope = scope_of(head, self.transport.get_extra_info("peername"))
        self.connection.begin_request(self.scope, None)
        headers = dict(self.scope["headers"])
        if headers.get(b"sec-websocket-version") != VERSION:
            self.refuse(426, say("Only WebSocket version 13 is supported."))
        elif not is_key(headers.get(b"sec-websocket-key", b"")):
            self.refuse(400, say("That is not a WebSocket request."))
        else:
            self.on_request(self)

    def accept(self) -> None:
        """Complete the handshake."""
        if self.state != OPENING or self.transport.is_closing():
            return
        self.request = b""
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
        """Answer the upgrade request with an error."""
        if self.state == OPENING:
            self.state = CLOSING
            self.transport.write(http_answer(status, sentence))
            self.transport.close()
            self._set_timer(CLOSE_SECONDS, self.transport.abort)

    def join(self, other_end: asyncio.Transport) -> None:
        """Send everything on to another server, which answers in our place."""
        if self.state == OPENING and not self.transport.is_closing():
            self.state, self.request, self.other_end = JOINED, b"", other_end
            self._resume()
        else:
            other_end.close()

    async def gone(self) -> None:
        """Wait until the connection is lost."""
        while self.state != GONE:
            self.waiter = asyncio.get_running_loop().create_future()
            await self.waiter

    # ----------------------------------------------------------------------------- reading
    def data_received(self, data: bytes) -> None:
        """Offer a short message to the fast path; buffer and parse everything else."""
        self.has_traffic = True
        if (
            self.fast_path
            and self.state == OPEN
            and not (self.buffer or self.fragment or self.inbox)
        ):
            text = f.text_of(data)
            if text is not None and self.fast_path(text):
                return
        if self.state == OPENING:
            self._on_request(data)
        elif self.other_end:
            self.other_end.write(data)
        else:
            self.buffer = self.buffer + data if self.buffer else data
            self._read()

    def _read(self) -> None:
        """Process buffered frames until throttled or the inbox is full."""
        data, at = self.buffer, 0
        self.buffer = b""
        try:
            while not (self.throttle or self.is_inbox_full or self.state == GONE):
                size = len(self.fragment[1]) if self.fragment else 0
                frame = f.frame_at(data, at, MESSAGE_BYTES - size)
                if frame is None:
                    break
                at = frame.end
                self._on_frame(frame)
                self._charge(PRICES[frame.kind] + PRICE_OF_A_BYTE * len(frame.data))
        except f.InvalidFrame as invalid:
            self._fail(invalid.code, str(invalid))
        else:
            self.buffer = data[at:] if at else data

    def _on_frame(self, frame: f.Frame) -> None:
        """Handle one frame; while closing, only a close frame counts."""
        kind, _, data, _ = frame
        if kind == f.CLOSE:
            f.check_closing(data)
            self._on_close(data)
        elif self.state != OPEN:
            return
        elif kind == f.PING:
            self.send(f.frame_of(data, kind=f.PONG))
        elif kind == f.PONG:
            self._on_pong(data)
        else:
            self._on_message(frame)

    def _on_message(self, frame: f.Frame) -> None:
        """Collect a message or a fragment; a binary message is queued as empty text."""
        kind, is_final, data, _ = frame
        if (kind == f.CONTINUED) != (self.fragment is not None):
            raise f.InvalidFrame(f.WRONG, "A message ends before another begins.")
        if self.fragment:
            kind, data = self.fragment[0], self.fragment[1] + data
        self.fragment = None if is_final else (kind, data)
        if is_final:
            f.check_text(data if kind == f.TEXT else b"")
            self.inbox.append(data if kind == f.TEXT else b"")
            self._wake()
            if len(self.inbox) >= MAX_INBOX:
                self.is_inbox_full = True
                self._pause()

    def _charge(self, price: float) -> None:
        """Charge for a frame; in debt, pause reading until the debt is paid off."""
        now = time.monotonic()
        own = self.work.spend(price, now)
        wait = max(own, self.connection.address.work.spend(price, now))
        if not wait or self.state == GONE:
            return
        if own and not self.patience.take(now):
            self._fail(POLICY, "That was too much at once, again and again.")
            return
        self._pause()
        loop = asyncio.get_running_loop()
        self.throttle = loop.call_later(max(wait, MIN_THROTTLE_SECONDS), self._on_throttle_over)

    def _on_throttle_over(self) -> None:
        self.throttle = None
        self._continue_reading()

    def _continue_reading(self) -> None:
        """Resume reading, unless something still prevents it."""
        if self.state in (OPEN, CLOSING) and not (self.throttle or self.is_inbox_full):
            self._read()
        if self.state in (OPEN, CLOSING) and not (self.throttle or self.is_inbox_full):
            self._resume()

    def _pause(self) -> None:
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def _resume(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self) -> bytes | None:
        """Wait for the next message; None once the socket is closed."""
        while not self.inbox:
            if self.state != OPEN:
                return None
            self.waiter = asyncio.get_running_loop().create_future()
            try:
                await self.waiter
            finally:
                self.waiter = None
        text = self.inbox.popleft()
        if self.is_inbox_full and not self.inbox:
            self.is_inbox_full = False
            self._continue_reading()
        return text

    def _wake(self) -> None:
        if self.waiter and not self.waiter.done():
            self.waiter.set_result(None)

    # ----------------------------------------------------------------------------- writing
    def send(self, frame: bytes) -> None:
        """Write a frame, unless the socket is closing."""
        if self.state == OPEN and not self.transport.is_closing():
            self.transport.write(frame)

    def unsent_bytes(self) -> int:
        """How many bytes are still unsent."""
        return self.transport.get_write_buffer_size()

    # ----------------------------------------------------------------------------- time
    def measure(self) -> None:
        """Ping to measure the latency, unless that was done recently."""
        now = time.monotonic()
        if now - self.pinged_at >= MEASURE_SECONDS:
            self.pinged_at, self.ping_payload = now, os.urandom(8)
            self.send(f.frame_of(self.ping_payload, kind=f.PING))

    def _on_pong(self, data: bytes) -> None:
        """Update the latency; pongs to keep-alive pings are ignored."""
        if self.ping_payload is None or data != self.ping_payload:
            return
        took, self.ping_payload = time.monotonic() - self.pinged_at, None
        weight = SMOOTHING if self.round_trip else 1.0
        self.round_trip += weight * (took - self.round_trip)

    def _keep_alive(self) -> None:
        """Ping the client, and give up after several silent intervals."""
        is_read = not (self.throttle or self.is_inbox_full)
        self.missed = self.missed + 1 if is_read and not self.has_traffic else 0
        if self.missed >= MAX_MISSED_PINGS:
            self._fail(SILENT, "You were silent for too long.")
            return
        self.has_traffic = False
        self.send(f.frame_of(kind=f.PING))
        self._set_timer(KEEP_ALIVE_SECONDS, self._keep_alive)

    def _set_timer(self, seconds: float, then: Callable[[], None]) -> None:
        if self.timer:
            self.timer.cancel()
        self.timer = asyncio.get_running_loop().call_later(seconds, then)

    # ----------------------------------------------------------------------------- the end
    def close(self, code: int, reason: str) -> None:
        """Send a close frame and wait briefly for the client's."""
        if self.state == OPENING:
            self.refuse(503, as_it_is(reason))
        if self.state == OPEN:
            self.send(f.closing_frame(code, reason))
            self.state = CLOSING
            self._wake()
            self._set_timer(CLOSE_SECONDS, self.transport.abort)

    def _fail(self, code: int, reason: str) -> None:
        """Close with a reason and read nothing more."""
        self.close(code, reason)
        self.state, self.buffer = GONE, b""
        self._pause()
        self._wake()

    def _on_close(self, data: bytes) -> None:
        """Answer the client's close frame."""
        if self.state == OPEN:
            self.send(f.frame_of(data, kind=f.CLOSE))
        self.state = GONE
        self._wake()
        self.transport.close()
        self._set_timer(CLOSE_SECONDS, self.transport.abort)

    def shutdown(self) -> None:
        """Close because the room is shutting down."""
        self.close(RESTARTS, "The room is being closed; come back in a moment.")
        self.transport.close()

    def abort(self) -> None:
        """Abort the connection, dropping unsent data."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel timers and drop references."""
        self.state = GONE
        self.fast_path = None
        if self.other_end:
            self.other_end.close()
            self.other_end = None
        self._wake()
        for timer in (self.timer, self.throttle):
            if timer:
                timer.cancel()
        self.timer = self.throttle = None
        self.connection.closed()
        self.connection.socket = None


def scope_of(head: bytes, client: Any) -> dict[str, Any]:
    """The ASGI scope of an upgrade request."""
    first, *lines = head.split(b"\r\n")
    target = first.split(b" ")[1].decode("latin-1")
    pairs = (line.partition(b": ") for line in lines if line)
    headers = [(name.lower(), value) for name, _, value in pairs]
    path = unquote(target.partition("?")[0])
    return {"type": "websocket", "path": path, "headers": headers, "client": client}


def is_key(key: bytes) -> bool:
    """Whether this is a valid Sec-WebSocket-Key."""
    try:
        return len(base64.b64decode(key, validate=True)) == KEY_BYTES
    except binascii.Error:
        return False
