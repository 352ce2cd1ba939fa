"""The stored data of a table: enough to restore it exactly."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rumpus.table.input.reading import PRINTED, Number

from .seat import OPEN as FREE
from .seat import Seat
from .settings import Settings

OPEN, PLAYING, OVER = "open", "playing", "over"
CHAT_KEPT = 100
MISSED_KEPT = 1000


class SeriesData(msgspec.Struct, frozen=True):
    """The earlier games of a series.

    `people` are all who started it, `chairs` says which of them has each seat of this table, and
    `games` has everybody's points in each game: None for those who did not play in it.
    """

    people: list[Seat]
    chairs: list[int]
    games: list[list[int | None]]


class StoredClocks(msgspec.Struct, frozen=True):
    """The clocks as they were `at` a time of day, and whether they were running.

    `seats` has the seconds left and the limit of every seat that was to act; `game` is the time
    left for the whole game, if that is limited.
    """

    at: float
    runs: bool
    seats: dict[int, tuple[float, float]] = {}
    game: float | None = None


class MissedRound(msgspec.Struct, frozen=True, array_like=True):
    """A player who did not seal or reveal their nonce in time, or left, and the round."""

    round: Number
    seat: Number
    name: Annotated[str, msgspec.Meta(max_length=40, pattern=PRINTED)]


class TableData(msgspec.Struct, kw_only=True):
    """A table without its log and its chat, which are stored line by line."""

    id: str
    game: str
    version: int
    players: int
    options: dict[str, int]
    settings: Settings
    seats: list[Seat]
    secret: str
    created: float
    status: str = OPEN
    host: int = -1
    paused: bool = False
    rematch: str = ""
    series: SeriesData | None = None
    time: StoredClocks | None = None
    dealing: bool = False
    round: int = 1
    left_out: list[int] = []
    missed: list[MissedRound] = []
    asked: str = ""
    """Identifies the request that created the table, so that a resend finds it."""
    closed: str = ""
    """Why the table was closed early; its status is then `over`, without a result."""


def is_listed(data: TableData) -> bool:
    """Whether anybody may find the table and join: it is open to everybody, and has a free seat."""
    may_join = data.settings.open and data.status == OPEN
    return may_join and any(seat.kind == FREE for seat in data.seats)


class LogEntry(msgspec.Struct, frozen=True):
    """One entry of the log: an action, or an undo of the last one if `action` is None."""

    seat: int
    action: int | None
    by: str
    command: str = ""


class ChatEntry(msgspec.Struct, frozen=True):
    """One line of chat."""

    seat: int
    name: str
    text: str
    command: str = ""
