"""The application: the room behind HTTP and WebSockets."""

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

from .answering import Answering, refusal, refuse
from .api import ROUTES
from .lines import ALWAYS, FULL, Line, Phase
from .metrics import keep_board
from .pruning import keep_pruned
from .room import Room
from .security import SafeHeaders
from .static import page

BODY = (b"content-length", b"transfer-encoding")


class App:
    """HTTP: everything but sockets, which go straight to their table."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.http = Starlette(
            routes=[*ROUTES, Route("/{path:path}", page, methods=["GET"])],
            middleware=[
                Middleware(SafeHeaders, names=room.names, is_last=room.share.processes > 1),
                Middleware(GZipMiddleware, minimum_size=1000),
                Middleware(Answering, room=room),
            ],
            exception_handlers={HTTPException: refuse},
            lifespan=self.lifespan,
        )
        self.http.state.room = room

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """Keep house while the room is open."""
        self.room.spawn(self.room.keep_house())
        self.room.spawn(self.room.warm_up())
        if self.room.keep_days is not None:
            self.room.spawn(keep_pruned(self.room, self.room.keep_days))
        if self.room.share.board is not None:
            self.room.spawn(keep_board(self.room))
        try:
            yield
        finally:
            self.room.close()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request, in its time."""
        if scope["type"] != "http":
            await self.http(scope, receive, send)
            return
        line: Line = scope["state"]["line"]
        has_body = any(name in BODY for name, _ in scope["headers"])
        line.serve(scope, Phase.BODY if has_body else Phase.ANSWER)
        try:
            if line.is_beyond and scope["path"] not in ALWAYS:
                self.room.counts.limited += 1
                await full()(scope, receive, send)
            else:
                await self.http(scope, partial(_receive, line, receive), send)
        finally:
            line.served()


def full() -> Response:
    """The answer when there are as many connections as there may be: the last one on its own."""
    said = refusal(FULL, 503)
    said.headers["connection"] = "close"
    return said


async def _receive(line: Line, receive: Any) -> Any:
    """Part of a request's body; with the last one it is time to answer."""
    event = await receive()
    if not event.get("more_body"):
        line.expect(Phase.ANSWER)
    return event
