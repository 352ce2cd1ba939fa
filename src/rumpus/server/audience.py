"""The audience of a table: everybody connected to it, what they are told and what is written."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from math import inf

from rumpus.store import Change, DiskFault, add_answer, add_entry
from rumpus.table.answers import Answer
from rumpus.table.data import Entry
from rumpus.table.table import Table

from . import messages as m
from .connection import Connection
from .contracts import Home
from .telling import Group, Telling
from .timekeeping import STILL, Timekeeper
from .writing import answered, write

MARKS_KEPT = 256
Framed = list[tuple[Connection, bytes]]
"""Messages, and whom each is for."""


class Audience:
    """Who is connected to a table in memory."""

    def __init__(self, room: Home, table: Table) -> None:
        self.room, self.table = room, table
        self.timekeeper: Timekeeper = STILL
        self.connections: set[Connection] = set()
        # Greater than any number sent before the table was last put away.
        self.seq = 1 + int(1000 * max(0.0, room.store.clock.now() - table.data.created))
        self.marks: deque[tuple[int, int]] = deque(maxlen=MARKS_KEPT)
        self.crowd_waits, self.crowd_told = False, -inf
        self._mark()

    # ----------------------------------------------------------------------------- shared devices
    def cover(self) -> bool:
        """Tell the table who cannot see it, wherever they are connected; whether that is news."""
        seeing = {connection.holder for connection in self.connections}
        covered = {seat for connection in self.connections for seat in connection.covered()}
        return self.table.cover(covered - seeing, self.room.now())

    def hold(self, at: Connection, seat: int) -> None:
        """A shared device goes to somebody, or is covered."""
        if len(at.seats) > 1:
            at.holder = seat
            if self.cover():
                self.tell_table()

    # ----------------------------------------------------------------------------- answers
    def asking(self, who: int, command: str) -> tuple[str, str] | None:
        """By what the answer to a command is found again; who has no seat has none."""
        token = self.table.seats[who].token if who >= 0 else ""
        return (token, command) if token else None

    def answers_again(self, at: Connection, command: str) -> bool:
        """Answer a command that was answered before as it was then; whether it was one."""
        if answer := self.table.answers.find(at.keys, command):
            at.put(answered(command, answer.refusal))
        return answer is not None

    def check_saves(self) -> None:
        """Refuse whatever would have to be saved while nothing can be."""
        if self.table.fault:
            raise DiskFault(self.table.fault)

    # ----------------------------------------------------------------------------- writing
    def given(self, answer: Answer) -> Change:
        """An answer, to be written."""
        return add_answer(self.table.id, self.table.answers.next(), answer)

    def added(self, entry: Entry) -> Change:
        """The last line of what was done, to be written."""
        return add_entry(self.table.id, self.table.entries - 1, entry, time.time())

    # ----------------------------------------------------------------------------- telling
    def next(self) -> None:
        """Another message for everybody."""
        self.seq += 1
        self._mark()

    def _mark(self) -> None:
        play = self.table.play
        self.marks.append((self.seq, len(play.events) if play else 0))

    def telling(self) -> Telling:
        """The table at this moment."""
        return Telling(self.table, self.seq, self.room.now(), self.timekeeper)

    def tell_table(self, skip: Connection | None = None) -> None:
        """Show everybody the whole table."""
        framed = self.framed_table()
        self.send(one for one in framed if one[0] is not skip)

    def framed_table(self) -> Framed:
        """The whole table, for everybody."""
        self.next()
        return self.framed(self.telling().whole)

    def tell(self, message: m.FromRoom) -> None:
        """Send the same to everybody."""
        frame = write(message)
        self.send((connection, frame) for connection in self.connections)

    def framed(self, frame_for: Callable[[Group], bytes]) -> Framed:
        """Everybody's message, written once for all who may know the same."""
        groups = {connection.seats for connection in self.connections}
        frames = {group: frame_for(group) for group in groups}
        return [(connection, frames[connection.seats]) for connection in self.connections]

    def send(self, framed: Iterable[tuple[Connection, bytes]]) -> None:
        """Send what goes to the same client at once."""
        together: dict[Connection, list[bytes]] = {}
        for connection, frame in framed:
            together.setdefault(connection, []).append(frame)
            self.room.counts.sent += 1
        for connection, some in together.items():
            connection.put(b"".join(some))
