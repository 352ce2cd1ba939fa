"""Refusals: each is a sentence for the one who asked, and nothing was changed."""

from __future__ import annotations

from rumpus.rulekit.errors import Complaint


class Refused(Complaint):
    """Something that cannot be done."""


class NotNow(Refused):
    """Something that could be done at another time."""


class NotYours(Refused):
    """Something that another may do."""


class NotThere(Refused):
    """Something that does not exist."""
