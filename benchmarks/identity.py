"""Plays the same random games interpreted and native, and counts where they differ (should be 0).

python benchmarks/identity.py [GAME] [--seeds 10000]
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor

from rumpus.games import GAMES, find
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import Native

MOST = 20_000
CHUNK = 250


def differences(name: str, players: int, first: int, last: int) -> tuple[int, int]:
    """How many games differ, and the decisions compared; every other game is by quick bots."""
    game = find(name)
    slow, fast = Interpreted(game), Native(game)
    different = decisions = 0
    for seed in range(first, last):
        bots = [seed % 2] * players
        a, b = slow.start(players, seed=seed), fast.start(players, seed=seed)
        start_differs = slow.pack(a) != fast.pack(b)
        trace_a = slow.trace(a, bots, seed=seed, number=0, most=MOST)
        trace_b = fast.trace(b, bots, seed=seed, number=0, most=MOST)
        different += start_differs or trace_a != trace_b or slow.pack(a) != fast.pack(b)
        decisions += len(trace_a)
    return different, decisions


def main() -> None:
    """Compare, and print one line per game and number of players."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("game", nargs="?", choices=GAMES)
    options.add_argument("--seeds", type=int, default=10_000)
    chosen = options.parse_args()
    total = 0
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for name in [chosen.game] if chosen.game else GAMES:
            Native(find(name))
            for players in find(name).players:
                start = time.perf_counter()
                firsts = range(0, chosen.seeds, CHUNK)
                found = pool.map(
                    differences,
                    *zip(
                        *((name, players, f, min(f + CHUNK, chosen.seeds)) for f in firsts),
                        strict=True,
                    ),
                )
                counts = [sum(column) for column in zip(*found, strict=True)]
                total += counts[0]
                print(
                    f"{name}, {players} players: {chosen.seeds:,} seeds, {counts[1]:,} decisions, "
                    f"{counts[0]} differences, {time.perf_counter() - start:.0f} s",
                    flush=True,
                )
    raise SystemExit(1 if total else 0)


if __name__ == "__main__":
    main()
