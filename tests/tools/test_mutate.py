"""The mutation tester, on a small made-up file and on a rule of a game."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "mutate.py"
sys.path.insert(0, str(ROOT / "tools"))

import mutants  # noqa: E402
import mutate  # noqa: E402

SOURCE = '''\
"""A file of 3 rules."""
LOW, HIGH = range(2)
TABLE = (4, 5)


def rule(s: State, n: int = 7) -> int:
    """Not 9."""
    if s.a < 2 and s.b:
        tell(s, LOW)
    s.c += 1
    return 0
'''


@pytest.fixture
def found(tmp_path: Path) -> list[mutants.Mutant]:
    file = tmp_path / "rules.py"
    file.write_text(SOURCE, encoding="utf-8")
    constants = mutants.constants_of({"LOW": 0, "HIGH": 1}, iter([ast.parse(SOURCE)]))
    return list(mutants.mutants_of(file, constants))


def test_one_thing_is_changed_at_a_time(found: list[mutants.Mutant]) -> None:
    assert [mutant.key for mutant in found] == [
        "rules.py rule: s.a < 2 and s.b -> not (s.a < 2 and s.b)",
        "rules.py rule: s.a < 2 and s.b -> s.a < 2 or s.b",
        "rules.py rule: s.a < 2 and s.b -> s.b",
        "rules.py rule: s.a < 2 and s.b -> s.a < 2",
        "rules.py rule: s.a < 2 and s.b -> s.a <= 2 and s.b",
        "rules.py rule: s.a < 2 and s.b -> s.a < 3 and s.b",
        "rules.py rule: s.a < 2 and s.b -> s.a < 1 and s.b",
        "rules.py rule: tell(s, LOW) -> pass",
        "rules.py rule: tell(s, LOW) -> tell(s, HIGH)",
        "rules.py rule: s.c += 1 -> s.c -= 1",
        "rules.py rule: s.c += 1 -> pass",
        "rules.py rule: s.c += 1 -> s.c += 2",
        "rules.py rule: s.c += 1 -> s.c += 0",
        "rules.py rule: return 0 -> return 1",
        "rules.py -: TABLE: TABLE = (4, 5) -> TABLE = (5, 5)",
        "rules.py -: TABLE: TABLE = (4, 5) -> TABLE = (4, 6)",
    ]
    assert {mutant.line for mutant in found if mutant.function} == {8, 9, 10, 11}


def test_the_rest_of_the_file_stays_as_it_is(found: list[mutants.Mutant]) -> None:
    whole = ast.unparse(ast.parse(SOURCE))
    for mutant in found:
        changed = ast.unparse(mutant.tree)
        lines = zip(whole.splitlines(), changed.splitlines(), strict=True)
        assert sum(before != after for before, after in lines) == 1
        compile(mutant.tree, "rules.py", "exec")


def test_equal_changes_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text("def rule(s):\n    s.a += 1\n    s.a += 1\n", encoding="utf-8")
    keys = [mutant.key for mutant in mutants.mutants_of(file, {})]
    assert "rules.py rule: s.a += 1 -> pass" in keys
    assert "rules.py rule: s.a += 1 -> pass (2)" in keys
    assert len(set(keys)) == len(keys)


def test_advice_has_a_figure_of_its_own(found: list[mutants.Mutant]) -> None:
    assert found[0].group == mutants.RULES
    assert found[0]._replace(file="advice.py").group == mutants.ADVICE


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"), [(95, 100, 0.888, 0.978), (10, 10, 0.722, 1.0), (0, 5, 0, 0.434)]
)
def test_the_interval_of_a_sample(hits: int, n: int, low: float, high: float) -> None:
    assert list(mutate.interval(hits, n)) == pytest.approx([low, high], abs=1e-3)


def test_reasons_stand_above_what_they_explain(tmp_path: Path) -> None:
    file = tmp_path / "survivors.txt"
    file.write_text("# It is the same.\na.py f: 1 -> 2\n\n# So is this.\na.py f: 2 -> 3\n")
    assert mutate.read_explained(file) == {
        "a.py f: 1 -> 2": "It is the same.",
        "a.py f: 2 -> 3": "So is this.",
    }
    assert mutate.read_explained(tmp_path / "nothing.txt") == {}


def test_results_are_kept_as_long_as_they_hold(tmp_path: Path) -> None:
    rules, tests, kept = tmp_path / "game", tmp_path / "tests", tmp_path / "kept.jsonl"
    for folder in (rules, tests):
        folder.mkdir()
    (rules / "rules.py").write_text(SOURCE, encoding="utf-8")
    (tests / "test_one.py").write_text("", encoding="utf-8")
    first, second = list(mutants.mutants_of(rules / "rules.py", {}))[:2]
    results = mutate.Results(kept, rules, tests)
    results.keep(first, mutate.Verdict(mutate.KILLED, "test_one", 0.1))
    results.keep(second, mutate.Verdict(mutate.SURVIVED, "1", 0.1))
    again = mutate.Results(kept, rules, tests)
    assert [bool(again.of(mutant)) for mutant in (first, second)] == [True, True]
    (tests / "test_two.py").write_text("", encoding="utf-8")
    after_a_new_test = mutate.Results(kept, rules, tests)
    assert [bool(after_a_new_test.of(mutant)) for mutant in (first, second)] == [True, False]
    (rules / "rules.py").write_text(SOURCE.replace("s.b", "s.d"), encoding="utf-8")
    assert mutate.Results(kept, rules, tests).of(first) is None


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOL), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def test_an_unknown_game_gets_a_sentence() -> None:
    done = run("chess")
    assert done.returncode == 2
    assert done.stderr.startswith("There is no game 'chess'; there is ")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="mutants are forks")
def test_a_rule_of_a_game_is_changed_and_noticed(tmp_path: Path) -> None:
    """Two-player tests notice who is next, and nothing about the final tie."""
    tests = "tests/games/mantis/rules/test_two_players.py"
    arguments = ["mantis", "--tests", tests, "--results", str(tmp_path)]
    noticed = run(*arguments, "--only", "pass_turn: s.player = ")
    assert noticed.returncode == 0, noticed.stdout + noticed.stderr
    assert "mantis, rules: 1 of 1 killed (100.0%)" in noticed.stdout
    missed = run(*arguments, "--only", "run_out: s.lot")
    assert missed.returncode == 1
    assert "run_out: s.lot = drawn_by_lot(s, best) -> pass" in missed.stdout
    assert "0 of 1 killed (0.0%)" in missed.stdout
