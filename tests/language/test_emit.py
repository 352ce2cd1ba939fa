"""The same rule gives the same bytes interpreted, checked and native; and its C can be read."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rumpus.language.c.build import compiler
from rumpus.language.c.emit import emit
from rumpus.language.c.text import comment, free_names
from rumpus.language.checking.rules import check_program
from rumpus.language.declare import CODES
from rumpus.running.entries import rules_of
from tests.trials import trials
from tests.trials.support import BackEnds, dealt, packed, run_trial, write_module

STRICT = (
    "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-fsyntax-only",
    "-Wno-unused-parameter", "-Wno-unused-variable", "-Wno-unused-but-set-variable",
)  # fmt: skip

numbers = st.one_of(
    st.integers(-40, 40),
    st.integers(-(2**31), 2**31),
    st.sampled_from((-(2**40), 2**40 + 1, 2**31 - 1, -(2**31), 2**32)),
)


@pytest.mark.parametrize("trial", trials.NAMES)
def test_back_ends_agree(trial: str, back_ends: BackEnds) -> None:
    @settings(max_examples=40, deadline=None, database=None, derandomize=True)
    @example(0, 0, 0)
    @example(-1, -7, 63)
    @example(2**31 - 1, -(2**31), -1)
    @given(numbers, numbers, numbers)
    def agree(a: int, b: int, c: int) -> None:
        data = packed(dealt(a=a, b=b, c=c))
        results = []
        for backend in back_ends:
            told, silent = backend.load(data), backend.load(data)
            events = backend.told("apply", told, 0, trials.NAMES.index(trial))
            backend.run("apply", silent, 0, trials.NAMES.index(trial))
            assert backend.pack(told) == backend.pack(silent)
            results.append((backend.pack(told), events))
        assert results[0] == results[1] == results[2]

    agree()


def test_what_python_finds_is_what_python_says(back_ends: BackEnds) -> None:
    """The interpreted rules are Python; still, a few results by hand."""
    s = run_trial(back_ends[0], "divide", packed(dealt(a=-17, b=5)))
    assert s.out[:5] == [-4, 3, -17, -3, -3]
    s = run_trial(back_ends[0], "compare", packed(dealt(a=1, b=2, c=3)))
    assert s.out == [1, 0, 1, 0, 0, 3, 1, 0]


def test_yes_and_no_leave_as_numbers(back_ends: BackEnds) -> None:
    for backend in back_ends:
        s = backend.load(packed(dealt(a=1, b=2, c=3)))
        backend.run("apply", s, 0, trials.NAMES.index("small_functions"))
        assert type(backend.field(s, "tiny")) is int


def test_only_the_first_state_tells(back_ends: BackEnds) -> None:
    """view() redacts a copy, whose events must not be logged."""
    for backend in back_ends:
        s, scratch = backend.start(2), backend.start(2)
        assert backend.told("redact", s, 1)[0].kind == 5
        assert backend.told("view", s, scratch, 1, backend.row(1)) == []


def test_a_second_state_is_played_in_silence(tmp_path: Path) -> None:
    module = write_module(tmp_path, TWO_STATES)
    text, _ = emit(check_program(module.State, [module.both]), "Two states")
    told = re.search(r"^RULE void told_both\(.*?^}", text, re.MULTILINE | re.DOTALL)
    assert told and "told_shout(s, log, 1)" in told[0] and " shout(t, 2)" in told[0]


TWO_STATES = """
from rumpus.rulekit import i8, rule, state, tell

@state
class State:
    x: i8

@rule
def shout(s: State, kind: int) -> None:
    tell(s, kind)

@rule
def both(s: State, t: State) -> None:
    shout(s, 1)
    shout(t, 2)
"""


def test_names_that_c_would_confuse(tmp_path: Path) -> None:
    """Fields, entry parameters and rules whose plain C names are taken."""
    module = write_module(tmp_path, CONFUSING)
    text, _ = emit(check_program(module.State, [module.setup, module.told]), "Confusing")
    (tmp_path / "confusing.c").write_text(text, encoding="utf-8")
    command = [*compiler(), *STRICT, "confusing.c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


CONFUSING = """
from rumpus.rulekit import i8, rule, state, tell

@state
class State:
    long: i8
    long_: i8
    long__: i8

@rule
def rumpus_setup(s: State, log: int) -> int:
    return log + s.long

@rule
def rumpus_each_setup(s: State) -> int:
    return s.long__

@rule
def setup(s: State, log: int, log_: int, größe: int, rk_n: int, rk_i: int) -> int:
    s.long_ = rumpus_setup(s, log_) + rumpus_each_setup(s)
    return größe + rk_n + rk_i

@rule
def told(s: State, log: int, log_: int) -> None:
    tell(s, log, log_)
"""


# --------------------------------------------------------------------------------- the C itself
@pytest.fixture(scope="module")
def c() -> str:
    return emit(rules_of(trials.game).program, trials.game.title)[0]


def test_every_rule_has_its_name_in_a_comment(c: str) -> None:
    assert "/* whiles (trials.py): `while` with calls, `break` and `continue`. */" in c
    functions = re.findall(r"^RULE \w+ ((?!rk_)\w+)\(", c, re.MULTILINE)
    comments = re.findall(r"^/\* (\w+) \(\w+\.py\)", c, re.MULTILINE)
    assert len(functions) == len(comments) > len(trials.TRIALS)
    for function, name in zip(functions, comments, strict=True):
        assert re.fullmatch(rf"(told_)?{name}_?(_\d+)?", function)


def test_a_rule_comes_once_for_each_kind_of_row(c: str) -> None:
    heads = re.findall(r"^RULE int64_t total\w*\((.*?) \*", c, re.MULTILINE)
    assert sorted(heads) == [
        "const int16_t", "const int32_t", "const int8_t", "int16_t", "int32_t", "int64_t", "int8_t",
    ]  # fmt: skip


def test_simulations_do_not_know_the_log(c: str) -> None:
    told = re.search(r"^RULE int64_t told_loud\(.*?^}", c, re.MULTILINE | re.DOTALL)
    silent = re.search(r"^RULE int64_t loud\(.*?^}", c, re.MULTILINE | re.DOTALL)
    assert told and "rk_tell" in told[0] and silent and "rk_tell" not in silent[0]
    assert "rumpus_told_view" not in c


def test_two_rules_of_one_name_are_two_functions(c: str) -> None:
    assert "square(" in c and "square_2(" in c


def test_it_is_c_without_a_warning(c: str, tmp_path: Path) -> None:
    assert "template" not in c and "std::" not in c
    (tmp_path / "trials.c").write_text(c, encoding="utf-8")
    command = [*compiler(), *STRICT, "trials.c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_struct_is_laid_out_as_python_says(c: str, tmp_path: Path) -> None:
    layout = trials.State.layout  # type: ignore[attr-defined]
    names = free_names(slot.name for slot in layout.slots)
    asserts = [
        f'_Static_assert(offsetof(State, {names[slot.name]}) == {slot.offset}, "{slot.name}");'
        for slot in layout.slots
    ]
    text = "\n".join([c, "#include <stddef.h>", *asserts])
    (tmp_path / "layout.c").write_text(text, encoding="utf-8")
    subprocess.run([*compiler(), "-std=c11", "-fsyntax-only", "layout.c"], cwd=tmp_path, check=True)
    assert set(CODES) == {slot.bits for slot in layout.slots}


def test_a_docstring_cannot_end_its_comment() -> None:
    assert comment("a */ b /* c") == "/* a * / b / * c */"
