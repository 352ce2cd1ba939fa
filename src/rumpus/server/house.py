"""A room of several processes behind one door, each with tables of its own.

One process takes one core, however many there are: rooms with hundreds of races at once want more.
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
from rumpus.store import Hold, Store, hold_folder

from .door import Door, Way, is_away
from .limits import Limits
from .lines import descriptors
from .links import links_for
from .logs import JSON, PLAIN, failures_logged, is_json, log_as
from .metrics import FIGURES, row_without
from .names import Names, names_for
from .proxies import Networks
from .registry import Registry
from .room import Room
from .serve import BACKLOG, Say, Server, announce, bind
from .share import Share
from .tallies import Tallies, width, wipe

LAST_SECONDS = 5.0
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Before a process is tried again that ended before it was open: each time twice as long."""
TRIES = 3
"""How often each process is tried where none has ever been open."""
log = logging.getLogger("rumpus")
spawning = multiprocessing.get_context("spawn")


class CannotShare(Complaint):
    """This machine cannot have a room of several processes."""


@dataclass(frozen=True)
class Plan:
    """What every process of a room has to know."""

    folder: Path
    limits: Limits
    names: Names
    hold: Hold | None = None
    keep_days: int | None = None
    log: str = PLAIN
    proxies: Networks = ()


def serve_share(plan: Plan, share: Share, channel: socket.socket) -> None:
    """What a process of the room does: answer whom the door hands over."""
    log_as(plan.log)
    with failures_logged():
        store = Store(plan.folder, plan.hold)
        room = Room(store, Registry(), plan.limits, share, plan.names, plan.keep_days, plan.proxies)
        Server(room, [], channel=channel).open_as_program()


class House:
    """The processes of a room, and the door before them.

    A process that ends is replaced. One that ends before it was open is tried again and again,
    after longer and longer pauses; the others go on meanwhile. Only where none has ever been open,
    the room gives up.
    """

    def __init__(
        self,
        plan: Plan,
        processes: int,
        listening: socket.socket,
        say: Callable[[], None],
        serve: Callable[[Plan, Share, socket.socket], None] = serve_share,
    ) -> None:
        self.plan, self.count, self.listening, self.say = plan, processes, listening, say
        self.serve = serve
        self.board = spawning.Array("d", processes * len(FIGURES), lock=False)
        self.tallies = spawning.Array("d", width(processes), lock=False)
        self.key = secrets.token_bytes(16)
        self.processes: dict[int, BaseProcess] = {}
        self.channels: dict[int, socket.socket] = {}
        self.left: set[socket.socket] = set()
        self.failed = [0] * processes
        self.closing = asyncio.Event()
        self.was_open = False
        self.fault = ""

    def open_as_program(self) -> None:
        """Serve until asked to stop."""
        asyncio.run(self.stay_open())
        if self.fault:
            log.critical(self.fault)
            sys.exit(1)

    async def stay_open(self) -> None:
        """Let people in until asked to stop, or until no process can be opened."""
        loop = asyncio.get_running_loop()
        descriptors()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, self.closing.set)
        ways: list[Way] = [loop.create_future() for _ in range(self.count)]
        self.door = Door(self.listening, ways)
        for number in range(self.count):
            self._start(number)
        door = loop.create_task(self.door.stand_open())
        self.listening.listen(BACKLOG)
        self.say()
        await self.closing.wait()
        door.cancel()
        await asyncio.to_thread(self._close)

    def _start(self, number: int) -> None:
        if self.closing.is_set():
            return
        try:
            process, channel = self._spawn(number)
        except OSError as error:  # too little memory, too few descriptors
            log.error("a process of the room could not be started (%s)", error)
            self._has_failed(number)
            return
        self.processes[number], self.channels[number] = process, channel
        loop = asyncio.get_running_loop()
        loop.add_reader(process.sentinel, self._ended, number, process)
        loop.add_reader(channel, self._opened, number, channel)

    def _spawn(self, number: int) -> tuple[BaseProcess, socket.socket]:
        """Start a process; the channel to it is the house's, its other end the process's own."""
        ours, theirs = socket.socketpair()
        tallies = Tallies(self.tallies, self.key, number, self.count)
        share = Share(number, self.count, self.board, tallies)
        process = spawning.Process(target=self.serve, args=(self.plan, share, theirs))
        with theirs:
            try:
                process.start()
            except OSError:
                ours.close()
                raise
        ours.setblocking(False)
        return process, ours

    def _wipe(self, number: int) -> None:
        """A process has ended: what it has counted and noted is no more."""
        row = slice(number * len(FIGURES), (number + 1) * len(FIGURES))
        self.board[row] = row_without(is_failing=self.failed[number] > 0)
        wipe(self.tallies, number)

    def _opened(self, number: int, channel: socket.socket) -> None:
        """A process says that it is open, or has nothing more to say."""
        asyncio.get_running_loop().remove_reader(channel)
        with suppress(OSError):
            if channel.recv(1):
                self.failed[number] = 0
                self.was_open = True
                self._lead(number, channel)

    def _lead(self, number: int, channel: socket.socket | None) -> None:
        """Let the way to a process be known to those who wait at the door."""
        if self.door.ways[number].done():
            self.door.ways[number] = asyncio.get_running_loop().create_future()
        self.door.ways[number].set_result(channel)

    def _ended(self, number: int, process: BaseProcess) -> None:
        """Another process takes the tables over: all that was done at them is on disk."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(process.sentinel)
        if self.closing.is_set():
            return
        process.join()
        log.error("a process of the room ended (%s)", process.exitcode)
        self._leave(self.channels[number])
        was_open = self.door.ways[number].done() and not is_away(self.door.ways[number])
        if was_open:
            self._wipe(number)
            self.door.ways[number] = loop.create_future()
            self._start(number)
        else:
            self._has_failed(number)

    def _has_failed(self, number: int) -> None:
        """A process ended before it was open."""
        self.failed[number] += 1
        self._wipe(number)
        pause = pause_after(self.failed[number])
        self._lead(number, None)
        if not self.was_open and min(self.failed) >= TRIES:
            self.fault = "None of the room's processes could be opened."
            self.closing.set()
            return
        log.error("it was not open yet: the next try is in %g seconds", pause)
        asyncio.get_running_loop().call_later(pause, self._start, number)

    def _leave(self, channel: socket.socket) -> None:
        """Wake up who waits to be handed over, and close a channel when they have gone."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(channel)
        with suppress(OSError):
            channel.shutdown(socket.SHUT_RDWR)
        self.left.add(channel)
        loop.call_later(LAST_SECONDS, self._let_go, channel)

    def _let_go(self, channel: socket.socket) -> None:
        self.left.discard(channel)
        channel.close()

    def _close(self) -> None:
        processes = self.processes.values()
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(LAST_SECONDS)
            if process.is_alive():
                process.kill()
        for opened in (self.listening, *self.channels.values(), *self.left):
            opened.close()


def pause_after(failures: int) -> float:
    """How many seconds to wait before a process is tried again, however often it has failed."""
    return min(FIRST_PAUSE * 2.0 ** min(failures - 1, 16), LONGEST_PAUSE)


def open_house(
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
) -> House:
    """A room of several processes whose data lies in a folder, not started yet."""
    if not hasattr(socket, "send_fds"):
        raise CannotShare(
            say("Several processes need Linux or macOS, not {platform}.", platform=sys.platform)
        )
    hold = hold_folder(folder)
    Store(folder, check=True).close()  # brought up to date once for all processes
    listening = bind(host, port, tell)
    links = links_for(host, listening.getsockname()[1], urls)
    names, log_kind = names_for(host, urls, links.friends), JSON if is_json() else PLAIN
    plan = Plan(folder, limits or Limits(), names, hold, keep_days, log_kind, proxies)
    return House(plan, processes, listening, partial(announce, links, tell, browser=browser))
