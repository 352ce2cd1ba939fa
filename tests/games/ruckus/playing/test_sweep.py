"""All options with all numbers of players: every game ends, and no card is lost."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from rumpus.games.ruckus import game
from rumpus.games.ruckus.cards import COPIES, DESIGNS, SLOTS
from rumpus.games.ruckus.options import OPTIONS
from rumpus.games.ruckus.rules.scoring import MOST_ROUNDS
from rumpus.rulekit.errors import UnknownOption
from rumpus.running.batches import Batch, batch
from rumpus.running.interpreted import Interpreted

from ..table import native


def some_settings(random: Random, players: int) -> dict[str, Any]:
    """Settings that go together."""
    chosen: dict[str, Any] = {}
    for option in OPTIONS:
        if option.scope == "rules" and random.random() < 0.5:
            trial = {**chosen, option.key: random.choice(option.every_value())}
            try:
                game.settings(players, trial)
            except UnknownOption:
                continue
            chosen = trial
    return chosen


def every_setting() -> list[dict[str, Any]]:
    """Every value of every option, with and without a clock where possible."""
    found: list[dict[str, Any]] = []
    needs = {"minutes": {"cap": "time"}, "rounds": {"cap": "rounds"}, "time_stop": {"cap": "time"}}
    for option in OPTIONS:
        for value in option.every_value() if option.scope == "rules" else ():
            for timing in ("live", "ticks"):
                trial = {"timing": timing, **needs.get(option.key, {}), option.key: value}
                try:
                    game.settings(5, trial)
                except UnknownOption:
                    continue
                found.append(trial)
    return found


def check_cards(games: Batch) -> None:
    """Every design has its copies."""
    held = np.zeros((len(games), DESIGNS), int)
    for seat in range(games.players):
        for i in range(SLOTS):
            there = np.flatnonzero(games["n_hand"][:, seat] > i)
            np.add.at(held, (there, games["hand"][there, seat * SLOTS + i]), 1)
    in_deck = np.arange(72) < games["n_deck"][:, None]
    deck = np.stack([((games["deck"] == d) & in_deck).sum(1) for d in range(DESIGNS)], 1)
    down = np.stack([(games["out_card"] == d).sum(1) for d in range(DESIGNS)], 1)
    assert (games["pile"].sum(1) + held + deck + down == COPIES).all()


def play(settings: dict[str, Any], players: int, bots: str, games: int) -> tuple[int, int]:
    """Play games to their end; returns how many were played and how many a limit ended."""
    played = batch(game, games, {"players": players, **settings}, seed=players)
    played.simulate(bots, seed=players, most=8000)
    assert played.over.all(), (settings, players, bots)
    check_cards(played)
    assert ((played.places() == 1).sum(1) >= 1).all()
    return games, int((played["round_number"] >= MOST_ROUNDS).sum())


def test_a_few_settings_with_all_numbers_of_players() -> None:
    random = Random(5)
    for players in game.players:
        for bots in ("random", "quick"):
            play({}, players, bots, 60)
            play(some_settings(random, players), players, bots, 20)


@pytest.mark.slow
@pytest.mark.parametrize("players", game.players)
def test_all_settings(players: int) -> None:
    total = limited = 0
    for settings in every_setting():
        if settings.get("first_dealer", 0) >= players:
            continue
        for bots in ("random", "quick"):
            games, ended = play(settings, players, bots, 40)
            total, limited = total + games, limited + ended
    print(f"\n{players} players: {total} games, {limited / total:.2%} ended by the round limit")
    assert limited / total < 0.25


@pytest.mark.slow
def test_back_ends_agree_whatever_is_set() -> None:
    random, fast = Random(8), native()
    backends = [Interpreted(game), Interpreted(game, checked=True), fast]
    for number in range(60):
        players = random.choice(list(game.players))
        settings = {**some_settings(random, players)}
        ends = set()
        for backend in backends:
            s = backend.start(players, settings, seed=1, number=number)
            bots = [number % 2] * players
            line = backend.trace(s, bots, seed=1, number=number, most=400)
            ends.add((tuple(line), backend.pack(s)))
        assert len(ends) == 1, settings
