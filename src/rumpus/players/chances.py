"""Winning chances: play games on from a state by advice, and count the wins."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from typing import Any

from rumpus.language.declare import NONE
from rumpus.players.tree import SEATS
from rumpus.rulekit.contract import WIN
from rumpus.running.backend import Backend

SEED = 1
ROUND, ROUNDS = 10, 20
"""For a whole game: playouts per state and round, and the number of rounds."""
SECONDS = 5.0
"""No new round starts after this many seconds."""


def win_chance(
    backend: Backend, known: Any, viewer: int, *, games: int, seed: int = SEED, first: int = 0
) -> list[float]:
    """Every seat's chance to win, as far as a viewer can tell, from this many playouts.

    A shared win counts in full for each winner.
    """
    if backend.is_over(known):
        return [float(place == 1) for place in backend.places(known)]
    out = backend.row(SEATS)
    backend.run("forecast", known, backend.copy(known), viewer, seed, first, games, out)
    return [int(won) / (games * WIN) for won in out[: backend.players(known)]]


def win_chances(
    backend: Backend, states: Sequence[Any]
) -> Generator[None, None, list[list[float]]]:
    """The chances in all states of a game, each as a spectator knows it.

    It yields after every state, for cooperative scheduling.
    """
    rounds: list[list[list[float]]] = []
    seconds = 0.0
    while len(rounds) < ROUNDS and not (rounds and seconds > SECONDS):
        found = []
        for known in states:
            begun = time.monotonic()
            first = ROUND * len(rounds)
            found.append(win_chance(backend, known, NONE, games=ROUND, first=first))
            seconds += time.monotonic() - begun
            yield
        rounds.append(found)
    return [
        [sum(seat) / len(rounds) for seat in zip(*state, strict=True)]
        for state in zip(*rounds, strict=True)
    ]
