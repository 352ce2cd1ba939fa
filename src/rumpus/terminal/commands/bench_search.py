"""The speed of the tree search for `rumpus bench`, in CPU time on one thread."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Any

from rumpus.players import choose
from rumpus.players.search import SearchTree
from rumpus.players.tree import SEARCH
from rumpus.rulekit.game import Game
from rumpus.running.backend import Backend
from rumpus.running.native import Native

ITERATIONS = 4_000
POSITIONS = 8
SEED = 1


def search_figures(game: Game, players: int, seconds: float) -> dict[str, dict[str, float]]:
    """Iterations and decisions per second in the opening, mid-game, and over a whole game."""
    backend = Native(game, SEARCH)
    found = decisions_of(backend, players)
    along = [found[len(found) * i // POSITIONS] for i in range(POSITIONS)]
    return {
        "opening": measured(backend, along[:1], seconds),
        "middle": measured(backend, [along[POSITIONS // 2]], seconds),
        "whole game": measured(backend, along, seconds),
    }


def decisions_of(backend: Backend, players: int) -> list[tuple[Any, int]]:
    """The redacted state and seat of every decision with a choice, in a game played by advice."""
    s, rng = backend.start(players, backend.game.untimed, seed=SEED), Random(SEED)
    found: list[tuple[Any, int]] = []
    while not backend.is_over(s):
        seat = rng.choice(backend.asks(s))
        known = backend.redacted(s, seat)
        if len(backend.legal(known, seat)) > 1:
            found.append((known, seat))
        backend.apply(s, seat, choose(backend, known, seat, "normal", rng))
    return found


def measured(
    backend: Backend, positions: Sequence[tuple[Any, int]], seconds: float
) -> dict[str, float]:
    """Search the positions in turn, each with its own tree."""
    iterations, decisions, start = 0, 0, time.process_time()
    while (spent := time.process_time() - start) < seconds or not iterations:
        for known, seat in positions:
            decisions += SearchTree(backend, known, seat, iterations, 0).grow(ITERATIONS)
            iterations += ITERATIONS
    return {"iterations_per_second": iterations / spent, "decisions_per_second": decisions / spent}
