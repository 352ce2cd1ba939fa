"""The room: every table that is in use, and what they share."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine, Iterable
from random import Random
from typing import Any, TypeVar

from rumpus.players import Hint, choose
from rumpus.rulekit.backend import Backend
from rumpus.rulekit.native import fastest
from rumpus.rulekit.sentence import say, written
from rumpus.store import Change, DiskFault, Store, save_table
from rumpus.table.data import OVER, TableData
from rumpus.table.errors import NotThere
from rumpus.table.making import rematch_of
from rumpus.table.record import Record
from rumpus.table.seat import PERSON, new_token, token_for
from rumpus.table.series import next_game
from rumpus.table.table import Table

from . import messages as m
from .bodies import NewSeat, NewTable
from .connection import Connection
from .contracts import Counts
from .ids import is_id
from .keepers import timekeeper_for
from .limits import Address, Addresses, Limits
from .live import Live
from .names import Names
from .proxies import Networks
from .registry import Registry
from .replaying import CHANCES_BYTES, KeptAnswers, reckoned, replayed
from .share import Share
from .thinking import ANALYSES, BOTS, HINTS, Asker, Slices, Thinkers, TooMuch, at_once
from .workers import Workers, shared

THINKERS, READERS = 2, 2
WEAKER = {"expert": "hard"}
"""How bots play for an address beyond its budget while others wait."""
SWEEP_SECONDS = 20.0
IDLE_SECONDS = 120.0
T = TypeVar("T")
log = logging.getLogger("rumpus")


class Room:
    """All tables of one server, or of one of its processes."""

    def __init__(
        self,
        store: Store,
        registry: Registry | None = None,
        limits: Limits | None = None,
        share: Share | None = None,
        names: Names | None = None,
        keep_days: int | None = None,
        proxies: Networks = (),
    ) -> None:
        self.keep_days = keep_days
        self.is_warm = self.is_closing = False
        self.store, self.registry = store, registry or Registry()
        self.limits, self.share = limits or Limits(), share or Share()
        self.names, self.proxies = names or Names(), proxies
        self.addresses = Addresses(self.limits, self.now, self.share.tallies)
        self.counts = Counts()
        self.rng = Random(secrets.randbits(128))
        self.tables: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.backends: dict[tuple[str, int], Backend] = {}
        self.building: dict[tuple[str, int], asyncio.Task[Backend]] = {}
        self.thinkers = Thinkers(THINKERS, self.limits, self.now)
        self.thinkers.start("rumpus-think")
        self.builders = Workers(1, "rumpus-build")
        self.readers = Workers(READERS, "rumpus-read")
        self.known_chances = KeptAnswers(CHANCES_BYTES)
        self.tasks: set[asyncio.Task[None]] = set()
        self.opened = self.now()

    @staticmethod
    def now() -> float:
        """The time that clocks at tables run by."""
        return time.monotonic()

    @property
    def connections(self) -> int:
        """How many sockets are at its tables."""
        return sum(len(live.connections) for live in self.tables.values())

    # ----------------------------------------------------------------------------- helpers
    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something run on its own; a failure is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if task.cancelled() or not (error := task.exception()):
            return
        if not isinstance(error, DiskFault):  # the store has said so
            self.report(error)

    def report(self, error: BaseException) -> str:
        """Log a fault; returns the id under which it stands in the log."""
        number = secrets.token_hex(4)
        self.counts.faults += 1
        log.error("fault %s", number, exc_info=error, extra={"fault": number})
        return number

    # ----------------------------------------------------------------------------- thinking
    async def think(self, table: Table, there: Iterable[Connection], known: Any, seat: int) -> int:
        """Let a bot choose, at the expense of those who are there."""
        payer, level = self._payer(list(there)), table.level_at(seat)

        def work() -> int:
            able = WEAKER.get(level, level) if self.thinkers.is_pressed(payer) else level
            return choose(table.backend, known, seat, able, self.rng)

        return await self.thinkers.run(at_once(work), BOTS, Asker(payer, table.id))

    def _payer(self, there: list[Connection]) -> Address:
        """The address of those at a table that has used its budget least; people go first."""
        payers = [at for at in there if at.seats] or there
        addresses = {at.address for at in payers} or {self.addresses.at("")}
        return max(addresses, key=lambda address: address.thinking.left_at(self.now()))

    async def hint(self, at: Connection, live: Live, seat: int) -> Hint:
        """Look for the best choice of a seat, at the expense of whoever asks."""
        asker = Asker(at.address, live.table.id, at.hints)
        return await self._ask(at_once(live.table.hint(seat)), HINTS, asker)

    async def analyse(self, slices: Slices[T], address: Address) -> T:
        """Work through a record when nobody plays who would have to wait for it."""
        return await self._ask(slices, ANALYSES, Asker(address))

    async def _ask(self, slices: Slices[T], kind: int, asker: Asker) -> T:
        try:
            return await self.thinkers.run(slices, kind, asker)
        except TooMuch:
            self.counts.limited += 1
            raise

    async def replay(self, record: Record, viewer: int, first: int, address: Address) -> bytes:
        """The answer to whoever wants to see a record again."""
        backend = await self.backend(record.game, record.version)
        return await self.analyse(replayed(record, backend, viewer, first), address)

    async def chances(self, record: Record, address: Address) -> bytes:
        """The answer with everybody's chances all along a record; it is kept for a while."""
        backend = await self.backend(record.game, record.version)
        return await self.known_chances.recall(
            record, lambda: self.analyse(reckoned(record, backend), address)
        )

    # ----------------------------------------------------------------------------- keeping
    def write(self, *changes: Change) -> asyncio.Future[None]:
        """Write to disk."""
        return self.store.write(*changes)

    async def backend(self, name: str, version: int | None = None) -> Backend:
        """A game, ready to be played; it may have to be built first.

        Of a version that is no longer shipped it is the present one.
        """
        game = self.registry.find(name)
        if version is not None:
            game = game.of_version(version) or game
        key = name, game.version
        if key not in self.backends:
            self.backends[key] = await shared(
                self.building, key, lambda: self.builders.run(fastest, game)
            )
        return self.backends[key]

    async def warm_up(self) -> None:
        """Build every game before somebody asks for it."""
        for name in self.registry.names:
            await self.backend(name)
        self.is_warm = True

    def token(self, table: str, wanted: NewSeat | NewTable, *more: int) -> str:
        """The token for who asks for a seat: who asks again in the same words gets the same."""
        again = wanted.again or wanted.nonce
        if not again:
            return new_token()
        return token_for(self.store.key, table, again, wanted.name, wanted.avatar, *more)

    # ----------------------------------------------------------------------------- tables
    async def live(self, table: str) -> Live:
        """A table by its id, from memory or from disk."""
        if found := self.tables.get(table):
            return found
        return await shared(self.loading, table, lambda: self._load(table))

    async def _load(self, table: str) -> Live:
        if not self.share.has(table):
            raise NotThere(say("That table cannot be reached by this address; write it plainly."))
        kept = await self.readers.run(self.store.load, table) if is_id(table) else None
        if kept is None:
            raise NotThere(say("There is no such table."))
        if kept.data.game not in self.registry.names:
            raise NotThere(say("This room does not have the game of that table."))
        backend = await self.backend(kept.data.game, kept.data.version)
        if kept.data.version != backend.game.version:
            await self._close_outdated(kept.data, backend.game.title)
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
        return self.add(seated)

    async def _close_outdated(self, data: TableData, title: str) -> None:
        """Close a table whose rules are no longer shipped; of one that is over nothing changes."""
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
            await self.write(save_table(data))

    def add(self, table: Table) -> Live:
        """Take a table into memory."""
        live = self.tables[table.id] = Live(self, table, timekeeper_for)
        self.counts.tables += 1
        return live

    def drop(self, table: Table) -> None:
        """Know a table no more, until somebody asks for it again."""
        if (known := self.tables.get(table.id)) and known.table is table:
            del self.tables[table.id]

    async def rematch(self, live: Live, who: int, nonce: str) -> None:
        """Set a new table up for the same people and tell them."""
        table = live.table
        if not table.data.rematch:
            data = rematch_of(table, self.share.new_id(), time.time(), {who: nonce})
            await live.commit(save_table(data), save_table(table.data))
            again = Table(table.backend, data, self.now())
            self.add(again).schedule()
        moved = next_game(table).seats
        seats = {str(n): moved[n] for n in moved if table.seats[n].kind == PERSON}
        live.tell(m.RematchMessage(table=table.data.rematch, seats=seats))

    # ----------------------------------------------------------------------------- keeping house
    async def keep_house(self) -> None:
        """Put tables away that nobody is at; everything about them is on disk."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    def sweep(self) -> None:
        """Put away what has been idle for long enough."""
        for live in list(self.tables.values()):
            idle = self.now() - live.idle_since
            if not live.connections and idle > IDLE_SECONDS and not live.is_busy:
                live.put_away()

    def put_away_all(self) -> None:
        """Let nothing more happen at any table, and nobody think any more."""
        self.is_closing = True
        self.thinkers.close()
        for live in self.tables.values():
            if not live.is_gone and not self.store.fault and live.note_time():
                self.write(save_table(live.table.data))
            live.is_gone = True
            live.schedule()

    def close(self) -> None:
        """Close everything."""
        self.put_away_all()
        for task in list(self.tasks):
            task.cancel()
        self.builders.close()
        self.readers.close()
        self.store.close()
