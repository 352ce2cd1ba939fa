"""What a table of Magpie can be set to.

The rules find the value of an option in the field of the state that has its name.
"""

from __future__ import annotations

from rumpus.rulekit.options import Option, starter, time_limit

from .cards import MAX_HAND, MAX_PLAYERS

OPTIONS = (
    Option(
        "hand_size",
        "Cards in a hand",
        "How many cards everybody holds.",
        default=3,
        low=2,
        high=MAX_HAND,
        unit="cards",
    ),
    Option(
        "thieves",
        "Thieves steal",
        "A thief takes the Nest whatever lies on top. If off, it is a card like any other.",
        default=1,
        values={"off": 0, "on": 1},
    ),
    starter(MAX_PLAYERS),
    time_limit(30),  # the table's business: no field of the state
)
