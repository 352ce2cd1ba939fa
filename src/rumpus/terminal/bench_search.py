"""How fast bots think ahead, for `rumpus bench`: in CPU time of one thread."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from rumpus.players import choose
from rumpus.players.search import Tree
from rumpus.rulekit.backend import Backend
from rumpus.rulekit.game import Game
from rumpus.rulekit.native import Native

ITERATIONS = 500
SEED = 1


def search_figures(game: Game, players: int, seconds: float) -> dict[str, dict[str, float]]:
    """Iterations and decisions a second at the opening and in the middle of a game."""
    backend = Native(game)
    length = len(decisions_of(backend, players, most=-1))
    return {
        place: measured(backend, *decisions_of(backend, players, most)[-1], seconds / 2)
        for place, most in (("opening", 1), ("middle", length // 2))
    }


def decisions_of(backend: Backend, players: int, most: int) -> list[tuple[Any, int]]:
    """The first decisions that are no formality in a game by advice: what is known, and to whom."""
    s, rng = backend.start(players, backend.game.untimed, seed=SEED), Random(SEED)
    found: list[tuple[Any, int]] = []
    while not backend.is_over(s) and len(found) != most:
        seat = rng.choice(backend.asks(s))
        known = backend.redacted(s, seat)
        if len(backend.legal(known, seat)) > 1:
            found.append((known, seat))
        backend.apply(s, seat, choose(backend, known, seat, "normal", rng))
    return found


def measured(backend: Backend, known: Any, seat: int, seconds: float) -> dict[str, float]:
    """How much one tree after another is searched."""
    iterations, decisions, start = 0, 0, time.process_time()
    while (spent := time.process_time() - start) < seconds or not iterations:
        decisions += Tree(backend, known, seat, iterations, 0).grow(ITERATIONS)
        iterations += ITERATIONS
    return {"iterations_per_second": iterations / spent, "decisions_per_second": decisions / spent}
