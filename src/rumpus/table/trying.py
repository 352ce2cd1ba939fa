"""What a seat's actions would lead to, told to that seat; nothing is changed by asking."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from rumpus.rulekit.errors import IllegalAction
from rumpus.rulekit.sentence import say
from rumpus.rulekit.trying import TriedLine, try_out

from .errors import NotNow
from .table import Table
from .views import Choice, choice_of, line_of


class PossibleLine(msgspec.Struct, frozen=True):
    """Something that would happen: for sure, or in so many of the imagined worlds; and only if the
    seats of `unless` let it happen."""

    event: str
    numbers: dict[str, int]
    sure: bool
    worlds: int
    unless: tuple[int, ...]


class Prospect(msgspec.Struct, frozen=True):
    """What some actions lead to: the lines, what the seat can do right after them, which facts of
    its view change, who decides in the end, and in how many of the imagined worlds the game is
    over."""

    lines: list[PossibleLine]
    choices: list[Choice]
    facts: dict[str, int]
    asks: tuple[int, ...]
    over: int
    worlds: int


def prospect(
    table: Table, seat: int, actions: Sequence[int], forbidden: Collection[int] = ()
) -> Prospect:
    """Try some actions of a seat out, or refuse with a sentence."""
    play, backend = table.game_on(), table.backend
    if table.data.paused:
        raise NotNow(say("The game is paused."))
    if seat not in (*play.asked(), *backend.may(play.state)):
        raise NotNow(say("There is nothing to decide for you now."))
    if any(action in forbidden for action in actions):
        raise IllegalAction(say("That is not allowed at this table."))
    tried = try_out(backend, play.known_to(seat), seat, actions)
    return Prospect(
        [_line(table, line) for line in tried.lines],
        [
            choice_of(table.game, action, seat, table.players)
            for action in tried.choices
            if action not in forbidden
        ],
        {table.game.words.fact_names[number]: value for number, value in tried.facts},
        tried.asks,
        tried.over,
        tried.worlds,
    )


def _line(table: Table, line: TriedLine) -> PossibleLine:
    told = line_of(table.game, 0, line.event)
    return PossibleLine(told.event, told.numbers, line.sure, line.worlds, line.unless)
