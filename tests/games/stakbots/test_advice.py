"""Advice: sensible choices, and how well they do."""

from __future__ import annotations

import numpy as np
import pytest

from rumpus.rulekit.batch import Batch

from .table import Lay, Table
from .tables import Settings, game

FIGURES = [(2, 0.85), (3, 0.75)]
"""Players, and the least share of games that one quick player wins against random ones."""


def share_won(players: int, games: int, settings: Settings | None = None) -> float:
    """How many games a quick player wins alone, the seats taken in turn."""
    won = 0
    for seat in range(players):
        bots = ["random"] * players
        bots[seat] = "quick"
        batch = Batch(game, games // players, players, settings or {}, threads=1)
        batch.simulate(bots, seed=seat)
        places = batch.places()
        won += int(np.count_nonzero((places[:, seat] == 1) & ((places == 1).sum(axis=1) == 1)))
    return won / (games // players * players)


def best(t: Table) -> str:
    """What looks best to the one who is asked."""
    seat = t.backend.asks(t.s)[0]
    advice = t.backend.advice(t.s, seat)
    return t.say(seat, max(advice, key=lambda action: advice[action]))


@pytest.mark.parametrize(("players", "least"), FIGURES)
def test_quick_players_beat_random_ones(players: int, least: float) -> None:
    assert share_won(players, 600) >= least + 0.05


@pytest.mark.slow
@pytest.mark.parametrize(("players", "least"), FIGURES)
def test_they_do_so_over_3000_games(players: int, least: float) -> None:
    assert share_won(players, 3000) >= least


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings",
    [{"drawing": "blitz"}, {"staks": 2}, {"deck": "ranked-draft"}, {"reactive": "on", "hand": 5},
     {"recycling": "on"}, {"borderless": "all"}, {"feed": 3}],
)  # fmt: skip
def test_they_do_so_in_other_games_too(settings: Settings) -> None:
    assert share_won(3, 900, settings) >= 0.75


# --------------------------------------------------------------------------------- single choices
def test_it_attacks_when_that_pays(table: Lay) -> None:
    assert best(table({"P1": "Core5^ Core3_", "P2": "Core2^ Core4_"})) == "attack"
    assert (
        best(table({"P1": "Core2^ Core3_", "P2": "Core9^ Core4_"}, hands={"P1": "Trip"}))
        != "attack"
    )


def test_it_feeds_cheaply(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core9^ Core9_"}, hands={"P1": "Core1"})
    assert best(t) == "discard Core1"
    assert best(table({"P1": "Core4^ Core3_", "P2": "Core9^ Core9_"}, fed=1)) == "end"


def test_it_takes_a_win(table: Lay) -> None:
    t = table(
        {"P1": "Core5^ Core3_", "P2": "Core9^", "P3": "Core2^ Core4_"}, hands={"P1": "Reaper"}
    )
    assert best(t) == "play Reaper"
    t.do("P1 play Reaper")
    assert best(t) == "at P2"
    t = table({"P1": "Core5^ Core3_", "P2": "Core9^"}, hands={"P1": "Begone Core4"})
    assert best(t) == "play Begone"


def test_it_aims_at_others(table: Lay) -> None:
    for bot in ("Shot", "Begone", "Reaper", "Pit", "Trip"):
        t = table(
            {"P1": "Core5^ Core3_", "P2": "Core3^ Core9_", "P3": "Core3^ Core9_"}, hands={"P1": bot}
        )
        t.do(f"P1 play {bot}")
        assert best(t) in ("at P2", "at P3"), bot
    t = table({"P1": "Core5^ Core3_", "P2": "Core3^ Core9_", "P3": "Core3^ Core9_"},
              hands={"P1": "Expel Core9", "P3": "Core2 Core3"})  # fmt: skip
    t.do("P1 play Expel")
    assert best(t) == "name P3"
    t.do("P1 name P3")
    assert best(t) == "discard Core2"


def test_it_spares_its_team(table: Lay) -> None:
    four = {f"P{seat}": "Core3^ Core9_" for seat in range(1, 5)}
    t = table(four, hands={"P1": "Reaper"}, teams="staggered")
    t.do("P1 play Reaper")
    assert best(t) in ("at P2", "at P4")


def test_it_reacts_when_an_attack_would_hurt(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core3^ Core9_"}, hands={"P2": "Core9"}, reactive=True)
    t.do("P1 attack")
    assert best(t) == "play Core9"


def test_it_never_weighs_below_nothing(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core3^ Core9_"}, hands={"P1": "Core9 Trip Shot"})
    assert min(t.backend.advice(t.s, 0).values()) >= 1
