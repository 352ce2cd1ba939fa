"""Read a rule: its syntax tree, and what the names in it refer to."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from .declare import HookConstant, is_hook
from .errors import RuleError
from .kinds import NOTHING, Type

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Rule:
    """A rule as it was read: its parameters and result, and what the checker found out about it."""

    function: FunctionType
    node: Function
    parameters: dict[str, Type] = field(default_factory=dict)
    returns: Type = NOTHING
    local: dict[str, Type] = field(default_factory=dict)
    loops: dict[str, set[str]] = field(default_factory=dict)
    """The loop variables, each with the further variables that C needs for it."""
    changes: bool = False
    """Whether it changes a state or a row passed to it."""
    tells: bool = False
    """Whether it tells the log of its first state."""
    silenced: set[str] = field(default_factory=set)
    """The other states whose log it would tell, if they had one."""
    room: int = 0
    """How many numbers its local arrays hold, including those of the rules it calls."""
    depth: int = 0
    """The length of the longest chain of calls that starts here, without the rule itself."""
    is_broken: bool = False
    """Whether it cannot be called because its signature is wrong."""

    @property
    def name(self) -> str:
        """The name in its `def`."""
        return self.function.__name__

    @property
    def summary(self) -> str:
        """The first line of its docstring."""
        return (ast.get_docstring(self.node) or "").partition("\n")[0]

    @property
    def first_state(self) -> str | None:
        """The state whose log it tells."""
        return next((name for name, kind in self.parameters.items() if kind.kind == "state"), None)


class Mistake(Exception):
    """One place outside the language."""

    def __init__(self, node: ast.AST | None, sentence: str) -> None:
        super().__init__(sentence)
        self.line = getattr(node, "lineno", 0)
        self.sentence = sentence


class Consequence(Mistake):
    """A place that is wrong only because of another mistake, already reported."""

    def __init__(self) -> None:
        super().__init__(None, "")


@cache
def _functions(file: str, changed: int) -> dict[int, Function]:
    """The functions of a file by their first line; `changed` is its modification time."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"), file)
    found = (node for node in ast.walk(tree) if isinstance(node, Function))
    return {min([d.lineno for d in f.decorator_list], default=f.lineno): f for f in found}


def read_function(function: FunctionType) -> Function:
    """The syntax tree of a rule, from its file."""
    code = function.__code__
    where = f"{code.co_filename}:{code.co_firstlineno}"
    try:
        changed = Path(code.co_filename).stat().st_mtime_ns
        node = _functions(code.co_filename, changed)[code.co_firstlineno]
    except (OSError, KeyError, SyntaxError):
        raise RuleError(
            [f"{where}: `{code.co_name}` has no source to read; write it with `def` in a .py file"]
        ) from None
    if node.name != code.co_name:
        raise RuleError([f"{where}: the file has changed since it was imported; restart"])
    return node


def stored_names(*nodes: ast.AST) -> set[str]:
    """The names that are assigned somewhere in this code."""
    return {
        inner.id
        for node in nodes
        for inner in ast.walk(node)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
    }


DEEPEST = 80
"""The deepest nesting in a rule; each `elif` and each term of a sum is one level."""


LONGEST_CHAIN = 30
"""The longest allowed chain of calls."""
CHAIN = f"more than {LONGEST_CHAIN} rules call one another in a row; merge some of them"


def too_deep(rule: Function) -> ast.AST | None:
    """The first place nested too deeply for the checker and for C compilers, if any."""
    waiting: list[tuple[ast.AST, ast.AST, int]] = [(rule, rule, 0)]
    while waiting:
        node, line, depth = waiting.pop()
        line = node if isinstance(node, ast.stmt | ast.expr) else line
        if depth > DEEPEST:
            return line
        waiting += ((inner, line, depth + 1) for inner in ast.iter_child_nodes(node))
    return None


FOLDED: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}  # fmt: skip
"""The operations that can be computed before a rule runs."""


def folded(op: ast.operator, left: int | None, right: int | None) -> int | None:
    """The result of an operation on two constants; None if it has none."""
    if left is None or right is None or type(op) not in FOLDED:
        return None
    if isinstance(op, ast.LShift | ast.RShift) and not 0 <= right <= 63:
        return None
    if isinstance(op, ast.FloorDiv | ast.Mod) and right == 0:
        return None
    return FOLDED[type(op)](left, right)


class Unknown:
    """An undefined name."""


UNKNOWN = Unknown()


class Scope:
    """What the names in one rule refer to: its own, and those of its file."""

    def __init__(self, rule: Rule, hooks: Mapping[str, Any]) -> None:
        self.rule, self.function, self.hooks = rule, rule.function, hooks

    def is_own(self, node: ast.expr) -> bool:
        """Whether this is a parameter, a local or a loop variable."""
        rule = self.rule
        return isinstance(node, ast.Name) and (
            node.id in rule.parameters or node.id in rule.local or node.id in rule.loops
        )

    def thing(self, node: ast.expr) -> Any:
        """The constant, table, rule or intrinsic that `name` or `module.name` refers to."""
        if self.is_own(node):
            return UNKNOWN
        if isinstance(node, ast.Name):
            builtin = getattr(builtins, node.id, UNKNOWN)
            return filled(self.hooks, self.function.__globals__.get(node.id, builtin))
        if isinstance(node, ast.Attribute):
            module = self.thing(node.value)
            if isinstance(module, ModuleType):
                return filled(self.hooks, getattr(module, node.attr, UNKNOWN))
        return UNKNOWN

    def constant(self, node: ast.expr) -> int | None:
        """The value of an expression, if it is a constant."""
        match node:
            case ast.Constant(value=int(value)):
                return int(value)
            case ast.UnaryOp(op=ast.USub() | ast.Invert() as op, operand=operand):
                inner = self.constant(operand)
                return inner if inner is None else -inner if isinstance(op, ast.USub) else ~inner
            case ast.BinOp(left=left, op=op, right=right):
                return folded(op, self.constant(left), self.constant(right))
            case ast.Call(func=function, args=[table]) if self.thing(function) is len:
                thing = self.thing(table)
                return len(thing) if isinstance(thing, tuple) else None
        thing = self.thing(node)
        return int(thing) if isinstance(thing, int) else None

    def tells_log(self, called: Rule, arguments: list[ast.expr]) -> bool:
        """Whether a call tells this rule's log: only its first state has one."""
        if not called.tells:
            return False
        told = arguments[list(called.parameters).index(str(called.first_state))]
        return isinstance(told, ast.Name) and told.id == self.rule.first_state

    @staticmethod
    def root(node: ast.expr) -> ast.expr:
        """The whole array in an expression that indexes it."""
        while isinstance(node, ast.Subscript):
            node = node.value
        return node


def filled(hooks: Mapping[str, Any], thing: Any) -> Any:
    """The game's own version of a hook; anything else unchanged."""
    if is_hook(thing):
        return hooks.get(thing.__name__, thing)
    if isinstance(thing, HookConstant):
        return hooks.get(thing.name, thing)
    return thing
