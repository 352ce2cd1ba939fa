"""Decoding untrusted JSON: a value of the declared type, or a sentence on what is wrong."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec

from rumpus.rulekit.sentence import Sentence, say
from rumpus.table.errors import Refused

T = TypeVar("T")
Number = Annotated[int, msgspec.Meta(ge=-(1 << 31), le=(1 << 31) - 1)]
"""A 32-bit integer, so that it can be passed on to C."""
PRINTED = r"^[^\x00-\x1f\x7f-\x9f]*$"
"""Text without control characters: safe to print to a terminal."""
SAID_MOST = 300
"""The most characters of a decoder's error to pass on; it may quote the input."""


class Unreadable(Refused):
    """Input that cannot be decoded."""


class TooLong(Unreadable):
    """Input above the size limit."""


def read(decoder: msgspec.json.Decoder[T], data: bytes | str, otherwise: Sentence) -> T:
    """Decode and check input; raise `Unreadable` with `otherwise` and the reason."""
    try:
        return decoder.decode(data)
    except UnicodeError:
        why: Sentence | str = say("it is not UTF-8")
    except RecursionError:
        why = say("it is nested too deeply")
    except msgspec.DecodeError as error:
        why = str(error)[:SAID_MOST]
    raise Unreadable(say("{otherwise}: {why}.", otherwise=otherwise, why=why))
