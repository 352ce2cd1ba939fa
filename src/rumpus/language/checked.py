"""Checked mode: rules, states, rows and tables that refuse what the compiled rules would get wrong.

An index outside its array (a negative one too), a number that its field cannot hold, a count that
64 bits cannot hold, a shift by more than 63 places, a division by zero and a name without a value
raise `RuleFault`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from types import CodeType, FunctionType
from typing import Any, TypeVar

from . import intrinsics
from .declare import bounds, new_class
from .errors import RuleFault
from .reading import read_function

T = TypeVar("T")
LEAST, MOST = bounds(64)


# --------------------------------------------------------------------------------- arrays
def check_index(index: Any, size: int, name: str) -> None:
    """Refuse an index outside an array."""
    if not 0 <= index < size:
        raise RuleFault(f"index {index} of {name} is outside 0..{size - 1}")


class CheckedRow(list[Any]):
    """A list that refuses wrong indexes and, at its innermost level, numbers out of range."""

    __slots__ = ("high", "low", "name")

    def __init__(self, values: Any, name: str, bits: int) -> None:
        super().__init__(values)
        self.name = name
        self.low, self.high = bounds(bits)

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, slice):
            check_index(index, len(self), self.name)
        return list.__getitem__(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        if not isinstance(index, slice):
            check_index(index, len(self), self.name)
            if not self.low <= value <= self.high:
                raise RuleFault(f"{value} does not fit into {self.name} ({self.low}..{self.high})")
        list.__setitem__(self, index, value)


def checked_rows(values: Any, name: str, bits: int) -> Any:
    """The same nested lists, refusing what is out of range."""
    if not isinstance(values, list):
        return values
    return CheckedRow([checked_rows(value, name, bits) for value in values], name, bits)


def checked_local_row(size: int) -> Any:
    """A local row that refuses wrong indexes."""
    return checked_rows(intrinsics.row(size), "a local row", 64)


def checked_local_grid(rows: int, size: int) -> Any:
    """A local grid that refuses wrong indexes."""
    return checked_rows(intrinsics.grid(rows, size), "a local grid", 64)


class CheckedTable(tuple[Any, ...]):
    """A table that refuses wrong indexes."""

    name: str

    def __getitem__(self, index: Any) -> Any:
        check_index(index, len(self), self.name)
        return tuple.__getitem__(self, index)


def checked_table(values: tuple[Any, ...], name: str) -> CheckedTable:
    """The same nested tuples, refusing wrong indexes."""
    table = CheckedTable(checked_table(v, name) if isinstance(v, tuple) else v for v in values)
    table.name = name
    return table


# --------------------------------------------------------------------------------- states
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
    made: type[T] = new_class(f"Checked{kind.__name__}", (kind,), body, getattr(kind, "sizes", {}))
    return made


# --------------------------------------------------------------------------------- arithmetic
def checked_number(number: int) -> int:
    """A number, if 64 bits hold it."""
    if not LEAST <= number <= MOST:
        raise RuleFault(f"{number} does not fit into 64 bits")
    return number


def checked_shift(places: int) -> int:
    """The number of places to shift by, if C can do that."""
    if not 0 <= places <= 63:
        raise RuleFault(f"a number is shifted by 0 to 63 places, not {places}")
    return places


def checked_abs(number: int) -> int:
    """A number without its sign, if 64 bits hold it."""
    return checked_number(abs(number))


NUMBER, SHIFT = "<number>", "<shift>"
"""The names of the checks, which no rule can have."""
CHECKS = {"abs": checked_abs, NUMBER: checked_number, SHIFT: checked_shift}


class Watcher(ast.NodeTransformer):
    """Wraps a check around every operation whose result could be too big, and every shift."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """`a + b` becomes `number(a + b)`, `a >> b` becomes `a >> shift(b)`."""
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift | ast.RShift):
            node.right = self.around(SHIFT, node.right)
        if isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.LShift | ast.FloorDiv):
            return self.around(NUMBER, node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """`-a`."""
        self.generic_visit(node)
        return self.around(NUMBER, node) if isinstance(node.op, ast.USub) else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """`a += b` becomes `a = a + b`."""
        read = deepcopy(node.target)
        read.ctx = ast.Load()
        sum_ = ast.copy_location(ast.BinOp(read, node.op, node.value), node)
        return ast.copy_location(ast.Assign([node.target], self.visit(sum_)), node)

    @staticmethod
    def around(check: str, node: ast.expr) -> ast.expr:
        """A call of a check."""
        return ast.copy_location(ast.Call(ast.Name(check, ast.Load()), [node], []), node)


def checked_code(function: FunctionType) -> CodeType:
    """A rule's code with its arithmetic checked; what it calls is found in CHECKS."""
    return rewritten(function, Watcher())


def rewritten(function: FunctionType, transformer: ast.NodeTransformer) -> CodeType:
    """A rule's code, compiled from its changed syntax tree."""
    node = deepcopy(read_function(function))
    node.decorator_list, node.returns = [], None
    for parameter in node.args.args:
        parameter.annotation = None
    module = ast.Module([transformer.visit(node)], [])
    file = function.__code__.co_filename
    space: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(module), file, "exec", dont_inherit=True), space)
    code: CodeType = space[node.name].__code__
    return code


@contextmanager
def faults() -> Iterator[None]:
    """Turn what Python itself refuses into a `RuleFault`."""
    try:
        yield
    except ZeroDivisionError:
        raise RuleFault("a number was divided by zero") from None
    except UnboundLocalError as error:
        raise RuleFault(f"a name was read before it had a value: {error}") from None
