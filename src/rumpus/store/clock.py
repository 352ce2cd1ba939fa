"""A time of day that never goes back, whether the system clock is set back or the server restarts.

An upper bound is stored ahead of time, and the next start continues from it.
"""

from __future__ import annotations

import sqlite3
import time

AHEAD = 600.0
"""How many seconds a stored bound lies ahead; it is renewed when half of them have passed."""
READ = "select value from room where name = 'clock'"
NOTE = """insert into room values ('clock', ?)
on conflict (name) do update set value = max(value, excluded.value)"""


class SteadyClock:
    """The clock of a server. Each of its processes has one, and all continue from the stored bound.

    A process that only reads the data (`is_rooms` is false) stores nothing.
    """

    def __init__(self, database: sqlite3.Connection, *, is_rooms: bool) -> None:
        reached = database.execute(READ).fetchone()
        self.offset = reached[0] - time.monotonic() if reached else 0.0
        self.is_rooms, self.noted = is_rooms, 0.0
        if is_rooms:
            self.note(database)

    def now(self) -> float:
        """The time of day, never earlier than before."""
        steady = time.monotonic()
        self.offset = max(self.offset, time.time() - steady)
        return steady + self.offset

    def needs_note(self) -> bool:
        """Whether the clock is close to its stored bound."""
        return self.is_rooms and self.now() > self.noted - AHEAD / 2

    def note(self, database: sqlite3.Connection) -> None:
        """Store a new upper bound."""
        noted = self.now() + AHEAD
        database.execute(NOTE, (noted,))
        self.noted = noted
