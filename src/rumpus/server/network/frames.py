"""WebSocket frames (RFC 6455, section 5)."""

from __future__ import annotations

import struct
from typing import NamedTuple

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
KINDS = frozenset((CONTINUED, TEXT, BINARY, CLOSE, PING, PONG))
KIND, RESERVED, FINAL, MASKED = 0x0F, 0x70, 0x80, 0x80
WHOLE_TEXT = FINAL | TEXT
SHORT, MIDDLE = 126, 1 << 16
LONGER = {126: 2, 127: 8}
"""Length markers, and how many bytes of extended length follow each."""
MASK_BYTES = 4
REASON_BYTES = 123
WRONG, NOT_TEXT, TOO_LONG = 1002, 1007, 1009
CODES = (range(1000, 1004), range(1007, 1015), range(3000, 5000))
"""Close codes that a client may send."""


class InvalidFrame(Exception):
    """A protocol violation that closes the socket with `code`."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Frame(NamedTuple):
    """A received frame, and the offset of the next one."""

    kind: int
    is_final: bool
    data: bytes
    end: int


def frame_of(*parts: bytes, kind: int = TEXT) -> bytes:
    """One unmasked frame with the joined parts as its payload."""
    size, first = sum(map(len, parts)), FINAL | kind
    if size < SHORT:
        head = bytes((first, size))
    elif size < MIDDLE:
        head = struct.pack(">BBH", first, 126, size)
    else:
        head = struct.pack(">BBQ", first, 127, size)
    return b"".join((head, *parts))


def closing_frame(code: int, reason: str) -> bytes:
    """A close frame with a code and as much of the reason as fits."""
    said = reason.encode()[:REASON_BYTES].decode(errors="ignore").encode()
    return frame_of(code.to_bytes(2), said, kind=CLOSE)


def unmasked(data: bytes, mask: bytes) -> bytes:
    """Apply a mask; doing it twice restores the data."""
    size = len(data)
    stretched = mask * (size // MASK_BYTES) + mask[: size % MASK_BYTES]
    return (int.from_bytes(data) ^ int.from_bytes(stretched)).to_bytes(size)


def text_of(data: bytes) -> bytes | None:
    """The text, if the data is exactly one short masked text frame."""
    size = len(data) - 2 - MASK_BYTES
    if not 0 <= size < SHORT or data[0] != WHOLE_TEXT or data[1] != MASKED | size:
        return None
    return unmasked(data[6:], data[2:6])


def frame_at(data: bytes, at: int, most: int) -> Frame | None:
    """Parse the client's frame at an offset; None if it has not arrived in full.

    An invalid frame, or one that makes its message too long, is refused as soon as its head shows
    it.
    """
    if len(data) < at + 2:
        return None
    first, size = data[at], data[at + 1] & ~MASKED
    kind, begin = first & KIND, at + 2
    check_head(first, data[at + 1])
    if size in LONGER:
        begin += LONGER[size]
        if len(data) < begin:
            return None
        size = int.from_bytes(data[at + 2 : begin])
    if size > most and kind < CLOSE:
        raise InvalidFrame(TOO_LONG, "The message is too long.")
    end = begin + MASK_BYTES + size
    if len(data) < end:
        return None
    body = begin + MASK_BYTES
    return Frame(kind, first >= FINAL, unmasked(data[body:end], data[begin:body]), end)


def check_head(first: int, second: int) -> None:
    """Refuse a frame head that no client may send."""
    kind = first & KIND
    if first & RESERVED or kind not in KINDS:
        raise InvalidFrame(WRONG, "There is no such kind of frame.")
    if not second & MASKED:
        raise InvalidFrame(WRONG, "Frames from a client are masked.")
    if kind >= CLOSE and (not first & FINAL or second & ~MASKED >= SHORT):
        raise InvalidFrame(WRONG, "A control frame is short and in one piece.")


def check_closing(data: bytes) -> None:
    """Refuse an invalid close payload."""
    if not data:
        return
    code = int.from_bytes(data[:2])
    if len(data) < 2 or not any(code in codes for codes in CODES):
        raise InvalidFrame(WRONG, "There is no such reason to close.")
    check_text(data[2:])


def check_text(data: bytes) -> None:
    """Refuse text that is not UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        raise InvalidFrame(NOT_TEXT, "A text is written in UTF-8.") from None
