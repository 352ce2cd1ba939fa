"""Declaring a game's state and rules: `@state`, `@bundle`, `@rule`, integer fields and arrays.

A state is a class of named integers and fixed arrays of them::

    @state
    class State(Chance):
        player: i8  # a number
        starter = i8(NONE)  # a number that starts at NONE
        tank = i8[MAX_PLAYERS, COLOURS]()  # an array that starts at 0

Type checkers see `s.player` as an `int` and `s.tank` as rows of ints. At run time the class has
slots, plain ints and lists, so a rule reads its numbers directly.
"""

from __future__ import annotations

import inspect
import struct
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeAlias, TypeVar, overload

Row: TypeAlias = list[int]
Grid: TypeAlias = list[list[int]]
Cube: TypeAlias = list[list[list[int]]]
ReadRow: TypeAlias = Sequence[int]
"""A row that a rule only reads, so that it may also be given a table."""
ReadGrid: TypeAlias = Sequence[Sequence[int]]
ReadCube: TypeAlias = Sequence[Sequence[Sequence[int]]]
Size: TypeAlias = int | str

NONE = -1
"""No card, no seat, nobody."""

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


def is_whole(thing: object) -> bool:
    """Whether this is a whole number; True and False are not."""
    return isinstance(thing, int) and not isinstance(thing, bool)


# --------------------------------------------------------------------------------- field types
class Field:
    """One declared field: an integer type, a shape (empty for a number), a starting value.

    A size may be a word; the class that includes the bundle then gives the number::

        class State(Piles, cards=105, zones=8)
    """

    def __init__(self, bits: int, shape: tuple[Size, ...] = (), start: int = 0) -> None:
        if not is_whole(start):
            raise TypeError(f"a field starts at a whole number, not {start!r}")
        self.bits, self.shape, self.start = bits, shape, int(start)

    def sized(self, sizes: dict[str, int]) -> Field:
        """The same field with its named sizes filled in."""
        shape = tuple(sizes[size] if isinstance(size, str) else size for size in self.shape)
        return Field(self.bits, shape, self.start)


class RowField(Field):
    """An array with one index."""

    def __call__(self, start: int = 0) -> RowField:
        """The same array with every element starting at `start`."""
        return RowField(self.bits, self.shape, start)

    def __get__(self, owner: object, kind: type | None = None) -> Row:
        raise AttributeError("declare the class with @state")


class GridField(Field):
    """An array with two indexes."""

    def __call__(self, start: int = 0) -> GridField:
        """The same array with every element starting at `start`."""
        return GridField(self.bits, self.shape, start)

    def __get__(self, owner: object, kind: type | None = None) -> Grid:
        raise AttributeError("declare the class with @state")


class CubeField(Field):
    """An array with three indexes."""

    def __call__(self, start: int = 0) -> CubeField:
        """The same array with every element starting at `start`."""
        return CubeField(self.bits, self.shape, start)

    def __get__(self, owner: object, kind: type | None = None) -> Cube:
        raise AttributeError("declare the class with @state")


class IntegerType(type):
    """What `i8[6]`, `i8[6, 7]` and `i8[6, 3, 7]` mean."""

    bits: int

    @overload
    def __getitem__(cls, shape: Size) -> RowField: ...
    @overload
    def __getitem__(cls, shape: tuple[Size, Size]) -> GridField: ...
    @overload
    def __getitem__(cls, shape: tuple[Size, Size, Size]) -> CubeField: ...
    def __getitem__(cls, shape: Size | tuple[Size, ...]) -> Field:
        """An array of this integer type."""
        sizes = shape if isinstance(shape, tuple) else (shape,)
        array = {1: RowField, 2: GridField, 3: CubeField}.get(len(sizes))
        if array is None:
            raise TypeError(f"an array has one to three sizes, not {len(sizes)}")
        for size in sizes:
            if not isinstance(size, str) and not is_whole(size):
                raise TypeError(f"an array's size is a whole number, not {size!r}")
            if not isinstance(size, str) and size < 1:
                raise TypeError(f"an array's size is at least 1, not {size}")
        return array(cls.bits, sizes)


class Integer(Field, metaclass=IntegerType):
    """A signed integer of `bits` bits."""

    bits: int = 64

    def __init__(self, start: int = 0) -> None:
        super().__init__(type(self).bits, (), start)

    def __get__(self, owner: object, kind: type | None = None) -> int:
        raise AttributeError("declare the class with @state")

    def __set__(self, owner: object, value: int) -> None:
        raise AttributeError("declare the class with @state")


class i8(Integer):
    """A number from -128 to 127."""

    bits = 8


class i16(Integer):
    """A number from -32768 to 32767."""

    bits = 16


class i32(Integer):
    """A number of 32 bits."""

    bits = 32


class i64(Integer):
    """A number of 64 bits."""

    bits = 64


def bounds(bits: int) -> tuple[int, int]:
    """The least and the greatest number with this many bits."""
    return -(1 << bits - 1), (1 << bits - 1) - 1


# --------------------------------------------------------------------------------- layout
class Slot(NamedTuple):
    """A field and its position in the bytes of a state."""

    name: str
    bits: int
    shape: tuple[int, ...]
    start: int
    offset: int

    @property
    def places(self) -> int:
        """How many integers the field holds."""
        return prod(self.shape)


@dataclass(frozen=True)
class Layout:
    """The bytes of a state, the same in every back end: widest fields first, no gaps."""

    slots: tuple[Slot, ...]
    size: int

    @cached_property
    def by_name(self) -> dict[str, Slot]:
        """The fields by their names."""
        return {slot.name: slot for slot in self.slots}

    @property
    def padding(self) -> int:
        """Unused bytes at the end, up to a multiple of eight."""
        return self.size - max((s.offset + s.places * s.bits // 8 for s in self.slots), default=0)


def lay_out(fields: dict[str, Field]) -> Layout:
    """Give every field its position."""
    slots, offset = [], 0
    for name, field in sorted(fields.items(), key=lambda item: -item[1].bits):
        shape = tuple(int(size) for size in field.shape)
        slots.append(Slot(name, field.bits, shape, field.start, offset))
        offset += slots[-1].places * field.bits // 8
    return Layout(tuple(slots), -(-offset // 8) * 8)


# --------------------------------------------------------------------------------- the classes
def bundle(cls: type[T]) -> type[T]:
    """Fields that the states of several games include, with the rules that use them."""
    fields = _declared(cls)
    cls.fields = fields  # type: ignore[attr-defined]
    for name in fields:
        if name in cls.__dict__:
            delattr(cls, name)
    return cls


def state(cls: type[T]) -> type[T]:
    """Turn a class of declared fields into a game's state.

    Besides its fields a state has what every state has: `copy()`, `assign(other)`, `clear()`,
    `pack()` into bytes and `unpack(data)` from them; `layout` says where each field is in them.
    """
    fields: dict[str, Field] = {}
    for base in reversed(cls.__mro__[1:]):
        _add_fields(fields, base.__dict__.get("fields", {}), cls)
    _add_fields(fields, _declared(cls), cls)
    if not fields:
        raise TypeError(f"{cls.__name__} declares no field")
    sizes: dict[str, int] = getattr(cls, "sizes", {})
    for name, field in fields.items():
        for size in field.shape:
            if isinstance(size, str) and size not in sizes:
                raise TypeError(
                    f"{cls.__name__}.{name}: the size `{size}` is not given; write the number"
                )
    layout = lay_out({name: field.sized(sizes) for name, field in fields.items()})
    body: dict[str, Any] = {
        "__slots__": (*fields, "log"),
        "__doc__": cls.__doc__,
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        **{name: cls.__dict__[name] for name in ("__firstlineno__",) if name in cls.__dict__},
        "layout": layout,
        **_methods(layout),
    }
    made: type[T] = new_class(cls.__name__, cls.__bases__, body, sizes)
    return made


def new_class(
    name: str, bases: tuple[type, ...], body: dict[str, Any], sizes: dict[str, int]
) -> Any:
    """A class that gives its bundles the sizes of their arrays."""
    return types.new_class(name, bases, dict(sizes), lambda space: space.update(body))


def place_of(cls: type) -> str:
    """The file and line of a class, for error messages."""
    try:
        return f"{inspect.getsourcefile(cls)}:{inspect.getsourcelines(cls)[1]}"
    except (OSError, TypeError):
        return f"{cls.__module__}.{cls.__qualname__}"


TAKEN = (
    "assign", "clear", "copy", "fields", "layout", "log", "pack", "rk_padding", "sizes",
    "unpack",
)  # fmt: skip
"""What a state has besides its fields."""


def _add_fields(fields: dict[str, Field], more: dict[str, Field], cls: type) -> None:
    for name, field in more.items():
        if name in fields:
            raise TypeError(f"{cls.__name__}.{name} is declared twice; give one another name")
        fields[name] = field


def _declared(cls: type) -> dict[str, Field]:
    fields: dict[str, Field] = {}
    for name, kind in inspect.get_annotations(cls, eval_str=True).items():
        if isinstance(kind, str):  # quoted, in a file whose annotations are strings anyway
            kind = eval(kind, vars(sys.modules[cls.__module__]))
        if str(kind).startswith("typing.ClassVar"):
            continue
        if not (isinstance(kind, type) and issubclass(kind, Integer)):
            raise TypeError(
                f"{cls.__name__}.{name}: a field is an i8, i16, i32 or i64; "
                f"an array is written `{name} = i8[size]()`"
            )
        value = cls.__dict__.get(name)
        if isinstance(value, Field) and type(value) is not kind:
            raise TypeError(
                f"{cls.__name__}.{name} is declared twice, and not the same; "
                f"leave the annotation out (`{name} = ...`)"
            )
        fields[name] = value or kind()
    for name, value in cls.__dict__.items():
        if isinstance(value, Field):
            fields[name] = value
        elif inspect.isfunction(value) and not name.startswith("__"):
            raise TypeError(f"{cls.__name__}.{name}: a state holds numbers only; write a rule")
        elif not name.startswith("__") and name not in ("sizes", "fields"):
            raise TypeError(
                f"{cls.__name__}.{name} is not a field; write `{name}: i8`, `{name} = i8(start)` "
                f"or `{name} = i8[size]()`"
            )
    for name, field in fields.items():
        low, high = bounds(field.bits)
        if name in TAKEN:
            raise TypeError(f"{cls.__name__}.{name}: every state already has a `{name}`; rename it")
        if not low <= field.start <= high:
            raise TypeError(
                f"{cls.__name__}.{name} starts at {field.start}, too big for {field.bits} bits"
            )
    return fields


CODES = {8: "b", 16: "h", 32: "i", 64: "q"}
"""The integer types as the struct module names them."""


def _methods(layout: Layout) -> dict[str, Any]:
    """Straight-line copy, assign, clear, pack and unpack for one layout.

    An array stays the same list for the lifetime of its state, as in C: a row passed to a rule
    still belongs to the state after the state was cleared or assigned to.
    """

    def fresh(slot: Slot) -> str:
        text = repr(slot.start)
        for depth, size in enumerate(reversed(slot.shape)):
            text = f"[{text}] * {size}" if depth == 0 else f"[{text} for _ in range({size})]"
        return text

    def twin(slot: Slot) -> str:
        text = f"self.{slot.name}"
        if len(slot.shape) == 3:
            return f"[[a[:] for a in b] for b in {text}]"
        return {0: text, 1: f"{text}[:]", 2: f"[a[:] for a in {text}]"}[len(slot.shape)]

    def refill(slot: Slot, value: str) -> str:
        """Give every innermost row, or the number, a new value; `{}` is where it comes from."""
        mine, theirs = f"self.{slot.name}", f"other.{slot.name}"
        match len(slot.shape):
            case 0:
                return f"{mine} = {value.format(theirs)}"
            case 1:
                return f"{mine}[:] = {value.format(theirs)}"
            case 2:
                return f"for i, a in enumerate({mine}): a[:] = {value.format(theirs + '[i]')}"
        return (
            f"for i, b in enumerate({mine}):\n"
            f"        for j, a in enumerate(b): a[:] = {value.format(theirs + '[i][j]')}"
        )

    def cleared(slot: Slot) -> str:
        return refill(slot, f"[{slot.start}] * {slot.shape[-1]}" if slot.shape else f"{slot.start}")

    def every_place(slot: Slot) -> Iterator[str]:
        for index in product(*(range(size) for size in slot.shape)):
            yield f"self.{slot.name}" + "".join(f"[{i}]" for i in index)

    slots = layout.slots
    packing = "<" + "".join(f"{s.places}{CODES[s.bits]}" for s in slots) + f"{layout.padding}x"
    places = ", ".join(place for slot in slots for place in every_place(slot))
    bodies = {
        "__init__(self)": ["self.log = None", *(f"self.{s.name} = {fresh(s)}" for s in slots)],
        "clear(self)": [cleared(s) for s in slots],
        "assign(self, other)": [refill(s, "{}") for s in slots],
        "copy(self)": [
            "other = object.__new__(type(self))",
            "other.log = None",
            *(f"other.{s.name} = {twin(s)}" for s in slots),
            "return other",
        ],
        "pack(self)": [f"return packing.pack({places},)"],
        "unpack(self, data)": [f"({places},) = packing.unpack(data)"],
    }
    text = "".join(
        f"def {head}:\n" + "".join(f"    {line}\n" for line in lines)
        for head, lines in bodies.items()
    )
    methods: dict[str, Any] = {}
    exec(text, {"packing": struct.Struct(packing)}, methods)
    return methods


# --------------------------------------------------------------------------------- rules
def rule(function: F) -> F:
    """Mark a function as a rule: it may only use the rule language, and runs in every back end."""
    return _marked(function, "rule")


def hook(function: F) -> F:
    """Mark a rule of which every game has its own version; shared rules call it by this name."""
    return _marked(function, "hook")


def default(function: F) -> F:
    """Mark a rule of which a game may have its own version; otherwise this one is used."""
    return _marked(function, "default")


def _marked(function: F, mark: str) -> F:
    if not isinstance(function, types.FunctionType):
        raise TypeError(f"@{mark} belongs directly above a function")
    function.__rule__ = mark  # type: ignore[attr-defined]
    return function


def is_rule(thing: object) -> bool:
    """Whether this is a rule or a hook."""
    return getattr(thing, "__rule__", None) in ("rule", "hook", "default")


def is_hook(thing: object) -> bool:
    """Whether each game can have its own version of this rule."""
    return getattr(thing, "__rule__", None) in ("hook", "default")


def is_default(thing: object) -> bool:
    """Whether this rule is used by games without a version of their own."""
    return getattr(thing, "__rule__", None) == "default"


class HookConstant(int):
    """A number that every game defines under this name."""

    name: str

    def __new__(cls, name: str, number: int) -> HookConstant:
        """The number that is used where there is no game."""
        made = super().__new__(cls, number)
        made.name = name
        return made


class Each:
    """A walk through several numbers, for `for x in each_of_them(...)`.

    `first(...)` finds the first one, `following(..., x)` the one after x; both say NONE at the end.
    The following one is found before the loop's body runs, so the body may move x away.
    """

    def __init__(self, first: Callable[..., int], following: Callable[..., int]) -> None:
        self.first, self.following = first, following

    def __call__(self, *args: Any) -> Iterator[int]:
        """Walk through them."""
        x = self.first(*args)
        while x != NONE:
            following = self.following(*args, x)
            yield x
            x = following


def each(first: Callable[..., int], following: Callable[..., int]) -> Each:
    """Make a walk from two rules."""
    if not (is_rule(first) and is_rule(following)):
        raise TypeError("a walk is made from two rules")
    return Each(first, following)
