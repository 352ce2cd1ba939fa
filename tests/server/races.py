"""Games for tests that run with turns, with a timer and in real time."""

from __future__ import annotations

from typing import Any

CALM = {"opening_ms": 15000, "pause_ms": 10000, "call": "manual"}
"""Nobody goes out because of a lucky deal."""


def all_present(table: dict[str, Any]) -> bool:
    return all(seat["present"] or seat["kind"] == "bot" for seat in table["seats"])


GAMES: list[tuple[dict[str, Any], str]] = [
    ({"options": {"starter": 0}}, "aim 1"),
    ({"options": {"starter": 0, "limit": 60}, "settings": {"absence": 0, "timer": True}}, "aim 1"),
    ({"game": "ruckus", "options": CALM}, "ready"),
]
