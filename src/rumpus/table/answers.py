"""Answers: what was said to each command, so that one that is sent again is not carried out twice.

Who asked is told by the hash of their token: it stays theirs when they have left their seat.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rumpus.rulekit.sentence import Sentence

ANSWERS_KEPT = 256


class Answer(msgspec.Struct, frozen=True):
    """The answer to somebody's command: why it was refused, None if it was carried out."""

    who: str
    command: str
    refusal: Sentence | None = None


class Answers:
    """The latest answers of a table; `given` is how many there were."""

    def __init__(self, kept: Iterable[Answer] = (), given: int = 0) -> None:
        self.kept: dict[tuple[str, str], Answer] = {}
        self.given = given
        for answer in kept:
            self.keep(answer)

    def find(self, keys: Iterable[str], command: str) -> Answer | None:
        """What was answered to a command of somebody who has these keys."""
        found = (self.kept.get((who, command)) for who in keys)
        return next(filter(None, found), None)

    def next(self) -> int:
        """The number of the next answer."""
        self.given += 1
        return self.given - 1

    def keep(self, answer: Answer) -> None:
        """Keep an answer that was given."""
        self.kept[answer.who, answer.command] = answer
        if len(self.kept) > ANSWERS_KEPT:
            del self.kept[next(iter(self.kept))]
