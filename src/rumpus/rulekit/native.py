"""The native back end: a game's library, called through ctypes (which lets go of the GIL)."""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .backend import Backend, Interpreted
from .build import FLAGS, NoCompiler, library, read_entries
from .errors import RuleFault
from .game import Game
from .intrinsics import MOST_ARGUMENTS
from .log import LOG_ROOM, Event
from .options import Setting

if TYPE_CHECKING:
    from .batch import Batch


class CLog(ctypes.Structure):
    """The event log as C has it."""

    _fields_ = (
        ("kinds", ctypes.c_int64),
        ("n", ctypes.c_int32),
        ("lost", ctypes.c_int32),
        ("event", ctypes.c_int32 * (MOST_ARGUMENTS + 2) * LOG_ROOM),
    )


class Native(Backend):
    """The rules compiled to machine code. A state is a buffer of bytes."""

    name = "native"

    def __init__(self, game: Game, flags: tuple[str, ...] = FLAGS) -> None:
        super().__init__(game)
        self.path = library(game, flags)
        self.library = ctypes.CDLL(str(self.path))
        self.entries = {entry.name: entry for entry in read_entries(self.path)}
        self.layout = game.state.layout
        self.buffer = ctypes.c_char * self.layout.size
        self.log = CLog()
        self.functions: dict[str, Any] = {}
        for entry in self.entries.values():
            self.functions[entry.name] = self._function(f"rumpus_{entry.name}", entry.has_result)
            if hasattr(self.library, f"rumpus_told_{entry.name}"):
                told = self._function(f"rumpus_told_{entry.name}", entry.has_result)
                self.functions[f"told {entry.name}"] = told

    def _function(self, name: str, has_result: bool) -> Any:
        function = getattr(self.library, name)
        function.restype = ctypes.c_int64 if has_result else None
        return function

    def load(self, data: bytes) -> Any:
        """A state out of its bytes."""
        return self.buffer.from_buffer_copy(data)

    def pack(self, s: Any) -> bytes:
        """The bytes of a state."""
        return bytes(s.raw)

    def copy(self, s: Any) -> Any:
        """A second state like this one."""
        return self.buffer.from_buffer_copy(s)

    def field(self, s: Any, name: str) -> Any:
        """A field's value: a number, or (nested) lists of them."""
        slot = self.layout.by_name[name]
        size = slot.bits // 8
        numbers: list[Any] = [
            int.from_bytes(s.raw[at : at + size], "little", signed=True)
            for at in range(slot.offset, slot.offset + slot.places * size, size)
        ]
        if not slot.shape:
            return numbers[0]
        for length in reversed(slot.shape[1:]):
            numbers = [numbers[i : i + length] for i in range(0, len(numbers), length)]
        return numbers

    def row(self, size: int, values: Sequence[int] = ()) -> Any:
        """A row for rules to read or write."""
        return (ctypes.c_int32 * size)(*values)

    def run(self, rule: str, *arguments: Any) -> int:
        """Call an entry point."""
        return int(self.functions[rule](*map(_passed, arguments)) or 0)

    def told(self, rule: str, s: Any, *arguments: int) -> list[Event]:
        """Call an entry point and keep what it tells."""
        function = self.functions.get(f"told {rule}")
        if function is None:
            self.run(rule, s, *arguments)
            return []
        log = CLog()
        function(s, ctypes.byref(log), *map(_passed, arguments))
        if log.lost:
            raise RuleFault(f"an action told more than {LOG_ROOM} events")
        rows = (log.event[i] for i in range(log.n))
        return [Event(row[0], row[1], tuple(row[2:])) for row in rows]


    def kinds_told(self, rule: str, s: Any, *arguments: Any) -> int:
        """Call an entry point; the set of kinds of event that it told, however many."""
        log = CLog()
        self.functions[f"told {rule}"](s, ctypes.byref(log), *map(_passed, arguments))
        return int(log.kinds)


def _passed(argument: Any) -> Any:
    return ctypes.c_int64(argument) if isinstance(argument, int) else argument


def fastest(game: Game) -> Backend:
    """Native where C can be compiled, else interpreted, saying so."""
    try:
        return Native(game)
    except NoCompiler as sentence:
        warnings.warn(str(sentence), stacklevel=2)
        return Interpreted(game)


def batch(
    game: Game,
    n: int,
    options: Mapping[str, Setting] | None = None,
    seed: int = 0,
    *,
    players: int | None = None,
    threads: int | None = None,
) -> Batch:
    """`n` games side by side, dealt: game i is number i of the series `seed`.

    `options` may hold `players` beside the game's own options.
    """
    from .batch import make  # noqa: PLC0415

    return make(game, n, options or {}, seed, players=players, threads=threads)
