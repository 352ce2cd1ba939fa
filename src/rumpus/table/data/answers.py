"""Answers to recent commands, so that a command that is sent again is not carried out twice.

The sender is identified by the hash of their token, which stays theirs after they leave their seat.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rumpus.rulekit.sentence import Sentence

ANSWERS_KEPT = 256


class CommandAnswer(msgspec.Struct, frozen=True):
    """The answer to a command: why it was refused, or None if it was carried out."""

    who: str
    command: str
    refusal: Sentence | None = None


class CommandAnswers:
    """The latest answers at a table; `given` counts all of them."""

    def __init__(self, kept: Iterable[CommandAnswer] = (), given: int = 0) -> None:
        self.kept: dict[tuple[str, str], CommandAnswer] = {}
        self.given = given
        for answer in kept:
            self.keep(answer)

    def find(self, keys: Iterable[str], command: str) -> CommandAnswer | None:
        """The answer to a command whose sender has one of these keys."""
        found = (self.kept.get((who, command)) for who in keys)
        return next(filter(None, found), None)

    def next(self) -> int:
        """Take the next answer's number."""
        self.given += 1
        return self.given - 1

    def keep(self, answer: CommandAnswer) -> None:
        """Remember an answer, and forget the oldest if there are too many."""
        self.kept[answer.who, answer.command] = answer
        if len(self.kept) > ANSWERS_KEPT:
            del self.kept[next(iter(self.kept))]
