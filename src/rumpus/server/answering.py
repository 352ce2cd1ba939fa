"""The one place where an error becomes an answer: a sentence for whoever asked, or a fault of ours.

A refusal that we wrote ourselves is told as it is. Anything else is our fault: it is logged, and
only the number under which it stands in the log is told.
"""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from rumpus.languages import UnknownLanguage
from rumpus.rulekit.errors import Complaint, UnknownGame
from rumpus.rulekit.sentence import Sentence, say
from rumpus.store import DiskFault
from rumpus.table.errors import NotNow, NotThere, NotYours
from rumpus.table.reading import TooLong

from .bodies import ErrorAnswer, error_of
from .names import NotHere
from .room import Room
from .security import check_knock
from .thinking import Closed, TooMuch

FAULT = 500
STATUS = (
    (NotThere, 404), (UnknownGame, 404), (UnknownLanguage, 404), (NotYours, 403),
    (NotNow, 409), (TooLong, 413), (NotHere, 421), (TooMuch, 429), (DiskFault, 503), (Closed, 503),
)  # fmt: skip


def told(room: Room, error: Exception) -> tuple[int, Sentence]:
    """The status and the sentence that an error is answered with."""
    if isinstance(error, ClientDisconnect):
        return 400, say("The request was broken off.")
    if isinstance(error, Complaint):
        code = next((code for kind, code in STATUS if isinstance(error, kind)), 400)
        return code, error.sentence
    number = room.report(error)
    return FAULT, say("Something went wrong here (fault {number}).", number=number)


def answer(body: Any, status: int = 200, *, cache: str = "no-store") -> Response:
    """An answer in JSON."""
    return Response(
        msgspec.json.encode(body),
        status,
        {"cache-control": cache},
        media_type="application/json",
    )


def refusal(sentence: Sentence, status: int) -> Response:
    """An answer that says why not."""
    return answer(error_of(sentence), status)


async def refuse(_: Request, error: Exception) -> Response:
    """What Starlette itself refuses: a method that an address does not know."""
    assert isinstance(error, HTTPException)
    refused = answer(ErrorAnswer(f"{error.detail}."), error.status_code)
    refused.headers.update(error.headers or {})
    return refused


class Answering:
    """Answers whatever cannot be taken, and every request whose route raises."""

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
            check_knock(self.room.names, scope)
            await self.app(scope, receive, send_on)
        except Exception as error:
            status, sentence = told(self.room, error)
            if not has_begun:
                await refusal(sentence, status)(scope, receive, send)
