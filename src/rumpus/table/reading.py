"""Reading what strangers send: JSON of a declared type, or a sentence on what is wrong with it."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec

from rumpus.rulekit.sentence import Sentence, say

from .errors import Refused

T = TypeVar("T")
Number = Annotated[int, msgspec.Meta(ge=-(1 << 31), le=(1 << 31) - 1)]
"""A number as games and tables have them: whatever is read as one can be handed on to C."""
PRINTED = r"^[^\x00-\x1f\x7f-\x9f]*$"
"""A text that can be printed to a terminal as it is."""
SAID_MOST = 300
"""How much of a decoder's own words is told: they may quote what was sent."""


class Unreadable(Refused):
    """Something sent that is not what it should be."""


class TooLong(Unreadable):
    """More than anybody has reason to send."""


def read(decoder: msgspec.json.Decoder[T], data: bytes | str, otherwise: Sentence) -> T:
    """What was sent, checked; whatever is wrong with it follows `otherwise` in an `Unreadable`."""
    try:
        return decoder.decode(data)
    except UnicodeError:
        why: Sentence | str = say("it is not UTF-8")
    except RecursionError:
        why = say("it is nested too deeply")
    except msgspec.DecodeError as error:
        why = str(error)[:SAID_MOST]
    raise Unreadable(say("{otherwise}: {why}.", otherwise=otherwise, why=why))
