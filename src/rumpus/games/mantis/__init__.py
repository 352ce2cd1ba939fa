"""Mantis: turn the top card over in your own Tank to score, or in another's to steal."""

from __future__ import annotations

from rumpus.rulekit.game import Game

from . import advice, rules, view
from .captions import CAPTIONS
from .options import OPTIONS
from .words import V

game = Game(
    name="mantis",
    title="Mantis",
    idea="Three colours show on the back, one is on the front: score with it, or steal.",
    players=range(2, 7),
    common=4,
    minutes=10,
    version=1,
    state=rules.State,
    modules=(rules, view, advice),
    options=OPTIONS,
    words=V,
    captions=CAPTIONS,
    time_limit="turn_timer",
    starter="starter",
)
