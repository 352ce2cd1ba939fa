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

EXTENSION = "rumpus.wire"
TEXT, PING = 0x81, 0x89
SHORT, MIDDLE = 126, 1 << 16
MANY = 16
MEASURE_SECONDS = 5.0
"""How often the way to a client is measured, at most."""
SMOOTHING = 0.25
"""How much a new measurement counts."""


def frame_of(text: bytes) -> bytes:
    """A text as the one frame that a server sends it in."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT, size)) + text
    if size < MIDDLE:
        return struct.pack(">BBH", TEXT, 126, size) + text
    return struct.pack(">BBQ", TEXT, 127, size) + text


class Wire(WebSocketsSansIOProtocol):
    """A socket that the application finds in its scope.

    `round_trip` is how many seconds it lately took to the client and back. Only the room's own
    pings tell: whatever a client says of its line is not asked for. `takes` is asked whether it
    takes a message that has just arrived, before any that wait.
    """

    round_trip = 0.0
    measured = -MEASURE_SECONDS
    sent: bytes | None = None
    takes: Callable[[bytes], bool] | None = None

    def handle_connect(self, event: Any) -> None:
        """Let the application reach the wire."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        """Hand a message on, and stop reading only when many wait, not after every one."""
        is_paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = is_paused
        if not is_paused and self.queue.qsize() >= MANY:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_text(self, event: Any) -> None:
        """Let the room take a message at once, if it can; all others wait to be read."""
        if event.fin and self.takes and self.queue.empty() and self.takes(event.data):
            return
        super().handle_text(event)

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
