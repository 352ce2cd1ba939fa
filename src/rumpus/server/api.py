"""The HTTP calls."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rumpus.players import LEVELS
from rumpus.rulekit.sentence import say
from rumpus.table.reading import TooLong, read
from rumpus.table.record import read_record, record_of
from rumpus.table.views import lobby_of

from .answering import answer, refusal
from .bodies import (
    ChancesWish,
    GamesAnswer,
    LevelData,
    NewSeat,
    NewTable,
    ReplayWish,
    TableAnswer,
)
from .game_data import game_data
from .limits import BODY_BYTES, RECORD_BYTES
from .making import make_table
from .metrics import fault_of, figures_of, metrics_text, unready
from .openapi import openapi
from .player_commands import sit
from .room import Room
from .security import ANOTHER_SITE, address_of, host_of, is_from_here
from .wording import languages, words_of

T = TypeVar("T")
Handler = Callable[[Request, Room], Awaitable[Response]]
SLOW_DOWN = say("That was too much at once; wait a moment.")


async def read_body(request: Request, kind: type[T], most: int = BODY_BYTES) -> T:
    """What a request brings, read and checked."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise TooLong(say("A request can have at most {most} bytes.", most=most))
    return read(msgspec.json.Decoder(kind), bytes(body), say("The request cannot be read"))


def call(path: str, handler: Handler, method: str = "GET") -> Route:
    """A call, limited and for our own pages only."""

    async def endpoint(request: Request) -> Response:
        room: Room = request.app.state.room
        room.counts.requests += 1
        address = room.addresses.at(address_of(request.scope))
        if not address.requests.take(room.now()):
            room.counts.limited += 1
            return refusal(SLOW_DOWN, 429)
        if method != "GET" and not is_from_here(room.names, request.scope):
            return refusal(ANOTHER_SITE, 403)
        return await handler(request, room)

    return Route(path, endpoint, methods=[method])


# --------------------------------------------------------------------------------- the calls
async def get_games(_: Request, room: Room) -> Response:
    """The games and the levels of bots."""
    games = [game_data(room.registry.find(name)) for name in room.registry.names]
    levels = [LevelData(a.level, a.title, a.help, a.seconds, a.live_help) for a in LEVELS]
    return answer(GamesAnswer(games, levels))


async def get_languages(_: Request, room: Room) -> Response:
    """The languages that there are words for."""
    return answer(languages())


async def get_words(request: Request, room: Room) -> Response:
    """The words of a language; nothing for somebody who has them already."""
    words = await room.readers.run(words_of, request.path_params["lang"], room.registry)
    headers = {"cache-control": "no-cache", "etag": words.tag}
    if words.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(words.body, headers=headers, media_type="application/json")


async def post_table(request: Request, room: Room) -> Response:
    """Make a table."""
    wanted = await read_body(request, NewTable)
    address = room.addresses.at(address_of(request.scope))
    if not address.tables.take(room.now()):
        room.counts.limited += 1
        return refusal(say("Too many tables were made from here; come back later."), 429)
    base = f"{request.url.scheme}://{host_of(request.scope)}"
    return answer(await make_table(room, wanted, base, address_of(request.scope)), 201)


async def get_table(request: Request, room: Room) -> Response:
    """A table as everybody may know it."""
    live = await room.live(request.path_params["table"])
    async with live.turn():
        return answer(TableAnswer(lobby_of(live.table)))


async def post_seat(request: Request, room: Room) -> Response:
    """Sit down."""
    wanted = await read_body(request, NewSeat)
    live = await room.live(request.path_params["table"])
    return answer(await sit(room, live, wanted), 201)


async def get_record(request: Request, room: Room) -> Response:
    """A table's record; what was done and the key once the game is over."""
    live = await room.live(request.path_params["table"])
    async with live.turn():
        return answer(record_of(live.table))


async def post_replay(request: Request, room: Room) -> Response:
    """Play a record again and check it."""
    address = room.addresses.at(address_of(request.scope))
    if not address.replays.take(room.now()):
        room.counts.limited += 1
        return refusal(SLOW_DOWN, 429)
    wanted = await read_body(request, ReplayWish, RECORD_BYTES)
    record = read_record(bytes(wanted.record))
    return answer(msgspec.Raw(await room.replay(record, wanted.viewer, wanted.first, address)))


async def post_chances(request: Request, room: Room) -> Response:
    """How likely everybody was to win, all along a record."""
    address = room.addresses.at(address_of(request.scope))
    if not address.replays.take(room.now()):
        room.counts.limited += 1
        return refusal(SLOW_DOWN, 429)
    wanted = await read_body(request, ChancesWish, RECORD_BYTES)
    record = read_record(bytes(wanted.record))
    return answer(msgspec.Raw(await room.chances(record, address)))


async def get_health(_: Request, room: Room) -> Response:
    """Whether the room is open, and what is wrong in any of its processes."""
    figures = figures_of(room)
    fault, tables = fault_of(room, figures), int(figures["live_tables"])
    return answer({"open": True, "tables": tables, "fault": fault}, 503 if fault else 200)


async def get_live(_: Request, room: Room) -> Response:
    """That the process answers; whoever supervises it starts it anew if not."""
    return answer({"live": True})


async def get_ready(_: Request, room: Room) -> Response:
    """Whether people should be sent here, and why not."""
    reason = unready(room, figures_of(room))
    return answer({"ready": not reason, "reason": reason}, 503 if reason else 200)


async def get_metrics(_: Request, room: Room) -> Response:
    """Figures for Prometheus."""
    return Response(metrics_text(room), media_type="text/plain; version=0.0.4")


async def get_openapi(_: Request, room: Room) -> Response:
    """The calls, for machines."""
    return answer(openapi())


async def no_such_call(_: Request) -> Response:
    """What is no call is refused like one."""
    return refusal(say("There is no such call."), 404)


METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]

ROUTES = [
    call("/api/games", get_games),
    call("/api/words", get_languages),
    call("/api/words/{lang}", get_words),
    call("/api/tables", post_table, "POST"),
    call("/api/tables/{table}", get_table),
    call("/api/tables/{table}/seats", post_seat, "POST"),
    call("/api/tables/{table}/record", get_record),
    call("/api/replay", post_replay, "POST"),
    call("/api/chances", post_chances, "POST"),
    call("/api/openapi.json", get_openapi),
    call("/health", get_health),
    call("/health/live", get_live),
    call("/health/ready", get_ready),
    call("/metrics", get_metrics),
    *(
        Route(path, no_such_call, methods=METHODS)
        for path in ("/api", "/api/{path:path}", "/ws", "/ws/{path:path}")
    ),
]
