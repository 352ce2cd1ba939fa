"""How fast our search imagines games, beside OpenSpiel's C++ search, in one run.

Every figure is CPU time of one thread; ours and the peer's take turns, the best round counts. The
bar is held against a whole game: some positions all along it, each searched as often.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from compare import Peer, install_peers, peer_round, start_peer
from rumpus.games import GAMES, find
from rumpus.terminal.bench_search import search_figures

PEER = ("OpenSpiel", "openspiel_search.py", "open_spiel")
BAR = 5.0
"""How many times as many decisions a second as the peer each of our games wants."""
BAR_AT = "whole game"
Row = dict[str, float]


def peers_figures(peer: Peer, best: dict[str, Row]) -> Peer:
    """Let the peer have its round."""
    peer, rows = peer_round(peer)
    for row in rows:
        kept = best.setdefault(str(row["place"]), {"iterations": 0.0, "decisions": 0.0})
        for unit in kept:
            kept[unit] = max(kept[unit], float(row[unit]))
    return peer


def our_figures(seconds: float, best: dict[str, dict[str, Row]]) -> None:
    """Let every game of ours have its round."""
    for name in GAMES:
        game = find(name)
        for place, found in search_figures(game, game.common, seconds).items():
            kept = best.setdefault(name, {}).setdefault(place, dict.fromkeys(found, 0.0))
            for unit in kept:
                kept[unit] = max(kept[unit], found[unit])


def main() -> int:
    """Measure, print a table, and say whether the bar is reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure")
    parser.add_argument("--json", type=Path, help="write all figures there")
    wanted = parser.parse_args()
    name, script, package = PEER
    failure = install_peers().get(package, "")
    theirs: dict[str, Row] = {}
    ours: dict[str, dict[str, Row]] = {}
    with tempfile.TemporaryDirectory() as folder:
        peer = start_peer(name, script, failure, wanted.seconds, Path(folder))
        for _ in range(wanted.rounds):
            our_figures(wanted.seconds, ours)
            peer = peers_figures(peer, theirs)
        if peer.process:
            peer.process.kill()
    print(f"{'':<32}{'':<10}{'iterations/s':>14}{'decisions/s':>14}{'times':>8}")
    reached = True
    for place, row in theirs.items():
        figures = f"{row['iterations']:>14,.0f}{row['decisions']:>14,.0f}"
        print(f"{'OpenSpiel ISMCTSBot, oh_hell':<32}{place:<10}{figures}")
    for game, places in ours.items():
        for place, found in places.items():
            iterations, decisions = found["iterations_per_second"], found["decisions_per_second"]
            times = decisions / theirs[place]["decisions"] if place in theirs else 0.0
            reached = reached and (times >= BAR or place != BAR_AT)
            print(f"{game:<32}{place:<10}{iterations:>14,.0f}{decisions:>14,.0f}{times:>8.1f}")
    if not theirs:
        print(f"OpenSpiel could not be measured: {peer.failure}")
    outcome = "reached" if reached else "missed"
    print(f"At least {BAR:.0f} times the peer's decisions over a whole game: {outcome}.")
    if wanted.json:
        wanted.json.write_text(json.dumps({"peer": theirs, "ours": ours}, indent=1))
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
