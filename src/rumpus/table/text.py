"""What people write: names, avatars and chat, bounded and without anything that cannot be seen."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from rumpus.rulekit.sentence import say

from .errors import Refused

NAME_MOST = 24
CHAT_MOST = 300
JOINER = "\u200d"
AVATAR = re.compile(r"[a-z0-9-]{0,24}")


def clean(text: str) -> str:
    """The text without control and formatting characters, on one line, as people see it."""
    seen = unicodedata.normalize("NFC", text)
    kept = (
        " " if c.isspace() else c
        for c in seen
        if c.isspace() or c == JOINER or not unicodedata.category(c).startswith("C")
    )
    return " ".join("".join(kept).split())


def clean_name(text: str) -> str:
    """A person's name."""
    name = clean(text)
    if not name.strip(JOINER) or len(name) > NAME_MOST:
        raise Refused(say("A name has 1 to {most} characters.", most=NAME_MOST))
    return name


def clean_chat(text: str) -> str:
    """Something said at the table."""
    said = clean(text)
    if not said:
        raise Refused(say("There is nothing to say."))
    if len(said) > CHAT_MOST:
        raise Refused(say("At most {most} characters can be said at once.", most=CHAT_MOST))
    return said


def clean_avatar(text: str) -> str:
    """The word for a picture."""
    if not AVATAR.fullmatch(text):
        raise Refused(say("An avatar is a word of at most 24 small letters, digits and dashes."))
    return text


def distinct(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it if somebody at the table has it already."""
    known, number, wanted = {other.casefold() for other in taken}, 1, name
    while wanted.casefold() in known:
        number += 1
        ending = f" {number}"
        wanted = name[: NAME_MOST - len(ending)] + ending
    return wanted
