"""The wire: uvicorn's WebSocket, on which the room can also put finished frames.

A message is written and framed once for everybody who may know the same, and handed to each socket
as it is. What a client has not taken yet waits in its transport: there a slow one is noticed.
"""

from __future__ import annotations

import os
import struct
import time
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN
from websockets.utils import apply_mask

EXTENSION = "rumpus.wire"
TEXT, PING = 0x81, 0x89
SHORT, MIDDLE = 126, 1 << 16
MASKED = 0x80
LONGER = {126: 2, 127: 8}
"""What stands for the size of a frame that is not short: so many bytes follow with it."""
MANY = 16
MEASURE_SECONDS = 5.0
"""How often the way to a client is measured, at most."""
SMOOTHING = 0.25
"""How much a new measurement counts."""


def frame_of(*parts: bytes) -> bytes:
    """The parts of a text as the one frame that a server sends it in."""
    size = sum(map(len, parts))
    if size < SHORT:
        head = bytes((TEXT, size))
    elif size < MIDDLE:
        head = struct.pack(">BBH", TEXT, 126, size)
    else:
        head = struct.pack(">BBQ", TEXT, 127, size)
    return b"".join((head, *parts))


def text_of(data: bytes) -> bytes | None:
    """The text, if this is one whole short text as a client sends it, and nothing else."""
    size = len(data) - 6
    if not 0 <= size < SHORT or data[0] != TEXT or data[1] != MASKED | size:
        return None
    return apply_mask(data[6:], data[2:6])


def half_of(data: bytes) -> bytes:
    """What follows the last whole frame: the beginning of one that has not arrived in full."""
    begin = 0
    while len(data) >= begin + 2:
        size = data[begin + 1] & ~MASKED
        head = begin + 2 + LONGER.get(size, 0)
        if size in LONGER:
            if len(data) < head:
                break
            size = int.from_bytes(data[begin + 2 : head])
        end = head + (4 if data[begin + 1] & MASKED else 0) + size
        if end > len(data):
            break
        begin = end
    return data[begin:]


class Wire(WebSocketsSansIOProtocol):
    """A socket that the application finds in its scope.

    `round_trip` is how many seconds it lately took to the client and back. Only the room's own
    pings tell: whatever a client says of its line is not asked for. `takes` is asked whether it
    takes a short message that has just arrived, when no other waits.
    """

    round_trip = 0.0
    measured = -MEASURE_SECONDS
    sent: bytes | None = None
    takes: Callable[[bytes], bool] | None = None
    half: bytes | None = None
    """The part of a frame that has arrived; None before there are frames."""

    def handle_connect(self, event: Any) -> None:
        """Let the application reach the wire."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        """Let the room take a short message at once, if it can; all others wait to be read."""
        if self.half == b"" and self.takes and self._is_between_messages():
            text = text_of(data)
            if text is not None and self.takes(text):
                return
        half = self.half
        super().data_received(data)
        if half is not None:
            self.half = half_of(half + data)
        elif self.handshake_initiated and data.endswith(b"\r\n\r\n"):
            self.half = b""

    def _is_between_messages(self) -> bool:
        """Whether all before was read, and nobody is closing."""
        conn = self.conn
        return conn.current_size is None and conn.state is OPEN and self.queue.empty()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on, and stop reading only when many wait, not after every one."""
        is_paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = is_paused
        if not is_paused and self.queue.qsize() >= MANY:
            self.read_paused = True
            self.transport.pause_reading()

    def put(self, frame: bytes) -> None:
        """Send a frame, unless the socket is closing."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(frame)

    def measure(self) -> None:
        """Ping the client, unless that was done a moment ago."""
        now = time.monotonic()
        if now - self.measured >= MEASURE_SECONDS:
            self.measured, self.sent = now, os.urandom(8)
            self.put(bytes((PING, len(self.sent))) + self.sent)

    def handle_pong(self, event: Any) -> None:
        """The answer to a ping: of the room, or of the one that keeps the connection alive."""
        if self.sent is None or bytes(event.data) != self.sent:
            super().handle_pong(event)
            return
        took, self.sent = time.monotonic() - self.measured, None
        weight = SMOOTHING if self.round_trip else 1.0
        self.round_trip += weight * (took - self.round_trip)

    def waiting(self) -> int:
        """How many bytes the client has not taken yet."""
        return self.transport.get_write_buffer_size()

    def cut(self) -> None:
        """End the connection at once, whatever still waits."""
        self.transport.abort()
