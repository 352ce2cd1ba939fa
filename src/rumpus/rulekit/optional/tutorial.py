"""A tutorial: a table that is laid out by hand, and what is done there, by the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


def as_it_lies(_: Any) -> None:
    """Nothing is arranged."""


class Move(NamedTuple):
    """What a seat does in a lesson, by its notation; before that the state may be arranged: which
    card comes up, for example. `beside` is offered too, but not what the lesson is about. Where
    `faster` names a seat and what it does, that happens, and the move comes too late."""

    seat: int
    notation: str
    arrange: Callable[[Any], None] = as_it_lies
    beside: tuple[str, ...] = ()
    faster: tuple[int, str] | None = None


class Tutorial(NamedTuple):
    """How many play, how the table lies in the beginning, and what is done then."""

    players: int
    begin: Callable[[Any], None]
    moves: tuple[Move, ...]
