"""The application: the room behind HTTP and WebSockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

from .answering import Answering, refuse
from .api import ROUTES
from .metrics import keep_board
from .room import Room
from .security import SafeHeaders
from .socket import serve_socket
from .static import page


class App:
    """Sockets go straight to their table, everything else through Starlette."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.http = Starlette(
            routes=[*ROUTES, Route("/{path:path}", page, methods=["GET"])],
            middleware=[
                Middleware(SafeHeaders, is_last=room.share.processes > 1),
                Middleware(GZipMiddleware, minimum_size=1000),
                Middleware(Answering, room=room),
            ],
            exception_handlers={HTTPException: refuse},
            lifespan=self.lifespan,
        )
        self.http.state.room = room
        self.sockets = Answering(partial(serve_socket, room), room=room)

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """Keep house while the room is open."""
        self.room.spawn(self.room.keep_house())
        self.room.spawn(self.room.warm_up())
        if self.room.share.board is not None:
            self.room.spawn(keep_board(self.room))
        try:
            yield
        finally:
            self.room.close()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request or a socket."""
        if scope["type"] == "websocket":
            with suppress(asyncio.CancelledError):  # the room is being closed
                await self.sockets(scope, receive, send)
        else:
            await self.http(scope, receive, send)
