"""The WebSocket: reads a client's messages one by one and hands them to its table."""

from __future__ import annotations

import asyncio
from functools import partial

from rumpus.rulekit.sentence import Sentence, say
from rumpus.table.errors import Refused
from rumpus.table.reading import Unreadable

from . import answering
from . import messages as m
from .answering import told
from .attendance import goodbye, hello
from .connection import Connection
from .lines import FULL
from .live import Live
from .player_commands import act, command
from .room import Room
from .security import ANOTHER_SITE, check_knock, is_from_here
from .wire import Wire
from .writing import answered, trouble

PREFIX = "/ws/tables/"
HELLO_SECONDS = 15.0
POLICY, FAULT, AGAIN, NOT_FOUND = 1008, 1011, 1012, 4404
CODES = {answering.FAULT: FAULT, 404: NOT_FOUND}
"""For all other reasons coming back later is worth it."""
TOO_FAST = say("That was too much at once; wait a moment.")


async def serve_socket(room: Room, wire: Wire) -> None:
    """A socket from its opening to its end."""
    address = wire.line.address
    if refusal := _refusal(room, wire):
        wire.refuse(*refusal)
        return
    wire.accept()
    address.connections.add(1)
    connection = Connection(wire, address, room.limits, room.now())
    live: Live | None = None
    try:
        live = await room.live(wire.scope["path"].removeprefix(PREFIX))
        wire.takes = partial(_take, room, live, connection)
        if gone := await _read(room, live, connection):
            connection.finish(POLICY, gone)
    except Exception as error:
        status, why = told(room, error)
        connection.put(trouble(why))
        connection.finish(CODES.get(status, AGAIN), str(why))
    finally:
        address.connections.add(-1)
        wire.takes = None
        connection.finish(AGAIN, "The table was put away; come back.")
        if live:
            await goodbye(live, connection)


def _refusal(room: Room, wire: Wire) -> tuple[int, Sentence] | None:
    """Why somebody cannot have a socket, if so."""
    address = wire.line.address
    try:
        check_knock(room.names, wire.scope)
    except Refused as error:
        return told(room, error)
    if not is_from_here(room.names, wire.scope):
        return 403, ANOTHER_SITE
    if not wire.scope["path"].startswith(PREFIX):
        return 404, say("There is no such socket.")
    if wire.line.is_beyond:
        room.counts.limited += 1
        return 503, FULL
    is_full = address.connections.total() >= room.limits.connections
    if is_full or not address.requests.take(room.now()):
        room.counts.limited += 1
        return 429, TOO_FAST
    return None


async def _read(room: Room, live: Live, connection: Connection) -> str:
    """Answer every message until the client goes; returns why the client has to, if so."""
    try:
        async with asyncio.timeout(HELLO_SECONDS) as patience:
            while connection.is_open and not live.is_gone:
                text = await connection.wire.receive()
                if text is None:
                    return ""
                room.counts.received += 1
                if await _answer(room, live, connection, text):
                    patience.reschedule(None)
                if connection.faults > room.limits.faults:
                    return "Too many messages that could not be taken."
    except TimeoutError:
        return "Nobody said hello."
    return ""


async def _answer(room: Room, live: Live, connection: Connection, text: bytes) -> bool:
    """Answer a message; whether the client is at the table now."""
    message, is_here = _decoded(text), connection in live.connections
    if not isinstance(message, Sentence) and connection.may_send(room.now()):
        if isinstance(message, m.Hello):
            await hello(live, connection, message)
            return True
        if is_here:
            await command(room, live, connection, message)
            return True
        message = say("Say hello first.")
    connection.faults += 1
    if isinstance(message, m.Command):
        room.counts.limited += 1
        connection.put(answered(message.command, TOO_FAST))
    else:
        connection.put(trouble(message if isinstance(message, Sentence) else TOO_FAST))
    return is_here


def _take(room: Room, live: Live, connection: Connection, text: bytes) -> bool:
    """Queue an action as soon as it arrives, unless the client waits for something else; whether
    it was one."""
    if connection not in live.connections or connection.is_asking:
        return False
    message = _decoded(text)
    if not isinstance(message, m.DoAct) or not connection.may_send(room.now()):
        return False
    room.counts.received += 1
    try:
        act(live, connection, message)
    except Exception as error:
        room.report(error)
        connection.close()
    return True


def _decoded(text: bytes) -> m.Hello | m.Command | Sentence:
    """A client's message, or a sentence on what is wrong with it."""
    if not text:
        return say("Messages are texts in JSON.")
    try:
        return m.read_client(text)
    except Unreadable as error:
        return error.sentence
