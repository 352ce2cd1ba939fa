"""The room: all tables in memory, and what they share."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, TypeVar

from rumpus.players import Hint, choose
from rumpus.rulekit.sentence import say, written
from rumpus.running.backend import Backend
from rumpus.server.network.hostnames import HostNames
from rumpus.server.network.limits import AddressUsage, AddressUsages, Limits
from rumpus.server.network.passing_on import TableElsewhere, passed_on_for
from rumpus.server.network.proxies import Networks
from rumpus.server.network.server_counters import ServerCounters
from rumpus.server.network.websocket import WebSocket
from rumpus.server.protocol import messages as m
from rumpus.server.protocol.bodies import NewSeat, NewTable
from rumpus.server.tables.connection import Connection
from rumpus.server.tables.context import EventCounts
from rumpus.server.tables.table_server import TableServer
from rumpus.server.tables.timekeepers import timekeeper_for
from rumpus.store import (
    Claim,
    ClaimElsewhere,
    DiskFault,
    Store,
    StoreChange,
    WriteLost,
    save_table,
)
from rumpus.table.backends import table_backend
from rumpus.table.data.seat import PERSON, new_token, token_for
from rumpus.table.data.table_data import OVER, TableData
from rumpus.table.errors import NotThere, Refused
from rumpus.table.making import rematch_of
from rumpus.table.records.record import Record
from rumpus.table.series import next_game
from rumpus.table.table import Table

from .directory import Directory
from .record_analysis import CHANCES_CACHE_BYTES, AnswerCache, chances_answer, replay_answer
from .registry import GameRegistry
from .shard import Shard
from .table_ids import is_id
from .thinking_pool import (
    ANALYSES,
    BOTS,
    HINTS,
    BudgetExceeded,
    JobOwner,
    Slices,
    ThinkingPool,
    single_slice,
)
from .worker_threads import WorkerThreads, run_shared

THINKING_THREADS, READER_THREADS = 2, 2
WEAKER = {"expert": "hard"}
"""Cheaper levels for an address over its budget while others wait."""
SWEEP_SECONDS = 5.0
IDLE_SECONDS = 120.0
AWAKE_MOST, AWAKE_SECONDS = 1000, 10.0
"""Of more tables in memory, those that have been idle longest need to be so only this long."""
LEFT_SECONDS = 2.0
"""How often to see whether the servers to which clients were passed on still have their leases."""
T = TypeVar("T")
log = logging.getLogger("rumpus")


class NeedsNewer(Refused):
    """A table for a server that has not been brought up to date yet."""


class Room:
    """All tables of one server, or of one of its processes."""

    def __init__(
        self,
        store: Store,
        registry: GameRegistry | None = None,
        limits: Limits | None = None,
        shard: Shard | None = None,
        names: HostNames | None = None,
        keep_days: int | None = None,
        proxies: Networks = (),
    ) -> None:
        self.keep_days = keep_days
        self.is_warm = self.is_closing = False
        self.store, self.registry = store, registry or GameRegistry()
        self.limits, self.shard = limits or Limits(), shard or Shard()
        self.names, self.proxies = names or HostNames(), proxies
        self.elsewhere = ServerCounters(store.key, self.now)
        counters = self.elsewhere if store.is_shared else self.shard.counters
        self.addresses = AddressUsages(self.limits, self.now, counters)
        self.counts = EventCounts()
        self.rng = Random(secrets.randbits(128))
        self.tables: dict[str, TableServer] = {}
        self.numbered: dict[str, int] = {}  # messages of tables that were dropped for a fault
        self.joined: dict[WebSocket, str] = {}
        """The sockets that were passed on, and the addresses of the servers that answer them."""
        self.loading: dict[str, asyncio.Task[TableServer]] = {}
        self.backends: dict[tuple[str, int], Backend] = {}
        self.building: dict[tuple[str, int], asyncio.Task[Backend]] = {}
        self.thinking_pool = ThinkingPool(THINKING_THREADS, self.limits, self.now)
        self.thinking_pool.start("rumpus-think")
        self.builders = WorkerThreads(1, "rumpus-build")
        self.readers = WorkerThreads(READER_THREADS, "rumpus-read")
        self.directory = Directory(store, self.registry.names, self.readers, self.now)
        self.chances_cache = AnswerCache(CHANCES_CACHE_BYTES)
        self.tasks: set[asyncio.Task[None]] = set()
        self.opened = self.now()

    @staticmethod
    def now() -> float:
        """The time that table clocks use."""
        return time.monotonic()

    @property
    def connections(self) -> int:
        """How many sockets are connected to its tables."""
        return sum(len(server.connections) for server in self.tables.values())

    @property
    def resting(self) -> int:
        """How many of its tables are put away."""
        return sum(server.asleep is not None for server in self.tables.values())

    # ----------------------------------------------------------------------------- helpers
    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task in the background; a failure is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if task.cancelled() or not (error := task.exception()):
            return
        if not isinstance(error, DiskFault | WriteLost):  # already logged by the store
            self.report(error)

    def report(self, error: BaseException) -> str:
        """Log a fault; returns its id in the log."""
        number = secrets.token_hex(4)
        self.counts.faults += 1
        log.error("fault %s", number, exc_info=error, extra={"fault": number})
        return number

    # ----------------------------------------------------------------------------- thinking
    async def think(self, table: Table, there: Iterable[Connection], known: Any, seat: int) -> int:
        """Let a bot choose, charged to the connected clients."""
        payer, level = self._payer(list(there)), table.level_at(seat)

        def work() -> int:
            able = WEAKER.get(level, level) if self.thinking_pool.should_yield(payer) else level
            return choose(table.backend, known, seat, able, self.rng)

        return await self.thinking_pool.run(single_slice(work), BOTS, JobOwner(payer, table.id))

    def _payer(self, there: list[Connection]) -> AddressUsage:
        """The address to charge: players before spectators, then the largest budget left."""
        payers = [at for at in there if at.seats] or there
        addresses = {at.address for at in payers} or {self.addresses.at("")}
        return max(addresses, key=lambda address: address.thinking.left_at(self.now()))

    async def hint(self, at: Connection, server: TableServer, seat: int) -> Hint:
        """Find the best choice for a seat, charged to the client that asks."""
        owner = JobOwner(at.address, server.table.id, at.hints)
        return await self._ask(single_slice(server.table.hint(seat)), HINTS, owner)

    async def analyse(self, slices: Slices[T], address: AddressUsage) -> T:
        """Analyse a record with low priority."""
        return await self._ask(slices, ANALYSES, JobOwner(address))

    async def _ask(self, slices: Slices[T], kind: int, owner: JobOwner) -> T:
        try:
            return await self.thinking_pool.run(slices, kind, owner)
        except BudgetExceeded:
            self.counts.limited += 1
            raise

    async def replay(self, record: Record, viewer: int, first: int, address: AddressUsage) -> bytes:
        """Replay a record."""
        backend = await self.backend(record.game, record.version)
        return await self.analyse(replay_answer(record, backend, viewer, first), address)

    async def chances(self, record: Record, address: AddressUsage) -> bytes:
        """The win chances along a record, from the cache if possible."""
        backend = await self.backend(record.game, record.version)
        return await self.chances_cache.get_or_make(
            record, lambda: self.analyse(chances_answer(record, backend), address)
        )

    # ----------------------------------------------------------------------------- keeping
    def write(self, *changes: StoreChange, claim: Claim) -> asyncio.Future[None]:
        """Write to disk, if the table is still ours."""
        return self.store.write(*changes, claim=claim)

    async def backend(self, name: str, version: int | None = None) -> Backend:
        """A game's backend; it may have to be built first.

        For a version that is no longer shipped, it is the current one.
        """
        game = self.registry.find(name)
        if version is not None:
            game = game.of_version(version) or game
        key = name, game.version
        if key not in self.backends:
            self.backends[key] = await run_shared(
                self.building, key, lambda: self.builders.run(table_backend, game)
            )
        return self.backends[key]

    async def warm_up(self) -> None:
        """Build every game before it is asked for."""
        for name in self.registry.names:
            await self.backend(name)
        self.is_warm = True

    def token(self, table: str, wanted: NewSeat | NewTable, *more: int) -> str:
        """The token for a seat request; a repeated request gets the same token."""
        again = wanted.again or wanted.nonce
        if not again:
            return new_token()
        return token_for(self.store.key, table, again, wanted.name, wanted.avatar, *more)

    # ----------------------------------------------------------------------------- tables
    async def table_server(self, table: str) -> TableServer:
        """A table by its id, from memory or from disk, unless another server has it."""
        if found := self.tables.get(table):
            return found
        return await run_shared(self.loading, table, lambda: self._load(table))

    def may_pass_on(self, elsewhere: TableElsewhere, scope: Any) -> bool:
        """Whether a request can go to the server that has its table: it goes one hop only."""
        return bool(elsewhere.address) and not passed_on_for(self.store.key, scope)

    async def _load(self, table: str) -> TableServer:
        claim = await self._claim(table) if is_id(table) else None
        if isinstance(claim, ClaimElsewhere):
            raise TableElsewhere(claim.address)
        if claim is None:
            raise NotThere(say("There is no such table."))
        return self.add(await self.stored(claim), claim)

    async def _claim(self, table: str) -> Claim | ClaimElsewhere | None:
        """Claim a table. While nothing can be written it can still be looked at, in a room whose
        servers all have the same disk: nothing can be written under its last claim either."""
        try:
            return await self.store.claim(table)
        except DiskFault:
            if self.store.is_shared:
                raise
            return await self.readers.run(self.store.last_claim, table)

    async def stored(self, claim: Claim) -> Table:
        """A table as it is stored."""
        kept = await self.readers.run(self.store.load, claim.table)
        if kept is None:
            raise NotThere(say("There is no such table."))
        if kept.data.game not in self.registry.names:
            raise NotThere(say("This room does not have the game of that table."))
        backend = await self.backend(kept.data.game, kept.data.version)
        if kept.data.version > backend.game.version:
            await self._give_back(claim)
            raise NeedsNewer(
                say(
                    "This table was begun by a newer Rumpus than this server's; "
                    "try again in a moment."
                )
            )
        if kept.data.version != backend.game.version:
            await self._close_outdated(kept.data, backend.game.title, claim)
        seated: Table = await self.readers.run(
            Table,
            backend,
            kept.data,
            self.now(),
            kept.entries,
            kept.chat,
            kept.last,
            kept.answers,
        )
        seated.said = kept.said
        return seated

    async def _close_outdated(self, data: TableData, title: str, claim: Claim) -> None:
        """Close a table whose rules are no longer shipped; a finished one stays as it is."""
        if data.closed:
            return
        data.closed = written(
            say(
                "This table was begun by version {version} of the rules of {game}, which this "
                "room no longer has. It is closed; its record is kept.",
                version=data.version,
                game=title,
            )
        )
        if data.status != OVER:
            data.status, data.dealing, data.paused = OVER, False, False
            await self.write(save_table(data), claim=claim)

    def add(self, table: Table, claim: Claim) -> TableServer:
        """Add a table to memory."""
        server = self.tables[table.id] = TableServer(
            self, table, claim, timekeeper_for, self.numbered.pop(table.id, 0)
        )
        self.counts.tables += 1
        return server

    async def keep_new(self, table: Table) -> TableServer | None:
        """Store a new table, and open it here, unless its people may be sent to another server."""
        stored = self.store.write(save_table(table.data))
        if self.store.is_shared:
            await stored
            return None
        claim, _ = await asyncio.gather(self.store.claim(table.id), stored)
        assert isinstance(claim, Claim)
        return self.add(table, claim)

    def drop(self, claim: Claim, seq: int) -> None:
        """Forget a table until somebody asks for it again, here or at another server."""
        if (known := self.tables.get(claim.table)) and known.claim is claim:
            del self.tables[claim.table]
            if self.store.fault:
                self.numbered[claim.table] = seq
            if not self.is_closing:
                self.spawn(self._give_back(claim))

    async def _give_back(self, claim: Claim) -> None:
        await self.store.give_back(claim)

    def watch_store(self) -> None:
        """Stop every table while nothing can be saved, unload all if the lease runs out, and share
        the usage of addresses with other servers."""
        loop = asyncio.get_running_loop()
        self.store.used = partial(self.elsewhere.publish, self.addresses)
        self.store.hear = self.elsewhere.hear
        self.store.when_failing = lambda: loop.call_soon_threadsafe(self.check_storage)
        self.store.when_lost = lambda: loop.call_soon_threadsafe(self.lose_tables)

    def check_storage(self) -> None:
        """Tell everybody whether their table can be saved."""
        for server in list(self.tables.values()):
            server.check_storage()

    def lose_tables(self) -> None:
        """This server's lease has run out: everybody reloads from whoever opens their table."""
        for server in list(self.tables.values()):
            server.unload()

    async def rematch(self, server: TableServer, who: int, nonce: str) -> None:
        """Create a table for the same people, and tell them."""
        table = server.table
        if not table.data.rematch:
            data = rematch_of(table, self.shard.new_id(), time.time(), {who: nonce})
            if again := await self.keep_new(Table(table.backend, data, self.now())):
                again.schedule()
            await server.commit(save_table(table.data))
        moved = next_game(table).seats
        seats = {str(n): moved[n] for n in moved if table.seats[n].kind == PERSON}
        server.broadcast(m.RematchMessage(table=table.data.rematch, seats=seats))

    async def leave_stopped_periodically(self) -> None:
        """Let the clients go whom a server without a lease still seems to serve."""
        while True:
            await asyncio.sleep(LEFT_SECONDS)
            if self.joined:
                with suppress(DiskFault):
                    self._leave_stopped(await self.readers.run(self.store.addresses))

    def _leave_stopped(self, there: set[str]) -> None:
        for socket, address in list(self.joined.items()):
            if address not in there:
                socket.abort()

    # ----------------------------------------------------------------------------- cleaning up
    async def unload_idle_periodically(self) -> None:
        """Unload idle tables, or put them away, while the room is open; they are on disk."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.unload_idle()

    def unload_idle(self) -> None:
        """Unload the tables that have been idle for long enough; where people are connected, put
        them away until somebody does something."""
        now, awake = self.now(), [one for one in self.tables.values() if not one.asleep]
        awake.sort(key=lambda server: server.idle_since)
        surplus = len(awake) - AWAKE_MOST
        for n, server in enumerate(awake):
            if now - server.idle_since <= (AWAKE_SECONDS if n < surplus else IDLE_SECONDS):
                continue
            if server.connections and server.may_rest():
                server.put_away()
            elif not (server.connections or server.is_busy):
                server.unload()

    def stop_tables(self) -> None:
        """Stop all tables and all thinking, and store the clocks."""
        self.is_closing = True
        self.thinking_pool.close()
        for server in self.tables.values():
            server.stop()

    def close(self) -> None:
        """Stop everything and close the store."""
        self.stop_tables()
        for task in list(self.tasks):
            task.cancel()
        self.builders.close()
        self.readers.close()
        self.store.close()
