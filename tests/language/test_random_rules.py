"""Random rules give the same in every back end, and would not if the checker checked less."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rumpus.language.c.emit import emit
from rumpus.language.checking.rules import RuleChecker
from rumpus.language.kinds import YES_NO
from rumpus.rulekit import RuleError
from rumpus.testing.mutated_rules import mutated
from rumpus.testing.random_rules import checked_program, import_file, random_rules
from rumpus.testing.rule_runs import QUICK_FLAGS, inputs, run_compiled, run_in_python

SEEDS = (7, 0, 1, 2, 3, 4, 5, 6)
"""The first of them misses most checks."""
INPUTS = 6
MUTANTS = 20


@pytest.mark.parametrize("seed", SEEDS)
def test_random_rules_are_the_same_everywhere(seed: int, tmp_path: Path) -> None:
    rules = random_rules(seed, tmp_path)
    given = inputs(rules, INPUTS)
    results = run_in_python(rules, given)
    assert results.differences == []
    assert len(results.expected) > results.faults / 3
    assert any(" -1 " in outcome for outcome in results.expected.values())
    assert [*run_compiled(rules, given, results.expected, tmp_path, *QUICK_FLAGS)] == []


def test_a_changed_source_is_refused_by_the_checker_or_becomes_c(tmp_path: Path) -> None:
    """Whatever is written, nothing but the checker's own error is raised."""
    text, refused, accepted = random_rules(0, tmp_path).text, 0, 0
    for number in range(MUTANTS):
        file = tmp_path / f"mutant_{number}.py"
        file.write_text(mutated(text, random.Random(number)), encoding="utf-8")
        try:
            program = checked_program(import_file(file))
        except RuleError:
            refused += 1
        except SyntaxError:
            continue
        else:
            assert emit(program, "A mutant")
            accepted += 1
    assert refused > 5 and accepted > 5


# --------------------------------------------------------------------------------- checks off
def differences(folder: Path, *, compiled: bool) -> Iterator[str]:
    """What differs in the modules of all seeds."""
    for seed in SEEDS:
        rules = random_rules(seed, folder)
        given = inputs(rules, INPUTS)
        results = run_in_python(rules, given)
        yield from results.differences
        if compiled:
            yield from run_compiled(rules, given, results.expected, folder, *QUICK_FLAGS)


def nothing(*_: Any, **__: Any) -> None:
    """No check at all."""


IN_PYTHON: dict[str, Callable[..., Any]] = {
    "in_any_order": nothing,
    "check_set": nothing,
    "check_changeable": nothing,
    "state_arguments": nothing,
    "number": RuleChecker.kind,
}
"""Checks whose lack shows without a compiler, each with what takes its place."""
IN_C: dict[str, Callable[..., Any]] = {
    "nothing_happens": nothing,
    "check_log": nothing,
    "joined": lambda self, node: self.number(node.values[0]) and YES_NO,
}


@pytest.mark.parametrize("check", [*IN_PYTHON, *IN_C])
def test_a_check_that_is_switched_off_is_missed(
    check: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RuleChecker, check, {**IN_PYTHON, **IN_C}[check])
    assert next(differences(tmp_path, compiled=check in IN_C), None)
