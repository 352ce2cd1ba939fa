"""Play the games of a ladder, by several processes, and keep them.

`python -m rumpus.lab.play GAME --out FOLDER` needs nothing but Python (and a C compiler, to be
fast): play where there are many processors, and make the report of FOLDER elsewhere.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import TypeVar

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say

from .keep import described, game_as_data, open_games, write_line
from .match import Played, play_match
from .plan import Pair, Plan, make_plan, read_pairs, rules_of, schedule

Item = TypeVar("Item")
T = TypeVar("T")
LONG = 1.5
"""Seconds after which a progress bar appears."""
BAR = 30


class CannotPlay(Complaint):
    """Games that cannot be played like this."""


def play_ladder(
    plan: Plan, pairs: Sequence[Pair], games: int, *, jobs: int = 1, out: Path | None = None
) -> list[Played]:
    """All games of a ladder in order; those that a folder holds already are not played again."""
    if games < 1:
        raise CannotPlay(say("Every pair has to play at least one game."))
    file, kept = open_games(out, plan) if out else (None, [])
    matches = list(schedule(plan, pairs, games))
    done = {played.match: played for played in kept}
    left = [match for match in matches if match not in done]
    try:
        games_played = play_all(plan.game, partial(play_match, plan), left, jobs)
        for played in with_progress(games_played, len(left)):
            done[played.match] = played
            if file:
                write_line(file, game_as_data(played))
    finally:
        if file:
            file.close()
    return [done[match] for match in matches]


# --------------------------------------------------------------------------------- processes
def play_all(game: str, play: Callable[[Item], T], items: Sequence[Item], jobs: int) -> Iterator[T]:
    """What comes of the games as they end."""
    if jobs == 1 or len(items) < 2:
        yield from map(play, items)
        return
    rules_of(game)  # compiled here, so that no two processes do it at once
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(items)), fresh, initializer=at_work) as pool:
        try:
            for ended in as_completed([pool.submit(play, item) for item in items]):
                yield ended.result()
        except BrokenProcessPool:
            raise CannotPlay(say("A process ended amid a game; a bot may have ended it.")) from None
        except BaseException:
            for worker in multiprocessing.active_children():
                worker.terminate()
            raise


def at_work() -> None:
    """Let a worker end silently when it is interrupted, and when nobody waits for it any more."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait for the process that gives out the work, and go when it goes."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def with_progress(games: Iterator[Played], n: int) -> Iterator[Played]:
    """Pass the games on; when it takes long, draw a bar on the error stream."""
    start, shown = time.perf_counter(), False
    for done, played in enumerate(games, 1):
        spent = time.perf_counter() - start
        if sys.stderr.isatty() and (shown or spent > LONG):
            shown = True
            filled, left = BAR * done // n, spent / done * (n - done)
            bar = f"[{'#' * filled}{'.' * (BAR - filled)}] {done:,} of {n:,}, {left:.0f} s left "
            print(f"\r{bar}", end="\n" if done == n else "", file=sys.stderr, flush=True)
        yield played


# --------------------------------------------------------------------------------- on its own
def main(arguments: Sequence[str] | None = None) -> int:
    """Play from the command line, with the options of `rumpus ladder`."""
    parser = argparse.ArgumentParser("python -m rumpus.lab.play", description="Play a ladder.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--games", type=int, default=100, help="of every pair, at least")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bots", metavar="NAME,NAME...")
    parser.add_argument("--pairs", metavar="NAME:NAME,...")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    given = parser.parse_args(arguments)
    try:
        plan = make_plan(given.game, given.players, given.set, given.seed, given.bots)
        pairs = read_pairs(plan, given.pairs)
        played = play_ladder(plan, pairs, given.games, jobs=max(1, given.jobs), out=given.out)
    except ValueError as error:
        if not type(error).__module__.startswith("rumpus."):
            raise
        print(f"rumpus: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped; the same command goes on from here.", file=sys.stderr)
        return 130
    print(f"{described(plan)}: {len(played):,} games are in {given.out}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
