"""What a table of Totterstone may be set to."""

from __future__ import annotations

from rumpus.rulekit.options import Option, starter, time_limit

from .cards import MAX_HAND, MAX_PLAYERS

OPTIONS = (
    Option(
        "hand_size",
        "Stones in hand",
        "How many stones everybody holds while there are some in the bag.",
        default=4,
        low=2,
        high=MAX_HAND,
        unit="stones",
    ),
    Option(
        "limit",
        "Topples above",
        "The cairn topples as soon as it totters by more than this.",
        default=7,
        defaults={5: 5},
        low=4,
        high=12,
    ),
    starter(MAX_PLAYERS),
    time_limit(30),
)
