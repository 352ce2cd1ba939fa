"""What a game's state must have, and what is optional."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rumpus.rulekit import RuleError
from rumpus.rulekit.game import Game
from rumpus.rulekit.options import Option, switch
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import Native
from tests.trials import trials
from tests.trials.support import write_module

PAIR = """
from rumpus.rulekit import *

@state
class State(BASE):
    FIELD
    turn: i8

@rule
def setup(s: State) -> None: pass
@rule
def asks(s: State) -> int: return 1 << s.turn % 2
@rule
def may(s: State) -> int: return 0
@rule
def legal(s: State, seat: int, out: Row) -> int:
    out[0] = 0
    return 1
@rule
def apply(s: State, seat: int, action: int) -> None: s.turn += 1
@rule
def is_over(s: State) -> bool: return s.turn == 4
@rule
def places(s: State, out: Row) -> None:
    out[0] = 1
    out[1] = 2
@rule
def scores(s: State, out: Row) -> None:
    out[0] = s.turn
    out[1] = 0
@rule
def redact(s: State, viewer: int) -> None: pass
@rule
def imagine(s: State, viewer: int) -> None: pass
@rule
def show(s: State, viewer: int, out: Row) -> int:
    out[0] = 0
    return 1
@rule
def advise(s: State, seat: int, out: Row) -> None: out[0] = 1
@rule
def timeout(s: State, seat: int) -> int: return 0
"""


def pair(folder: Path, base: str, field: str, players: range) -> Game:
    """A small game whose state was declared like this."""
    module = write_module(folder, PAIR.replace("BASE", base).replace("FIELD", field))
    return replace(trials.game, name="pair", state=module.State, modules=(module,), players=players)


def test_a_game_for_a_pair_need_not_count_its_players(tmp_path: Path) -> None:
    game = pair(tmp_path, "Chance", "x: i8", range(2, 3))
    for backend in (Interpreted(game), Interpreted(game, checked=True), Native(game)):
        s = backend.start(2)
        assert backend.trace(s, [0, 0], seed=1, number=1, most=9) == [0, 1 << 16, 0, 1 << 16]
        assert (backend.players(s), backend.places(s), backend.scores(s)) == (2, [1, 2], [4, 0])


@pytest.mark.parametrize(
    ("base", "field", "sentence"),
    [
        ("object", "n_players: i8", "a game's state needs chance; write `class State(Chance):`"),
        (
            "Chance",
            "x: i8",
            "a game's state needs `n_players: i8` where the number of players varies",
        ),
    ],
)
def test_a_state_that_lacks_something_is_one_line(
    base: str, field: str, sentence: str, tmp_path: Path
) -> None:
    game = pair(tmp_path, base, field, range(2, 4))
    with pytest.raises(RuleError) as refused:
        Interpreted(game)
    (mistake,) = refused.value.mistakes
    assert mistake.startswith(f"{game.modules[0].__file__}:4: {sentence}")


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (
            switch("late", "Late", "Help."),
            "the option 'late' is not a field of State; add it there",
        ),
        (
            Option("n_players", "Many", "Help.", default=9, low=2, high=7),
            "the default 9 of 'n_players' is not one of its values",
        ),
        (
            Option("n_players", "Many", "Help.", default=3, defaults={2: 8}, low=2, high=7),
            "the default 8 of 'n_players' is not one of its values",
        ),
    ],
)
def test_an_option_that_cannot_work_is_refused(option: Option, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        replace(trials.game, options=(option,))
    replace(trials.game, options=(switch("late", "Late", "Help.", scope="table"),))
