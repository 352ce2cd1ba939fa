"""How fast our search imagines games, compared with OpenSpiel's C++ search, in one run.

Every figure is CPU time of one thread; we and the peer take turns, and the best round counts. The
bar applies to a whole game: positions from all parts of it, each searched equally often. The peer's
playouts are random; ours are guided by advice, which costs time and is worth it. So there are rows
for both kinds of playout, and the bar compares like with like.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from compare import Peer, install_peers, peer_round, start_peer
from rumpus.games import GAMES, find
from rumpus.rulekit import Chance, Row, rule
from rumpus.rulekit.contract import legal
from rumpus.terminal.commands.bench_search import search_figures

PEER = ("OpenSpiel", "openspiel_search.py", "open_spiel")
BAR = 5.0
"""How many times the peer's decisions per second each of our games should reach."""
BAR_AT = "whole game"
GUIDED, RANDOM = "guided playouts", "random playouts"
Figures = dict[str, float]


@rule
def even(s: Chance, seat: int, out: Row) -> None:
    """Advice without preferences, which makes playouts random."""
    for i in range(legal(s, seat, out)):
        out[i] = 1


def peers_figures(peer: Peer, best: dict[str, Figures]) -> Peer:
    """Run a round of the peer."""
    peer, rows = peer_round(peer)
    for row in rows:
        kept = best.setdefault(str(row["place"]), {"iterations": 0.0, "decisions": 0.0})
        for unit in kept:
            kept[unit] = max(kept[unit], float(row[unit]))
    return peer


def our_figures(seconds: float, best: dict[str, dict[str, Figures]]) -> None:
    """Run a round of each of our games."""
    for name in GAMES:
        game = find(name)
        for kind, played in ((GUIDED, game), (RANDOM, game.with_rules(advise=even))):
            places = best.setdefault(f"{name}, {kind}", {})
            for place, found in search_figures(played, game.common, seconds).items():
                kept = places.setdefault(place, dict.fromkeys(found, 0.0))
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
    theirs: dict[str, Figures] = {}
    ours: dict[str, dict[str, Figures]] = {}
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
            counts = place == BAR_AT and game.endswith(RANDOM)
            reached = reached and (times >= BAR or not counts)
            print(f"{game:<32}{place:<10}{iterations:>14,.0f}{decisions:>14,.0f}{times:>8.1f}")
    if not theirs:
        print(f"OpenSpiel could not be measured: {peer.failure}")
    outcome = "reached" if reached else "missed"
    print(f"At least {BAR:.0f} times the peer's decisions, {RANDOM}, {BAR_AT}: {outcome}.")
    if wanted.json:
        wanted.json.write_text(json.dumps({"peer": theirs, "ours": ours}, indent=1))
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
