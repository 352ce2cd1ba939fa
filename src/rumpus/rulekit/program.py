"""A program: the rules that a game's entry points reach, read, checked and put in order.

Shared rules (the engine's) call the game's own through hooks; a program is what comes of
filling the hooks with one game.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from .declare import Cube, Each, Grid, Layout, Row, is_hook, is_rule
from .errors import RuleError
from .intrinsics import INTRINSICS


class Type(NamedTuple):
    """What an expression of the rule language is."""

    kind: str
    bits: int = 64
    shape: tuple[int, ...] = ()

    @property
    def is_number(self) -> bool:
        """Whether it is a single number (or yes/no)."""
        return self.kind in ("number", "yes/no")

    def inner(self) -> Type:
        """What an array holds at one index."""
        return Type("array", self.bits, self.shape[1:]) if len(self.shape) > 1 else NUMBER


NUMBER, YES_NO, NOTHING, STATE = Type("number"), Type("yes/no"), Type("nothing"), Type("state")
ANY_SIZE = 0
ARRAYS = {1: Type("array", 0, (0,)), 2: Type("array", 0, (0, 0)), 3: Type("array", 0, (0, 0, 0))}


class HookConstant(int):
    """A number that every game brings its own version of."""


@dataclass
class Rule:
    """A rule that was read: what it takes, gives and calls, and whether it changes or tells."""

    function: FunctionType
    node: ast.FunctionDef
    parameters: dict[str, Type]
    returns: Type
    local: dict[str, Type] = field(default_factory=dict)
    loops: set[str] = field(default_factory=set)
    calls: list[FunctionType] = field(default_factory=list)
    changes: bool = False
    tells: bool = False

    @property
    def name(self) -> str:
        """The name it was written under."""
        return self.function.__name__

    @property
    def file(self) -> str:
        """The file it was written in."""
        return self.function.__code__.co_filename

    @property
    def summary(self) -> str:
        """The first line of its docstring."""
        return (ast.get_docstring(self.node) or "").partition("\n")[0]


class Mistake(Exception):
    """One place outside the language."""

    def __init__(self, node: ast.AST, sentence: str) -> None:
        super().__init__(sentence)
        self.line = getattr(node, "lineno", 0)
        self.sentence = sentence


@cache
def _parsed(file: str, changed: int) -> dict[int, ast.FunctionDef]:
    tree = ast.parse(Path(file).read_text(encoding="utf-8"), file)
    found = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return {min([d.lineno for d in f.decorator_list], default=f.lineno): f for f in found}


def read_function(function: FunctionType) -> ast.FunctionDef:
    """The syntax tree of a rule, from its file."""
    code = function.__code__
    try:
        return _parsed(code.co_filename, Path(code.co_filename).stat().st_mtime_ns)[
            code.co_firstlineno
        ]
    except (OSError, KeyError, SyntaxError):
        raise RuleError(
            [f"{code.co_filename}:{code.co_firstlineno}: {code.co_name} has no source to read; "
             "keep rules in a .py file"]
        ) from None  # fmt: skip


class Program:
    """All rules that the entry points reach, callees before callers."""

    def __init__(
        self,
        state: type,
        entries: Iterable[Callable[..., Any]],
        hooks: Mapping[str, Any] | None = None,
    ) -> None:
        from .check import check_rule  # noqa: PLC0415  (the two need each other)

        self.state = state
        self.layout: Layout = state.layout  # type: ignore[attr-defined]
        self.fields = {
            slot.name: Type("array", slot.bits, slot.shape) if slot.shape else NUMBER
            for slot in self.layout.slots
        }
        self.hooks = dict(hooks or {})
        self.rules: dict[FunctionType, Rule] = {}
        self.mistakes: list[str] = []
        self._check = check_rule
        self._open: list[FunctionType] = []
        self.entries = [self.filled(entry) for entry in entries]
        for entry in self.entries:
            self.rule(entry, None)
        if self.mistakes:
            raise RuleError(self.mistakes)

    def filled(self, thing: Any) -> Any:
        """The game's own version, where a thing is a hook."""
        if is_hook(thing):
            return self.hooks.get(thing.__name__, thing)
        return thing

    def rule(self, function: FunctionType, caller: ast.AST | None) -> Rule:
        """A rule that was checked (now, or before)."""
        if function in self._open:
            names = [f.__name__ for f in self._open[self._open.index(function) :]]
            raise Mistake(
                caller or function,  # type: ignore[arg-type]
                f"{' calls '.join([*names, names[0]])}: rules do not call themselves; "
                "write a loop instead",
            )
        if function not in self.rules:
            self._open.append(function)
            try:
                self.rules[function] = self._check(self, function)
            finally:
                self._open.pop()
        return self.rules[function]

    def report(self, function: FunctionType, mistake: Mistake) -> None:
        """Write down a mistake with its file and line."""
        line = mistake.line or function.__code__.co_firstlineno
        self.mistakes.append(f"{function.__code__.co_filename}:{line}: {mistake.sentence}")

    def annotation(self, function: FunctionType, node: ast.expr | None) -> Type | None:
        """What a parameter or a result is declared to be."""
        if node is None:
            return None
        if isinstance(node, ast.Constant) and node.value is None:
            return NOTHING
        try:
            thing = eval(ast.unparse(node), function.__globals__)
        except Exception:
            return None
        plain = [
            (int, NUMBER),
            (bool, YES_NO),
            (Row, ARRAYS[1]),
            (Grid, ARRAYS[2]),
            (Cube, ARRAYS[3]),
        ]
        for python, kind in plain:
            if thing == python:
                return kind
        if isinstance(thing, type) and (hasattr(thing, "layout") or hasattr(thing, "fields")):
            return STATE if issubclass(self.state, thing) or thing in self.state.__mro__ else None
        return None

    def named(self, function: FunctionType, node: ast.expr) -> Any:
        """The constant, table, rule or intrinsic that a name or `module.name` stands for."""
        if isinstance(node, ast.Name):
            thing = function.__globals__.get(node.id, getattr(builtins, node.id, UNKNOWN))
        elif isinstance(node, ast.Attribute):
            module = self.named(function, node.value)
            thing = (
                getattr(module, node.attr, UNKNOWN) if isinstance(module, ModuleType) else UNKNOWN
            )
        else:
            return UNKNOWN
        if isinstance(thing, HookConstant):
            return self.hooks.get(ast.unparse(node).rpartition(".")[2], thing)
        return self.filled(thing)


class Unknown:
    """A name that stands for nothing."""


UNKNOWN = Unknown()


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
    if not shape or len(shape) > 3 or not all(isinstance(x, int) for x in level):
        return None
    needed = max(max(x, -x - 1).bit_length() + 1 for x in level)
    bits = next((bits for bits in (8, 16, 32, 64) if needed <= bits), None)
    return None if bits is None else Type("array", bits, tuple(shape))


def is_rule_table(thing: Any) -> bool:
    """Whether this is a tuple of rules, to be called by index."""
    return isinstance(thing, tuple) and len(thing) > 0 and all(is_rule(x) for x in thing)


def is_intrinsic(thing: Any) -> bool:
    """Whether this is one of the language's own small functions."""
    return callable(thing) and isinstance(thing, FunctionType | type(min)) and thing in INTRINSICS


__all__ = ["Each", "Program", "Rule", "Type"]
