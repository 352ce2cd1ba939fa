"""Random playouts of RLCard's Uno."""

import random
from collections.abc import Iterator
from time import process_time
from typing import Any

import rlcard  # type: ignore
from rounds import Figures, playouts, rate, serve

GAME = "uno"


def step_loop(environment: Any, seconds: float) -> Figures:
    """Measure the loop of `env.step`, which also builds the next seat's observation.

    The agents choose with `random.choice`: the library's own `RandomAgent` makes the same uniform
    choice through NumPy, which alone costs more than the step.
    """
    decisions = games = 0
    start = process_time()
    while process_time() - start < seconds:
        observed, _ = environment.reset()
        while not environment.is_over():
            observed, _ = environment.step(random.choice(list(observed["legal_actions"])))
            decisions += 1
        games += 1
    return rate(decisions, process_time() - start, games)


def play_round(seconds: float) -> Iterator[Figures]:
    """Measure the game once."""
    yield playouts(
        ("RLCard", "rlcard"),
        GAME,
        "env.step loop, with observations",
        "as played",
        lambda: step_loop(rlcard.make(GAME), seconds),
    )


if __name__ == "__main__":
    serve(play_round)
