"""Tuck It: empty your hand, then your Stacks, card upon higher card."""

from __future__ import annotations

from rumpus.rulekit.game import Game

from . import advice, ending, rules, setup, view
from .options import OPTIONS, PRESETS, check_settings
from .state import ACTIONS, State
from .tournament import tournament
from .words import WORDS

game = Game(
    name="tuckit",
    title="Tuck It",
    idea="Play equal or higher, tuck what gets in the way, and be the first without a Stack.",
    players=range(2, 7),
    common=3,
    minutes=30,
    version=2,
    state=State,
    modules=(setup, rules, ending, view, advice),
    actions=ACTIONS,
    show_room=view.SHOW_ROOM,
    options=OPTIONS,
    words=WORDS,
    check_settings=check_settings,
    presets=PRESETS,
    series=tournament,
)
