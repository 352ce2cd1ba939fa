"""Telling: one moment of a table, written once for all who may know the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from rumpus.table.table import Table
from rumpus.table.views import ClockView, Lobby, Moment, View, chat_of, clock_of, lobby_of

from . import messages as m

if TYPE_CHECKING:
    from .racing import Racing

Group = tuple[int, ...]
"""The seats that a connection holds: all connections with the same get the same bytes."""
NOBODY = -1
WATCHING = (NOBODY,)
HISTORY = 1000


class Telling:
    """What everybody is told of one change."""

    def __init__(self, table: Table, seq: int, now: float, racing: Racing | None) -> None:
        self.table, self.seq = table, seq
        self.moment: Moment | None = None
        if table.play:
            self.moment = Moment(table, racing.race.forbidden) if racing else Moment(table)
        self.clock: ClockView | None = clock_of(table, now)
        self.coming = racing.coming() if racing else None
        self.lobby: Lobby | None = None

    def whole(self, group: Group, seen: int | None = None) -> bytes:
        """Everything, for a client that has seen so many events."""
        viewers, moment = group or WATCHING, self.moment
        if self.lobby is None:
            self.lobby = lobby_of(self.table)
        missed = len(moment.lines(viewers, seen)) if moment and seen is not None else 0
        return m.frame(
            m.TableMessage(
                seq=self.seq,
                table=self.lobby,
                you=group,
                views=self._views(viewers),
                history=moment.lines(viewers)[-HISTORY:] if moment else [],
                missed=missed,
                chat=chat_of(self.table),
                clock=self.clock,
                coming=self.coming,
            )
        )

    def step(self, group: Group, seat: int, action: int, by: str) -> bytes:
        """The last action and what came of it."""
        viewers, moment = group or WATCHING, self.moment
        assert moment
        return m.frame(
            m.EventsMessage(
                seq=self.seq,
                by=seat if seat < self.table.players else NOBODY,
                action=action if seat in group else -1,
                decided=by,
                lines=moment.lines(viewers, moment.play.latest),
                views=self._views(viewers),
                clock=self.clock,
                coming=self.coming,
            )
        )

    def announced(self) -> bytes:
        """What the table itself will do is certain by now."""
        return m.frame(m.AnnouncedMessage(seq=self.seq, coming=self.coming))

    def _views(self, viewers: Iterable[int]) -> dict[str, View]:
        """The views, written already: a message holds the same JSON either way."""
        moment = self.moment
        views = {str(viewer): moment.written(viewer) for viewer in viewers} if moment else {}
        return cast("dict[str, View]", views)
