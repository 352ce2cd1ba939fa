"""Stak Bots: stack up your bots, attack, and leave the others without a Stak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rumpus.rulekit.game import Game

from . import advice, knowledge, rules, state, view
from .options import OPTIONS, PRESETS, check_settings
from .words import WORDS


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
    modules=(rules, knowledge, view, advice, state),
    actions=state.ACTIONS,
    show_room=view.SHOW_ROOM,
    options=OPTIONS,
    words=WORDS,
    check_settings=check_settings,
    presets=PRESETS,
    sides=sides,
)
