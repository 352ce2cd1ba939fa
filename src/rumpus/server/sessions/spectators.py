"""How many people watch a table, sent at most once a second.

However often spectators come and go, the players are only sent one number.
"""

from __future__ import annotations

import asyncio

from rumpus.server.protocol import messages as m
from rumpus.server.tables.table_server import TableServer

SPECTATOR_SECONDS = 1.0


def spectators_changed(server: TableServer) -> None:
    """Schedule an update of the number of spectators, unless one is already pending."""
    if not server.spectators_pending:
        server.spectators_pending = True
        wait = max(0.0, server.spectators_sent_at + SPECTATOR_SECONDS - server.room.now())
        asyncio.get_running_loop().call_later(wait, _send_later, server)


def _send_later(server: TableServer) -> None:
    if not server.is_unloaded:
        server.room.spawn(_send(server))


async def _send(server: TableServer) -> None:
    """Send the number, after a client that is joining has seen the table."""
    async with server.locked():
        server.spectators_pending, server.spectators_sent_at = False, server.room.now()
        if not server.is_unloaded:
            server.broadcast(m.WatchingMessage(watching=server.table.watching))
