"""A seat: a place at the table, and who has it."""

from __future__ import annotations

import hmac
import json
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256

import msgspec

PERSON, BOT, OPEN = "person", "bot", "open"
BOT_AVATAR = "bot"
TOKEN_BYTES = 24


class Seat(msgspec.Struct):
    """A seat as it is kept: `token` is the hash of the secret that lets somebody act for it.

    `seals` is whether its person's device seals its nonce before it is shown, `seal` that of this
    round. Who is `muted` cannot chat.
    """

    kind: str = OPEN
    name: str = ""
    avatar: str = ""
    level: str = ""
    token: str = ""
    nonce: str = ""
    seal: str = ""
    seals: bool = False
    muted: bool = False


@dataclass
class Presence:
    """Whether a seat's person is here: over how many connections, or away since when.

    `came` is whether they ever were, since the table was set up.
    """

    connections: int = 0
    came: bool = False
    away_since: float = 0.0
    stand_in: bool = False


def new_token() -> str:
    """The secret that opens a seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_for(key: bytes, *asked: str | int) -> str:
    """The secret for who asks for a seat in these words: the same words get the same one."""
    digest = hmac.digest(key, json.dumps(asked).encode(), "sha256")
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()
