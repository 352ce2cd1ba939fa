"""Totterstone: build a cairn together, and do not be the one under whose hands it topples."""

from __future__ import annotations

from rumpus.rulekit.game import Game

from . import advice, rules, view
from .cards import MAX_PLAYERS
from .options import OPTIONS
from .words import V

game = Game(
    name="totterstone",
    title="Totterstone",
    idea="Build a cairn together, and do not be the one under whose hands it topples.",
    players=range(2, MAX_PLAYERS + 1),
    common=3,
    minutes=10,
    version=1,
    state=rules.State,
    modules=(rules, view, advice),
    options=OPTIONS,
    words=V,
    time_limit="turn_timer",
    starter="starter",
)
