"""One server process: its sockets, startup, shutdown, and what it prints."""

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
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from rumpus.rulekit.sentence import Sentence, say
from rumpus.server.http.app import App
from rumpus.server.network.connections import (
    ConnectionGuard,
    ConnectionTracker,
    max_connections,
    raise_descriptor_limit,
)
from rumpus.server.network.hostnames import host_names_for
from rumpus.server.network.limits import Limits
from rumpus.server.network.passing_on import passed_on_for
from rumpus.server.network.proxies import Networks
from rumpus.server.network.websocket import WebSocket
from rumpus.server.operations.console import HostConsole
from rumpus.server.operations.logs import uvicorn_settings
from rumpus.server.room.registry import GameRegistry
from rumpus.server.room.room import Room
from rumpus.server.sessions.session import run_session
from rumpus.store import SqliteStore, Store, lock_folder, open_store

from .dispatcher import HANDOVER, received_sockets
from .links import Links, inside_url, links_for

GRACE_SECONDS = 0.3
BACKLOG = 2048
GC_THRESHOLDS = (5_000, 1_000, 50)
"""Collect young objects in short runs, and the oldest generation hardly ever."""
SWITCH_SECONDS = 0.001
Say = Callable[[Sentence], None]
log = logging.getLogger("rumpus")


def silent() -> None:
    """Print nothing."""


class RoomServer(uvicorn.Server):
    """A uvicorn server that stops within a second, whatever its clients do.

    Connections come from its own listening sockets, or from the dispatcher through a channel.
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
        self.tracker = ConnectionTracker(
            room.addresses,
            max_connections(raise_descriptor_limit()),
            room.proxies,
            partial(passed_on_for, room.store.key),
        )
        self.room, self.listening, self.say, self.channel = room, listening, say, channel
        self.console = HostConsole(room)

    def open(self) -> None:
        """Serve until stopped."""
        self.run(self.listening)

    def open_as_program(self) -> None:
        """Serve until stopped, in a process tuned for steady latency.

        What exists now lives as long as the process, and nearly everything later is freed by
        reference counting, so rare collections avoid pauses.
        """
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        sys.setswitchinterval(SWITCH_SECONDS)
        self.open()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open everything, then announce it; on failure, close it again."""
        for listening in sockets or ():
            listening.listen(BACKLOG)  # connections queue up until everything is ready
        await super().startup([])
        try:
            await self._open_inputs(sockets or [])
        except BaseException:
            await self.shutdown(sockets)
            raise
        self.say()

    async def _open_inputs(self, sockets: list[socket.socket]) -> None:
        """Open all inputs: listening sockets, the host's console and the dispatcher's channel."""
        loop = asyncio.get_running_loop()
        for listening in sockets:
            server = await loop.create_server(self._guard, sock=listening, backlog=BACKLOG)
            self.servers.append(server)
        await self.console.open()
        log.info("the room is open", extra=load_fields(self.room))
        if self.channel:
            self.room.spawn(self.tracker.evict_periodically())
            self._accept_from(self.channel)

    def _accept_from(self, channel: socket.socket) -> None:
        """Tell the dispatcher that this process is open, and accept what it hands over.

        If the dispatcher dies before reading that, the channel has a socket error for which the
        event loop does not call the reader, so the dispatcher's process is watched as well.
        """
        loop = asyncio.get_running_loop()
        channel.setblocking(False)
        loop.add_reader(channel, self._on_handover, channel)
        if dispatcher := multiprocessing.parent_process():
            loop.add_reader(dispatcher.sentinel, self._on_dispatcher_exit, dispatcher.sentinel)
        with contextlib.suppress(OSError):  # the dispatcher is gone; the readers notice
            channel.send(HANDOVER)

    def _on_dispatcher_exit(self, sentinel: int) -> None:
        """Stop because the dispatcher's process has ended."""
        asyncio.get_running_loop().remove_reader(sentinel)
        self.should_exit = True

    def _on_handover(self, channel: socket.socket) -> None:
        """Serve the connections handed over; stop if the dispatcher is gone."""
        clients = received_sockets(channel)
        if clients is None:
            self.should_exit = True
            self._close_channel()
        for client in clients or ():
            self.room.spawn(self._serve_client(client))

    async def _serve_client(self, client: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        await loop.connect_accepted_socket(self._guard, client)

    def _guard(self) -> asyncio.Protocol:
        return ConnectionGuard(self.tracker, self._http)

    def _http(self, state: dict[str, Any]) -> asyncio.Protocol:
        kind: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = kind(
            config=self.config,
            server_state=self.server_state,
            app_state={**self.lifespan.state, **state},
        )
        return protocol

    def _close_channel(self) -> None:
        """Close the dispatcher's channel."""
        if self.channel:
            asyncio.get_running_loop().remove_reader(self.channel)
            self.channel.close()
            self.channel = None

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop on SIGINT and SIGTERM, without raising the signal again afterwards."""
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
        """Close all connections, wait briefly, and abort those that are left."""
        log.info("the room is being closed", extra=load_fields(self.room))
        self.console.close()
        self.room.stop_tables()
        self._close_channel()
        for server in self.servers:
            server.close()
        for open_socket in sockets or ():
            open_socket.close()
        self.tracker.close_websockets()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GRACE_SECONDS):
                while self.tracker.count or self.server_state.tasks:
                    await asyncio.sleep(0.02)
        self.tracker.abort_all()
        for task in list(self.server_state.tasks):
            task.cancel()
        if self.server_state.tasks:
            await asyncio.wait(self.server_state.tasks, timeout=GRACE_SECONDS)
        await self.lifespan.shutdown()


def load_fields(room: Room) -> dict[str, int]:
    """Log fields: the process and its load."""
    return {
        "process_number": room.shard.number,
        "tables": len(room.tables),
        "connections": room.connections,
    }


def bind(host: str, port: int, tell: Say) -> socket.socket:
    """Bind a listening socket; if the port is taken, use a free one and say so."""
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
    registry: GameRegistry | None = None,
    urls: Sequence[str] = (),
    keep_days: int | None = None,
    proxies: Networks = (),
    database: str | None = None,
    reach_at: str | None = None,
) -> RoomServer:
    """A server for the room on a data folder, not started yet; its tables may be in a database that
    other servers share, which reach this one at `reach_at`."""
    registry = registry or GameRegistry()
    for name in registry.names:
        registry.find(name)  # report errors in the host's files at once
    store: Store
    with ExitStack() as unless_open:
        hold = unless_open.enter_context(closing(lock_folder(folder)))
        listening = unless_open.enter_context(closing(bind(host, port, tell)))
        port = listening.getsockname()[1]
        links = links_for(host, port, urls)
        names = host_names_for(host, urls, links.friends)
        if database:
            address = reach_at or inside_url(host, port)
            store = open_store(database, address, folder=folder, hold=hold)
        else:
            store = SqliteStore(folder, hold, check=True)
        unless_open.pop_all()
    room = Room(store, registry, limits, names=names, keep_days=keep_days, proxies=proxies)
    return RoomServer(room, [listening], say=partial(announce, links, tell, browser=browser))


def announce(links: Links, tell: Say, *, browser: bool) -> None:
    """Print the room's links, and open the browser if wanted."""
    tell(say("Rumpus is open at {link}", link=links.own))
    for line in links.invitation():
        tell(line)
    if browser:
        threading.Thread(target=webbrowser.open, args=(links.own,), daemon=True).start()


def config_for(room: Room) -> uvicorn.Config:
    """The uvicorn configuration of a room."""
    websocket: Any = partial(WebSocket, partial(_start_session, room), room.limits)
    return uvicorn.Config(
        App(room),
        log_config=uvicorn_settings(),
        log_level="warning",
        access_log=False,
        loop="auto",
        lifespan="on",
        http="h11",
        ws=websocket,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=15,
        backlog=BACKLOG,
    )


def _start_session(room: Room, socket: WebSocket) -> None:
    room.spawn(run_session(room, socket))
