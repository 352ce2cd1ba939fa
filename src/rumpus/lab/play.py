"""Play the games of a ladder in several processes, and store them.

`python -m rumpus.lab.play GAME --out FOLDER` needs only Python, and a C compiler to be fast: play
on a machine with many cores, and create the report of FOLDER elsewhere.
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
from rumpus.rulekit.sentence import Sentence, say

from .keep import described, game_as_data, open_games, write_line
from .match import PlayedMatch, play_match
from .plan import LadderPair, LadderPlan, make_plan, read_pairs, rules_of, schedule

Item = TypeVar("Item")
T = TypeVar("T")
LONG = 1.5
"""Seconds after which a progress bar appears."""
BAR = 30


class CannotPlay(Complaint):
    """The games cannot be played."""


def play_ladder(
    plan: LadderPlan,
    pairs: Sequence[LadderPair],
    games: int,
    *,
    jobs: int = 1,
    out: Path | None = None,
) -> list[PlayedMatch]:
    """All games of a ladder in order; those already in the folder are not played again."""
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
    """The results of the games, as they finish."""
    if jobs == 1 or len(items) < 2:
        yield from map(play, items)
        return
    rules_of(game)  # compile once, before the workers start
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(items)), fresh, initializer=at_work) as pool:
        try:
            for ended in as_completed([pool.submit(play, item) for item in items]):
                yield ended.result()
        except BrokenProcessPool:
            raise CannotPlay(
                say("A worker process ended during a game; a bot may have stopped it.")
            ) from None
        except BaseException:
            for worker in multiprocessing.active_children():
                worker.terminate()
            raise


def at_work() -> None:
    """Let a worker end silently on an interrupt, or when its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Exit when the parent process ends."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def with_progress(
    parts: Iterator[T],
    games: int,
    size: Callable[[T], int] = lambda part: 1,
    words: Callable[[Sentence], str] = str,
) -> Iterator[T]:
    """Pass on the parts of so many games, with a progress bar on stderr if it takes long."""
    start, done, shown = time.perf_counter(), 0, False
    for part in parts:
        done += size(part)
        spent = time.perf_counter() - start
        if sys.stderr.isatty() and (shown or spent > LONG):
            shown = True
            filled, left = BAR * done // games, round(spent / done * (games - done))
            how_far = say("{done} of {games}, {left} s left", done=done, games=games, left=left)
            bar = f"[{'#' * filled}{'.' * (BAR - filled)}] {words(how_far)} "
            print(f"\r{bar}", end="\n" if done == games else "", file=sys.stderr, flush=True)
        yield part


# --------------------------------------------------------------------------------- on its own
def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; it has the options of `rumpus ladder`."""
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
        print("Stopped; run the same command again to continue.", file=sys.stderr)
        return 130
    print(f"{described(plan)}: {len(played):,} games are in {given.out}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
