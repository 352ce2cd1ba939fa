"""Play every combination of a game's expansions with every number of players and every option.

Games of random and of quick bots, run natively. All have to end, keep all their cards and be the
same when interpreted. It prints the share that the turn limit ended, and how many decisions they
took.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from rumpus.games import find
from rumpus.rulekit.errors import UnknownOption
from rumpus.rulekit.game import Game
from rumpus.running.batches import batch
from rumpus.running.engine import QUICK, RANDOM
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import Native

BOTS = {"random": RANDOM, "quick": QUICK}
MOST_DECISIONS = 200_000
LIMIT = "max_turns"
EXPANSIONS = {"tuckit": ("hearts", "acorns", "balls", "leaves")}
Settings = Mapping[str, int]


class Played(NamedTuple):
    """The results of many games at equal tables."""

    games: int
    limited: int
    decisions: int
    longest: int


def tables(game: Game) -> dict[str, Settings]:
    """Every combination of the expansions, by its name."""
    switches = EXPANSIONS[game.name]
    return {
        "+".join(chosen) or "base": {key: int(key in chosen) for key in switches}
        for n in range(len(switches) + 1)
        for chosen in combinations(switches, n)
    }


def options(game: Game) -> Iterator[tuple[str, Settings]]:
    """Every non-default value of every option that affects the rules, by name."""
    for option in game.options:
        if option.scope == "rules" and option.key not in (*EXPANSIONS[game.name], LIMIT):
            for value in option.every_value():
                if value != option.default:
                    yield f"{option.key}={option.word(value)}", {option.key: value}


def goes_together(game: Game, players: int, settings: Settings) -> bool:
    """Whether a table can have these settings."""
    try:
        game.settings(players, settings)
    except UnknownOption:
        return False
    return True


def play(game: Game, players: int, settings: Settings, bots: str, games: int, seed: int) -> Played:
    """Play games to their end, and stop with a sentence if one does not end or loses a card."""
    b = batch(game, games, {"players": players, **settings}, seed=seed)
    faces = np.sort(b["face"], axis=1)
    decisions = b.simulate(bots, seed=seed, most=MOST_DECISIONS)
    here = f"{players} players, {dict(settings)}, {bots}"
    if not b.over.all():
        sys.exit(f"{here}: {int((~b.over).sum())} games do not end.")
    lying = b["zone"] >= 0
    if (np.sort(b["face"], axis=1) != faces).any() or (lying.sum(1) != b["size"].sum(1)).any():
        sys.exit(f"{here}: a game lost a card.")
    limited = int((b["winner"] < 0).sum())
    return Played(games, limited, int(decisions.sum()), int(decisions.max()))


def agree(game: Game, players: int, settings: Settings, bots: str, number: int) -> None:
    """Play one game in both back ends, and stop with a sentence if they differ in a byte."""
    ends = []
    for rules in (Native(game), Interpreted(game)):
        s = rules.start(players, settings, seed=1, number=number)
        seats = [BOTS[bots]] * players
        told = rules.trace(s, seats, seed=1, number=number, most=MOST_DECISIONS)
        ends.append((told, rules.pack(s)))
    if ends[0] != ends[1]:
        sys.exit(f"{players} players, {dict(settings)}, {bots}: the back ends differ.")


def added(all_played: Sequence[Played]) -> Played:
    """The results of several tables added up."""
    games, limited, decisions, longest = zip(*all_played, strict=True)
    return Played(sum(games), sum(limited), sum(decisions), max(longest))


def line(name: str, row: Sequence[Played]) -> str:
    """One row of the table: a share for each number of players, then games and decisions."""
    shares = "".join(f"{100 * played.limited / played.games:8.2f}" for played in row)
    whole = added(row)
    mean = whole.decisions / whole.games
    return f"{name:<34}{shares}{whole.games:10,}{mean:9.0f}{whole.longest:9,}"


def main() -> None:
    """Sweep a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="tuckit", choices=sorted(EXPANSIONS))
    parser.add_argument("--games", type=int, default=3000, help="of every table and bot (3000)")
    parser.add_argument("--option-games", type=int, default=200, help="with an option (200)")
    chosen = parser.parse_args()
    game, start = find(chosen.game), time.perf_counter()
    combined = tables(game)
    rows = [(name, [settings], chosen.games) for name, settings in combined.items()]
    rows += [
        (name, [{**sets, **settings} for sets in combined.values()], chosen.option_games)
        for name, settings in options(game)
    ]
    total = same = 0
    heads = "".join(f"{players:>8}" for players in game.players)
    for bots in BOTS:
        print(f"\n{game.title}, {bots} bots: % ended by the turn limit, by the number of players")
        print(f"{'':<34}{heads}{'games':>10}{'mean':>9}{'longest':>9}")
        for name, all_settings, games in rows:
            row = []
            for players in game.players:
                fitting = [s for s in all_settings if goes_together(game, players, s)]
                row.append(added([play(game, players, s, bots, games, seed=1) for s in fitting]))
                agree(game, players, fitting[-1], bots, number=1)
                same += 1
            print(line(name, row), flush=True)
            total += added(row).games
    print(
        f"\n{total:,} games: all ended, no card was lost; {same:,} games were the same in both "
        f"back ends; {time.perf_counter() - start:.0f} s."
    )


if __name__ == "__main__":
    main()
