"""What an expression of the rule language can be: a number, yes or no, an array, a state."""

from __future__ import annotations

from types import BuiltinFunctionType, FunctionType
from typing import Any, NamedTuple

from .declare import Cube, Grid, ReadCube, ReadGrid, ReadRow, Row, bounds, is_rule, is_whole
from .intrinsics import INTRINSICS


class Type(NamedTuple):
    """The type of an expression; for an array also the bits of its integers, its sizes, and whether
    the rule may only read it. A size of 0 is unknown to the rule.
    """

    kind: str
    bits: int = 64
    shape: tuple[int, ...] = ()
    is_fixed: bool = False

    @property
    def is_number(self) -> bool:
        """Whether it is a single number (or yes/no)."""
        return self.kind in ("number", "yes/no")

    @property
    def is_array(self) -> bool:
        """Whether it can be indexed."""
        return self.kind == "array"

    @property
    def inner(self) -> Type:
        """The type of an array's elements."""
        return self._replace(shape=self.shape[1:]) if len(self.shape) > 1 else NUMBER

    @property
    def words(self) -> str:
        """The type in words, for messages."""
        if self.is_array:
            return ("a row", "a grid", "a cube")[len(self.shape) - 1]
        return "yes or no (a bool)" if self.kind == "yes/no" else KIND_WORDS[self.kind]

    @property
    def written(self) -> str:
        """The annotation that declares it; empty for a state."""
        if self.is_array:
            return ("Row", "Grid", "Cube")[len(self.shape) - 1]
        return {"number": "int", "yes/no": "bool", "nothing": "None"}.get(self.kind, "")


NUMBER, YES_NO, NOTHING, STATE = Type("number"), Type("yes/no"), Type("nothing"), Type("state")
KIND_WORDS = {"number": "a number", "state": "a state", "nothing": "nothing"}

ANNOTATIONS: tuple[tuple[Any, Type], ...] = (
    (int, NUMBER),
    (bool, YES_NO),
    (Row, Type("array", 0, (0,))),
    (Grid, Type("array", 0, (0, 0))),
    (Cube, Type("array", 0, (0, 0, 0))),
    (ReadRow, Type("array", 0, (0,), is_fixed=True)),
    (ReadGrid, Type("array", 0, (0, 0), is_fixed=True)),
    (ReadCube, Type("array", 0, (0, 0, 0), is_fixed=True)),
)
"""What parameters and results may be declared as, besides states."""


def table_type(thing: Any) -> Type | None:
    """The type of a table: a tuple of numbers, or of equally long tuples of them."""
    shape: list[int] = []
    level = [thing]
    while all(isinstance(x, tuple) for x in level):
        lengths = {len(x) for x in level}
        if len(lengths) != 1 or 0 in lengths:
            return None
        shape.append(lengths.pop())
        level = [y for x in level for y in x]
    if not 1 <= len(shape) <= 3 or not all(is_whole(x) for x in level):
        return None
    bits = next((bits for bits in (8, 16, 32, 64) if fits(bits, *level)), None)
    return None if bits is None else Type("array", bits, tuple(shape), is_fixed=True)


def fits(bits: int, *numbers: int) -> bool:
    """Whether all these numbers fit into this many bits."""
    low, high = bounds(bits)
    return low <= min(numbers) and max(numbers) <= high


def is_rule_table(thing: Any) -> bool:
    """Whether this is a tuple of rules, to be called by index."""
    return isinstance(thing, tuple) and len(thing) > 0 and all(is_rule(x) for x in thing)


def is_intrinsic(thing: Any) -> bool:
    """Whether this is one of the language's own small functions."""
    return isinstance(thing, FunctionType | BuiltinFunctionType) and thing in INTRINSICS
