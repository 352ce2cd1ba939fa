"""Who keeps the time at a table."""

from __future__ import annotations

from .live import Live
from .racing import Racing
from .timekeeping import Timekeeper
from .turns import Turns


def timekeeper_for(live: Live) -> Timekeeper:
    """The race of a game in real time, or else the turn clock."""
    table = live.table
    start = table.game.real_time(table.data.options) if table.is_race else None
    return Racing(live, start) if start else Turns(live)
