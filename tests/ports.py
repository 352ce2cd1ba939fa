"""Ports for servers of a test."""

from __future__ import annotations

import socket
from contextlib import suppress
from random import SystemRandom

PORTS = range(10_000, 32_000)
"""Below those that outgoing connections take, so that none of these is taken in the meantime."""
dice = SystemRandom()


def free_port() -> int:
    """A port that nothing listens at."""
    while True:
        port = dice.choice(PORTS)
        with suppress(OSError), socket.socket() as taken:
            taken.bind(("127.0.0.1", port))
            return port
