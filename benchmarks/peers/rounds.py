"""What the peer scripts share: a line on stdin starts a round, JSON lines on stdout answer it.

A script stays alive between rounds, so that slow imports and compilations happen once while the
libraries still take turns. An empty line ends each answer. To run one round of a script by hand:
`echo | python openspiel.py`.
"""

import json
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version

# The name of a library and of its package.
Library = tuple[str, str]
Figures = dict[str, str | float | bool]

DEFAULT_SECONDS = 1.5


def serve(play_round: Callable[[float], Iterator[Figures]]) -> None:
    """Answer every line of stdin with one round of figures."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_SECONDS
    for _ in sys.stdin:
        for figures in play_round(seconds):
            print(json.dumps(figures), flush=True)
        print(flush=True)


def playouts(
    library: Library, game: str, how: str, counted: str, measure: Callable[[], Figures]
) -> Figures:
    """Name one measurement of playouts, and say in a sentence when it failed."""
    row = named("playouts", library, game, how)
    return row | {"counted": counted} | attempt(measure)


def observation(
    library: Library, game: str, how: str, includes_decision: bool, measure: Callable[[], float]
) -> Figures:
    """Name one measurement of observations, and say in a sentence when it failed."""
    row = named("observation", library, game, how)
    return row | {"includes_decision": includes_decision} | attempt(lambda: {"ns": measure()})


def named(kind: str, library: Library, game: str, how: str) -> Figures:
    """The columns that identify a row."""
    peer, package = library
    installed = version(package)
    return {"kind": kind, "peer": peer, "version": installed, "game": game, "how": how}


def attempt(measure: Callable[[], Figures]) -> Figures:
    """Run a measurement, or return the reason why it could not be run."""
    try:
        return measure()
    except (Exception, SystemExit) as error:
        return {"error": f"It failed with {type(error).__name__}: {error}"}


def rate(decisions: float, seconds: float, games: float) -> Figures:
    """Turn counts and CPU time into the figures of a playouts row."""
    return {"decisions_per_second": decisions / seconds, "mean_decisions": decisions / games}
