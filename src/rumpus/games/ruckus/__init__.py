"""Ruckus: lay sets, steal sets, and get rid of your cards before the others do."""

from __future__ import annotations

from rumpus.rulekit.game import Game

from . import advice, imagining, state, view
from .captions import CAPTIONS
from .options import OPTIONS
from .realtime.bots import real_time
from .rules import contract
from .words import BUILD, CALL, LAY, OUT, STEAL, TIME_IS_UP, V

game = Game(
    name="ruckus",
    title="Ruckus",
    idea="No turns: lay sets, steal sets with a single card, and shout when your hand is empty.",
    players=range(2, 6),
    common=4,
    minutes=15,
    version=2,
    state=state.State,
    modules=(view, contract, imagining, advice),
    options=OPTIONS,
    words=V,
    captions=CAPTIONS,
    starter="first_dealer",
    calls_time=TIME_IS_UP,
    claims=(OUT, BUILD, STEAL, LAY, CALL),
    real_time=real_time,
    untimed={"timing": "ticks"},
)
