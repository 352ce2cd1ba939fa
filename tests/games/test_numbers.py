"""Records hold the numbers of actions, so the games' numbers must not change."""

from __future__ import annotations

import pytest

from rumpus.games import GAMES, find

ACTIONS = {
    "tuckit": {
        "2": 0, "SK": 34, "stack 1": 35, "stack 3": 37, "flip 1 stack 1": 38,
        "flip 6 stack 3": 55, "done": 56, "decline": 57, "roll": 58, "pair": 59, "take": 60,
        "turn up 1": 61, "turn up 3": 63,
    },
    "mantis": {
        "score": 0, "steal 2": 1, "steal 6": 5, "stop": 6,
    },
    "stakbots": {
        "end": 0, "draw": 1, "scrap": 2, "scrapb": 3, "scrapc": 4, "scrapd": 5, "attack": 6,
        "attackb": 7, "attackc": 8, "attackd": 9, "drop": 10, "dropb": 11, "dropc": 12,
        "dropd": 13, "recycle": 14, "recycleb": 15, "recyclec": 16, "recycled": 17, "at 1": 18,
        "at 6d": 41, "name 1": 42, "name 6": 47, "reset top": 48, "reset 24th": 71,
        "play core2": 72, "play fatal": 91, "discard core2": 104, "discard fatal": 123,
        "pick core2": 136, "pick fatal": 155, "yield": 168, "keep": 169, "pass": 170, "no": 171,
        "time": 172, "resign 1": 173, "resign 6": 178,
    },
    "ruckus": {
        "wait": 0, "out": 1, "build K": 2, "build V": 13, "steal K 2": 14, "steal V 5": 61,
        "lay K": 62, "lay V": 73, "deal": 74, "ready": 75, "call": 76, "end": 77, "time": 78,
    },
}  # fmt: skip
"""The first and the last of every verb's actions, at the largest table, for the first seat."""
EVENTS = {
    "tuckit": [
        "dealt out", "your card", "build stacks", "placed", "stacks ready", "choose reveal",
        "chose reveal", "showed", "setup rolled", "tied", "neighbours tied", "starts",
        "direction set", "turned up", "next turn", "extra turn", "rolled", "played", "declined",
        "revealed", "took revealed", "took pile", "must tuck one", "tucking", "tucked",
        "you tucked", "drew", "phase two", "four of a kind", "trashed", "can take top",
        "took top", "took no top", "can flip", "flipped", "flip showed", "no flip", "reversed",
        "skipped", "trashed skip", "dark q struck", "can still tuck", "won", "stopped",
        "laid open", "gears counted",
    ],
    "mantis": [
        "started", "dealt", "tried to score", "tried to steal", "revealed", "stayed", "scored",
        "stole", "next back", "extra turn", "next turn", "stopped", "ran out", "tied",
        "drew lots", "extra game started", "won", "shared win",
    ],
    "stakbots": [
        "started", "teamed", "dealt", "rank opened", "picked", "turned up", "turn began", "drew",
        "drew card", "nothing to draw", "reshuffled", "held", "played", "scrapped", "discarded",
        "recycled", "draw declined", "dropped", "drop declined", "attacked", "reaction declined",
        "cancelled", "struck", "series goes on", "series stopped", "attack spent", "triggered",
        "ordered", "effect", "effect lost", "no target", "fell", "sent down", "stayed", "reset",
        "shot at", "returned", "expelled", "yielded", "ready", "turn ended", "out", "hand shown",
        "turn limit", "won", "drawn", "time called", "resigned",
    ],
    "ruckus": [
        "round started", "dealt", "yours", "new sets", "laid", "stole", "built", "is ready",
        "last flurry began", "chose", "came", "was too late", "time was up", "went out",
        "ran out", "showed", "turned up", "scored", "total", "tied", "extra round",
        "passed the deal", "won", "shared the win",
    ],
}  # fmt: skip
"""The names of the kinds of event in the order of their numbers."""


def test_every_game_is_here() -> None:
    assert sorted(ACTIONS) == sorted(EVENTS) == sorted(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_actions_keep_their_numbers(name: str) -> None:
    game = find(name)
    players = game.players[-1]
    found = {text: game.words.parse(text, 0, players) for text in ACTIONS[name]}
    assert found == ACTIONS[name]


@pytest.mark.parametrize("name", GAMES)
def test_events_keep_their_numbers(name: str) -> None:
    assert [event.name for event in find(name).words.events] == EVENTS[name]
