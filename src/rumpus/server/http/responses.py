"""JSON responses, and the middleware that turns exceptions into them."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rumpus.rulekit.sentence import Sentence
from rumpus.server.network.requests import check_request
from rumpus.server.protocol.bodies import ErrorAnswer, error_of
from rumpus.server.room.errors import error_answer
from rumpus.server.room.room import Room


def answer(body: Any, status: int = 200, *, cache: str = "no-store") -> Response:
    """A JSON response."""
    return Response(
        msgspec.json.encode(body),
        status,
        {"cache-control": cache},
        media_type="application/json",
    )


def refusal(sentence: Sentence, status: int) -> Response:
    """A response that says why a request was refused."""
    return answer(error_of(sentence), status)


async def refuse(_: Request, error: Exception) -> Response:
    """Starlette's own refusals, such as 405, as JSON."""
    assert isinstance(error, HTTPException)
    refused = answer(ErrorAnswer(f"{error.detail}."), error.status_code)
    refused.headers.update(error.headers or {})
    return refused


class ErrorMiddleware:
    """Checks every request, and answers exceptions."""

    def __init__(self, app: Any, *, room: Room) -> None:
        self.app, self.room = app, room

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        has_begun = False

        async def send_on(message: Any) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            check_request(self.room.names, scope)
            await self.app(scope, receive, send_on)
        except Exception as error:
            status, sentence = error_answer(self.room, error)
            if not has_begun:
                await refusal(sentence, status)(scope, receive, send)
