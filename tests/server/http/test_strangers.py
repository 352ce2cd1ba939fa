"""Hostile input over HTTP and WebSockets: it is refused with a sentence and causes no fault."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from rumpus.server.protocol import messages as m
from rumpus.server.protocol.openapi import CALLS
from rumpus.table.records.record import Record
from tests.server.client import api, at_table, make, seated
from tests.server.conftest import OpenRoom

DEEP = b"[" * 5000
RECORD = b'{"record":{"format":1,"later":%b}}'


@pytest.mark.parametrize(
    ("path", "body", "why"),
    [
        ("/api/tables", b"", "truncated"),
        ("/api/tables", b'{"game":"mantis","name":"\xff"}', "it is not UTF-8"),
        ("/api/tables", b'{"game":"mantis","name":"\\ud800"}', "cannot be read"),
        ("/api/tables", b'{"game":"mantis","name":"Ann","players":1e999}', "cannot be read"),
        ("/api/tables", b'{"game":"mantis","name":"Ann","settings":{"absence":%b}}' % (b"9" * 99),
         "cannot be read"),
        ("/api/replay", b'{"record":%b' % DEEP, "it is nested too deeply"),
        ("/api/replay", RECORD % (DEEP + b"]" * len(DEEP)), "it is nested too deeply"),
        ("/api/replay", RECORD.replace(b"later", b"game") % b'"\xff"', "it is not UTF-8"),
        ("/api/chances", RECORD.replace(b"later", b"game") % b'"\xff"', "it is not UTF-8"),
    ],
)  # fmt: skip
async def test_an_unreadable_body_is_refused(base: str, path: str, body: bytes, why: str) -> None:
    async with api(base) as http:
        answer = await http.post(path, content=body)
    assert answer.status_code == 400
    assert why in answer.json()["error"]


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "path", ["/a%00b", "/api/tables/a%00b", "/" + "a" * 1000, "/api/tables/" + "a" * 1000, "/%1b"]
)
async def test_an_invalid_path_is_refused(base: str, path: str, method: str) -> None:
    async with api(base) as http:
        answer = await http.request(method, path)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("An address here has at most 500 characters")
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("name", ["a" * 300, "ä" * 200, "%FF%FE", "a b", "x" * 300 + ".js"])
async def test_an_unknown_page_is_not_found(base: str, name: str) -> None:
    async with api(base) as http:
        assert (await http.get(f"/{name}")).status_code == 404


async def test_a_method_that_a_path_does_not_support_is_refused(base: str) -> None:
    async with api(base) as http:
        for method, path in (("DELETE", "/"), ("POST", "/health")):
            answer = await http.request(method, path)
            assert answer.status_code == 405 and "GET" in answer.headers["allow"]
            assert answer.json() == {"error": "Method Not Allowed."}


async def test_a_fault_is_logged_wherever_it_happens(
    limited: OpenRoom, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise OSError("the private reason")

    monkeypatch.setattr("rumpus.server.http.static_files.HTMLResponse", broken)
    monkeypatch.setattr("rumpus.server.http.static_files.FileResponse", broken)
    async with api(limited.url) as http:
        answer = await http.get("/")
    assert answer.status_code == 500
    number = answer.json()["error"].split("fault ")[1].rstrip(").")
    assert f"fault {number}" in caplog.text and "the private reason" in caplog.text


# --------------------------------------------------------------------------------- the socket
BAD_MESSAGES = [
    (b'{"a":' + b"[" * 3000, "it is nested too deeply"),
    (b"[" * 3000, "cannot be read"),
    (b'{"type":"hello","after":%b}' % (b"9" * 3000), "cannot be read"),
    (b'{"type":"act","command":"c","seat":0,"action":9223372036854775808}', "cannot be read"),
]


@pytest.mark.parametrize(("message", "why"), BAD_MESSAGES)
async def test_an_unreadable_message_is_refused(base: str, message: bytes, why: str) -> None:
    made = await make(base, "yb")
    async with seated(base, made["table"], made["token"]) as client:
        await client.socket.send(message.decode())
        answer = await client.until(lambda m: m["type"] == "error")
        assert why in answer["reason"]
        assert (await client.ask("pause"))["type"] == "done"


async def test_invalid_utf8_closes_only_its_own_socket(base: str) -> None:
    made = await make(base, "yb", game="ruckus")
    async with seated(base, made["table"], made["token"]) as client:
        await client.socket.send(b'{"type":"act","command":"\xff","seat":0}', text=True)
        await client.socket.wait_closed()
    async with seated(base, made["table"], made["token"]) as client:
        assert (await client.ask("pause"))["type"] == "done"


async def test_a_socket_at_an_invalid_path_is_refused_with_a_sentence(base: str) -> None:
    from websockets.exceptions import InvalidStatus

    with pytest.raises(InvalidStatus) as refused:
        async with at_table(base, "a%00b"):
            pass
    response = refused.value.response
    assert response.status_code == 400
    assert "An address here" in json.loads(response.body or b"")["error"]


# --------------------------------------------------------------------------------- bounds
def unbounded(kind: inspect.Type, where: str) -> list[str]:
    """The unbounded strings, numbers and lists in a type."""
    match kind:
        case inspect.StructType(fields=fields):
            return [w for f in fields for w in unbounded(f.type, f"{where}.{f.encode_name}")]
        case inspect.UnionType(types=types):
            return [w for each in types for w in unbounded(each, where)]
        case inspect.IntType(ge=low, le=high):
            return [where] * (low is None or high is None)
        case inspect.StrType(max_length=most):
            return [where] * (most is None)
        case inspect.ListType(item_type=item, max_length=most):
            return [where] * (most is None) + unbounded(item, f"{where}[]")
        case inspect.DictType(key_type=key, value_type=value, max_length=most):
            inner = unbounded(key, f"{where} keys") + unbounded(value, f"{where} values")
            return [where] * (most is None) + inner
        case inspect.TupleType(item_types=items):
            return [w for n, each in enumerate(items) for w in unbounded(each, f"{where}[{n}]")]
        case inspect.BoolType() | inspect.NoneType() | inspect.RawType():
            return []
    return [f"{where}: {kind}"]


SENT = [m.ClientMessage, Record, *(call[3] for call in CALLS if call[3])]


@pytest.mark.parametrize("kind", SENT, ids=str)
def test_every_string_and_number_in_a_request_is_bounded(kind: Any) -> None:
    assert unbounded(inspect.type_info(kind), "") == []


def test_the_check_finds_unbounded_types() -> None:
    class Open(msgspec.Struct):
        a: int
        b: str
        c: list[dict[str, int]]
        d: float | None

    found = unbounded(inspect.type_info(Open), "")
    assert [where.split(":")[0] for where in found] == [
        ".a", ".b", ".c", ".c[]", ".c[] keys", ".c[] values", ".d"
    ]  # fmt: skip
