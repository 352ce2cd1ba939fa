"""What can go wrong, each as a sentence for the one who asked."""

from __future__ import annotations

from collections.abc import Iterable


class UnknownGame(ValueError):
    """A name that is no game's."""


class UnknownOption(ValueError):
    """An option, or a value of one, that the game does not have."""


class WrongFile(ValueError):
    """A file of a host's own that cannot be used; the sentence names it and the line."""


class IllegalAction(ValueError):
    """An action that is not open to this seat now; nothing was changed."""


class InvalidNotation(ValueError):
    """A text that names no action."""


class RuleFault(RuntimeError):
    """A rule did what no rule may do: caught while it ran in checked mode."""


class RuleError(ValueError):
    """Rule code outside the rule language; one line for every mistake, with file and line."""

    def __init__(self, mistakes: Iterable[str]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(self.mistakes))

    def __reduce__(self) -> tuple[type[RuleError], tuple[tuple[str, ...]]]:
        """The same again in another process."""
        return type(self), (self.mistakes,)


def one_of(names: Iterable[str]) -> str:
    """`a, b or c`, for sentences that list what is allowed."""
    *most, last = tuple(names) or ("nothing",)
    return f"{', '.join(most)} or {last}" if most else last
