"""Winning chances."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rumpus.games import GAMES, find
from rumpus.language.declare import NONE
from rumpus.players import win_chance, win_chances
from rumpus.players.tree import SEARCH
from rumpus.running.backend import Backend
from rumpus.running.interpreted import Interpreted
from tests.table.setting import backend_of


def states(backend: Backend, players: int, seed: int) -> list[Any]:
    """Everything that a spectator sees of a game, played by advice."""
    s = backend.start(players, dict(backend.game.untimed), seed=seed)
    rng, found = Random(seed), [backend.redacted(s, NONE)]
    while not backend.is_over(s):
        seat = backend.asks(s)[0]
        advice = backend.advice(s, seat)
        backend.apply(s, seat, rng.choices(list(advice), list(advice.values()))[0])
        found.append(backend.redacted(s, NONE))
    return found


def reckoned(backend: Backend, found: list[Any]) -> list[list[float]]:
    """All chances, computed in one go."""
    slices, given = win_chances(backend, found), 0
    while True:
        try:
            next(slices)
        except StopIteration as end:
            chances: list[list[float]] = end.value
            assert given >= len(found), "others could not have their turn after every state"
            return chances
        given += 1


@pytest.mark.parametrize("name", GAMES)
def test_somebody_wins_and_at_the_end_it_is_sure_who(name: str) -> None:
    backend, players = backend_of(name), find(name).common
    found = states(backend, players, 1)
    chances = reckoned(backend, [*found[:: max(1, len(found) // 8)], found[-1]])
    for step in chances:
        assert len(step) == players
        assert sum(step) >= 0.99
    assert chances[-1] == [float(place == 1) for place in backend.places(found[-1])]


def test_every_back_end_counts_the_same() -> None:
    native, rules = backend_of("mantis"), Interpreted(find("mantis"), SEARCH)
    known = states(native, 3, 2)[4]
    again = rules.load(native.pack(known))
    counted = win_chance(native, known, NONE, games=30)
    assert win_chance(rules, again, NONE, games=30) == counted


def test_shortly_before_the_end_the_winner_is_likely_to_win() -> None:
    backend, given = backend_of("mantis"), []
    for seed in range(12):
        *_, known, _, _, end = states(backend, 4, seed)
        winner = backend.places(end).index(1)
        given.append(win_chance(backend, known, NONE, games=200)[winner])
    assert sum(given) / len(given) > 0.5
