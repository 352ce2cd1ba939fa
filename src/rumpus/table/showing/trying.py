"""Trying actions out: what they would lead to, as far as their seat can know. Changes nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from rumpus.rulekit.errors import IllegalAction
from rumpus.rulekit.sentence import say
from rumpus.running.trying import TriedLine, try_out
from rumpus.table.errors import NotNow
from rumpus.table.table import Table

from .views import ChoiceView, choice_of, line_of


class PossibleLine(msgspec.Struct, frozen=True):
    """Something that would happen: for `sure`, or in `worlds` of the imagined worlds, unless one of
    the seats in `unless` prevents it."""

    event: str
    numbers: dict[str, int]
    sure: bool
    worlds: int
    unless: tuple[int, ...]


class Prospect(msgspec.Struct, frozen=True):
    """What actions lead to: the lines, the seat's next choices, the facts that change in its view,
    who is to act afterwards, and in how many of the imagined worlds the game is over."""

    lines: list[PossibleLine]
    choices: list[ChoiceView]
    facts: dict[str, int]
    asks: tuple[int, ...]
    over: int
    worlds: int


def prospect(
    table: Table, seat: int, actions: Sequence[int], forbidden: Collection[int] = ()
) -> Prospect:
    """Try out actions of a seat, or refuse with a sentence."""
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
