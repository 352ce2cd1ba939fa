"""All 16 combinations of expansions, all tables, the main options: games end, and keep their cards.

`python benchmarks/sweep.py` plays many more, and prints what share ended by the turn limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np
import pytest

from rumpus.games.tuckit import game
from rumpus.rulekit.options import Setting
from rumpus.running.batches import batch
from rumpus.running.engine import QUICK, RANDOM
from tests.games.back_ends import back_end

SETS = ("hearts", "acorns", "balls", "leaves")
COMBINATIONS = [c for n in range(5) for c in combinations(SETS, n)]
ENOUGH = 100_000
MAIN_OPTIONS = [
    (option.key, value)
    for option in game.options
    if option.scope == "rules" and option.key not in (*SETS, "max_turns")
    for value in option.every_value()
    if value != option.default
]


def chosen(combination: tuple[str, ...]) -> dict[str, Setting]:
    return {name: name in combination for name in SETS}


def play(players: int, settings: Mapping[str, Setting], bots: str, games: int) -> float:
    """Play games to their end; returns the share that the turn limit ended."""
    b = batch(game, games, {"players": players, **settings}, seed=5)
    dealt = np.sort(b["face"], axis=1)
    b.simulate(bots, seed=5, most=ENOUGH)
    assert b.over.all(), f"{players} players, {settings}: a game of {bots} bots does not end"
    assert (np.sort(b["face"], axis=1) == dealt).all()
    lying = b["zone"] >= 0
    assert (lying.sum(axis=1) == b["size"].sum(axis=1)).all()
    assert ((b["face"] >= 0) == lying).all()
    places = b.places()
    assert (places.min(axis=1) == 1).all()
    decided = b["winner"] >= 0
    assert ((places == 1).sum(axis=1)[decided] == 1).all()
    assert (b["turns"][~decided] == b["max_turns"][~decided]).all()
    return float(1 - decided.mean())


@pytest.mark.parametrize("combination", COMBINATIONS, ids="+".join)
def test_every_combination_plays(combination: tuple[str, ...]) -> None:
    for players in range(2, 7):
        for bots in ("random", "quick"):
            play(players, {**chosen(combination), "max_turns": "1000"}, bots, 20)


@pytest.mark.parametrize("combination", [COMBINATIONS[0], COMBINATIONS[-1]], ids="+".join)
def test_back_ends_agree(combination: tuple[str, ...]) -> None:
    same_games(3, {**chosen(combination), "max_turns": "100"}, ("interpreted", "checked"))


def same_games(players: int, settings: Mapping[str, Setting], others: tuple[str, ...]) -> None:
    """The same bots make the same decisions and end in the same bytes, in every back end."""
    native = back_end("tuckit", "native")
    for bot in (RANDOM, QUICK):
        ends = []
        for rules in (native, *(back_end("tuckit", kind) for kind in others)):
            s = rules.start(players, settings, seed=3, number=players)
            told = rules.trace(s, [bot] * players, seed=3, number=players, most=ENOUGH)
            ends.append((told, rules.pack(s)))
        assert all(end == ends[0] for end in ends)


# --------------------------------------------------------------------------------- all of it
def tables() -> Iterator[tuple[int, tuple[str, ...]]]:
    for combination in COMBINATIONS:
        for players in range(2, 7):
            yield players, combination


@pytest.mark.slow
@pytest.mark.parametrize("combination", COMBINATIONS, ids="+".join)
def test_hundreds_of_games_of_every_table(combination: tuple[str, ...]) -> None:
    """Sensible players never reach the turn limit; random ones rarely, except when two play."""
    for players in range(2, 7):
        assert play(players, chosen(combination), "quick", 500) == 0
        limited = play(players, chosen(combination), "random", 500)
        assert limited < (0.15 if players == 2 else 0.01)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "value"), MAIN_OPTIONS)
def test_every_option_with_every_table(key: str, value: int) -> None:
    everything = {**dict.fromkeys(SETS, True), key: value}
    for players in range(2, 7):
        for bots in ("random", "quick"):
            play(players, everything, bots, 100)


@pytest.mark.slow
def test_back_ends_agree_everywhere() -> None:
    for players, combination in tables():
        same_games(players, {**chosen(combination), "max_turns": "500"}, ("interpreted",))
    for key, value in MAIN_OPTIONS:
        sets: dict[str, Setting] = dict.fromkeys(SETS, True)
        everything = {**sets, "max_turns": "100", key: value}
        same_games(4, everything, ("interpreted", "checked"))
