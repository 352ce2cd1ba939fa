"""Running rules as the Python functions they are, with a game's own rules in the hooks.

Nothing is translated: a rule is copied with other globals, in which hooks are the game's rules and,
in checked mode, rows and tables are of the kind that refuses wrong indexes.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from . import intrinsics
from .checked import CheckedRow, checked_table
from .declare import Each, is_hook, is_rule
from .program import HookConstant, is_rule_table, table_type


class Binder:
    """Copies rules so that they call the game's rules, or checked things, by the old names."""

    def __init__(self, hooks: Mapping[str, Any], *, checked: bool = False) -> None:
        self.hooks, self.checked = hooks, checked
        self.done: dict[Any, Any] = {}

    def bound(self, name: str, thing: Any) -> Any:
        """What a name shall stand for inside a bound rule."""
        if is_hook(thing):
            thing = self.hooks.get(thing.__name__, thing)
        if is_rule(thing):
            return self.rule(thing)
        if isinstance(thing, HookConstant):
            return self.hooks.get(name, thing)
        if isinstance(thing, Each):
            return Each(self.bound("", thing.first), self.bound("", thing.following))
        if is_rule_table(thing):
            rules = tuple(self.bound("", member) for member in thing)
            return checked_table(rules, name) if self.checked else rules
        if self.checked and isinstance(thing, tuple) and table_type(thing):
            return checked_table(thing, name)
        if self.checked and thing is intrinsics.row:
            return checked_local_row
        if self.checked and thing is intrinsics.grid:
            return checked_local_grid
        return thing

    def rule(self, function: FunctionType) -> FunctionType:
        """A rule with everything it names bound."""
        if function not in self.done:
            space = dict(function.__globals__)
            copy = FunctionType(function.__code__, space, function.__name__)
            copy.__dict__.update(function.__dict__)
            copy.__doc__ = function.__doc__
            self.done[function] = copy
            for name in function.__code__.co_names:
                thing = space.get(name)
                if isinstance(thing, ModuleType):
                    space[name] = self.module(thing, function.__code__.co_names)
                elif thing is not None:
                    space[name] = self.bound(name, thing)
        bound: FunctionType = self.done[function]
        return bound

    def module(self, module: ModuleType, names: tuple[str, ...]) -> Any:
        """The named parts of a module, bound."""
        parts = {n: self.bound(n, getattr(module, n)) for n in names if hasattr(module, n)}
        return SimpleNamespace(**parts)


def checked_local_row(size: int) -> CheckedRow:
    """A local row that refuses wrong indexes."""
    return CheckedRow(intrinsics.row(size), "a local row", 64)


def checked_local_grid(rows: int, size: int) -> CheckedRow:
    """A local grid that refuses wrong indexes."""
    return CheckedRow([checked_local_row(size) for _ in range(rows)], "a local grid", 64)
