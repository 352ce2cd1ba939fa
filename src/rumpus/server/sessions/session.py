"""A WebSocket session: reads a client's messages one by one and passes them to the table."""

from __future__ import annotations

import asyncio
from functools import partial

from rumpus.rulekit.sentence import Sentence, say
from rumpus.server.network.connections import ROOM_IS_FULL
from rumpus.server.network.passing_on import TableElsewhere, join_elsewhere
from rumpus.server.network.requests import ANOTHER_SITE, TOO_FAST, check_request, is_same_origin
from rumpus.server.network.websocket import WebSocket
from rumpus.server.protocol import messages as m
from rumpus.server.room import errors
from rumpus.server.room.errors import error_answer
from rumpus.server.room.room import Room
from rumpus.server.tables.connection import Connection
from rumpus.server.tables.encoding import answer_frame, error_frame
from rumpus.server.tables.table_server import TableServer
from rumpus.table.errors import Refused
from rumpus.table.input.reading import Unreadable

from .attendance import join, leave
from .player_commands import act, command

PREFIX = "/ws/tables/"
HELLO_SECONDS = 15.0
POLICY, FAULT, AGAIN, NOT_FOUND = 1008, 1011, 1012, 4404
CODES = {errors.FAULT: FAULT, 404: NOT_FOUND}
"""For any other status, reconnecting later makes sense."""


async def run_session(room: Room, socket: WebSocket) -> None:
    """Serve a WebSocket from handshake to close."""
    address = socket.connection.address
    if refusal := _refusal(room, socket):
        socket.refuse(*refusal)
        return
    counted = socket.connection.counted
    counted.websockets.add(1)
    connection = Connection(socket, address, room.limits, room.now())
    server: TableServer | None = None
    try:
        server = await _table_here(room, socket)
        if server is None:
            return
        socket.fast_path = partial(_queue_action, room, server, connection)
        if gone := await _read(room, server, connection):
            connection.close(POLICY, gone)
    except Exception as error:
        status, why = error_answer(room, error)
        connection.send(error_frame(why))
        connection.close(CODES.get(status, AGAIN), str(why))
    finally:
        counted.websockets.add(-1)
        socket.fast_path = None
        connection.close(AGAIN, "The table was unloaded; reconnect.")
        if server:
            await leave(server, connection)


async def _table_here(room: Room, socket: WebSocket) -> TableServer | None:
    """The table for which a socket is, after accepting it; None if another server had the table and
    has answered instead."""
    try:
        server = await room.table_server(socket.scope["path"].removeprefix(PREFIX))
    except TableElsewhere as elsewhere:
        if room.may_pass_on(elsewhere, socket.scope):
            room.joined[socket] = elsewhere.address
            try:
                await join_elsewhere(socket, elsewhere.address, room.store.key, room.limits.outbox)
            finally:
                del room.joined[socket]
            return None
        socket.accept()
        raise
    except Exception:
        socket.accept()
        raise
    socket.accept()
    return server


def _refusal(room: Room, socket: WebSocket) -> tuple[int, Sentence] | None:
    """The status and the reason for refusing a WebSocket, if any."""
    address = socket.connection.address
    try:
        check_request(room.names, socket.scope)
    except Refused as error:
        return error_answer(room, error)
    if not is_same_origin(room.names, socket.scope):
        return 403, ANOTHER_SITE
    if not socket.scope["path"].startswith(PREFIX):
        return 404, say("There is no such socket.")
    if socket.connection.is_over_limit:
        room.counts.limited += 1
        return 503, ROOM_IS_FULL
    if socket.connection.is_passed_on:
        return None
    is_full = address.websockets.total() >= room.limits.websockets
    if is_full or not address.requests.take(room.now()):
        room.counts.limited += 1
        return 429, TOO_FAST
    return None


async def _read(room: Room, server: TableServer, connection: Connection) -> str:
    """Answer every message until the client leaves; returns why it must go, if so."""
    try:
        async with asyncio.timeout(HELLO_SECONDS) as patience:
            while connection.is_open and not server.is_unloaded:
                text = await connection.socket.receive()
                if text is None:
                    return ""
                room.counts.received += 1
                if await _answer(room, server, connection, text):
                    patience.reschedule(None)
                if connection.faults > room.limits.faults:
                    return "Too many messages that could not be taken."
    except TimeoutError:
        return "Nobody said hello."
    return ""


async def _answer(room: Room, server: TableServer, connection: Connection, text: bytes) -> bool:
    """Answer a message; whether the client has joined the table."""
    message, is_here = _decoded(text), connection in server.connections
    if not isinstance(message, Sentence) and connection.may_send(room.now()):
        if isinstance(message, m.Hello):
            await join(server, connection, message)
            return True
        if is_here:
            await command(room, server, connection, message)
            return True
        message = say("Say hello first.")
    connection.faults += 1
    if isinstance(message, m.Command):
        room.counts.limited += 1
        connection.send(answer_frame(message.command, TOO_FAST))
    else:
        connection.send(error_frame(message if isinstance(message, Sentence) else TOO_FAST))
    return is_here


def _queue_action(room: Room, server: TableServer, connection: Connection, text: bytes) -> bool:
    """Queue an action on arrival, unless the table is put away or the client waits for another
    command; whether it was one."""
    if connection not in server.connections or connection.is_asking or server.asleep:
        return False
    message = _decoded(text)
    if not isinstance(message, m.DoAct) or not connection.may_send(room.now()):
        return False
    room.counts.received += 1
    try:
        act(server, connection, message)
    except Exception as error:
        room.report(error)
        connection.drop()
    return True


def _decoded(text: bytes) -> m.Hello | m.Command | Sentence:
    """The client's message, or what is wrong with it."""
    if not text:
        return say("Messages are JSON text.")
    try:
        return m.read_client(text)
    except Unreadable as error:
        return error.sentence
