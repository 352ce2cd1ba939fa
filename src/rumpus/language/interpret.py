"""Running rules as the Python functions they are, with a game's own rules in the hooks.

A rule is copied with other globals, in which hooks are the game's rules and, in checked mode,
arithmetic, rows and tables are of the kind that refuses what is wrong.
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
"""What checked mode puts in the place of the language's own functions, whatever they are called."""


class Binder:
    """Copies rules so that they call the game's rules, or checked things, by the old names."""

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
        """What a bound rule does."""
        return checked_code(function) if self.checked else function.__code__

    def added_names(self) -> Mapping[str, Any]:
        """What that code calls beside the rule's own names."""
        return CHECKS if self.checked else {}

    def bound(self, name: str, thing: Any, user: FunctionType) -> Any:
        """What a name shall stand for inside a bound rule."""
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
        """What a rule names of a module, bound."""
        if (module, user) not in self.modules:
            self.modules[module, user] = parts = SimpleNamespace()
            for name in user.__code__.co_names:
                if hasattr(module, name):
                    setattr(parts, name, self.bound(name, getattr(module, name), user))
        return self.modules[module, user]
