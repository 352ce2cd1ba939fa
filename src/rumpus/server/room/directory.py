"""The directory of tables that anybody may join, whichever server has them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container
from math import inf

import msgspec

from rumpus.server.protocol.bodies import TablesAnswer
from rumpus.store import Store
from rumpus.table.showing.directory import open_table

from .worker_threads import WorkerThreads, run_shared

FRESH_SECONDS = 1.0
"""How long an answer is given again, so that many askers cost one query."""


class Directory:
    """The answer to who asks for open tables, read from the store now and then."""

    def __init__(
        self, store: Store, games: Container[str], readers: WorkerThreads, now: Callable[[], float]
    ) -> None:
        self.store, self.games, self.readers, self.now = store, games, readers, now
        self.body, self.read_at = b"", -inf
        self.reading: dict[str, asyncio.Task[bytes]] = {}

    async def tables(self) -> bytes:
        """The open tables, as JSON."""
        if self.now() - self.read_at < FRESH_SECONDS:
            return self.body
        return await run_shared(self.reading, "", self._read_again)

    async def _read_again(self) -> bytes:
        asked = self.now()
        self.body = await self.readers.run(self._read)
        self.read_at = asked
        return self.body

    def _read(self) -> bytes:
        listed = [table for table in self.store.listed() if table.data.game in self.games]
        return msgspec.json.encode(TablesAnswer([open_table(*table) for table in listed]))
