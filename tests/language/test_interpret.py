"""Checked mode traps what the compiled rules would get wrong."""

from __future__ import annotations

import traceback
from pathlib import Path
from types import ModuleType

import pytest

from rumpus.language.checked import checked_state, faults
from rumpus.language.checking.rules import check_program
from rumpus.language.interpret import Binder
from rumpus.rulekit import RuleFault, i8, rule, state
from rumpus.rulekit.contract import ACTIONS
from rumpus.running.interpreted import Interpreted
from tests.trials import trial_helpers, trials
from tests.trials.support import write_module

PRELUDE = """
from __future__ import annotations
import builtins
from rumpus.rulekit import *

size = abs
COSTS = ((1, 2, 3), (4, 5, 6))
LEAST = -(2**63)

@state
class State:
    n: i64
    tiny: i8
    word: i32
    big: i64
    hand = i8[4]()
    board = i16[2, 3]()

@rule
def fill(values: Row, n: int) -> None:
    values[0] = n * 100

@rule
def one(s: State) -> int:
    return 1

@rule
def two(s: State) -> int:
    return 2

ANSWERS = (one, two)
"""

FAULTS = {
    "index past the end": (4, "s.hand[s.n] = 1", "index 4 of hand is outside 0..3"),
    "index before the beginning": (-1, "s.tiny = s.hand[s.n]", "index -1 of hand"),
    "index of a row of a grid": (3, "s.board[1][s.n] = 1", "index 3 of board is outside 0..2"),
    "index of a grid": (2, "s.tiny = s.board[s.n][0]", "index 2 of board is outside 0..1"),
    "index of a local row": (3, "x = row(3)\n    x[s.n] = 1", "index 3 of a local row"),
    "index of a local grid": (2, "x = grid(2, 1)\n    x[s.n][0] = 1", "index 2 of a local grid"),
    "index of a table": (-1, "s.tiny = COSTS[s.n][0]", "index -1 of COSTS is outside 0..1"),
    "index of a row of a table": (3, "s.tiny = COSTS[0][s.n]", "index 3 of COSTS"),
    "index of a table of rules": (-1, "s.tiny = ANSWERS[s.n](s)", "index -1 of ANSWERS"),
    "number too big for its field": (128, "s.tiny = s.n", "128 does not fit into tiny (-128..127)"),
    "number too small for its field": (-129, "s.tiny = s.n", "-129 does not fit into tiny"),
    "field counted up too far": (100, "s.tiny = 100\n    s.tiny += s.n", "200 does not fit"),
    "number too big for its place": (200, "s.hand[1] = s.n", "200 does not fit into hand"),
    "place counted up too far": (2**15, "s.board[0][0] += s.n", "32768 does not fit into board"),
    "number too big for a row that was given": (
        2,
        "fill(s.hand, s.n)",
        "200 does not fit into hand",
    ),
    "product past 64 bits": (
        2**40,
        "x = s.n * s.n\n    s.tiny = x % 7",
        "does not fit into 64 bits",
    ),
    "sum past 64 bits": (2**63 - 1, "x = s.n + 1\n    s.tiny = x % 7", "does not fit into 64 bits"),
    "sum past 64 bits on the way": (2**63 - 1, "s.big = s.n + s.n >> 3", "does not fit into 64"),
    "counter past 64 bits": (-(2**63), "x = s.n\n    x -= 1\n    s.tiny = x % 7", "into 64 bits"),
    "quotient past 64 bits": (-1, "x = LEAST // s.n\n    s.tiny = x % 7", "into 64 bits"),
    "negative past 64 bits": (-(2**63), "x = -s.n\n    s.tiny = x % 7", "into 64 bits"),
    "absolute past 64 bits": (-(2**63), "x = abs(s.n)\n    s.tiny = x % 7", "into 64 bits"),
    "another name for abs": (-(2**63), "x = size(s.n)\n    s.tiny = x % 7", "into 64 bits"),
    "abs of its module": (-(2**63), "x = builtins.abs(s.n)\n    s.tiny = x % 7", "into 64 bits"),
    "shift past 64 bits": (63, "x = 1 << s.n\n    s.tiny = x % 7", "into 64 bits"),
    "shift by too much": (64, "s.tiny = s.big >> s.n", "shifted by 0 to 63 places, not 64"),
    "shift by less than nothing": (-1, "s.big <<= s.n", "shifted by 0 to 63 places, not -1"),
    "division by zero": (0, "s.tiny = 7 // s.n", "divided by zero"),
    "remainder of zero": (0, "s.tiny %= s.n", "divided by zero"),
}


def written(folder: Path, body: str) -> ModuleType:
    return write_module(folder, f"{PRELUDE}\n@rule\ndef trial(s: State) -> None:\n    {body}\n")


def run_checked(module: ModuleType, n: int) -> None:
    s = checked_state(module.State)()
    s.n = n
    with faults():
        Binder({}, checked=True).rule(module.trial)(s)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_trapped(name: str, tmp_path: Path) -> None:
    n, body, sentence = FAULTS[name]
    module = written(tmp_path, body)
    check_program(module.State, [module.trial])  # the checker cannot see it
    with pytest.raises(RuleFault) as fault:
        run_checked(module, n)
    assert sentence in str(fault.value)


@pytest.mark.parametrize("name", FAULTS)
def test_a_harmless_number_is_not(name: str, tmp_path: Path) -> None:
    run_checked(written(tmp_path, FAULTS[name][1]), 1)


def test_an_unset_variable_is_trapped(tmp_path: Path) -> None:
    """The checker refuses it too; checked mode does not rely on that."""
    module = written(tmp_path, "if s.n:\n        x = 1\n    s.tiny = x")
    with pytest.raises(RuleFault, match=r"before it had a value.*'x'"):
        run_checked(module, 0)
    run_checked(module, 1)


def test_a_fault_shows_the_line_of_the_rule(tmp_path: Path) -> None:
    module = written(tmp_path, "s.tiny = 1\n    s.tiny = s.n\n    s.tiny = 2")
    with pytest.raises(RuleFault) as fault:
        run_checked(module, 300)
    lines = [frame.line for frame in traceback.extract_tb(fault.tb) if frame.name == "trial"]
    assert lines == ["s.tiny = s.n"]


def test_rows_at_the_border_are_checked() -> None:
    backend = Interpreted(trials.game, checked=True)
    with pytest.raises(RuleFault, match=f"index {len(trials.TRIALS) - 1} of a row"):
        backend.run("legal", backend.start(2), 0, backend.row(len(trials.TRIALS) - 1))


def test_a_checked_state_is_copied_and_cleared_checked(tmp_path: Path) -> None:
    module = written(tmp_path, "clear(s)\n    s.hand[s.n + 4] = 1")
    s = checked_state(module.State)().copy()
    rule = Binder({}, checked=True).rule(module.trial)
    with pytest.raises(RuleFault, match="index 4 of hand"):
        rule(s)


# --------------------------------------------------------------------------------- binding
@state
class Small:
    x: i8


@rule
def actions_here(s: Small) -> int:
    """A hook's number under another name."""
    return HOW_MANY + 1


HOW_MANY = ACTIONS


def test_a_hook_constant_is_filled_under_any_name() -> None:
    assert Binder({"ACTIONS": 7}).rule(actions_here)(Small()) == 8
    program = check_program(Small, [actions_here], {"ACTIONS": 7})
    assert program.entries["actions_here"].returns.is_number


def test_rules_of_other_modules_are_bound_too() -> None:
    """`module.TABLE[i]` is as strict as `TABLE[i]`."""
    rule = Binder({}, checked=True).rule(trials.call_other_files)
    assert rule.__globals__["trial_helpers"].PRIMES.name == "PRIMES"
    assert rule.__globals__["trial_helpers"].square is not trial_helpers.square


def test_interpreted_rules_do_not_care() -> None:
    """Only checked mode is slow and strict; the reference is plain Python."""
    backend = Interpreted(trials.game)
    assert backend.functions["legal"].__code__ is trials.legal.__code__
