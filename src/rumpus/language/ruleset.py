"""A rule set: a state and the rules that other code may call, ready to run or compile."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from .checking.rules import check_program
from .errors import RuleError
from .program import Program


class EntryPoints(NamedTuple):
    """Rules that other code may call. `brief` ones keep the GIL: they take less time than getting
    it back from a busy thread."""

    rules: tuple[Callable[..., Any], ...]
    brief: bool = False


def no_mistakes(program: Program) -> Sequence[str]:
    """Accept every program."""
    return ()


@dataclass(frozen=True, eq=False)
class RuleSet:
    """Everything that a back end needs. `hooks` are a game's own versions of shared rules;
    `find_mistakes` checks the program after the language's own checks."""

    name: str
    title: str
    state: type[Any]
    hooks: Mapping[str, Any]
    groups: tuple[EntryPoints, ...]
    find_mistakes: Callable[[Program], Sequence[str]] = no_mistakes

    @property
    def entries(self) -> tuple[Callable[..., Any], ...]:
        """All entry points."""
        return tuple(rule for group in self.groups for rule in group.rules)

    @cached_property
    def program(self) -> Program:
        """All rules that the entry points reach, checked."""
        program = check_program(self.state, self.entries, self.hooks)
        if mistakes := self.find_mistakes(program):
            raise RuleError(mistakes)
        return program
