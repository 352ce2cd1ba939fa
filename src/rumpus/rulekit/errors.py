"""Errors, each with a sentence for whoever caused it."""

from __future__ import annotations

from collections.abc import Iterable

from .sentence import OR, Sentence, listed


class Complaint(ValueError):
    """An error that people read: a sentence, whose text is English."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)

    @property
    def sentence(self) -> Sentence:
        """What is wrong."""
        said: Sentence = self.args[0]
        return said


class UnknownGame(Complaint):
    """A name that no game has."""


class UnknownOption(Complaint):
    """An option, or a value of one, that the game does not have."""


class WrongFile(ValueError):
    """One of the host's own files cannot be used; the sentence names the file and the line."""


class IllegalAction(Complaint):
    """An action that this seat may not take now; nothing was changed."""


class InvalidNotation(Complaint):
    """A text that names no action."""


def one_of(names: Iterable[str]) -> str:
    """`a, b or c`, for sentences that list what is allowed."""
    return listed(names, OR)
