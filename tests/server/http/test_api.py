"""The HTTP API."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rumpus.server.http import static_files
from rumpus.server.room.table_ids import is_id, new_id
from tests.server.client import api, make, seated, sit
from tests.server.conftest import OpenRoom


async def test_games_endpoint_returns_games_and_levels(base: str) -> None:
    async with api(base) as http:
        body = (await http.get("/api/games")).json()
    mantis = next(game for game in body["games"] if game["name"] == "mantis")
    assert mantis["players"] == {"least": 2, "most": 6, "common": 4}
    assert {"key", "title", "help", "default", "when", "scope"} <= set(mantis["options"][0])
    assert mantis["words"]["zones"][0]["words"] == "Draw Pile"
    levels = {level["level"]: level for level in body["levels"]}
    assert list(levels) == ["random", "easy", "gentle", "normal", "hard", "expert"]
    assert levels["normal"]["title"] == "Normal" and levels["normal"]["seconds"] == 0
    assert 0 < levels["hard"]["seconds"] < levels["expert"]["seconds"] <= 1
    assert levels["gentle"]["live"].startswith("Reacts after about 1.8 seconds")
    untimed = {game["name"]: game["untimed"] for game in body["games"]}
    assert untimed["mantis"] == {} and untimed["ruckus"] == {"timing": 1}


async def test_a_game_and_a_name_make_a_table_against_bots(base: str) -> None:
    async with api(base) as http:
        made = (await http.post("/api/tables", json={"game": "mantis", "name": "Ann"})).json()
        lobby = (await http.get(f"/api/tables/{made['table']}")).json()["table"]
    assert is_id(made["table"])
    assert made["link"] == f"{base}/t/{made['table']}"
    assert "here" not in made
    assert [seat["kind"] for seat in lobby["seats"]] == ["person", "bot", "bot", "bot"]
    assert lobby["status"] == "playing"
    assert lobby["settings"] == {
        "pace": "normal", "absence": 60, "timer": False, "pause": "everybody", "open": False
    }  # fmt: skip
    assert lobby["options"]["target"] == 10


@pytest.mark.parametrize(
    ("seats", "runs"), [("yo", True), ("yho", True), ("yh", False), ("yhb", False), ("yb", False)]
)
async def test_timer_is_on_by_default_with_several_devices(
    base: str, seats: str, runs: bool
) -> None:
    made = await make(base, seats, settings={})
    async with api(base) as http:
        lobby = (await http.get(f"/api/tables/{made['table']}")).json()["table"]
    assert lobby["settings"]["timer"] is runs


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        ({"game": "chess", "name": "Ann"}, 404, "There is no game 'chess'"),
        ({"game": "mantis", "name": "  "}, 400, "1 to 24 characters"),
        ({"game": "mantis", "name": "Ann", "players": 9}, 400, "2 to 6 players"),
        ({"game": "mantis", "name": "Ann", "options": {"x": 1}}, 400, "no option 'x'"),
        ({"game": "mantis", "name": "Ann", "options": {"target": 99}}, 400, "5 to 30"),
        ({"game": "mantis", "name": "Ann", "seats": []}, 400, "is for 2 to 6"),
        (
            {"game": "mantis", "name": "Ann", "players": 3, "seats": [{"kind": "you"}]},
            400,
            "3 seats",
        ),
        ({"game": "mantis", "name": "A", "seats": [{"kind": "bot"}] * 2}, 400, "Exactly one"),
        (
            {"game": "mantis", "name": "A", "seats": [{"kind": "you"}, {"kind": "dog"}]},
            400,
            "you, bot, open or here, not 'dog'",
        ),
        ({"game": "mantis", "name": "Ann", "settings": {"pace": "warp"}}, 400, "The pace can be"),
        ({"game": "mantis", "name": "Ann", "avatar": "<svg>"}, 400, "avatar"),
        ({"game": "mantis", "name": "Ann", "nonce": "xx"}, 400, "nonce"),
        ({"name": "Ann"}, 400, "missing required field `game`"),
        ({"game": "mantis", "name": "Ann", "extra": 1}, 400, "unknown field"),
    ],
)
async def test_an_invalid_table_is_refused_with_a_sentence(
    base: str, body: dict[str, object], status: int, sentence: str
) -> None:
    async with api(base) as http:
        answer = await http.post("/api/tables", json=body)
    assert answer.status_code == status
    assert sentence in answer.json()["error"]


async def test_a_seat_at_a_full_table_is_refused(base: str) -> None:
    made = await make(base, "yoo")
    assert (await sit(base, made["table"], "Bob", seat=2))["seat"] == 2
    async with api(base) as http:
        url = f"/api/tables/{made['table']}/seats"
        taken = await http.post(url, json={"name": "Cy", "seat": 2})
        assert (taken.status_code, taken.json()["error"]) == (409, "Seat 3 is taken.")
        assert (await http.post(url, json={"name": "Cy"})).status_code == 201
        full = await http.post(url, json={"name": "Di"})
        assert full.status_code == 409
        lobby = (await http.get(f"/api/tables/{made['table']}")).json()["table"]
        assert lobby["status"] == "playing"


async def test_unknown_resources_are_404(base: str) -> None:
    async with api(base) as http:
        for path in ("/api/tables/nobody", f"/api/tables/{new_id()}", "/api/nothing", "/api/"):
            answer = await http.get(path)
            assert answer.status_code == 404, path
            assert answer.json()["error"]
        assert (await http.post(f"/api/tables/{new_id()}/seats", json={"name": "x"})).is_error


async def test_a_record_is_complete_only_after_the_end(base: str) -> None:
    made = await make(base, "yh", options={"turns": 2, "starter": 0})
    tokens = (made["token"], made["here"][0]["token"])
    async with api(base) as http, seated(base, made["table"], *tokens) as device:
        await device.act(0, "mark fox")
        before = (await http.get(f"/api/tables/{made['table']}/record")).json()
        assert before["actions"] == []
        assert before["secret"] == before["key"] == ""
        await device.act(0, "pass")
        await device.act(1, "pass")
        record = (await http.get(f"/api/tables/{made['table']}/record")).json()
        assert record["actions"] == [[0, 12, "mark fox"], [0, 6, "pass"], [1, 6, "pass"]]
        answer = await http.post("/api/replay", json={"record": record, "viewer": 0})
        replay = answer.json()
        assert replay["disagreements"] == []
        assert [step["seat"] for step in replay["steps"]] == [-1, 0, 0, 1]
        assert replay["steps"][-1]["view"]["over"]
        for viewer in (2, 8, 63):
            nobody = await http.post("/api/replay", json={"record": record, "viewer": viewer})
            assert nobody.status_code == 400
            assert nobody.json() == {
                "error": f"There is no seat {viewer + 1} at a table of 2.",
                "message": "There is no seat {seat} at a table of {players}.",
                "values": {"seat": viewer + 1, "players": 2},
            }
        record["result"]["scores"] = [9, 9]
        lie = (await http.post("/api/replay", json={"record": record})).json()
        assert lie["disagreements"]
        record["actions"].insert(0, [0, 3, "show"])
        broken = await http.post("/api/replay", json={"record": record})
        assert broken.status_code == 400
        assert "not allowed" in broken.json()["error"]


async def test_win_chances_along_a_record(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yh", options={"turns": 2, "starter": 0})
    tokens = (made["token"], made["here"][0]["token"])
    async with api(base) as http, seated(base, made["table"], *tokens) as device:
        unfinished = (await http.get(f"/api/tables/{made['table']}/record")).json()
        refused = await http.post("/api/chances", json={"record": unfinished})
        assert refused.status_code == 400 and "not over" in refused.json()["error"]
        await device.act(0, "pass")
        await device.act(1, "pass")
        record = (await http.get(f"/api/tables/{made['table']}/record")).json()
        found = (await http.post("/api/chances", json={"record": record})).json()["chances"]
        again = (await http.post("/api/chances", json={"record": record})).json()["chances"]
    assert len(found) == 3 and found == again
    places = record["result"]["places"]
    assert found[-1] == [100 if place == 1 else 0 for place in places]
    assert all(0 <= chance <= 100 for step in found for chance in step)


async def test_health_and_metrics(base: str, opened: OpenRoom) -> None:
    await make(base)
    async with api(base) as http:
        assert (await http.get("/health")).json()["open"] is True
        text = (await http.get("/metrics")).text
    figures = dict(re.findall(r"^(rumpus_\w+) ([\d.e+]+)$", text, re.MULTILINE))
    assert float(figures["rumpus_live_tables"]) >= 1
    assert float(figures["rumpus_memory_bytes"]) > 1e6
    assert float(figures["rumpus_faults_total"]) == 0
    for name in figures:
        assert f"# TYPE {name} " in text
        assert f"# HELP {name} " in text


async def test_openapi_describes_every_route(base: str) -> None:
    async with api(base) as http:
        document = (await http.get("/api/openapi.json")).json()
    assert set(document["paths"]) == {
        "/api/games",
        "/api/words",
        "/api/words/{lang}",
        "/api/tables",
        "/api/tables/{table}",
        "/api/tables/{table}/seats",
        "/api/tables/{table}/record",
        "/api/replay",
        "/api/chances",
    }
    refs = set(re.findall(r"#/components/schemas/(\w+)", str(document)))
    assert refs <= set(document["components"]["schemas"])
    assert document["components"]["schemas"]["NewTable"]["required"] == ["game", "name"]


# --------------------------------------------------------------------------------- the page
@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>the page</title>")
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path / "assets" / "app-1234.js").write_text("1")
    monkeypatch.setattr(static_files, "STATIC", tmp_path)
    return tmp_path


@pytest.mark.usefixtures("built")
async def test_every_page_of_the_client_is_served(base: str) -> None:
    async with api(base) as http:
        for path in ("/", "/t/plum-otter-aaaaaaaaaaaaaaaa", "/replay", "/learn/mantis"):
            answer = await http.get(path)
            assert answer.status_code == 200
            assert "the page" in answer.text
            assert answer.headers["cache-control"] == "no-cache"
        asset = await http.get("/assets/app-1234.js")
        assert "immutable" in asset.headers["cache-control"]
        assert asset.headers["content-type"].startswith("text/javascript")
        assert (await http.get("/icon.svg")).headers["cache-control"] == "no-cache"


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["/some/where", "/t/", "/t/one/two", "/learn", "/admin.php"])
async def test_an_unknown_path_is_the_page_with_404(base: str, path: str) -> None:
    async with api(base) as http:
        answer = await http.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert "the page" in answer.text


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["/assets/missing.js", "/icon.png", "/robots.txt", "/favicon.ico"])
async def test_a_missing_file_is_not_answered_with_the_page(base: str, path: str) -> None:
    async with api(base) as http:
        answer = await http.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/plain")


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/ws/nothing"])
async def test_an_unknown_api_path_is_refused_in_json(base: str, method: str, path: str) -> None:
    async with api(base) as http:
        answer = await http.request(method, path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == dict.fromkeys(("error", "message"), "There is no such call.")


PUBLIC = Path(__file__).parents[3] / "web" / "public"


@pytest.mark.parametrize(
    ("path", "kind", "begins"),
    [
        ("/robots.txt", "text/plain; charset=utf-8", b"User-agent: *"),
        ("/favicon.ico", "image/vnd.microsoft.icon", b"\0\0\1\0"),
        ("/favicon.svg", "image/svg+xml", b"<svg"),
    ],
)
async def test_robots_and_icons_have_their_content_types(
    base: str, monkeypatch: pytest.MonkeyPatch, path: str, kind: str, begins: bytes
) -> None:
    monkeypatch.setattr(static_files, "STATIC", PUBLIC)
    async with api(base) as http:
        answer = await http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == kind
    assert answer.content.startswith(begins)


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["/..%2f..%2fetc/passwd", "/%2e%2e/app.py", "/assets/..%2f..%2fx"])
async def test_no_file_outside_the_static_folder_is_served(base: str, path: str) -> None:
    async with api(base) as http:
        answer = await http.get(path)
    assert "root:" not in answer.text
    assert answer.status_code == 404 or "the page" in answer.text


async def test_a_plain_page_says_that_the_client_is_not_built(
    base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static_files, "STATIC", tmp_path / "missing")
    async with api(base) as http:
        answer = await http.get("/")
    assert answer.status_code == 200
    assert "was not built" in answer.text


def test_table_ids_are_words_and_80_random_bits() -> None:
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(is_id(name) for name in ids)
    assert not is_id("plum-otter-short")
