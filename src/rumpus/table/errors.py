"""Refusals: each is a sentence for the one who asked, and nothing was changed."""

from __future__ import annotations


def is_sentence(error: BaseException) -> bool:
    """Whether an error is one of ours, written for the one who asked."""
    return isinstance(error, ValueError) and type(error).__module__.startswith("rumpus.")


class Refused(ValueError):
    """Something that cannot be done."""


class NotNow(Refused):
    """Something that could be done at another time."""


class NotYours(Refused):
    """Something that another may do."""


class NotThere(Refused):
    """Something that does not exist."""
