"""Reasons sent to clients: an English sentence, and its template for translation."""

from __future__ import annotations

from typing import Any

import msgspec

from rumpus.rulekit.sentence import Sentence, as_data


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reason in English, with the template and values to translate it."""

    reason: str
    message: str = ""
    values: dict[str, Any] = {}


def reason_of(sentence: Sentence) -> Reason:
    """A sentence as a reason."""
    return Reason(str(sentence), **as_data(sentence))
