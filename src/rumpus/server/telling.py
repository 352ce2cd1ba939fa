"""Telling: one moment of a table, for everybody who may know the same."""

from __future__ import annotations

from collections.abc import Callable

from rumpus.table.table import Table
from rumpus.table.views import (
    ClockView,
    ComingView,
    Lobby,
    chat_of,
    clock_of,
    going_on,
    lobby_of,
)

from . import messages as m
from .timekeeping import Timekeeper
from .writing import Writer, in_a_row, write

Group = tuple[int, ...]
"""The seats that a connection holds: all connections with the same get the same bytes."""
NOBODY = -1
WATCHING = (NOBODY,)
HISTORY = 1000


class Telling:
    """What everybody is told of one change."""

    def __init__(self, table: Table, seq: int, now: float, time: Timekeeper) -> None:
        self.table, self.seq = table, seq
        self.writer: Writer | None = None
        self.coming: ComingView | None = None
        if table.is_covered():
            self.coming = going_on(table, now)
        elif table.play:
            self.writer = Writer(table, time.forbidden)
            self.coming = time.coming(now)
        self.clock: ClockView | None = clock_of(table, now, time.game_time(now))
        self.lobby: Lobby | None = None

    def whole(self, group: Group, seen: int | None = None) -> bytes:
        """Everything, for a client that has seen so many events."""
        viewers, writer = group or WATCHING, self.writer
        if self.lobby is None:
            self.lobby = lobby_of(self.table)
        missed = len(writer.lines(viewers, seen)) if writer and seen is not None else 0
        return write(
            m.TableMessage(
                seq=self.seq,
                table=self.lobby,
                you=group,
                views={str(viewer): writer.view(viewer) for viewer in viewers} if writer else {},
                history=in_a_row(writer.lines(viewers)[-HISTORY:] if writer else []),
                missed=missed,
                chat=chat_of(self.table),
                clock=self.clock,
                coming=self.coming,
            )
        )

    def step(self, seat: int, action: int, by: str) -> Callable[[Group], bytes]:
        """What writes the last action and what came of it for those who may know the same."""
        writer, acted = self.writer, seat if seat < self.table.players else NOBODY
        assert writer

        def written(group: Group) -> bytes:
            viewers = group or WATCHING
            return write(
                m.EventsMessage(
                    seq=self.seq,
                    by=acted,
                    action=action if seat in group else -1,
                    decided=by,
                    lines=in_a_row(writer.lines(viewers, writer.play.latest)),
                    views={str(viewer): writer.change(viewer) for viewer in viewers},
                    clock=self.clock,
                    coming=self.coming,
                )
            )

        return written

    def announced(self) -> bytes:
        """What the table itself will do is certain by now."""
        return write(m.AnnouncedMessage(seq=self.seq, coming=self.coming))
