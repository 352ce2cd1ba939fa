"""Run rules as the Python functions they are, with a game's own rules for the hooks.

A rule is copied with other globals, in which hooks are replaced by the game's rules and, in checked
mode, arithmetic, rows and tables by their checked versions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

from . import intrinsics
from .checked import (
    CHECKS,
    checked_abs,
    checked_code,
    checked_local_grid,
    checked_local_row,
    checked_table,
)
from .declare import Each, is_rule
from .kinds import is_rule_table, table_type
from .reading import filled

STRICT = (
    (abs, checked_abs),
    (intrinsics.row, checked_local_row),
    (intrinsics.grid, checked_local_grid),
)
"""What checked mode substitutes for the language's own functions, under any name."""


class Binder:
    """Copies rules so that their names refer to the game's rules, or to checked versions."""

    def __init__(self, hooks: Mapping[str, Any], *, checked: bool = False) -> None:
        self.hooks, self.checked = hooks, checked
        self.rules: dict[FunctionType, FunctionType] = {}
        self.modules: dict[tuple[ModuleType, FunctionType], SimpleNamespace] = {}

    def rule(self, rule: Callable[..., Any]) -> FunctionType:
        """A rule with everything it names bound."""
        function: FunctionType = filled(self.hooks, rule)
        if function not in self.rules:
            space = {**function.__globals__, **self.added_names()}
            bound = FunctionType(self.code(function), space, function.__name__)
            bound.__dict__.update(function.__dict__)
            bound.__doc__ = function.__doc__
            self.rules[function] = bound
            for name in function.__code__.co_names:
                if name in function.__globals__:
                    space[name] = self.bound(name, function.__globals__[name], function)
        return self.rules[function]

    def code(self, function: FunctionType) -> CodeType:
        """The code of a bound rule."""
        return checked_code(function) if self.checked else function.__code__

    def added_names(self) -> Mapping[str, Any]:
        """The names which that code uses in addition to the rule's own."""
        return CHECKS if self.checked else {}

    def bound(self, name: str, thing: Any, user: FunctionType) -> Any:
        """What a name refers to inside a bound rule."""
        thing = filled(self.hooks, thing)
        if is_rule(thing):
            return self.rule(thing)
        if isinstance(thing, int) and not isinstance(thing, bool):
            return int(thing)
        if isinstance(thing, ModuleType):
            return self.module(thing, user)
        if isinstance(thing, Each):
            first, following = (self.bound("", x, user) for x in (thing.first, thing.following))
            return Each(first, following)
        if is_rule_table(thing):
            thing = tuple(self.bound("", member, user) for member in thing)
            return checked_table(thing, name) if self.checked else thing
        if not self.checked:
            return thing
        if isinstance(thing, tuple) and table_type(thing):
            return checked_table(thing, name)
        for plain, strict in STRICT:
            if thing is plain:
                return strict
        return thing

    def module(self, module: ModuleType, user: FunctionType) -> SimpleNamespace:
        """The names that a rule uses from a module, bound."""
        if (module, user) not in self.modules:
            self.modules[module, user] = parts = SimpleNamespace()
            for name in user.__code__.co_names:
                if hasattr(module, name):
                    setattr(parts, name, self.bound(name, getattr(module, name), user))
        return self.modules[module, user]
