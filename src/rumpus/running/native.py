"""The native back end: a game's library, called through ctypes; long calls release the GIL."""

from __future__ import annotations

import ctypes
import struct
import warnings
from collections.abc import Sequence
from functools import cache
from typing import Any

from rumpus.language.c.build import (
    FLAGS,
    CannotBuild,
    Library,
    build_privately,
    cached_library,
    shipped_library,
    warn_of_shipped,
)
from rumpus.language.c.emit import EntryPoint
from rumpus.language.declare import CODES
from rumpus.language.errors import RuleFault
from rumpus.language.intrinsics import LOG_ROOM, MOST_ARGUMENTS
from rumpus.language.ruleset import EntryPoints, RuleSet
from rumpus.rulekit.game import Game
from rumpus.rulekit.log import OVERFLOW, Event, Told

from .backend import WIDTH, Backend, Callables
from .interpreted import Interpreted

ROW = ctypes.POINTER(ctypes.c_int32)
EVENT = MOST_ARGUMENTS + 2
"""The numbers of an event: its audience, its kind, and its arguments."""


@cache
def row_type(size: int) -> type[ctypes.Array[ctypes.c_int32]]:
    """A C array of this many numbers."""
    return ctypes.c_int32 * size


class CLog(ctypes.Structure):
    """The event log as a C struct."""

    _fields_ = (
        ("kinds", ctypes.c_uint64),
        ("states", ctypes.c_void_p),
        ("n", ctypes.c_int32),
        ("lost", ctypes.c_int32),
        ("event", ctypes.c_int32 * EVENT * LOG_ROOM),
    )


class Native(Backend):
    """The rules compiled to machine code. A state is a buffer of bytes."""

    name = "native"

    def __init__(self, game: Game, *more: EntryPoints, flags: tuple[str, ...] = FLAGS) -> None:
        super().__init__(game, *more)
        opened, self.library = open_library(self.rules, flags)
        self.path = opened.path
        self.holding = ctypes.PyDLL(str(self.path))
        wanted = {rule.__name__ for rule in self.rules.entries}
        self.entries = {entry.name: entry for entry in opened.entries if entry.name in wanted}
        self.brief = {
            rule.__name__ for group in self.rules.groups if group.brief for rule in group.rules
        }
        self.buffer = ctypes.c_char * self.layout.size
        self.spare = self.buffer()
        self.shelves: list[ctypes.Array[Any]] = []
        self.forms = {
            slot.name: (f"<{slot.places}{CODES[slot.bits]}", slot.offset, slot.shape)
            for slot in self.layout.slots
        }
        self.silent = Callables()
        self.telling: dict[str, Any] = {}
        for name, entry in self.entries.items():
            self.silent[name] = self._function(f"rumpus_{name}", entry)
            if hasattr(self.library, f"rumpus_told_{name}"):
                self.telling[name] = self._function(f"rumpus_told_{name}", entry, CLog)

    def _function(self, name: str, entry: EntryPoint, *log: type[ctypes.Structure]) -> Any:
        types: dict[str, Any] = {
            "state": ctypes.POINTER(self.buffer),
            "number": ctypes.c_int64,
            "row": ROW,
        }
        function = getattr(self.holding if entry.name in self.brief else self.library, name)
        first, *others = (types[parameter.kind] for parameter in entry.parameters)
        function.argtypes = [first, *map(ctypes.POINTER, log), *others]
        function.restype = ctypes.c_int64 if entry.has_result else None
        return function

    def load(self, data: bytes) -> Any:
        """A state from its bytes."""
        return self.buffer.from_buffer_copy(self.check_size(data))

    def pack(self, s: Any) -> bytes:
        """The bytes of a state."""
        return bytes(s.raw)

    def copy(self, s: Any) -> Any:
        """A copy of a state."""
        return self.buffer.from_buffer_copy(s)

    def field(self, s: Any, name: str) -> Any:
        """A field's value: a number, or (nested) lists of them."""
        form, offset, shape = self.forms[name]
        values: Sequence[Any] = struct.unpack_from(form, s, offset)
        if not shape:
            return values[0]
        for length in reversed(shape[1:]):
            values = [list(values[i : i + length]) for i in range(0, len(values), length)]
        return list(values)

    def row(self, size: int, values: Sequence[int] = ()) -> Any:
        """A row for rules to read or write."""
        made: Any = row_type(size)
        return made(*values)

    def read(self, row: Any, n: int) -> tuple[int, ...]:
        """The first numbers of a row."""
        return struct.unpack_from(f"<{n}i", row)

    def written(self, row: Any, n: int) -> bytes:
        """The same as bytes."""
        return ctypes.string_at(row, WIDTH * n)

    def row_of(self, data: bytes) -> Any:
        """A row for rules to read, from its bytes."""
        return ctypes.cast(ctypes.c_char_p(data), ROW)

    def scratch(self, s: Any) -> Any:
        """A state for a brief rule to overwrite; such rules keep the GIL, so one is enough."""
        return self.spare

    def run(self, rule: str, *arguments: Any) -> int:
        """Call an entry point; True is 1, False and None are 0."""
        return int(self.silent[rule](*arguments) or 0)

    def told(self, rule: str, s: Any, *arguments: int) -> list[Event]:
        """Call an entry point and keep what it tells."""
        log = CLog()
        self._log(log, rule, s, *arguments)
        return events_of(log)

    def told_in(self, rule: str, s: Any, *arguments: int) -> Told:
        """Call an entry point and keep what it tells, with the states."""
        before, log = s.raw, CLog()
        try:
            shelf = self.shelves.pop()
        except IndexError:  # others use all of them
            shelf = (self.buffer * LOG_ROOM)()
        log.states = ctypes.addressof(shelf)
        self._log(log, rule, s, *arguments)
        states = before + ctypes.string_at(shelf, log.n * self.layout.size)
        self.shelves.append(shelf)
        return Told(events_of(log), states)

    def kinds_told(self, rule: str, s: Any, *arguments: Any) -> int:
        """Call an entry point; returns the set of kinds of event that it told, however many."""
        log = CLog()
        self._log(log, rule, s, *arguments)
        return int(log.kinds)

    def _log(self, log: CLog, rule: str, s: Any, *arguments: Any) -> None:
        if rule in self.telling:
            self.telling[rule](s, log, *arguments)
        else:
            self.silent[rule](s, *arguments)


def events_of(log: CLog) -> list[Event]:
    """The events that C logged; an error if any was lost."""
    if log.lost:
        raise RuleFault(OVERFLOW)
    told: Sequence[int] = struct.unpack_from(f"<{log.n * EVENT}i", log, CLog.event.offset)
    return [
        Event(told[i], told[i + 1], tuple(told[i + 2 : i + EVENT]))
        for i in range(0, len(told), EVENT)
    ]


def open_library(rules: RuleSet, flags: tuple[str, ...]) -> tuple[Library, ctypes.CDLL]:
    """Load the library of some rules: shipped, cached or newly built."""
    if shipped := shipped_library(rules, flags):
        try:
            return shipped, ctypes.CDLL(str(shipped.path))
        except OSError as reason:
            warn_of_shipped(rules, f"{shipped.path.name} cannot be loaded ({reason})")
    cached = cached_library(rules, flags)
    try:
        return cached, ctypes.CDLL(str(cached.path))
    except OSError:  # from some folders no library may be loaded
        private = build_privately(rules, flags)
        return private, ctypes.CDLL(str(private.path))


def fastest(game: Game, *more: EntryPoints) -> Backend:
    """The native back end where C can be compiled, otherwise the interpreted one with a warning."""
    try:
        return Native(game, *more)
    except CannotBuild as reason:
        warnings.warn(
            f"The rules of {game.title} run interpreted, about a hundred times slower: {reason}",
            stacklevel=2,
        )
        return Interpreted(game, *more)
