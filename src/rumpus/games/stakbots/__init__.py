"""Stak Bots: stack up your bots, attack, and leave the others without a Stak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rumpus.rulekit.game import Game

from . import advice, knowledge, state, view
from .captions import CAPTIONS
from .options import OPTIONS, PRESETS, check_settings
from .rules import contract
from .words import RESIGN, TIME_IS_UP, V


def sides(backend: Any, s: Any) -> Sequence[int]:
    """The team of every seat."""
    teams: list[int] = backend.field(s, "team")
    return teams[: backend.players(s)]


game = Game(
    name="stakbots",
    title="Stak Bots",
    idea="Stack bots, trigger their effects, and scrap every other Stak before yours runs out.",
    players=range(2, 7),
    common=3,
    minutes=20,
    version=2,
    state=state.State,
    modules=(view, contract, knowledge, advice),
    options=OPTIONS,
    words=V,
    captions=CAPTIONS,
    time_limit="turn_timer",
    game_clock="clock",
    starter="starter",
    calls_time=TIME_IS_UP,
    resigns=RESIGN,
    check_settings=check_settings,
    presets=PRESETS,
    sides=sides,
)
