"""Lessons: the scripted game of a tutorial, played by the real rules.

A game's `tutorial.py` sets up the table and lists the moves; what the learner sees, can choose and
is told comes from the rules. The page adds the explanations.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rumpus.rulekit.game import Game
from rumpus.rulekit.optional.tutorial import Tutorial
from rumpus.running.backend import Backend
from rumpus.running.interpreted import Interpreted

from .views import ChoiceView, LineView, TableView, ViewChange, beats_of, line_of, look_at

LEARNER = 0
"""The learner's seat."""


class LessonStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One move: the view before it, the choice, what happens, and other choices worth a mention;
    `late` if somebody else was faster."""

    before: TableView
    choice: ChoiceView
    by: int
    lines: list[LineView]
    change: ViewChange
    beside: list[ChoiceView] = []
    late: bool = False


def lessons_of(game: Game, tutorial: Tutorial) -> list[LessonStep]:
    """Every move of a tutorial, as the learner sees it."""
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
) -> tuple[list[LineView], ViewChange]:
    """Carry out an action; returns what the learner is told and sees of it."""
    told = backend.apply_in(s, seat, action)
    events = [event for event in told.events if event.is_for(LEARNER)]
    lines = [line_of(backend.game, heard + i, event) for i, event in enumerate(events)]
    beats = beats_of(backend, told, s, LEARNER)
    after = look_at(backend, s, LEARNER)
    return lines, ViewChange(LEARNER, beats, after.asks, after.over, False, after.choices)
