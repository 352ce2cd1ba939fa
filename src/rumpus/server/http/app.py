"""The ASGI application: middleware, routes and background tasks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Route

from rumpus.server.network.connections import (
    ALWAYS_ANSWERED,
    ROOM_IS_FULL,
    RequestPhase,
    TrackedConnection,
)
from rumpus.server.operations.metrics import publish_periodically
from rumpus.server.operations.pruning import prune_periodically
from rumpus.server.room.room import Room

from .api import ROUTES
from .responses import ErrorMiddleware, refusal, refuse
from .security_headers import SecurityHeaders
from .static_files import page

BODY = (b"content-length", b"transfer-encoding")


class App:
    """Everything but WebSockets, which have a protocol of their own."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.http = Starlette(
            routes=[*ROUTES, Route("/{path:path}", page, methods=["GET"])],
            middleware=[
                Middleware(SecurityHeaders, names=room.names, is_last=room.shard.processes > 1),
                Middleware(GZipMiddleware, minimum_size=1000),
                Middleware(ErrorMiddleware, room=room),
            ],
            exception_handlers={HTTPException: refuse},
            lifespan=self.lifespan,
        )
        self.http.state.room = room

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """Run the background tasks while the room is open."""
        self.room.watch_store()
        self.room.spawn(self.room.unload_idle_periodically())
        self.room.spawn(self.room.warm_up())
        if self.room.store.is_shared:
            self.room.spawn(self.room.leave_stopped_periodically())
        if self.room.keep_days is not None:
            self.room.spawn(prune_periodically(self.room, self.room.keep_days))
        if self.room.shard.board is not None:
            self.room.spawn(publish_periodically(self.room))
        try:
            yield
        finally:
            self.room.close()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request within its deadlines."""
        if scope["type"] != "http":
            await self.http(scope, receive, send)
            return
        connection: TrackedConnection = scope["state"]["connection"]
        has_body = any(name in BODY for name, _ in scope["headers"])
        connection.begin_request(scope, RequestPhase.BODY if has_body else RequestPhase.ANSWER)
        try:
            if connection.is_over_limit and scope["path"] not in ALWAYS_ANSWERED:
                self.room.counts.limited += 1
                await full()(scope, receive, send)
            else:
                await self.http(scope, partial(_receive, connection, receive), send)
        finally:
            connection.end_request()


def full() -> Response:
    """The response to a connection over the limit; closes it."""
    said = refusal(ROOM_IS_FULL, 503)
    said.headers["connection"] = "close"
    return said


async def _receive(connection: TrackedConnection, receive: Any) -> Any:
    """Receive part of a body; after the last part, the deadline for the answer starts."""
    event = await receive()
    if not event.get("more_body"):
        connection.enter(RequestPhase.ANSWER)
    return event
