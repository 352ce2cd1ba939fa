"""Random games for the page's tests, as the first seat sees them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec

from rumpus.games import find
from rumpus.rulekit import NONE
from rumpus.rulekit.game import Game
from rumpus.rulekit.options import Setting
from rumpus.running.interpreted import Interpreted
from rumpus.server.protocol.game_data import game_data
from rumpus.table.showing.lessons import LEARNER, LessonStep, play_on
from rumpus.table.showing.plain import scene_of
from rumpus.table.showing.views import ChoiceView, ViewChange, beats_of, line_of, look_at

NOTHING = ChoiceView(NONE, "", {})
"""Stands for the deal, which is not a choice."""


NAMES = ("Ann", "Mo", "Ivy")


class Said(msgspec.Struct):
    """The task, the choices (words, consequences, notation) and the lines, in English."""

    task: str
    choices: list[tuple[str, str, str]]
    lines: list[str]


class Sample(NamedTuple):
    """The options of each game, and which game of the series it is; of several games only the moves
    with a new kind of event are kept."""

    options: tuple[dict[str, Setting], ...]
    seeds: tuple[int, ...]


PLAIN: dict[str, Setting] = {"max_turns": 100, "second_place": "gears", "tuck_timing": "own-turn"}
SETS: dict[str, Setting] = {"hearts": "on", "acorns": "on", "balls": "on", "leaves": "on"}
SAMPLES = {
    "mantis": Sample(({"target": 6},), (1,)),
    "tuckit": Sample((PLAIN, PLAIN | SETS), tuple(range(12))),
    "stakbots": Sample(({"depth": 4, "staks": 2, "recycling": 1, "reactive": 1},), (15,)),
    "ruckus": Sample(({"timing": "ticks", "length": "rounds", "rounds": 1},), (3,)),
}


def sample(name: str) -> str:
    """What a game declares, and some moves."""
    wanted = SAMPLES[name]
    games = [list(moves(name, wanted, seed)) for seed in wanted.seeds]
    steps = games[0] if len(games) == 1 else first_told(step for game in games for step in game)
    game = find(name)
    info = msgspec.structs.replace(game_data(game), guide="", options=[], presets=[])
    said = [said_in(game, step) for step in steps if step.by != NONE]
    return msgspec.json.encode({"info": info, "steps": steps, "said": said}).decode() + "\n"


def said_in(game: Game, step: LessonStep) -> Said:
    """What the terminal tells the first seat before a move, about its choices and the move."""
    words, scene = game.words, scene_of(step.before, NAMES)
    choices = [
        (*words.say_choice(one.action, scene), words.notation(one.action, LEARNER, len(NAMES)))
        for one in step.before.choices
    ]
    told = [str(words.line_said(x.event, x.numbers, NAMES, LEARNER)) for x in step.lines]
    return Said(words.say_task(scene), choices, told)


def first_told(steps: Iterator[LessonStep]) -> list[LessonStep]:
    """The steps with a kind of event that was not seen before."""
    found: dict[str, LessonStep] = {}
    for step in steps:
        for line in step.lines:
            found.setdefault(line.event, step)
    return list({id(step): step for step in found.values()}.values())


def moves(name: str, wanted: Sample, seed: int) -> Iterator[LessonStep]:
    """A game of random moves to its end, the deal first."""
    backend, chance = Interpreted(find(name)), Random(seed)
    options = wanted.options[seed % len(wanted.options)]
    s = backend.blank(len(NAMES), options, chance.randbytes(32))
    step = dealt(backend, s)
    heard = 0
    while not backend.is_over(s):
        yield step
        heard += len(step.lines)
        before, seat = look_at(backend, s, LEARNER), chance.choice(backend.asks(s))
        chosen = chance.choice(look_at(backend, s, seat).choices)
        lines, change = play_on(backend, s, seat, chosen.action, heard)
        step = LessonStep(before, chosen, seat, lines, change)
    yield step


def dealt(backend: Interpreted, s: Any) -> LessonStep:
    """The deal, onto an empty table."""
    told = backend.told_in("setup", s)
    view = look_at(backend, s, LEARNER)
    events = [event for event in told.events if event.is_for(LEARNER)]
    lines = [line_of(backend.game, n, event) for n, event in enumerate(events)]
    beats = beats_of(backend, told, s, LEARNER, whole=True)
    change = ViewChange(LEARNER, beats, view.asks, view.over, False, view.choices)
    empty = msgspec.structs.replace(view, facts={}, zones=[])
    return LessonStep(empty, NOTHING, NONE, lines, change)
