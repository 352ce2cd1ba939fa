"""What is kept of a table: enough to set it up again exactly as it was."""

from __future__ import annotations

from typing import Annotated

import msgspec

from .reading import PRINTED, Number
from .seat import Seat
from .settings import Settings

OPEN, PLAYING, OVER = "open", "playing", "over"
CHAT_KEPT = 100
MISSED_KEPT = 1000


class Series(msgspec.Struct, frozen=True):
    """The games before this one in a series of games by the same people.

    `people` are all who began it, `chairs` says which of them has each seat of this table, `games`
    is what everybody got in each game, None who did not play in it.
    """

    people: list[Seat]
    chairs: list[int]
    games: list[list[int | None]]


class KeptTime(msgspec.Struct, frozen=True):
    """How the clocks stood `at` a time of day, and whether they ran.

    `seats` has for everybody who was waited for the seconds that were left, and of how many;
    `game` is what was left of the whole game, if that is limited.
    """

    at: float
    runs: bool
    seats: dict[int, tuple[float, float]] = {}
    game: float | None = None


class Missed(msgspec.Struct, frozen=True, array_like=True):
    """Somebody who did not seal or show their nonce in time, or left, and in which round."""

    round: Number
    seat: Number
    name: Annotated[str, msgspec.Meta(max_length=40, pattern=PRINTED)]


class TableData(msgspec.Struct, kw_only=True):
    """A table without its actions and its chat, which are kept line by line."""

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
    series: Series | None = None
    time: KeptTime | None = None
    dealing: bool = False
    round: int = 1
    left_out: list[int] = []
    missed: list[Missed] = []
    asked: str = ""
    """By what it is told that the table was asked for before."""
    closed: str = ""
    """Why the table was closed before its end: then its status is over, and it has no result."""


class Entry(msgspec.Struct, frozen=True):
    """One line of what was done, in order; without an action it took the last one back."""

    seat: int
    action: int | None
    by: str
    command: str = ""


class Said(msgspec.Struct, frozen=True):
    """One line of chat."""

    seat: int
    name: str
    text: str
    command: str = ""
