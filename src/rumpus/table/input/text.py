"""Cleaning names, avatars and chat: limited length, no invisible characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from rumpus.rulekit.sentence import say
from rumpus.table.errors import Refused

NAME_MOST = 24
CHAT_MOST = 300
JOINER = "\u200d"
AVATAR = re.compile(r"[a-z0-9-]{0,24}")


def clean(text: str) -> str:
    """The text on one line, without control and formatting characters."""
    seen = unicodedata.normalize("NFC", text)
    kept = (
        " " if c.isspace() else c
        for c in seen
        if c.isspace() or c == JOINER or not unicodedata.category(c).startswith("C")
    )
    return " ".join("".join(kept).split())


def clean_name(text: str) -> str:
    """A cleaned name, or a refusal."""
    name = clean(text)
    if not name.strip(JOINER) or len(name) > NAME_MOST:
        raise Refused(say("A name has 1 to {most} characters.", most=NAME_MOST))
    return name


def clean_chat(text: str) -> str:
    """A cleaned chat line, or a refusal."""
    said = clean(text)
    if not said:
        raise Refused(say("The message is empty."))
    if len(said) > CHAT_MOST:
        raise Refused(say("A message has at most {most} characters.", most=CHAT_MOST))
    return said


def clean_avatar(text: str) -> str:
    """The checked name of a picture."""
    if not AVATAR.fullmatch(text):
        raise Refused(say("An avatar is at most 24 lower-case letters, digits and dashes."))
    return text


def distinct(name: str, taken: Collection[str]) -> str:
    """The name, followed by a number if somebody at the table already has it."""
    known, number, wanted = {other.casefold() for other in taken}, 1, name
    while wanted.casefold() in known:
        number += 1
        ending = f" {number}"
        wanted = name[: NAME_MOST - len(ending)] + ending
    return wanted
