"""Telling: one moment of a table, written once for all who may know the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from msgspec import Raw

from rumpus.table.table import Table
from rumpus.table.views import (
    ClockView,
    ComingView,
    Lobby,
    Moment,
    View,
    chat_of,
    clock_of,
    going_on,
    lobby_of,
    row_of,
)
from rumpus.table.wording import Line

from . import messages as m
from .frames import frame_of
from .timekeeping import Timekeeper

Group = tuple[int, ...]
"""The seats that a connection holds: all connections with the same get the same bytes."""
NOBODY = -1
WATCHING = (NOBODY,)
HISTORY = 1000
# As messages.EventsMessage:
BEGIN = b'{"type":"events","seq":%d,"by":%d,"action":%d,"decided":%b,"lines":['
VIEWS = b'],"views":{'
END = b'},"clock":%b,"coming":%b}'


class Telling:
    """What everybody is told of one change."""

    def __init__(self, table: Table, seq: int, now: float, time: Timekeeper) -> None:
        self.table, self.seq = table, seq
        self.moment: Moment | None = None
        self.coming: ComingView | None = None
        if table.is_covered():
            self.coming = going_on(table, now)
        elif table.play:
            self.moment = Moment(table, time.forbidden)
            self.coming = time.coming(now, self.moment.names)
        self.clock: ClockView | None = clock_of(table, now, time.game_time(now))
        self.lobby: Lobby | None = None

    def whole(self, group: Group, seen: int | None = None) -> bytes:
        """Everything, for a client that has seen so many events."""
        viewers, moment = group or WATCHING, self.moment
        if self.lobby is None:
            self.lobby = lobby_of(self.table)
        missed = len(moment.told(viewers, seen)) if moment and seen is not None else 0
        history = row_of(moment.told(viewers)[-HISTORY:] if moment else [])
        return m.frame(
            m.TableMessage(
                seq=self.seq,
                table=self.lobby,
                you=group,
                views=self._views(viewers),
                history=cast("list[Line]", Raw(history)),
                missed=missed,
                chat=chat_of(self.table),
                clock=self.clock,
                coming=self.coming,
            )
        )

    def step(self, seat: int, action: int, by: str) -> Callable[[Group], bytes]:
        """What writes the last action and what came of it for those who may know the same."""
        moment, acted = self.moment, seat if seat < self.table.players else NOBODY
        assert moment
        decided, clock, coming = map(m.encode, (by, self.clock, self.coming))
        end = END % (clock, coming)

        def write(group: Group) -> bytes:
            viewers, own = group or WATCHING, action if seat in group else -1
            begin = BEGIN % (self.seq, acted, own, decided)
            parts = [begin, b",".join(moment.told(viewers, moment.play.latest)), VIEWS]
            for viewer in viewers:
                between = b',"%d":' if viewer != viewers[0] else b'"%d":'
                parts += between % viewer, *moment.parts(viewer)
            return frame_of(*parts, end)

        return write

    def announced(self) -> bytes:
        """What the table itself will do is certain by now."""
        return m.frame(m.AnnouncedMessage(seq=self.seq, coming=self.coming))

    def _views(self, viewers: Iterable[int]) -> dict[str, View]:
        """The views, written already: a message holds the same JSON either way."""
        moment = self.moment
        views = {str(viewer): Raw(moment.written(viewer)) for viewer in viewers} if moment else {}
        return cast("dict[str, View]", views)
