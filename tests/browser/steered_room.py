"""A room without luck: every game is dealt from the same secret, and bots throw the same dice.

    python -m tests.browser.steered_room --port 0 --data FOLDER

What a test sees must not depend on a random deal. A signal advances its clock, so that no test has
to wait for a time limit.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from random import Random
from typing import Any

import pytest

from rumpus.server.room.room import Room
from rumpus.table.dealing import keys
from rumpus.terminal.main import main

FORWARD = 3600.0
ahead = [0.0]
unload_idle_periodically = Room.unload_idle_periodically


def now() -> float:
    """The time that the clocks at tables use."""
    return time.monotonic() + ahead[0]


async def keep_steered_house(room: Room) -> None:
    """Handle the signal while the room is open."""

    def put_forward(*_: Any) -> None:
        ahead[0] += FORWARD
        for server in room.tables.values():
            if server.timer:
                server.timer.cancel()
                server.timer = None
            server.set_timer()

    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, put_forward)
    await unload_idle_periodically(room)


if __name__ == "__main__":
    sys.argv[1:1] = ["serve", "--no-browser"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Room, "now", staticmethod(now))
        patch.setattr(Room, "unload_idle_periodically", keep_steered_house)
        patch.setattr(Room, "rng", property(lambda _: Random(0), lambda *_: None), raising=False)
        patch.setattr(keys, "new_secret", lambda: bytes(keys.SECRET_BYTES))
        main()
