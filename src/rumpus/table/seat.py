"""A seat: a place at the table, and who has it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256

import msgspec

PERSON, BOT, OPEN = "person", "bot", "open"
BOT_AVATAR = "bot"


class Seat(msgspec.Struct):
    """A seat as it is kept: `token` is the hash of the secret that lets somebody act for it."""

    kind: str = OPEN
    name: str = ""
    avatar: str = ""
    level: str = ""
    token: str = ""
    nonce: str = ""


@dataclass
class Presence:
    """Whether a seat's person is here: over how many connections, or away since when."""

    connections: int = 0
    away_since: float = 0.0
    stand_in: bool = False


def new_token() -> str:
    """The secret that opens a seat."""
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()
