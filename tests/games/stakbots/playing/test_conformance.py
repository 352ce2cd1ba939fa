"""Stak Bots passes the conformance kit in every variation."""

from __future__ import annotations

from functools import cache

import pytest

from rumpus.games.stakbots.options import OPTIONS
from rumpus.rulekit.options import Setting
from rumpus.testing import check_game
from rumpus.testing.kit import Case, Watch

from ..secrets import Account, census
from ..tables import NEEDS, Settings, game, goes_together, tables, values

PLAYERS = (2, 3, 4, 5, 6)
MOST = 5_000
FAST = (
    "base", "blitz", "staggered", "synchronous", "multi", "ranked", "draft", "reactive",
    "recycling", "setup effects", "borderless", "ranked + borderless", "synchronous + all toggles",
)  # fmt: skip


@cache
def watch(looks: int) -> Watch:
    return Watch(game, Account, census, looks, MOST)


def fitting(settings: Settings) -> list[int]:
    return [players for players in PLAYERS if goes_together(players, settings)]


@pytest.mark.parametrize("name", FAST)
def test_a_game_of_every_kind_is_watched(name: str) -> None:
    settings = dict(tables())[name]
    seed = FAST.index(name)
    players = fitting(settings)[seed % 2 if name == "base" else 0]
    watch(1).play(Case(players, settings, seed, sensible=seed % 2 == 1))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "settings"), [*tables(), *values()])
def test_a_game_of_every_table_is_watched(name: str, settings: Settings) -> None:
    seats = fitting(settings)
    assert seats, f"{name} goes with no number of players"
    seed = sum(map(ord, name))
    watch(1).play(Case(seats[seed % len(seats)], settings, seed, sensible=seed % 3 == 0))


@pytest.mark.slow
def test_the_kit_finds_nothing() -> None:
    defaults = {option.key: option.default for option in OPTIONS if option.key in NEEDS}
    fixed: dict[str, Setting] = {**defaults, "borderless": "all"}
    report = check_game(game, settings=fixed, account=Account, census=census, examples=10, looks=1)
    assert len(report.events) == len(game.words.events)
