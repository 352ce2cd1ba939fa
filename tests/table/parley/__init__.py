"""Parley: a small game with hidden hands, secret marks, a die and knocks out of turn, for tests.

Everybody holds three cards face down. On a turn you aim at one of your cards, turn it over, look at
the top of the heap, roll the die, or write a secret mark down; passing ends the turn. Players who
are not asked may knock once. After a number of turns the highest sum of open cards wins.
"""

from __future__ import annotations

from rumpus.rulekit.game import Game
from rumpus.rulekit.options import Option

from . import rules
from .words import V

game = Game(
    name="parley",
    title="Parley",
    idea="Turn your cards over, or do not.",
    players=range(2, 5),
    common=3,
    minutes=1,
    version=1,
    state=rules.State,
    modules=(rules,),
    options=(
        Option("turns", "Turns", "How many turns there are.", default=8, low=2, high=60),
        Option(
            "starter",
            "Who starts",
            "A seat, or anybody.",
            default=-1,
            values={"random": -1} | {f"seat-{seat + 1}": seat for seat in range(4)},
            unit="seat",
        ),
        Option(
            "limit",
            "Time for a turn",
            "Then you pass.",
            default=20,
            values={"off": 0},
            low=5,
            high=60,
            unit="seconds",
            scope="table",
        ),
    ),
    words=V,
    time_limit="limit",
    starter="starter",
)
