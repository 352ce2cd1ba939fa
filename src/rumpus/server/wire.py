"""The wire: uvicorn's WebSocket, on which the room can also put finished frames.

A message is written and framed once for everybody who may know the same, and handed to each socket
as it is. What a client has not taken yet waits in its transport: there a slow one is noticed.
"""

from __future__ import annotations

import struct
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "rumpus.wire"
TEXT = 0x81
SHORT, MIDDLE = 126, 1 << 16
MANY = 16


def frame_of(text: bytes) -> bytes:
    """A text as the one frame that a server sends it in."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT, size)) + text
    if size < MIDDLE:
        return struct.pack(">BBH", TEXT, 126, size) + text
    return struct.pack(">BBQ", TEXT, 127, size) + text


class Wire(WebSocketsSansIOProtocol):
    """A socket that the application finds in its scope."""

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

    def put(self, frame: bytes) -> None:
        """Send a frame, unless the socket is closing."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(frame)

    def waiting(self) -> int:
        """How many bytes the client has not taken yet."""
        return self.transport.get_write_buffer_size()

    def cut(self) -> None:
        """End the connection at once, whatever still waits."""
        self.transport.abort()
