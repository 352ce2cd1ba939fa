"""Is a race fair, and is it won by playing well? Figures of Ruckus among bots in event time.

python benchmarks/fairness.py --games 2000

Equal players by their seats; four equal players over lines of 10, 50, 100 and 200 ms under every
ordering policy; four levels against each other; advice against random choice at equal speed, in
event time and in ticks. Except in the first figure seats rotate, so that nobody has a better one.
Each share of wins is followed by its margin of error (95 %).
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from functools import cache, partial
from math import sqrt
from multiprocessing import Pool
from typing import NamedTuple

from rumpus.games.ruckus import game
from rumpus.games.ruckus.realtime.bots import RaceBot, bot_of, play_game
from rumpus.rulekit.optional.race import REACTIONS
from rumpus.rulekit.options import Setting
from rumpus.running.batches import batch
from rumpus.running.native import Native

ROUND_TRIPS = (10, 50, 100, 200)
ORDERINGS = ("arrival", "lag-compensated", "random-window")
PROFILES = ("easy", "normal", "hard", "expert")
CHANCE = RaceBot(REACTIONS["normal"]._replace(ideas=0))
"""As fast as the normal bot, but takes any legal action."""
CHUNK = 50
SEED = 3


class Shares(NamedTuple):
    """Each player's share of wins, and the number of rounds in a game."""

    won: list[float]
    rounds: float
    games: int

    def text(self) -> str:
        return "  ".join(share_text(share, self.games) for share in self.won)


def share_text(share: float, games: int) -> str:
    """A share of wins with its interval."""
    return f"{100 * share:5.1f} ±{196 * sqrt(share * (1 - share) / games):.1f} %"


@cache
def native() -> Native:
    return Native(game)


def play_some(
    bots: Sequence[RaceBot], settings: dict[str, Setting], turns: int, first: int
) -> list[list[float]]:
    """Some games of a series: every bot's share of each win, followed by the number of rounds.

    From game to game everybody moves on by this many seats."""
    n, results = len(bots), []
    for number in range(first, first + CHUNK):
        shift = number * turns % n
        seated = [bots[(shift + seat) % n] for seat in range(n)]
        played = play_game(native(), seated, settings, seed=SEED, number=number)
        part = [0.0] * n
        for seat, place in enumerate(played.places):
            part[(shift + seat) % n] = (place == 1) / played.places.count(1)
        results.append([*part, float(played.rounds)])
    return results


def shares(
    bots: Sequence[RaceBot], games: int, settings: dict[str, Setting] | None = None, turns: int = 1
) -> Shares:
    """A series of games, on all processors that this process may use."""
    with Pool(len(os.sched_getaffinity(0))) as pool:
        chunks = pool.map(partial(play_some, bots, settings or {}, turns), range(0, games, CHUNK))
    rows = [row for chunk in chunks for row in chunk]
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return Shares(means[:-1], means[-1], len(rows))


# --------------------------------------------------------------------------------- figures
def seats(games: int) -> None:
    print(f"Equal players, {games} games to 75, share of wins by seat")
    for players in game.players:
        played = shares([bot_of("normal")] * players, games, turns=0)
        print(f"   {players} players  {played.text()}")


def lines_of_different_length(games: int) -> None:
    print(f"Four experts over round trips of {ROUND_TRIPS} ms, {games} games to 75, share of wins")
    plain = 0.0
    for ordering in ORDERINGS:
        played = shares(
            [bot_of("expert", trip) for trip in ROUND_TRIPS], games, {"ordering": ordering}
        )
        spread = played.won[0] - played.won[-1]
        plain = plain or spread
        print(
            f"   {ordering:<16}{played.text()}   10 ms ahead of 200 ms by {100 * spread:4.1f} %, "
            f"{spread / plain:5.2f} of plain arrival's"
        )


def profiles(games: int) -> None:
    played = shares([bot_of(name) for name in PROFILES], games)
    print(f"Four levels, {games} games to 75 of {played.rounds:.1f} rounds, share of wins")
    print("   " + "  ".join(f"{name:>12}" for name in PROFILES))
    print("   " + "  ".join(f"{share_text(share, games):>12}" for share in played.won))


def advice(games: int) -> None:
    print(f"One by advice among random choosers of the same speed, {games} games each")
    for players in game.players:
        played = shares([bot_of("normal"), *[CHANCE] * (players - 1)], games)
        print("   event time, " + odds(played.won[0], players, games))
    for players in game.players:
        print("   ticks,      " + odds(advice_in_ticks(players, games), players, games))


def advice_in_ticks(players: int, games: int) -> float:
    """The share of wins of one player by advice, who sits in every seat equally often."""
    share = 0.0
    for seat in range(players):
        bots = ["random"] * players
        bots[seat] = "quick"
        played = batch(game, games // players, {"players": players, "timing": "ticks"}, seed=seat)
        played.simulate(bots, seed=seat)
        first = played.places() == 1
        share += float((first[:, seat] / first.sum(1)).mean()) / players
    return share


def odds(share: float, players: int, games: int) -> str:
    """A share of wins, and its ratio to the share of each other player."""
    ratio = share * (players - 1) / (1 - share)
    return f"{players} players: {share_text(share, games)}, {ratio:.1f} to 1"


FIGURES = {
    "seats": seats,
    "lines": lines_of_different_length,
    "profiles": profiles,
    "advice": advice,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("figures", nargs="*", choices=[*FIGURES, []], help="default: all")
    parser.add_argument("--games", type=int, default=2000, help="for each row")
    arguments = parser.parse_args()
    for name in arguments.figures or FIGURES:
        FIGURES[name](arguments.games)


if __name__ == "__main__":
    main()
