"""A program: the rules that a game's entry points reach, read and checked.

Shared rules (the engine's) call the game's own through hooks; a program has the hooks of one game
filled in.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Any

from .declare import Layout
from .errors import RuleError
from .kinds import ANNOTATIONS, NOTHING, NUMBER, STATE, Type
from .reading import CHAIN, LONGEST_CHAIN, Consequence, Mistake, Rule, filled

CheckRule = Callable[["Program", FunctionType], Rule]


class Program:
    """All rules that the entry points reach, callees before callers."""

    def __init__(
        self,
        state: type,
        entries: Iterable[Callable[..., Any]],
        hooks: Mapping[str, Any],
        check_rule: CheckRule,
    ) -> None:
        self.state, self.check_rule = state, check_rule
        self.layout: Layout = state.layout  # type: ignore[attr-defined]
        self.fields = {
            slot.name: Type("array", slot.bits, slot.shape) if slot.shape else NUMBER
            for slot in self.layout.slots
        }
        self.hooks = dict(hooks)
        self.rules: dict[FunctionType, Rule] = {}
        self.mistakes: list[str] = []
        self._open: list[FunctionType] = []
        entries = tuple(entries)
        self.filled_hooks = {
            filled(self.hooks, entry): entry
            for entry in entries
            if isinstance(entry, FunctionType) and filled(self.hooks, entry) is not entry
        }
        """The game's own rules, each with the hook that it fills."""
        self.entries: dict[str, Rule] = {
            entry.__name__: self.rule(filled(self.hooks, entry)) for entry in entries
        }
        if self.mistakes:
            raise RuleError(self.mistakes)

    def rule(self, function: FunctionType, caller: ast.AST | None = None) -> Rule:
        """A checked rule; checks it the first time."""
        if function in self._open:
            names = [f.__name__ for f in self._open[self._open.index(function) :]]
            raise Mistake(
                caller,
                f"{' calls '.join([*names, names[0]])}: rules cannot call themselves; "
                "write a loop instead",
            )
        if function not in self.rules:
            if len(self._open) == LONGEST_CHAIN:
                raise Mistake(caller, CHAIN)
            self._open.append(function)
            try:
                self.rules[function] = self.check_rule(self, function)
            finally:
                self._open.pop()
        return self.rules[function]

    def report(self, function: FunctionType, mistake: Mistake) -> None:
        """Record a mistake with its file and line."""
        if isinstance(mistake, Consequence):
            return
        line = mistake.line or function.__code__.co_firstlineno
        self.mistakes.append(f"{function.__code__.co_filename}:{line}: {mistake.sentence}")

    def declared(self, function: FunctionType, annotation: ast.expr | None) -> Type | None:
        """The declared type of a parameter, a result or a local."""
        if annotation is None:
            return None
        match annotation:
            case ast.Constant(value=str(text)):
                pass
            case _:
                text = ast.unparse(annotation)
        try:
            thing = eval(text, function.__globals__)
        except Exception:  # anything that fails here does not name a type
            return None
        if thing is None:
            return NOTHING
        if isinstance(thing, type) and (hasattr(thing, "layout") or hasattr(thing, "fields")):
            return STATE if issubclass(self.state, thing) else None
        return next((kind for python, kind in ANNOTATIONS if thing == python), None)
