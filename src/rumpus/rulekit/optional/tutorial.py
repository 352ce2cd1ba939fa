"""A tutorial: a table laid out by hand, and the moves made there, by the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


def as_it_lies(_: Any) -> None:
    """Leave the state as it is."""


class Move(NamedTuple):
    """What a seat does in a lesson, by its notation. Before it, the state may be arranged: for
    example which card comes up. `beside` is also offered, but is not the point of the lesson. If
    `faster` names a seat and its action, that happens first and the move comes too late."""

    seat: int
    notation: str
    arrange: Callable[[Any], None] = as_it_lies
    beside: tuple[str, ...] = ()
    faster: tuple[int, str] | None = None


class Tutorial(NamedTuple):
    """The number of players, the table at the start, and the moves."""

    players: int
    begin: Callable[[Any], None]
    moves: tuple[Move, ...]
