"""Who is likely to win: games are played on from a state by advice, and wins are counted."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from typing import Any

from rumpus.rulekit.backend import Backend
from rumpus.rulekit.contract import WIN
from rumpus.rulekit.declare import NONE
from rumpus.rulekit.search import SEATS

SEED = 1
ROUND, ROUNDS = 10, 20
"""Over a whole game every state is played on so many times a round, for so many rounds."""
SECONDS = 5.0
"""After so long no further round is begun."""


def win_chance(
    backend: Backend, known: Any, viewer: int, *, games: int, seed: int = SEED, first: int = 0
) -> list[float]:
    """Every seat's chance to come first, as far as a viewer can tell, over so many games.

    Who comes first together counts for each of them.
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

    It yields after every state, so that others can have their turn.
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
