"""Magpie: match the top card of the Nest, and everything in it is yours."""

from __future__ import annotations

from rumpus.rulekit.game import Game

from . import advice, rules, view
from .cards import MAX_PLAYERS
from .options import OPTIONS
from .words import V

game = Game(
    name="magpie",  # the same as the entry point in pyproject.toml
    title="Magpie",
    idea="Match the top card of the Nest, and everything in it is yours.",
    players=range(2, MAX_PLAYERS + 1),
    common=3,  # how many play unless the table says otherwise
    minutes=5,
    version=1,  # raise it when play changes
    state=rules.State,
    modules=(rules, view, advice),  # their rules are found by name: setup, legal, apply, ...
    options=OPTIONS,
    words=V,
    time_limit="turn_timer",
    starter="starter",
)
