"""A time of day that never goes back: not when the machine's clock is set, nor between two starts.

How far it may come is noted on disk beforehand, and the next start goes on from there.
"""

from __future__ import annotations

import sqlite3
import time

AHEAD = 600.0
"""For so many seconds a note lasts; a new one is made when half of it has passed."""
READ = "select value from room where name = 'clock'"
NOTE = """insert into room values ('clock', ?)
on conflict (name) do update set value = max(value, excluded.value)"""


class LastingClock:
    """The clock of a room. Every process of it has one, and all go on from the latest note.

    Who only reads the room's data notes nothing.
    """

    def __init__(self, database: sqlite3.Connection, *, is_rooms: bool) -> None:
        reached = database.execute(READ).fetchone()
        self.offset = reached[0] - time.monotonic() if reached else 0.0
        self.is_rooms, self.noted = is_rooms, 0.0
        if is_rooms:
            self.note(database)

    def now(self) -> float:
        """The time of day, or later."""
        steady = time.monotonic()
        self.offset = max(self.offset, time.time() - steady)
        return steady + self.offset

    def needs_note(self) -> bool:
        """Whether the time that was noted will soon be reached."""
        return self.is_rooms and self.now() > self.noted - AHEAD / 2

    def note(self, database: sqlite3.Connection) -> None:
        """Note how far the clock may come before the next note."""
        noted = self.now() + AHEAD
        database.execute(NOTE, (noted,))
        self.noted = noted
