"""Reasons on the wire: a sentence in English, and beside it what it is translated from."""

from __future__ import annotations

from typing import Any

import msgspec

from rumpus.rulekit.sentence import Sentence, as_data


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something is so: the template and what is put into it, for other languages."""

    reason: str
    message: str = ""
    values: dict[str, Any] = {}


def reason_of(sentence: Sentence) -> Reason:
    """A sentence as a reason."""
    return Reason(str(sentence), **as_data(sentence))
