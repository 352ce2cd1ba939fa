"""The choice of a table's timekeeper."""

from __future__ import annotations

from .race_clock import RaceClock
from .table_server import TableServer
from .timekeeper import Timekeeper
from .turn_clock import TurnClock


def timekeeper_for(server: TableServer) -> Timekeeper:
    """A race clock for a game in real time, or else a turn clock."""
    table = server.table
    start = table.game.real_time(table.data.options) if table.is_race else None
    return RaceClock(server, start) if start else TurnClock(server)
