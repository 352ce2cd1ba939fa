"""Tuck It passes the conformance kit with its main settings: short games, any table."""

from __future__ import annotations

import pytest

from rumpus.games.tuckit import game
from rumpus.testing.kit import Watch, run_hypothesis

from ..secrets import Account, census

DECISIONS = 20_000
"""Two random players with all sets take long to finish."""
SETS = ("hearts", "acorns", "balls", "leaves")
BOOK = {option.key: option.default for option in game.options if option.scope == "rules"}
SHORT = {**BOOK, "max_turns": 100}
ALL = {**SHORT, **dict.fromkeys(SETS, 1)}
MAIN: dict[str, dict[str, int]] = {
    "base": SHORT,
    "all sets": ALL,
    "the other readings": {
        **ALL, "tuck_timing": 1, "decline_on_empty_pile": 1, "voluntary_turn_up": 1,
        "covered_faceup_visible": 0, "observation": 1, "fourkind_check": 1, "dice_abilities": 2,
    },
}  # fmt: skip


@pytest.mark.parametrize("name", MAIN)
def test_the_main_settings_conform(name: str) -> None:
    watch = Watch(game, Account, census, looks=2, most=DECISIONS)
    run_hypothesis(watch, 2, MAIN[name])
    assert watch.report.games >= 2
