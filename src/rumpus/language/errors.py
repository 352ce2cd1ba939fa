"""Errors in rules."""

from __future__ import annotations

from collections.abc import Iterable


class RuleFault(RuntimeError):
    """A rule did something forbidden, caught in checked mode."""


class RuleError(ValueError):
    """Code outside the rule language; one line for every mistake, with its file and line."""

    def __init__(self, mistakes: Iterable[str]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(self.mistakes))

    def __reduce__(self) -> tuple[type[RuleError], tuple[tuple[str, ...]]]:
        """Make the same error in another process."""
        return type(self), (self.mistakes,)
