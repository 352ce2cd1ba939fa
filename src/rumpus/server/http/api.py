"""The HTTP API."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rumpus.players import LEVELS
from rumpus.rulekit.sentence import say
from rumpus.server.network.limits import BODY_BYTES, RECORD_BYTES
from rumpus.server.network.passing_on import (
    TableElsewhere,
    ask_elsewhere,
    passed_on_for,
    without_ours,
)
from rumpus.server.network.requests import (
    ANOTHER_SITE,
    TOO_FAST,
    address_of,
    host_of,
    is_same_origin,
)
from rumpus.server.operations.host_commands import answer_host, host_commands
from rumpus.server.operations.metrics import fault_of, metric_values, metrics_text, unready_reason
from rumpus.server.protocol.bodies import (
    ChancesWish,
    GamesAnswer,
    LevelData,
    NewSeat,
    NewTable,
    ReplayWish,
    TableAnswer,
)
from rumpus.server.protocol.game_data import game_data
from rumpus.server.protocol.openapi import openapi
from rumpus.server.room.room import Room
from rumpus.server.room.table_creation import create_table
from rumpus.server.sessions.player_commands import sit
from rumpus.table.input.reading import TooLong, read
from rumpus.table.records.record import read_record, record_of
from rumpus.table.showing.lobby import lobby_of

from .responses import answer, refusal
from .translations import languages, words_of

T = TypeVar("T")
Handler = Callable[[Request, Room], Awaitable[Response]]


async def read_body(request: Request, kind: type[T], most: int = BODY_BYTES) -> T:
    """Read and validate a request body."""
    body = await read_bytes(request, most)
    return read(msgspec.json.Decoder(kind), body, say("The request cannot be read"))


async def read_bytes(request: Request, most: int) -> bytes:
    """Read a request body."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise TooLong(say("A request can have at most {most} bytes.", most=most))
    return bytes(body)


def call(path: str, handler: Handler, method: str = "GET") -> Route:
    """A route with rate limits; changes are allowed from our own pages only."""

    async def endpoint(request: Request) -> Response:
        room: Room = request.app.state.room
        room.counts.requests += 1
        address = room.addresses.at(address_of(request.scope))
        if not address.requests.take(room.now()):
            room.counts.limited += 1
            return refusal(TOO_FAST, 429)
        if method != "GET" and not is_same_origin(room.names, request.scope):
            return refusal(ANOTHER_SITE, 403)
        try:
            return await handler(request, room)
        except TableElsewhere as elsewhere:
            if not room.may_pass_on(elsewhere, request.scope):
                raise
            return await pass_on(request, elsewhere.address, room)

    return Route(path, endpoint, methods=[method])


async def pass_on(request: Request, address: str, room: Room) -> Response:
    """The answer of the server that has the table."""
    body = b"" if request.method == "GET" else await read_bytes(request, BODY_BYTES)
    status, headers, told = await ask_elsewhere(address, request.scope, body, room.store.key)
    return Response(told, status, without_ours(headers))


# --------------------------------------------------------------------------------- handlers
async def get_games(_: Request, room: Room) -> Response:
    """The games and the levels of bots."""
    games = [game_data(room.registry.find(name)) for name in room.registry.names]
    levels = [LevelData(a.level, a.title, a.help, a.seconds, a.live_help) for a in LEVELS]
    return answer(GamesAnswer(games, levels))


async def get_languages(_: Request, room: Room) -> Response:
    """The available languages."""
    return answer(languages())


async def get_words(request: Request, room: Room) -> Response:
    """The translations of a language, or 304 if the client has them."""
    words = await room.readers.run(words_of, request.path_params["lang"], room.registry)
    headers = {"cache-control": "no-cache", "etag": words.tag}
    if words.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(words.body, headers=headers, media_type="application/json")


async def post_table(request: Request, room: Room) -> Response:
    """Create a table."""
    wanted = await read_body(request, NewTable)
    address = room.addresses.at(address_of(request.scope))
    if not address.tables.take(room.now()):
        room.counts.limited += 1
        return refusal(say("Too many tables were created from your address; try again later."), 429)
    base = f"{request.url.scheme}://{host_of(request.scope)}"
    return answer(await create_table(room, wanted, base, address_of(request.scope)), 201)


async def get_table(request: Request, room: Room) -> Response:
    """The public view of a table."""
    server = await room.table_server(request.path_params["table"])
    async with server.locked():
        return answer(TableAnswer(lobby_of(server.table)))


async def post_seat(request: Request, room: Room) -> Response:
    """Take a seat."""
    server = await room.table_server(request.path_params["table"])
    wanted = await read_body(request, NewSeat)
    return answer(await sit(room, server, wanted), 201)


async def get_record(request: Request, room: Room) -> Response:
    """A table's record; actions and key only once the game is over."""
    server = await room.table_server(request.path_params["table"])
    async with server.locked():
        return answer(record_of(server.table))


async def post_host_command(request: Request, room: Room) -> Response:
    """Carry out what the room's host wants, who has asked another of its servers."""
    if not passed_on_for(room.store.key, request.scope):
        return await no_such_call(request)
    body = await read_bytes(request, BODY_BYTES)
    command = read(host_commands, body, say("The command cannot be read"))
    return answer(await answer_host(room, command, goes_on=False))


async def post_replay(request: Request, room: Room) -> Response:
    """Replay and verify a record."""
    address = room.addresses.at(address_of(request.scope))
    if not address.replays.take(room.now()):
        room.counts.limited += 1
        return refusal(TOO_FAST, 429)
    wanted = await read_body(request, ReplayWish, RECORD_BYTES)
    record = read_record(bytes(wanted.record))
    return answer(msgspec.Raw(await room.replay(record, wanted.viewer, wanted.first, address)))


async def post_chances(request: Request, room: Room) -> Response:
    """Everybody's chance to win along a record."""
    address = room.addresses.at(address_of(request.scope))
    if not address.replays.take(room.now()):
        room.counts.limited += 1
        return refusal(TOO_FAST, 429)
    wanted = await read_body(request, ChancesWish, RECORD_BYTES)
    record = read_record(bytes(wanted.record))
    return answer(msgspec.Raw(await room.chances(record, address)))


async def get_health(_: Request, room: Room) -> Response:
    """Overall health, with what is wrong in any process."""
    figures = metric_values(room)
    fault, tables = fault_of(room, figures), int(figures["live_tables"])
    return answer({"open": True, "tables": tables, "fault": fault}, 503 if fault else 200)


async def get_live(_: Request, room: Room) -> Response:
    """Liveness: the process answers."""
    return answer({"live": True})


async def get_ready(_: Request, room: Room) -> Response:
    """Readiness: whether to route people here, and if not, why."""
    reason = unready_reason(room, metric_values(room))
    return answer({"ready": not reason, "reason": reason}, 503 if reason else 200)


async def get_metrics(_: Request, room: Room) -> Response:
    """Metrics for Prometheus."""
    return Response(metrics_text(room), media_type="text/plain; version=0.0.4")


async def get_openapi(_: Request, room: Room) -> Response:
    """The OpenAPI document."""
    return answer(openapi())


async def no_such_call(_: Request) -> Response:
    """Refuse an unknown API path in JSON."""
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
    call("/api/tables/{table}/host", post_host_command, "POST"),
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
