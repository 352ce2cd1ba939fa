"""Opening the room: a socket, the server on it, and what is printed about it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import multiprocessing
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from rumpus.rulekit.sentence import Sentence, say
from rumpus.store import Store, hold_folder

from .app import App
from .console import Console
from .door import KNOCK, visitors
from .limits import Limits
from .lines import Guard, Lines, descriptors, room_for
from .links import Links, links_for
from .logs import uvicorn_settings
from .names import names_for
from .proxies import Networks
from .registry import Registry
from .room import Room
from .socket import serve_socket
from .wire import Wire

GRACE_SECONDS = 0.3
BACKLOG = 2048
SELDOM = (5_000, 1_000, 50)
"""Cycles are looked for in what is new, a few milliseconds at a time, and hardly ever in all."""
SWITCH_SECONDS = 0.001
Say = Callable[[Sentence], None]
log = logging.getLogger("rumpus")


def silent() -> None:
    """Nothing is said."""


class Server(uvicorn.Server):
    """A server that stops within a second, whatever its clients do.

    People come through its own sockets, or are handed over through a channel from the door.
    """

    def __init__(
        self,
        room: Room,
        listening: list[socket.socket],
        *,
        say: Callable[[], None] = silent,
        channel: socket.socket | None = None,
    ) -> None:
        super().__init__(config_for(room))
        self.lines = Lines(room.addresses, room_for(descriptors()), room.proxies)
        self.room, self.listening, self.say, self.channel = room, listening, say, channel
        self.console = Console(room)

    def open(self) -> None:
        """Serve until asked to stop."""
        self.run(self.listening)

    def open_as_program(self) -> None:
        """The same in a process of its own, tuned for steady answers.

        What was set up lives as long as the process, and nearly all that comes later is freed by
        its count of references: looking for cycles seldom keeps the room from standing still.
        """
        gc.collect()
        gc.freeze()
        gc.set_threshold(*SELDOM)
        sys.setswitchinterval(SWITCH_SECONDS)
        self.open()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open, then say so; or close again what was opened."""
        for listening in sockets or ():
            listening.listen(BACKLOG)  # who comes from now on waits until all is ready
        await super().startup([])
        try:
            await self._open_lines(sockets or [])
        except BaseException:
            await self.shutdown(sockets)
            raise
        self.say()

    async def _open_lines(self, sockets: list[socket.socket]) -> None:
        """Open every way in: for people, for the room's host, and from the door."""
        loop = asyncio.get_running_loop()
        for listening in sockets:
            server = await loop.create_server(self._guard, sock=listening, backlog=BACKLOG)
            self.servers.append(server)
        await self.console.open()
        log.info("the room is open", extra=extent_of(self.room))
        if self.channel:
            self.room.spawn(self.lines.keep_room())
            self._wait_at(self.channel)

    def _wait_at(self, channel: socket.socket) -> None:
        """Tell the door that this process is open, and wait for whoever it hands over.

        If the door dies before it has read that, the channel is left with a socket error, and the
        event loop does not call its reader: so the door's process is watched as well.
        """
        loop = asyncio.get_running_loop()
        channel.setblocking(False)
        loop.add_reader(channel, self._welcome, channel)
        if door := multiprocessing.parent_process():
            loop.add_reader(door.sentinel, self._leave, door.sentinel)
        with contextlib.suppress(OSError):  # the door is gone, which the readers notice
            channel.send(KNOCK)

    def _leave(self, door: int) -> None:
        """The door's process has ended."""
        asyncio.get_running_loop().remove_reader(door)
        self.should_exit = True

    def _welcome(self, channel: socket.socket) -> None:
        """Serve who was handed over; without a door there is nobody to wait for."""
        came = visitors(channel)
        if came is None:
            self.should_exit = True
            self._turn_away()
        for visitor in came or ():
            self.room.spawn(self._attend(visitor))

    async def _attend(self, visitor: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        await loop.connect_accepted_socket(self._guard, visitor)

    def _guard(self) -> asyncio.Protocol:
        return Guard(self.lines, self._http)

    def _http(self, state: dict[str, Any]) -> asyncio.Protocol:
        kind: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = kind(
            config=self.config,
            server_state=self.server_state,
            app_state={**self.lifespan.state, **state},
        )
        return protocol

    def _turn_away(self) -> None:
        """Let nobody more in through the channel."""
        if self.channel:
            asyncio.get_running_loop().remove_reader(self.channel)
            self.channel.close()
            self.channel = None

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop at Ctrl-C and when asked to, without raising the signal a second time."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        kept = {s: signal.signal(s, self._stop) for s in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in kept.items():
                signal.signal(number, handler)

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye to everybody, wait a moment, and cut off who is still there."""
        log.info("the room is being closed", extra=extent_of(self.room))
        self.console.close()
        self.room.put_away_all()
        self._turn_away()
        for server in self.servers:
            server.close()
        for open_socket in sockets or ():
            open_socket.close()
        self.lines.shut_sockets()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GRACE_SECONDS):
                while self.lines.count or self.server_state.tasks:
                    await asyncio.sleep(0.02)
        self.lines.cut()
        for task in list(self.server_state.tasks):
            task.cancel()
        if self.server_state.tasks:
            await asyncio.wait(self.server_state.tasks, timeout=GRACE_SECONDS)
        await self.lifespan.shutdown()


def extent_of(room: Room) -> dict[str, int]:
    """Which process it is, and how much goes on there, for the log."""
    return {
        "process_number": room.share.number,
        "tables": len(room.tables),
        "connections": room.connections,
    }


def bind(host: str, port: int, tell: Say) -> socket.socket:
    """A socket to listen on; where the port is taken, another one, saying so."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in (port, 0):
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wanted))
            return listening
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE or not wanted:
                raise
            tell(say("Port {port} is taken, so Rumpus takes a free one.", port=str(wanted)))
    raise AssertionError("port 0 is never taken")


def open_room(
    folder: Path,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    browser: bool = False,
    tell: Say = print,
    limits: Limits | None = None,
    registry: Registry | None = None,
    urls: Sequence[str] = (),
    keep_days: int | None = None,
    proxies: Networks = (),
) -> Server:
    """A server for the room whose data lies in a folder, not started yet."""
    registry = registry or Registry()
    for name in registry.names:
        registry.find(name)  # a wrong file of the host's is told before anybody comes
    hold = hold_folder(folder)
    listening = bind(host, port, tell)
    links = links_for(host, listening.getsockname()[1], urls)
    names = names_for(host, urls, links.friends)
    store = Store(folder, hold, check=True)
    room = Room(store, registry, limits, names=names, keep_days=keep_days, proxies=proxies)
    return Server(room, [listening], say=partial(announce, links, tell, browser=browser))


def announce(links: Links, tell: Say, *, browser: bool) -> None:
    """Say where the room is open, and show it to whoever opened it."""
    tell(say("Rumpus is open at {link}", link=links.own))
    for line in links.invitation():
        tell(line)
    if browser:
        threading.Thread(target=webbrowser.open, args=(links.own,), daemon=True).start()


def config_for(room: Room) -> uvicorn.Config:
    """How uvicorn serves a room."""
    wire: Any = partial(Wire, partial(_attend, room), room.limits)
    return uvicorn.Config(
        App(room),
        log_config=uvicorn_settings(),
        log_level="warning",
        access_log=False,
        loop="auto",
        lifespan="on",
        http="h11",
        ws=wire,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=15,
        backlog=BACKLOG,
    )


def _attend(room: Room, wire: Wire) -> None:
    room.spawn(serve_socket(room, wire))
