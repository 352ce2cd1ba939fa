"""Lessons: a tutorial's game, played by the rules on a table that is laid out by hand.

A game's `tutorial.py` says how its table lies and what is done; what can be seen, chosen and heard
on the way is what the rules say. The page brings the words beside it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rumpus.rulekit.backend import Backend, Interpreted
from rumpus.rulekit.game import Game
from rumpus.rulekit.tutorial import Tutorial

from .views import Choice, Line, View, ViewChange, beats_of, line_of, look_at

LEARNER = 0
"""The seat of whoever learns."""


class LessonStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the learner sees and can choose before a move, which choice it is, and what comes of
    it; what is offered beside it; `late` if somebody else was faster."""

    before: View
    choice: Choice
    by: int
    lines: list[Line]
    change: ViewChange
    beside: list[Choice] = []
    late: bool = False


def lessons_of(game: Game, tutorial: Tutorial) -> list[LessonStep]:
    """All moves of a tutorial, as the learner sees them."""
    backend = Interpreted(game)
    s = backend.blank(tutorial.players)
    tutorial.begin(s)
    steps: list[LessonStep] = []
    heard = 0
    for move in tutorial.moves:
        move.arrange(s)
        before = look_at(backend, s, LEARNER)
        choices = {one.action: one for one in look_at(backend, s, move.seat).choices}
        chosen, *beside = (
            choices[game.words.parse(notation, move.seat, tutorial.players)]
            for notation in (move.notation, *move.beside)
        )
        seat, notation = move.faster or (move.seat, move.notation)
        action = game.words.parse(notation, seat, tutorial.players)
        lines, change = play_on(backend, s, seat, action, heard)
        heard += len(lines)
        late = move.faster is not None
        steps.append(LessonStep(before, chosen, move.seat, lines, change, beside, late))
    return steps


def play_on(
    backend: Backend, s: Any, seat: int, action: int, heard: int
) -> tuple[list[Line], ViewChange]:
    """Take an action: what the learner, who has heard so many lines, hears and sees of it."""
    told = backend.apply_in(s, seat, action)
    events = [event for event in told.events if event.is_for(LEARNER)]
    lines = [line_of(backend.game, heard + i, event) for i, event in enumerate(events)]
    beats = beats_of(backend, told, s, LEARNER)
    after = look_at(backend, s, LEARNER)
    return lines, ViewChange(LEARNER, beats, after.asks, after.over, False, after.choices)
