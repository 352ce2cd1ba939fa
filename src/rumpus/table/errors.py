"""Refusals: a sentence for whoever asked; nothing has changed."""

from __future__ import annotations

from rumpus.rulekit.errors import Complaint


class Refused(Complaint):
    """The request cannot be carried out."""


class NotNow(Refused):
    """The request is valid, but not at this time."""


class NotYours(Refused):
    """Only somebody else may do this."""


class NotThere(Refused):
    """The requested thing does not exist."""
