"""Tuck It: empty your hand, then your Stacks, card upon higher card."""

from __future__ import annotations

from rumpus.rulekit.game import Game

from . import advice, view
from .captions import CAPTIONS
from .options import OPTIONS, PRESETS, check_settings
from .rules import contract, ending, setup
from .state import State
from .tournament import tournament
from .words import V

game = Game(
    name="tuckit",
    title="Tuck It",
    idea="Play equal or higher, tuck what gets in the way, and be the first without a Stack.",
    players=range(2, 7),
    common=3,
    minutes=30,
    version=2,
    state=State,
    modules=(view, contract, setup, ending, advice),
    options=OPTIONS,
    words=V,
    captions=CAPTIONS,
    time_limit="turn_timer",
    check_settings=check_settings,
    presets=PRESETS,
    series=tournament,
)
