"""What a game need not write: the contract's own versions of may, scores and timeout."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from rumpus.rulekit.game import Game
from rumpus.running.backend import Backend
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import Native
from tests.trials.support import write_module

Start = Callable[[str], Backend]

GAME = """
from rumpus.rulekit import NONE, Chance, Row, i8, rule, state
from rumpus.rulekit.game import Game
from rumpus.rulekit.layout import FIRST_ZONE
from rumpus.rulekit.words.vocabulary import Vocabulary, numbers

V = Vocabulary()
TAKE = V.verb("take", "Take {n}", n=numbers(4))


@state
class State(Chance):
    over: i8


@rule
def setup(s: State) -> None:
    s.over = 0


@rule
def asks(s: State) -> int:
    return 0 if s.over else 1


@rule
def legal(s: State, seat: int, out: Row) -> int:
    for i in range(4):
        out[i] = TAKE + i
    return 4


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.over = 1


@rule
def is_over(s: State) -> bool:
    return s.over != 0


@rule
def places(s: State, out: Row) -> None:
    out[0] = 1


@rule
def redact(s: State, viewer: int) -> None:
    pass


@rule
def imagine(s: State, viewer: int) -> None:
    pass


@rule
def show(s: State, viewer: int, out: Row) -> int:
    return FIRST_ZONE


@rule
def advise(s: State, seat: int, out: Row) -> None:
    out[0] = 1
    out[1] = 2
    out[2] = 3
    out[3] = 9
"""
CAREFUL = """

@rule
def is_careful(s: State, seat: int, action: int) -> bool:
    return action < TAKE + 2
"""
MADE = """

import sys

game = Game(
    name="least", title="Least", idea="Take.", players=range(1, 2), common=1, minutes=1, version=1,
    state=State, modules=(sys.modules[__name__],), options=(), words=V,
)
"""


@pytest.fixture(params=["interpreted", "checked", "native"])
def start(request: pytest.FixtureRequest, tmp_path: Path) -> Start:
    def make(text: str) -> Backend:
        game: Game = write_module(tmp_path, text + MADE).game
        if request.param == "native":
            return Native(game)
        return Interpreted(game, checked=request.param == "checked")

    return make


def test_nobody_acts_unasked_and_nobody_has_points(start: Start) -> None:
    backend = start(GAME)
    s = backend.start(1)
    assert backend.may(s) == ()
    assert backend.scores(s) == [0]


def test_when_the_time_is_up_the_most_advised_action_is_taken(start: Start) -> None:
    backend = start(GAME)
    assert backend.timeout(backend.start(1), 0, Random(1)) == 3


def test_when_the_time_is_up_careful_actions_come_first(start: Start) -> None:
    backend = start(GAME + CAREFUL)
    assert backend.timeout(backend.start(1), 0, Random(1)) == 1
