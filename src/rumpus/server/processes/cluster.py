"""A room of several processes behind a dispatcher, each with its own tables.

One process uses one core; a room with hundreds of simultaneous races needs more.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import secrets
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say
from rumpus.server.network.connections import raise_descriptor_limit
from rumpus.server.network.hostnames import HostNames, host_names_for
from rumpus.server.network.limits import Limits
from rumpus.server.network.proxies import Networks
from rumpus.server.network.shared_counters import SharedCounters, clear_process, counters_size
from rumpus.server.operations.logs import JSON, PLAIN, configure_logging, failures_logged, is_json
from rumpus.server.operations.metrics import METRICS, absent_row
from rumpus.server.room.registry import GameRegistry
from rumpus.server.room.room import Room
from rumpus.server.room.shard import Shard
from rumpus.store import FolderLock, SqliteStore, Store, lock_folder, open_store

from .dispatcher import ConnectionDispatcher, ProcessChannel, is_unavailable
from .links import inside_url, links_for
from .server import BACKLOG, RoomServer, Say, announce, bind

STOP_SECONDS = 5.0
FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 0.5, 30.0
"""The delay before restarting a process that failed to open; it doubles each time."""
MAX_START_ATTEMPTS = 3
"""Attempts per process before giving up, if none has ever opened."""
log = logging.getLogger("rumpus")
spawning = multiprocessing.get_context("spawn")


class ClusterUnsupported(Complaint):
    """This platform cannot run a room of several processes."""


@dataclass(frozen=True)
class ClusterConfig:
    """The settings that every process gets."""

    folder: Path
    limits: Limits
    names: HostNames
    hold: FolderLock | None = None
    keep_days: int | None = None
    log: str = PLAIN
    proxies: Networks = ()
    database: str | None = None
    address: str = ""
    run: str = ""
    """Distinguishes this run of the room from others that share its database."""

    def store(self, number: int) -> Store:
        """The store of one process, which takes the place of an earlier process of its number."""
        if self.database:
            name = f"{self.run}/{number}"
            return open_store(self.database, self.address, name, self.folder, self.hold)
        return SqliteStore(self.folder, self.hold, number=number)


def run_worker(config: ClusterConfig, shard: Shard, channel: socket.socket) -> None:
    """Run one process: serve the connections that the dispatcher hands over."""
    configure_logging(config.log)
    with failures_logged():
        room = Room(
            config.store(shard.number),
            GameRegistry(),
            config.limits,
            shard,
            config.names,
            config.keep_days,
            config.proxies,
        )
        RoomServer(room, [], channel=channel).open_as_program()


class Cluster:
    """The processes of a room, and the dispatcher in front of them.

    A process that ends is replaced. One that fails to open is retried with growing delays while
    the others go on. Only if none has ever opened does the room give up.
    """

    def __init__(
        self,
        config: ClusterConfig,
        processes: int,
        listening: socket.socket,
        say: Callable[[], None],
        serve: Callable[[ClusterConfig, Shard, socket.socket], None] = run_worker,
    ) -> None:
        self.config, self.count, self.listening, self.say = config, processes, listening, say
        self.serve = serve
        self.board = spawning.Array("d", processes * len(METRICS), lock=False)
        self.counters = spawning.Array("d", counters_size(processes), lock=False)
        self.key = secrets.token_bytes(16)
        self.processes: dict[int, BaseProcess] = {}
        self.channels: dict[int, socket.socket] = {}
        self.retired: set[socket.socket] = set()
        self.failed = [0] * processes
        self.closing = asyncio.Event()
        self.was_open = False
        self.fault = ""

    def open_as_program(self) -> None:
        """Serve until stopped."""
        asyncio.run(self.stay_open())
        if self.fault:
            log.critical(self.fault)
            sys.exit(1)

    async def stay_open(self) -> None:
        """Serve until stopped, or until no process can be opened."""
        loop = asyncio.get_running_loop()
        raise_descriptor_limit()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, self.closing.set)
        ways: list[ProcessChannel] = [loop.create_future() for _ in range(self.count)]
        self.dispatcher = ConnectionDispatcher(self.listening, ways)
        for number in range(self.count):
            self._start(number)
        accepting = loop.create_task(self.dispatcher.run())
        self.listening.listen(BACKLOG)
        self.say()
        await self.closing.wait()
        accepting.cancel()
        await asyncio.to_thread(self._close)

    def _start(self, number: int) -> None:
        if self.closing.is_set():
            return
        try:
            process, channel = self._spawn(number)
        except OSError as error:  # out of memory or descriptors
            log.error("a process of the room could not be started (%s)", error)
            self._has_failed(number)
            return
        self.processes[number], self.channels[number] = process, channel
        loop = asyncio.get_running_loop()
        loop.add_reader(process.sentinel, self._ended, number, process)
        loop.add_reader(channel, self._opened, number, channel)

    def _spawn(self, number: int) -> tuple[BaseProcess, socket.socket]:
        """Start a process; returns it with our end of the channel."""
        ours, theirs = socket.socketpair()
        counters = SharedCounters(self.counters, self.key, number, self.count)
        shard = Shard(number, self.count, self.board, counters)
        process = spawning.Process(target=self.serve, args=(self.config, shard, theirs))
        with theirs:
            try:
                process.start()
            except OSError:
                ours.close()
                raise
        ours.setblocking(False)
        return process, ours

    def _clear_process(self, number: int) -> None:
        """Clear the metrics and counts of a process that has ended."""
        row = slice(number * len(METRICS), (number + 1) * len(METRICS))
        self.board[row] = absent_row(is_failing=self.failed[number] > 0)
        clear_process(self.counters, number)

    def _opened(self, number: int, channel: socket.socket) -> None:
        """A process reports that it is open, or has closed its channel."""
        asyncio.get_running_loop().remove_reader(channel)
        with suppress(OSError):
            if channel.recv(1):
                self.failed[number] = 0
                self.was_open = True
                self._set_channel(number, channel)

    def _set_channel(self, number: int, channel: socket.socket | None) -> None:
        """Publish the channel to a process, or that it is unavailable."""
        if self.dispatcher.channels[number].done():
            self.dispatcher.channels[number] = asyncio.get_running_loop().create_future()
        self.dispatcher.channels[number].set_result(channel)

    def _ended(self, number: int, process: BaseProcess) -> None:
        """Replace a process that has ended; its tables are on disk."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(process.sentinel)
        if self.closing.is_set():
            return
        process.join()
        log.error("a process of the room ended (%s)", process.exitcode)
        self._retire_channel(self.channels[number])
        was_open = self.dispatcher.channels[number].done() and not is_unavailable(
            self.dispatcher.channels[number]
        )
        if was_open:
            self._clear_process(number)
            self.dispatcher.channels[number] = loop.create_future()
            self._start(number)
        else:
            self._has_failed(number)

    def _has_failed(self, number: int) -> None:
        """A process ended before it was open."""
        self.failed[number] += 1
        self._clear_process(number)
        pause = retry_delay(self.failed[number])
        self._set_channel(number, None)
        if not self.was_open and min(self.failed) >= MAX_START_ATTEMPTS:
            self.fault = "None of the room's processes could be opened."
            self.closing.set()
            return
        log.error("it was not open yet: the next try is in %g seconds", pause)
        asyncio.get_running_loop().call_later(pause, self._start, number)

    def _retire_channel(self, channel: socket.socket) -> None:
        """Wake up pending handovers, and close the channel once they are done."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(channel)
        with suppress(OSError):
            channel.shutdown(socket.SHUT_RDWR)
        self.retired.add(channel)
        loop.call_later(STOP_SECONDS, self._close_channel, channel)

    def _close_channel(self, channel: socket.socket) -> None:
        self.retired.discard(channel)
        channel.close()

    def _close(self) -> None:
        processes = self.processes.values()
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(STOP_SECONDS)
            if process.is_alive():
                process.kill()
        for opened in (self.listening, *self.channels.values(), *self.retired):
            opened.close()


def retry_delay(failures: int) -> float:
    """Seconds to wait before the next attempt: exponential, up to a maximum."""
    return min(FIRST_RETRY_SECONDS * 2.0 ** min(failures - 1, 16), MAX_RETRY_SECONDS)


def open_cluster(
    processes: int,
    folder: Path,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    browser: bool = False,
    tell: Say = print,
    limits: Limits | None = None,
    urls: Sequence[str] = (),
    keep_days: int | None = None,
    proxies: Networks = (),
    database: str | None = None,
    reach_at: str | None = None,
) -> Cluster:
    """A room of several processes on a data folder, not started yet."""
    if not hasattr(socket, "send_fds"):
        raise ClusterUnsupported(
            say("Several processes need Linux or macOS, not {platform}.", platform=sys.platform)
        )
    hold = lock_folder(folder)
    checked = open_store(database) if database else SqliteStore(folder, check=True)
    checked.close()  # migrated once for all processes
    listening = bind(host, port, tell)
    port = listening.getsockname()[1]
    links = links_for(host, port, urls)
    names, log_kind = host_names_for(host, urls, links.friends), JSON if is_json() else PLAIN
    config = ClusterConfig(
        folder, limits or Limits(), names, hold, keep_days, log_kind, proxies, database,
        reach_at or inside_url(host, port), secrets.token_hex(8),
    )  # fmt: skip
    return Cluster(config, processes, listening, partial(announce, links, tell, browser=browser))
