"""What viewers are shown, written as the JSON that clients read.

These are rules like any other, so that a room's busiest work runs natively. A text is packed four
characters to a number, the first in the lowest bits, like bytes in memory. The keys are passed in
as a row of pieces: where each begins and how many characters it has, and then all characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps
from typing import NamedTuple

from rumpus.language.declare import ReadRow, Row, rule
from rumpus.language.intrinsics import MASK32, count, row
from rumpus.rulekit.chance import Chance
from rumpus.rulekit.contract import ACTIONS, asks, is_over
from rumpus.rulekit.sets import members_of
from rumpus.running.engine import allowed, view

LOOK = 3
"""The numbers at the end of what look() writes: how many actions, who is asked, is it over."""
COMMA, MINUS, ZERO, OPEN, CLOSE, BEGIN, END = map(ord, ",-0[]{}")
HEAD = 4
"""The numbers about one viewer: how many actions and where, how many characters and where."""
LONGEST = 13
"""The most characters that a number takes, with the brackets and the comma around it."""


class Keys(NamedTuple):
    """The JSON keys for the parts of a look."""

    viewer: str
    facts: str
    zones: str
    zone: str
    owner: str
    size: str
    groups: str
    asks: str
    over: str
    beats: str
    anew: str


def texts_of(keys: Keys) -> tuple[str, ...]:
    """The texts made from the keys, in numeric order."""
    key = Keys(*(f"{dumps(key)}:" for key in keys))
    return (
        f"{{{key.viewer}", f"{key.facts}{{", f"{key.zones}[", f"{{{key.zone}", f",{key.owner}",
        f",{key.size}", f",{key.groups}[", "]}", f"],{key.asks}[", f"],{key.over}false",
        f"],{key.over}true", f",{key.beats}[", f"{key.anew}true",
    )  # fmt: skip


VIEWER, FACTS, ZONES, ZONE, OWNER, SIZE, GROUPS, END_OF_ZONE, ASKS, GOES_ON, OVER = range(11)
BEATS, ANEW, FACT = range(11, 14)


def pieces_of(keys: Keys, facts: Sequence[str]) -> list[int]:
    """The row of pieces for a game with these facts."""
    texts = [text.encode() for text in (*texts_of(keys), *(f"{dumps(name)}:" for name in facts))]
    row: list[int] = [0] * (2 * len(texts))
    for i, text in enumerate(texts):
        row[2 * i : 2 * i + 2] = len(row), len(text)
        row += (int.from_bytes(text[k : k + 4], "little") for k in range(0, len(text), 4))
    return row


def room_for(laid: int, pieces: Sequence[int]) -> int:
    """The most numbers that one look of this size takes, as text. The pieces of a zone go around
    its four or more numbers, all others occur once.
    """
    zone = sum(pieces[2 * piece + 1] for piece in (ZONE, OWNER, SIZE, GROUPS, END_OF_ZONE))
    return len(pieces) + (LONGEST * laid + (zone + 1) * (laid // 4 + 1)) // 4 + HEAD


@rule
def look(s: Chance, scratch: Chance, viewer: int, out: Row) -> int:
    """The same as view, followed by the viewer's legal actions, how many there are, who is asked
    and whether it is over."""
    n = view(s, scratch, viewer, out)
    return add_choices(scratch, viewer, out, n)


@rule
def add_choices(known: Chance, viewer: int, out: Row, place: int) -> int:
    """Write the rest of a look after a viewer's view."""
    actions = row(ACTIONS)
    many = allowed(known, viewer, actions)
    n = place
    for i in range(many):
        out[n + i] = actions[i]
    n += many
    over = is_over(known)
    out[n] = many
    out[n + 1] = asks(known)
    out[n + 2] = 1 if over else 0
    return n + LOOK


@rule
def put(out: Row, at: int, characters: int, many: int) -> int:
    """Write up to four characters and zeros after them; returns the next position."""
    word = at >> 2
    moved = characters << (8 * (at & 3))
    out[word] = out[word] | (moved & MASK32)
    out[word + 1] = moved >> 32
    return at + many


@rule
def put_piece(out: Row, at: int, pieces: ReadRow, piece: int) -> int:
    """Write a piece; returns the next position."""
    end = at
    word = pieces[2 * piece]
    left = pieces[2 * piece + 1]
    while left > 0:
        end = put(out, end, pieces[word], min(4, left))
        word += 1
        left -= 4
    return end


@rule
def put_number(out: Row, at: int, number: int) -> int:
    """Write a number; returns the next position."""
    if 0 <= number <= 9:
        return put(out, at, ZERO + number, 1)
    end = at
    rest = number
    if rest < 0:
        end = put(out, end, MINUS, 1)
        rest = -rest
    power = 1
    while rest // power >= 10:
        power = power * 10
    while power > 0:
        end = put(out, end, ZERO + rest // power % 10, 1)
        power = power // 10
    return end


@rule
def put_named(out: Row, at: int, pieces: ReadRow, piece: int, number: int) -> int:
    """Write a number after a piece; returns the next position."""
    end = put_piece(out, at, pieces, piece)
    return put_number(out, end, number)


@rule
def put_next(out: Row, at: int, character: int, number: int) -> int:
    """Write a number after a character; returns the next position."""
    end = put(out, at, character, 1)
    return put_number(out, end, number)


@rule
def put_zone(out: Row, at: int, laid: Row, head: int, pieces: ReadRow) -> int:
    """Write the zone whose numbers begin at `head`; returns the next position."""
    end = put_named(out, at, pieces, ZONE, laid[head])
    end = put_named(out, end, pieces, OWNER, laid[head + 1])
    end = put_named(out, end, pieces, SIZE, laid[head + 2])
    end = put_piece(out, end, pieces, GROUPS)
    for i in range(laid[head + 3]):
        group = head + 4 + 3 * i
        if i > 0:
            end = put(out, end, COMMA, 1)
        end = put_next(out, end, OPEN, laid[group])
        end = put_next(out, end, COMMA, laid[group + 1])
        end = put_next(out, end, COMMA, laid[group + 2])
        end = put(out, end, CLOSE, 1)
    return put_piece(out, end, pieces, END_OF_ZONE)


@rule
def put_table(out: Row, at: int, laid: Row, n: int, pieces: ReadRow) -> int:
    """Write the facts and zones that take `n` numbers; returns the next position."""
    end = put(out, at, COMMA, 1)
    end = put_piece(out, end, pieces, FACTS)
    for i in range(laid[0]):
        if i > 0:
            end = put(out, end, COMMA, 1)
        end = put_named(out, end, pieces, FACT + i, laid[1 + i])
    end = put(out, end, END, 1)
    end = put(out, end, COMMA, 1)
    end = put_piece(out, end, pieces, ZONES)
    first = 1 + laid[0]
    head = first
    while head < n:
        if head > first:
            end = put(out, end, COMMA, 1)
        end = put_zone(out, end, laid, head, pieces)
        head += 4 + 3 * laid[head + 3]
    return end


@rule
def put_asks(out: Row, at: int, asked: int, over: int, pieces: ReadRow) -> int:
    """Write who is asked and whether it is over; returns the next position."""
    end = put_piece(out, at, pieces, ASKS)
    first = end
    for seat in members_of(asked):
        if end > first:
            end = put(out, end, COMMA, 1)
        end = put_number(out, end, seat)
    return put_piece(out, end, pieces, OVER if over == 1 else GOES_ON)


@rule
def looks(s: Chance, scratch: Chance, viewers: int, pieces: ReadRow, laid: Row, out: Row) -> int:
    """The looks of a set of viewers, in which seat n is n + 1 and a spectator is 0: a head for
    each, then everyone's actions and text; returns how many numbers that takes."""
    n = HEAD * count(viewers)
    head = 0
    for viewer in members_of(viewers):
        end = look(s, scratch, viewer - 1, laid) - LOOK
        actions = laid[end]
        end -= actions
        out[head] = actions
        out[head + 1] = n
        for i in range(actions):
            out[n + i] = laid[end + i]
        n += actions
        out[n] = 0
        text = put_named(out, 4 * n, pieces, VIEWER, viewer - 1)
        text = put_table(out, text, laid, end, pieces)
        text = put_asks(out, text, laid[end + actions + 1], laid[end + actions + 2], pieces)
        out[head + 2] = text - 4 * n
        out[head + 3] = n
        n = (text + 3) >> 2
        head += HEAD
    return n
