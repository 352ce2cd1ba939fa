"""The key of a fair deal, which neither the server nor any one player can choose.

The server picks a secret and publishes its hash. Each player adds a nonce; if any client supports
it, the hashes of the nonces are published before the first nonce is revealed (`rounds.py`). The key
is the hash of the secret and all nonces in seat order. After the game the secret is revealed, and
anybody can check the hash, the key and every card.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from hashlib import sha256

from rumpus.rulekit.sentence import say
from rumpus.table.errors import Refused

SECRET_BYTES = 32
NONCE_BYTES = 16
NONCE_LEAST, NONCE_MOST = 8, 32
SEAL = re.compile("[0-9a-f]{64}")


def new_secret() -> bytes:
    """A random secret for a deal."""
    return secrets.token_bytes(SECRET_BYTES)


def new_nonce() -> bytes:
    """A random nonce."""
    return secrets.token_bytes(NONCE_BYTES)


def read_nonce(text: str) -> bytes:
    """Parse a nonce in hexadecimal digits; an empty text gives a new one."""
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
    """The hash of a nonce, published before any nonce is revealed."""
    return sha256(nonce).hexdigest()


def read_seal(text: str) -> str:
    """Parse a seal."""
    if not SEAL.fullmatch(text):
        raise Refused(say("A seal is 64 hexadecimal digits, small letters."))
    return text


def commitment_to(secret: bytes) -> str:
    """The hash of the secret, published before the deal."""
    return sha256(secret).hexdigest()


def key_of(secret: bytes, nonces: Mapping[int, bytes]) -> bytes:
    """The key of the deal: a hash of the secret, then of each nonce after its seat and length."""
    total = sha256(secret)
    for seat in sorted(nonces):
        total.update(bytes((seat, len(nonces[seat]))) + nonces[seat])
    return total.digest()
