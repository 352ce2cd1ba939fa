"""The WebSocket: reads a client's messages one by one and hands them to its table."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from rumpus.table.reading import Unreadable

from . import answering
from . import messages as m
from .answering import told
from .connection import Connection
from .live import Live
from .room import Room
from .security import address_of, is_from_here
from .wire import EXTENSION

PREFIX = "/ws/tables/"
HELLO_SECONDS = 15.0
POLICY, NOT_FOUND, FAULT = 1008, 4404, 1011
TOO_FAST = "That was too much at once; wait a moment."


async def serve_socket(room: Room, scope: Any, receive: Any, send: Any) -> None:
    """A socket from its opening to its end."""
    await receive()
    address = room.addresses.at(address_of(scope))
    is_welcome = is_from_here(scope) and scope["path"].startswith(PREFIX)
    if address.connections >= room.limits.connections or not address.requests.take(room.now()):
        room.counts.limited += 1
        is_welcome = False
    if not is_welcome:
        await send({"type": "websocket.close"})
        return
    await send({"type": "websocket.accept"})
    address.connections += 1
    wire = scope["extensions"][EXTENSION]
    connection = Connection(wire, address, room.limits, room.now())
    live: Live | None = None
    try:
        live = await room.live(scope["path"].removeprefix(PREFIX))
        wire.takes = partial(_take_claim, room, live, connection)
        why = await _read(room, live, connection, receive)
        if why:
            await _finish(connection, send, POLICY, why)
    except Exception as error:
        status, reason = told(room, error)
        code = FAULT if status == answering.FAULT else NOT_FOUND
        connection.put(m.frame(m.ErrorMessage(reason=reason)))
        await _finish(connection, send, code, reason)
    finally:
        address.connections -= 1
        connection.is_open = False
        if live:
            await live.goodbye(connection)


async def _read(room: Room, live: Live, connection: Connection, receive: Any) -> str:
    """Answer every message until the client goes; returns why the client has to, if so."""
    try:
        async with asyncio.timeout(HELLO_SECONDS) as patience:
            while connection.is_open and not live.is_gone:
                event = await receive()
                if event["type"] == "websocket.disconnect":
                    return ""
                room.counts.received += 1
                if await _answer(room, live, connection, event):
                    patience.reschedule(None)
                if connection.faults > room.limits.faults:
                    return "Too many messages that could not be taken."
    except TimeoutError:
        return "Nobody said hello."
    return ""


async def _answer(room: Room, live: Live, connection: Connection, event: Any) -> bool:
    """Answer a message; whether the client is at the table now."""
    message, is_here = _decoded(event.get("text")), connection in live.connections
    if not isinstance(message, str) and connection.may_send(room.now()):
        if isinstance(message, m.Hello):
            await live.hello(connection, message)
            return True
        if is_here:
            await live.command(connection, message)
            return True
        message = "Say hello first."
    connection.faults += 1
    if isinstance(message, m.Command):
        room.counts.limited += 1
        connection.put(m.frame(m.RefusedMessage(command=message.command, reason=TOO_FAST)))
    else:
        reason = message if isinstance(message, str) else TOO_FAST
        connection.put(m.frame(m.ErrorMessage(reason=reason)))
    return is_here


def _take_claim(room: Room, live: Live, connection: Connection, text: bytes) -> bool:
    """Let a claim join its race as soon as it arrives; whether it was one."""
    if live.racing is None or connection not in live.connections:
        return False
    message = _decoded(text)
    if not isinstance(message, m.DoAct) or not connection.may_send(room.now()):
        return False
    room.counts.received += 1
    try:
        live.racing.claim(connection, message)
    except Exception as error:
        room.report(error)
        connection.close()
    return True


def _decoded(text: str | bytes | None) -> m.Hello | m.Command | str:
    """A client's message, or a sentence on what is wrong with it."""
    if text is None:
        return "Messages are texts in JSON."
    try:
        return m.read_client(text)
    except Unreadable as sentence:
        return str(sentence)


async def _finish(connection: Connection, send: Any, code: int, reason: str) -> None:
    """Say why, and close."""
    if connection.is_open:
        connection.is_open = False
        try:
            async with asyncio.timeout(1):
                await send({"type": "websocket.close", "code": code, "reason": reason[:100]})
        except Exception:
            connection.wire.cut()
