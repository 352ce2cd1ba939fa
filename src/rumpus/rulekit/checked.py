"""Checked mode: states, rows and tables that refuse what the compiled rules would get wrong.

Rules run as they stand; only the numbers they touch are of a stricter kind. An index outside its
array (a negative one too) and a number that its field cannot hold raise `RuleFault`.
"""

from __future__ import annotations

import types
from typing import Any, TypeVar

from .declare import bounds
from .errors import RuleFault

T = TypeVar("T")


class CheckedRow(list[Any]):
    """A list that refuses wrong indexes and, at its innermost level, numbers out of range."""

    __slots__ = ("high", "low", "name")

    def __init__(self, values: Any, name: str, bits: int) -> None:
        super().__init__(values)
        self.name = name
        self.low, self.high = bounds(bits)

    def _place(self, index: Any) -> None:
        if not 0 <= index < len(self):
            raise RuleFault(f"index {index} of {self.name} is outside 0..{len(self) - 1}")

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return CheckedRow(
                list.__getitem__(self, index), self.name, (self.high + 1).bit_length()
            )
        self._place(index)
        return list.__getitem__(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._place(index)
        if not self.low <= value <= self.high:
            raise RuleFault(f"{value} does not fit into {self.name} ({self.low}..{self.high})")
        list.__setitem__(self, index, value)


def checked_rows(values: Any, name: str, bits: int) -> Any:
    """The same nested lists, refusing what is out of range."""
    if not isinstance(values, list):
        return values
    return CheckedRow([checked_rows(value, name, bits) for value in values], name, bits)


class CheckedTable(tuple[Any, ...]):
    """A table of numbers that refuses wrong indexes."""

    name: str = "a table"

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < len(self):
            raise RuleFault(f"index {index} of {self.name} is outside 0..{len(self) - 1}")
        return tuple.__getitem__(self, index)


def checked_table(values: tuple[Any, ...], name: str) -> CheckedTable:
    """The same nested tuples, refusing wrong indexes."""
    table = CheckedTable(checked_table(v, name) if isinstance(v, tuple) else v for v in values)
    table.name = name
    return table


def checked_state(kind: type[T]) -> type[T]:
    """The same state, refusing numbers that a field cannot hold and indexes outside an array."""
    slots = kind.layout.by_name  # type: ignore[attr-defined]

    def keep(self: Any, name: str, value: Any) -> None:
        slot = slots.get(name)
        if slot is not None and slot.shape:
            value = checked_rows(value, name, slot.bits)
        elif slot is not None:
            low, high = bounds(slot.bits)
            if not low <= value <= high:
                raise RuleFault(f"{value} does not fit into {name} ({low}..{high})")
        object.__setattr__(self, name, value)

    body = {"__slots__": (), "__setattr__": keep, "__doc__": kind.__doc__}
    sizes = getattr(kind, "sizes", {})
    made: type[T] = types.new_class(
        f"Checked{kind.__name__}", (kind,), dict(sizes), lambda space: space.update(body)
    )
    return made
