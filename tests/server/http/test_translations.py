"""Translations over HTTP."""

from __future__ import annotations

import pytest

from tests.server.client import api


async def test_the_languages_are_listed_by_their_own_names(base: str) -> None:
    async with api(base) as http:
        body = (await http.get("/api/words")).json()
    assert body == {
        "languages": [{"lang": "en", "name": "English"}, {"lang": "de", "name": "Deutsch"}]
    }


async def test_translations_are_cached_by_etag(base: str) -> None:
    async with api(base) as http:
        first = await http.get("/api/words/de")
        tag = first.headers["etag"]
        second = await http.get("/api/words/de", headers={"if-none-match": tag})
        other = await http.get("/api/words/de", headers={"if-none-match": '"another"'})
    words = first.json()
    assert (words["lang"], words["plurals"]) == ("de", ["one", "other"])
    assert words["house"]["How many play."] == "Wie viele spielen."
    assert {"tuckit", "mantis", "stakbots", "ruckus"} <= set(words["games"])
    assert (second.status_code, second.content) == (304, b"")
    assert other.json() == words


async def test_english_has_no_translations(base: str) -> None:
    async with api(base) as http:
        words = (await http.get("/api/words/en")).json()
    assert (words["lang"], words["house"]) == ("en", {})


@pytest.mark.parametrize("code", ["xx", "de%2F..%2Fen", "%00", "d" * 400])
async def test_an_unknown_language_is_refused_with_a_sentence(base: str, code: str) -> None:
    async with api(base) as http:
        answer = await http.get(f"/api/words/{code}")
    assert answer.status_code in (400, 404)
    assert answer.json()["error"].endswith(".")
