"""The figures of Ruckus: python -m tests.games.ruckus.figures [GAMES]

Four reaction profiles against each other, advice against random choice at equal speed, the share
of wins over short and long lines under every ordering policy, and speed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rumpus.games.ruckus import game
from rumpus.games.ruckus.event_time import PROFILES, Bot, play_game
from rumpus.rulekit.native import Native, batch
from rumpus.rulekit.options import Setting
from rumpus.terminal.bench import measure

ROUND_TRIPS = (10, 50, 100, 200)


def shares(
    bots: Sequence[Bot], games: int, settings: dict[str, Setting] | None = None
) -> tuple[list[float], float]:
    """Each bot's share of wins, with the seats going round, and the rounds of a game."""
    backend, wins, rounds, n = Native(game), [0.0] * len(bots), 0, len(bots)
    for number in range(games):
        first = number % n
        seated = [bots[(first + seat) % n] for seat in range(n)]
        played = play_game(backend, seated, settings, seed=3, number=number)
        rounds += played.rounds
        for seat, place in enumerate(played.places):
            wins[(first + seat) % n] += (place == 1) / played.places.count(1)
    return [won / games for won in wins], rounds / games


def percent(values: Sequence[float]) -> str:
    return "  ".join(f"{100 * value:5.1f} %" for value in values)


def odds(share: float, players: int) -> str:
    """A player's share of wins, and how it compares with what each other player wins."""
    ratio = share * (players - 1) / (1 - share)
    return f"   {players} players: {percent([share])}, {ratio:.1f} to 1"


def profiles(games: int) -> None:
    won, rounds = shares([Bot(name) for name in PROFILES], games)
    print(f"Four profiles, {games} games to 75 ({rounds:.1f} rounds each), share of wins")
    print("   " + "  ".join(f"{name:>7}" for name in PROFILES))
    print("   " + percent(won))


def advice(games: int) -> None:
    print(f"One by advice against random choice at equal speed (normal), {games} games each")
    for players in game.players:
        won, _ = shares([Bot(), *[Bot(sensible=False)] * (players - 1)], games)
        print(odds(won[0], players))
    print("The same in the tick model, 1000 games a seat")
    for players in game.players:
        total = 0.0
        for seat in range(players):
            bots = ["random"] * players
            bots[seat] = "quick"
            played = batch(game, 1000, {"players": players, "timing": "ticks"}, seed=seat)
            played.simulate(bots, seed=seat)
            first = played.places() == 1
            total += float((first[:, seat] / first.sum(1)).mean()) / players
        print(odds(total, players))


def fairness(games: int) -> None:
    print(f"Four experts over round trips of {ROUND_TRIPS} ms, {games} games to 75, share of wins")
    bots = [Bot("expert", trip) for trip in ROUND_TRIPS]
    plain = 0.0
    for ordering in ("arrival", "lag-compensated", "random-window"):
        won, _ = shares(bots, games, {"ordering": ordering})
        spread = won[0] - won[-1]
        plain = plain or spread
        print(f"   {ordering:<16}{percent(won)}   spread {spread / plain:.2f} of plain arrival's")


def speed() -> None:
    for players in game.players:
        native = measure(game, players, 0.5)["backends"]["native"]
        ns, view = native["ns_per_decision"], native["view_ns"]
        print(f"   {players} players: {ns:.0f} ns a decision, {view:.0f} ns a view")


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    profiles(wanted)
    advice(wanted)
    fairness(wanted)
    speed()
