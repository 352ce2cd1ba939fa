"""The clients connected to a table, and the messages sent to them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from math import inf

from rumpus.server.protocol import messages as m
from rumpus.store import Claim, DiskFault, StoreChange, add_answer, add_entry
from rumpus.table.data.answers import CommandAnswer
from rumpus.table.data.table_data import LogEntry
from rumpus.table.table import Table

from .broadcast import Broadcast, SeatGroup
from .connection import Connection
from .context import TableContext
from .encoding import answer_frame, message_frame
from .timekeeper import IDLE_TIMEKEEPER, Timekeeper

MARKS_KEPT = 256
SEQUENCE_BITS = 24
"""A table's messages are numbered from its fencing number, shifted by so many bits: they go on
rising whichever server opens it next."""
Outgoing = list[tuple[Connection, bytes]]
"""Frames, each with its recipient."""


class TableChannel:
    """The connections to a table, the sequence number and the ways to send."""

    def __init__(self, room: TableContext, table: Table, claim: Claim, seq: int = 0) -> None:
        self.room, self.table, self.claim = room, table, claim
        self.timekeeper: Timekeeper = IDLE_TIMEKEEPER
        self.connections: set[Connection] = set()
        self.seq = max(seq, 1 + (claim.fence << SEQUENCE_BITS))
        self.marks: deque[tuple[int, int]] = deque(maxlen=MARKS_KEPT)
        self.spectators_pending, self.spectators_sent_at = False, -inf
        self._mark()

    # ----------------------------------------------------------------------------- shared devices
    def update_covered(self) -> bool:
        """Tell the table which seats cannot see it on any device; whether that changed."""
        seeing = {connection.holder for connection in self.connections}
        covered = {seat for connection in self.connections for seat in connection.covered()}
        return self.table.cover(covered - seeing, self.room.now())

    def hand_device(self, client: Connection, seat: int) -> None:
        """Hand a shared device to a seat, or cover it."""
        if len(client.seats) > 1:
            client.holder = seat
            if self.update_covered():
                self.broadcast_table()

    # ----------------------------------------------------------------------------- answers
    def command_key(self, who: int, command: str) -> tuple[str, str] | None:
        """The key under which a command's answer is kept; None without a seat."""
        token = self.table.seats[who].token if who >= 0 else ""
        return (token, command) if token else None

    def resend_answer(self, client: Connection, command: str) -> bool:
        """Repeat the answer to a command that was already answered; whether it was."""
        if answer := self.table.answers.find(client.keys, command):
            client.send(answer_frame(command, answer.refusal))
        return answer is not None

    def check_can_save(self) -> None:
        """Refuse changes while the disk cannot be written."""
        if self.table.fault:
            raise DiskFault(self.table.fault)

    # ----------------------------------------------------------------------------- writing
    def answer_change(self, answer: CommandAnswer) -> StoreChange:
        """The store change that keeps an answer."""
        return add_answer(self.table.id, self.table.answers.next(), answer)

    def entry_change(self, entry: LogEntry) -> StoreChange:
        """The store change that appends the last log entry."""
        n = self.table.entries - 1
        return add_entry(self.table.id, n, entry, time.time(), self.claim.fence)

    # ----------------------------------------------------------------------------- telling
    def next_seq(self) -> None:
        """Advance the sequence number."""
        self.seq += 1
        self._mark()

    def _mark(self) -> None:
        play = self.table.play
        self.marks.append((self.seq, len(play.events) if play else 0))

    def new_broadcast(self) -> Broadcast:
        """A broadcast of the table's present state."""
        return Broadcast(self.table, self.seq, self.room.now(), self.timekeeper)

    def broadcast_table(self, skip: Connection | None = None) -> None:
        """Send everybody the whole table."""
        framed = self.table_frames()
        self.send(one for one in framed if one[0] is not skip)

    def table_frames(self) -> Outgoing:
        """The whole table, framed for everybody."""
        self.next_seq()
        return self.frames_for_all(self.new_broadcast().table_message)

    def broadcast(self, message: m.FromRoom) -> None:
        """Send everybody the same message."""
        frame = message_frame(message)
        self.send((connection, frame) for connection in self.connections)

    def frames_for_all(self, frame_for: Callable[[SeatGroup], bytes]) -> Outgoing:
        """Everybody's frame, encoded once for each group of seats."""
        groups = {connection.seats for connection in self.connections}
        frames = {group: frame_for(group) for group in groups}
        return [(connection, frames[connection.seats]) for connection in self.connections]

    def send(self, framed: Iterable[tuple[Connection, bytes]]) -> None:
        """Send frames, joining those for the same client into one write."""
        together: dict[Connection, list[bytes]] = {}
        for connection, frame in framed:
            together.setdefault(connection, []).append(frame)
            self.room.counts.sent += 1
        for connection, some in together.items():
            connection.send(b"".join(some))
