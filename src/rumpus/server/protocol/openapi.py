"""The OpenAPI document, generated from the types that encode and decode the bodies."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from rumpus import __version__
from rumpus.table.records.record import Record

from . import bodies as b
from . import messages as m

IN_PATH = re.compile(r"\{(\w+)\}")
MESSAGES = (m.ClientMessage, m.RoomMessage)
CALLS: tuple[tuple[str, str, str, type[Any] | None, int, type[Any]], ...] = (
    ("/api/games", "get", "The games and the levels of bots.", None, 200, b.GamesAnswer),
    ("/api/words", "get", "The languages that there are words for.", None, 200, b.LanguagesAnswer),
    ("/api/words/{lang}", "get", "The words of a language.", None, 200, b.WordsAnswer),
    ("/api/tables", "get", "The tables that anybody may join.", None, 200, b.TablesAnswer),
    ("/api/tables", "post", "Make a table and sit down.", b.NewTable, 201, b.MadeTable),
    ("/api/tables/{table}", "get", "A table as everybody may know it.", None, 200, b.TableAnswer),
    ("/api/tables/{table}/record", "get", "A table's record.", None, 200, Record),
    ("/api/replay", "post", "Play a record again.", b.ReplayWish, 200, b.ReplayAnswer),
    ("/api/chances", "post", "Chances along a record.", b.ChancesWish, 200, b.ChancesAnswer),
    ("/api/tables/{table}/seats", "post", "Sit down.", b.NewSeat, 201, b.SeatToken),
)
IN_QUERY = {("/api/tables", "get"): {"open": ["1"]}}
"""What has to follow the path of a call, and the values that are allowed."""
ERRORS = {
    400: "It cannot be read, or is not allowed.",
    403: "It is another's.",
    404: "It does not exist.",
    409: "It cannot be done now.",
    413: "It is too long.",
    421: "The room has another name.",
    429: "It was too much at once.",
}


@cache
def openapi() -> dict[str, Any]:
    """The OpenAPI document."""
    bodies = [call[3] for call in CALLS if call[3]]
    answers = [call[5] for call in CALLS]
    types = [*bodies, *answers, b.ErrorAnswer, *MESSAGES]
    found, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    schemas = dict(zip([str(kind) for kind in types], found, strict=True))
    paths: dict[str, Any] = {}
    for path, method, summary, body, status, result in CALLS:
        responses = {str(status): _content(summary, schemas[str(result)])}
        for code, why in ERRORS.items():
            responses[str(code)] = _content(why, schemas[str(b.ErrorAnswer)])
        described: dict[str, Any] = {"summary": summary, "responses": responses}
        parameters = [
            _parameter(name, "path", {"type": "string"}) for name in IN_PATH.findall(path)
        ] + [
            _parameter(name, "query", {"type": "string", "enum": values})
            for name, values in IN_QUERY.get((path, method), {}).items()
        ]
        if parameters:
            described["parameters"] = parameters
        if body:
            described["requestBody"] = {**_content("", schemas[str(body)]), "required": True}
        paths.setdefault(path, {})[method] = described
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rumpus", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
        "x-websocket": {
            "path": "/ws/tables/{table}",
            "client": schemas[str(m.ClientMessage)],
            "room": schemas[str(m.RoomMessage)],
        },
    }


def _parameter(name: str, place: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": place, "required": True, "schema": schema}


def _content(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}
