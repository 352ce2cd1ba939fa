"""A seat at the table: who has it, and the token that proves it."""

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
    """A seat as it is stored. `token` is the hash of the secret that lets a client act for it.

    `seals` says whether the client seals its nonces, `seal` is the one of this round.
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
    """Whether a seat's player is here: the number of connections, or since when they are away.

    `came` says whether they were ever connected since the table was loaded.
    """

    connections: int = 0
    came: bool = False
    away_since: float = 0.0
    stand_in: bool = False


def new_token() -> str:
    """A new secret for a seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_for(key: bytes, *asked: str | int) -> str:
    """The secret for a request for a seat: the same request gets the same secret."""
    digest = hmac.digest(key, json.dumps(asked).encode(), "sha256")
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def hash_of(token: str) -> str:
    """The stored hash of a token."""
    return sha256(token.encode()).hexdigest()
