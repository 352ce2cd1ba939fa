"""The conformance kit over the main settings, and over what only the table itself can do."""

from __future__ import annotations

from random import Random

import pytest

from rumpus.games.ruckus import game
from rumpus.rulekit.options import Setting
from rumpus.running.interpreted import Interpreted
from rumpus.testing import check_game, properties
from rumpus.testing.kit import Case, Watch

from ..secrets import Account, census

MAIN: list[dict[str, Setting]] = [
    {},
    {"timing": "ticks"},
    {"lay_mode": "manual", "call": "manual", "stale": "follow"},
    {"timing": "ticks", "lay_mode": "manual", "call": "manual", "shared_bonus": "on"},
    {"dealing": "human", "hide_counts": "on", "exhaust": "immediate"},
    {"timing": "ticks", "auto_out": "on", "shared_bonus": "on", "stale": "follow"},
]


@pytest.mark.parametrize("number", range(len(MAIN)))
def test_single_rounds_conform(number: int) -> None:
    watch = Watch(game, Account, census, looks=1, most=3000)
    for players in ((2, 4), (3, 5))[number % 2]:
        settings: dict[str, Setting] = {"length": "single", **MAIN[number]}
        watch.play(Case(players, settings, 10 * number + players, players > 3))
    assert watch.report.decisions > 0


@pytest.mark.slow
def test_the_whole_kit() -> None:
    report = check_game(game, account=Account, census=census, looks=2)
    assert len(report.events) == len(game.words.events)


@pytest.mark.parametrize("settings", [*MAIN[:1], *MAIN[2:3], {"length": "time"}], ids=str)
def test_what_the_table_does_tells_nobody_too_much(settings: dict[str, Setting]) -> None:
    """Deals, ends and time-outs by the table itself, at any moment."""
    backend, random, steps = Interpreted(game), Random(3), 0
    for players in (2, 4):
        s, _ = backend.deal(players, settings, random.randbytes(32))
        for turn in range(60):
            if backend.is_over(s):
                break
            table = random.random() < 0.3
            seat = players if table else random.choice(backend.asks(s))
            action = random.choice(backend.legal(s, seat))
            if table and turn % 7 == 0:
                properties.steps_leak_nothing(backend, s, seat, action, Account(s), random)
                steps += 1
            backend.apply(s, seat, action)
            assert census(s)
    assert steps > 2
