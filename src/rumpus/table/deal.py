"""The fair deal: a key that neither the room nor any one person could choose.

The room picks a secret and publishes its hash. Everyone who sits down adds a nonce, whose hash is
published before any is shown (`dealing.py`), unless nobody's client does that. The key is the hash
of the secret and all nonces in the order of seats. When the game is over the secret is shown, and
anybody can check that the hash, the key and every card fit.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from hashlib import sha256

from rumpus.rulekit.sentence import say

from .errors import Refused

SECRET_BYTES = 32
NONCE_BYTES = 16
NONCE_LEAST, NONCE_MOST = 8, 32
SEAL = re.compile("[0-9a-f]{64}")


def new_secret() -> bytes:
    """A secret that nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def new_nonce() -> bytes:
    """A nonce for somebody who brings none."""
    return secrets.token_bytes(NONCE_BYTES)


def read_nonce(text: str) -> bytes:
    """A nonce that somebody brought, in hexadecimal digits; a new one if they brought none."""
    if not text:
        return new_nonce()
    try:
        nonce = bytes.fromhex(text)
    except ValueError:
        nonce = b""
    if not NONCE_LEAST <= len(nonce) <= NONCE_MOST:
        raise Refused(
            say(
                "A nonce is {least} to {most} hexadecimal digits.",
                least=2 * NONCE_LEAST,
                most=2 * NONCE_MOST,
            )
        )
    return nonce


def seal_of(nonce: bytes) -> str:
    """What is published of a nonce before anybody's is shown."""
    return sha256(nonce).hexdigest()


def read_seal(text: str) -> str:
    """A seal that somebody brought."""
    if not SEAL.fullmatch(text):
        raise Refused(say("A seal is 64 hexadecimal digits, small letters."))
    return text


def commitment_to(secret: bytes) -> str:
    """What is published of a secret before the deal."""
    return sha256(secret).hexdigest()


def key_of(secret: bytes, nonces: Mapping[int, bytes]) -> bytes:
    """The key of the deal: each nonce goes in behind its seat and its length."""
    total = sha256(secret)
    for seat in sorted(nonces):
        total.update(bytes((seat, len(nonces[seat]))) + nonces[seat])
    return total.digest()
