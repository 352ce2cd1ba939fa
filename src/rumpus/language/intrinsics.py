"""What rules may call besides other rules: each as a Python function and as a C expression.

Numbers of 32 bits are kept as 0..2**32-1 in ordinary integers; `add32`, `mul32` and `rot32` stay
inside that range, `signed32` folds such a number into an i32 field and `& MASK32` unfolds it.
All of them take any number and use only its lowest 32 bits.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from .declare import Grid, ReadRow, Row

MASK32 = 0xFFFFFFFF
FNV_START, FNV_PRIME, MASK64 = 0xCBF29CE484222325, 0x100000001B3, (1 << 64) - 1
LANES = 4
"""The lanes of a digest, which a processor can compute in parallel."""
EVERYONE = -1
"""The audience of an event that everybody may know."""
MOST_ARGUMENTS = 4
LOG_ROOM = 512
"""The maximum number of events per action."""
KEPT_WIDTH = 4
"""Bytes per number in a row of states."""

F = TypeVar("F", bound=Callable[..., Any])


class Intrinsic(NamedTuple):
    """How an intrinsic is called and what it is in C."""

    arguments: int
    c: str
    takes_more: bool = False


INTRINSICS: dict[Callable[..., Any], Intrinsic] = {}


def intrinsic(c: str) -> Callable[[F], F]:
    """Give a Python function its C expression."""

    def register(function: F) -> F:
        INTRINSICS[function] = Intrinsic(function.__code__.co_argcount, c)
        return function

    return register


INTRINSICS[min] = Intrinsic(2, "rk_min({0}, {1})", takes_more=True)
INTRINSICS[max] = Intrinsic(2, "rk_max({0}, {1})", takes_more=True)
INTRINSICS[abs] = Intrinsic(1, "rk_abs({0})")


@intrinsic("(int64_t)((uint32_t){0} + (uint32_t){1})")
def add32(a: int, b: int) -> int:
    """The lowest 32 bits of a sum."""
    return (a + b) & MASK32


@intrinsic("(int64_t)((uint32_t){0} * (uint32_t){1})")
def mul32(a: int, b: int) -> int:
    """The lowest 32 bits of a product."""
    return (a * b) & MASK32


@intrinsic("(int64_t)rk_rot32((uint32_t){0}, {1})")
def rot32(a: int, by: int) -> int:
    """32 bits rotated left by this many places."""
    a &= MASK32
    return ((a << (by & 31)) | (a >> (-by & 31))) & MASK32


@intrinsic("(int64_t)(int32_t)(uint32_t){0}")
def signed32(a: int) -> int:
    """32 bits as a signed number, to be kept in an i32."""
    return ((a & MASK32) ^ 0x80000000) - 0x80000000


@intrinsic("rk_count({0})")
def count(members: int) -> int:
    """How many members a set of small numbers has."""
    return (members & 0xFFFFFFFFFFFFFFFF).bit_count()


@intrinsic("rk_lowest({0})")
def lowest(members: int) -> int:
    """The smallest member of a set of small numbers; NONE when it is empty."""
    return (members & -members).bit_length() - 1


# --------------------------------------------------------------------------------- special forms
# The checker and the emitter know these by name.
def row(size: int) -> Row:
    """A local array of zeros."""
    return [0] * size


def grid(rows: int, size: int) -> Grid:
    """A local array of rows of zeros."""
    return [[0] * size for _ in range(rows)]


def clear(s: Any) -> None:
    """Set every field to its starting value."""
    s.clear()


def copy(to: Any, source: Any) -> None:
    """Make one state the same as another."""
    to.assign(source)


def restore(s: Any, kept: ReadRow, n: int) -> None:
    """Make a state equal to number n in a row of packed states."""
    size = s.layout.size // KEPT_WIDTH
    s.unpack(array("i", kept[n * size : (n + 1) * size]).tobytes())


def digest(s: Any) -> int:
    """A hash of a whole state, from 0 to 2**63-1; collisions are very unlikely."""
    lanes = [FNV_START] * LANES
    for i, (part,) in enumerate(struct.iter_unpack("<Q", s.pack())):
        lanes[i % LANES] = _mixed(lanes[i % LANES], part)
    number = FNV_START
    for lane in lanes:
        number = _mixed(number, lane)
    return number >> 1


def _mixed(number: int, part: int) -> int:
    number = (number ^ part) * FNV_PRIME & MASK64
    return number ^ number >> 32


def tell(s: Any, kind: int, *arguments: int) -> None:
    """Log an event for everyone; does nothing in simulations."""
    if s.log is not None:
        s.log.add(EVERYONE, kind, arguments, s)


def whisper(s: Any, seats: int, kind: int, *arguments: int) -> None:
    """Log an event for a set of seats only."""
    if s.log is not None:
        s.log.add(seats, kind, arguments, s)
