"""docs/protocol.md: every example decodes, every message has one, and a room answers like that."""

from __future__ import annotations

import json
import re
import typing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rumpus.server.protocol import bodies, messages
from rumpus.table.records import record
from rumpus.table.showing import directory, lobby, views
from tests.server.client import api, seated

PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"
EXAMPLES = re.findall(
    r"<!-- example (\w+) -->\n```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL
)
OPTIONAL = {"values"}
"""What a message has only where its sentence has values."""
OPEN_KEYS = {"turn", "target", "..."}
"""What a game itself names: its facts and options."""
UNIONS: dict[str, Any] = {"client": messages.ClientMessage, "room": messages.RoomMessage}


def type_of(name: str) -> Any:
    if name in UNIONS:
        return UNIONS[name]
    return next(
        vars(module)[name]
        for module in (bodies, record, directory, lobby, views)
        if name in vars(module)
    )


def examples(name: str) -> list[dict[str, Any]]:
    return [json.loads(text) for kind, text in EXAMPLES if kind == name]


@pytest.mark.parametrize(("kind", "text"), EXAMPLES)
def test_every_example_decodes_without_unknown_fields(kind: str, text: str) -> None:
    written = json.loads(text)
    read = msgspec.json.decode(text, type=type_of(kind))
    again = json.loads(msgspec.json.encode(read))
    assert {key: again[key] for key in written} == written or kind == "NewTable"
    if kind not in ("client", "NewTable", "ReplayWish"):
        assert again == written, "a field is missing in the example"


@pytest.mark.parametrize("side", ["client", "room"])
def test_every_message_has_an_example(side: str) -> None:
    tags = {kind.__struct_config__.tag for kind in typing.get_args(UNIONS[side])}
    assert {example["type"] for example in examples(side)} == tags


def test_every_field_of_every_client_message_is_in_an_example() -> None:
    for kind in typing.get_args(messages.ClientMessage):
        shown = {
            key
            for example in examples("client")
            if example["type"] == kind.__struct_config__.tag
            for key in example
        }
        assert set(kind.__struct_fields__) | {"type"} == shown


def test_every_json_block_is_a_checked_example() -> None:
    assert PAGE.read_text(encoding="utf-8").count("```json") == len(EXAMPLES)


def shape(value: Any, documented: Any) -> Any:
    """The keys of a message, as deep as the document shows them."""
    if isinstance(documented, dict) and isinstance(value, dict):
        if not documented or ("of" not in documented and set(documented) & OPEN_KEYS):
            return {}
        if all(key.lstrip("-").isdigit() for key in documented):
            documented = dict.fromkeys(value, next(iter(documented.values())))
        assert set(value) - OPTIONAL == set(documented) - OPTIONAL
        return {key: shape(value[key], documented[key]) for key in set(documented) - OPTIONAL}
    return None


async def test_a_room_answers_as_documented(base: str) -> None:
    """The client's examples are sent to a room, and its answers have the documented form."""
    heard: list[dict[str, Any]] = []
    async with api(base) as http:
        wanted = examples("NewTable")[0]
        wanted["settings"]["pace"] = "instant"
        made = (await http.post("/api/tables", json=wanted)).json()
        shape(made, examples("MadeTable")[0])
        sat = await http.post(f"/api/tables/{made['table']}/seats", json=examples("NewSeat")[0])
        shape(sat.json(), examples("SeatToken")[0])
        games = (await http.get("/api/games")).json()
        shape(games["games"][0], examples("GamesAnswer")[0]["games"][0])
        lobby = (await http.get(f"/api/tables/{made['table']}")).json()["table"]
        tokens = [made["token"], made["here"][0]["token"], sat.json()["token"]]
        async with seated(base, made["table"], *tokens) as client:
            shown = next(e for e in examples("client") if e["type"] == "show")
            for seat in (made["seat"], sat.json()["seat"]):
                answer = await client.ask("show", seat=seat, nonce=shown["nonce"])
                assert answer["type"] == "done"
            assert client.table["status"] == "playing"
            for example in examples("client"):
                if example["type"] == "hello":
                    await client.hello(*tokens, after=example["after"])
                    continue
                ours = client.heard[0]["you"]
                while example["type"] in ("hint", "try") and not set(ours) & set(asked(client)):
                    await client.read()
                seat = next((n for n in ours if n in asked(client)), 0)
                if "seat" in example and example["type"] != "seat":
                    example["seat"] = seat
                answer = await client.ask(example.pop("type"), **example)
                assert answer["type"] in ("done", "refused", "hint", "tried")
            async with seated(base, made["table"]):
                await client.until(lambda m: m["type"] == "watching")
            await client.socket.send("{}")
            await client.until(lambda m: m["type"] == "error")
            heard = client.heard
    rematch = json.loads(json.dumps(examples("room")))
    documented = {example["type"]: example for example in rematch}
    assert {message["type"] for message in heard} == set(documented) - {"rematch", "announced"}
    for message in heard:
        shape(message, documented[message["type"]])
    shape(lobby, documented["table"]["table"])


def asked(client: Any) -> list[int]:
    return [seat for view in client.views.values() for seat in view["asks"]]
