"""A room of several processes behind one door, each with tables of its own.

One process takes one core, however many there are: rooms with hundreds of races at once want more.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path

from rumpus.rulekit.native import fastest
from rumpus.store import Hold, Store, hold_folder

from .door import Door
from .limits import Limits
from .links import links_for
from .metrics import FIGURES
from .registry import Registry
from .room import Room
from .serve import BACKLOG, Say, Server, announce, bind
from .share import Share

LAST_SECONDS = 5.0
log = logging.getLogger("rumpus")
spawning = multiprocessing.get_context("spawn")


class CannotShare(RuntimeError):
    """This machine cannot have a room of several processes."""


@dataclass(frozen=True)
class Plan:
    """What every process of a room has to know."""

    folder: Path
    limits: Limits
    base_url: str
    hold: Hold | None = None


def serve_share(plan: Plan, share: Share, channel: socket.socket) -> None:
    """What a process of the room does: answer whom the door hands over."""
    room = Room(Store(plan.folder, plan.hold), Registry(), plan.limits, share)
    room.base_url = plan.base_url
    Server(room, [], channel=channel).open_as_program()


class House:
    """The processes of a room, and the door before them."""

    def __init__(
        self, plan: Plan, processes: int, listening: socket.socket, say: Callable[[], None]
    ) -> None:
        self.plan, self.count, self.listening, self.say = plan, processes, listening, say
        self.board = spawning.Array("d", processes * len(FIGURES), lock=False)
        self.processes: list[BaseProcess] = []
        self.door = Door(listening, [])
        self.closing = asyncio.Event()
        self.fault = ""

    def open_as_program(self) -> None:
        """Serve until asked to stop."""
        asyncio.run(self._open())
        if self.fault:
            sys.exit(self.fault)

    async def _open(self) -> None:
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, self.closing.set)
        for number in range(self.count):
            process, channel = self._start(number)
            self.processes.append(process)
            self.door.channels.append(channel)
        door = loop.create_task(self.door.stand_open())
        self.listening.listen(BACKLOG)
        self.say()
        await self.closing.wait()
        door.cancel()
        await asyncio.to_thread(self._close)

    def _start(self, number: int) -> tuple[BaseProcess, socket.socket]:
        self.board[self._row(number)] = [0.0] * len(FIGURES)
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        share = Share(number, self.count, self.board)
        process = spawning.Process(target=serve_share, args=(self.plan, share, theirs))
        process.start()
        theirs.close()
        loop = asyncio.get_running_loop()
        loop.add_reader(process.sentinel, self._ended, number, process)
        return process, ours

    def _row(self, number: int) -> slice:
        """Where a process's figures stand on the board."""
        return slice(number * len(FIGURES), (number + 1) * len(FIGURES))

    def _ended(self, number: int, process: BaseProcess) -> None:
        """Another process takes the tables over: all that was done at them is on disk."""
        asyncio.get_running_loop().remove_reader(process.sentinel)
        if self.closing.is_set():
            return
        process.join()
        log.error("a process of the room ended (%s)", process.exitcode)
        if not any(self.board[self._row(number)]):
            self.fault = "One of the room's processes ended before it was open."
            self.closing.set()
            return
        self.door.channels[number].close()
        self.processes[number], self.door.channels[number] = self._start(number)

    def _close(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join(LAST_SECONDS)
            if process.is_alive():
                process.kill()
        for opened in (self.listening, *self.door.channels):
            opened.close()
        if self.plan.hold:
            self.plan.hold.close()


def open_house(
    processes: int,
    folder: Path,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    browser: bool = False,
    say: Say = print,
    limits: Limits | None = None,
) -> House:
    """A room of several processes whose data lies in a folder, not started yet."""
    if not hasattr(socket, "send_fds"):
        raise CannotShare(f"Several processes need Linux or macOS, not {sys.platform}.")
    hold = hold_folder(folder)
    registry = Registry()
    for name in registry.names:
        fastest(registry.find(name))  # built once for all processes
    Store(folder, check=True).close()  # and brought up to date
    listening = bind(host, port, say)
    links = links_for(host, listening.getsockname()[1])
    plan = Plan(folder, limits or Limits(), links.friends, hold)
    return House(plan, processes, listening, partial(announce, links, say, browser=browser))
