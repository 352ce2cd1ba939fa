"""The options of Mantis."""

from __future__ import annotations

from rumpus.rulekit.options import Option, grouped, starter, switch, time_limit

TWO_PLAYERS, ALWAYS, NEVER = range(3)
SHARED, LOTS, EXTRA_GAME = range(3)
MAX_PLAYERS = 6

UNGROUPED = (
    Option(  # MA-OPT-1
        "target",
        "Cards to win",
        "As soon as your Score Pile holds this many cards, you win.",
        default=10,
        defaults={2: 15},
        low=5,
        high=30,
        unit="cards",
    ),
    Option(  # MA-OPT-2
        "tank_size",
        "Cards at the start",
        "How many cards everybody's Tank begins with.",
        default=4,
        low=1,
        high=8,
        unit="cards",
    ),
    Option(  # MA-OPT-3
        "extra_turn",
        "Another turn after a steal",
        "Whoever steals successfully goes again; in the rulebook only when two play.",
        default=TWO_PLAYERS,
        values={"two-players": TWO_PLAYERS, "always": ALWAYS, "never": NEVER},
    ),
    switch(  # MA-OPT-4
        "optional_extra",
        "Extra turns may be declined",
        "Instead of taking an extra turn you may stop.",
        when={"extra_turn": (TWO_PLAYERS, ALWAYS)},
    ),
    switch(  # MA-OPT-5
        "memory_aid",
        "Memory aid",
        "Shows which cards nobody has seen yet.",
    ),
    Option(  # MA-OPT-6
        "final_tie",
        "When still tied",
        "The cards ran out and Score Piles and Tanks are equal: share the win, draw lots, "
        "or let the tied players play another game for it.",
        default=SHARED,
        values={"shared": SHARED, "lots": LOTS, "extra-game": EXTRA_GAME},
    ),
    starter(MAX_PLAYERS),  # MA-SETUP-8
    time_limit(30),  # MA-OPT-7
)

OPTIONS = grouped(
    UNGROUPED,
    {
        "target": "Goal and start",
        "extra_turn": "Extra turns",
        "memory_aid": "At the table",
    },
)
