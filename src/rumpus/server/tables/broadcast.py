"""The messages about one state of a table, encoded once for each group of seats."""

from __future__ import annotations

from collections.abc import Callable

from rumpus.server.protocol import messages as m
from rumpus.table.showing.lobby import (
    ClockView,
    ComingView,
    Lobby,
    chat_of,
    clock_of,
    going_on,
    lobby_of,
)
from rumpus.table.table import Table

from .encoding import ViewEncoder, message_frame, raw_list
from .timekeeper import Timekeeper

SeatGroup = tuple[int, ...]
"""The seats that a connection holds: connections with the same seats get the same bytes."""
NOBODY = -1
WATCHING = (NOBODY,)
HISTORY = 1000


class Broadcast:
    """Builds what every client is sent about one change."""

    def __init__(self, table: Table, seq: int, now: float, time: Timekeeper) -> None:
        self.table, self.seq = table, seq
        self.encoder: ViewEncoder | None = None
        self.coming: ComingView | None = None
        if table.is_covered():
            self.coming = going_on(table, now)
        elif table.play:
            self.encoder = ViewEncoder(table, time.forbidden)
            self.coming = time.coming(now)
        self.clock: ClockView | None = clock_of(table, now, time.game_time(now))
        self.lobby: Lobby | None = None

    def table_message(self, group: SeatGroup, seen: int | None = None) -> bytes:
        """The whole table, for a client that has already seen `seen` events."""
        viewers, encoder = group or WATCHING, self.encoder
        if self.lobby is None:
            self.lobby = lobby_of(self.table)
        missed = len(encoder.lines(viewers, seen)) if encoder and seen is not None else 0
        return message_frame(
            m.TableMessage(
                seq=self.seq,
                table=self.lobby,
                you=group,
                views={str(viewer): encoder.view(viewer) for viewer in viewers} if encoder else {},
                history=raw_list(encoder.lines(viewers)[-HISTORY:] if encoder else []),
                missed=missed,
                chat=chat_of(self.table),
                clock=self.clock,
                coming=self.coming,
            )
        )

    def step_message(self, seat: int, action: int, by: str) -> Callable[[SeatGroup], bytes]:
        """A function that encodes the last action and its effects for a group of seats."""
        encoder, acted = self.encoder, seat if seat < self.table.players else NOBODY
        assert encoder

        def encoded(group: SeatGroup) -> bytes:
            viewers = group or WATCHING
            return message_frame(
                m.EventsMessage(
                    seq=self.seq,
                    by=acted,
                    action=action if seat in group else -1,
                    decided=by,
                    lines=raw_list(encoder.lines(viewers, encoder.play.latest)),
                    views={str(viewer): encoder.change(viewer) for viewer in viewers},
                    clock=self.clock,
                    coming=self.coming,
                )
            )

        return encoded

    def announcement(self) -> bytes:
        """The table's next own action is now certain."""
        return message_frame(m.AnnouncedMessage(seq=self.seq, coming=self.coming))
