"""The coverage tool, on small made-up rules and tests, and on the games that are finished."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rumpus.games import GAMES

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "rule_coverage.py"

RULES = """\
# Snap
Ids such as **SN-PLAY-9** in running text count for nothing.
## 1. Cards
- **SN-CARD-1** Not a numbered rule: it stands in another section.
## 2. Numbered rules
### 2.1 Play
- **SN-PLAY-1** (T) One turns a card up.
- **SN-PLAY-2** (T) The first who calls gets the pile,
  **SN-PLAY-7** being a mere mention.
### 2.2 Options
| id | key | values |
|---|---|---|
| SN-OPT-1 | `jokers` | 0-2 |
## 3. Rulings
| Q1 | What of SN-PLAY-8? | nothing |
## 4. Scenarios
| id | given | action | expected |
|---|---|---|---|
| SN-EX-1 | two kings | call | pile taken |
| SN-EX-2 | a king and a queen | call | refused |
## 7. What was mended
- **SN-EX-9** is no more.
"""

Snap = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def snap(tmp_path: Path) -> Snap:
    """Run the tool over the rules of Snap and some tests."""
    rules = tmp_path / "docs" / "games" / "snap" / "rules.md"
    rules.parent.mkdir(parents=True)
    rules.write_text(RULES, encoding="utf-8")

    def run(tests: str, *arguments: str, file: str = "test_snap.py") -> Any:
        path = tmp_path / "tests" / "games" / "snap" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("import pytest\n" + tests, encoding="utf-8")
        return tool("--root", str(tmp_path), *arguments)

    return run


def tool(*arguments: str) -> subprocess.CompletedProcess[str]:
    # -S -E: installed packages cannot be imported
    command = [sys.executable, "-S", "-E", str(TOOL), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def report(snap: Snap, tests: str, **more: str) -> dict[str, Any]:
    done = snap(tests, "snap", "--json", **more)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_without_tests_everything_is_missing(snap: Snap) -> None:
    assert report(snap, "") == {
        "game": "snap",
        "statements": 3,
        "covered": 0,
        "missing": ["SN-PLAY-1", "SN-PLAY-2", "SN-OPT-1"],
        "scenarios": 2,
        "scenarios_run": 0,
    }


def test_a_mark_on_a_test_covers(snap: Snap) -> None:
    tests = """
@pytest.mark.covers("SN-PLAY-1", "SN-EX-2")
def test_turn_up(): ...

class TestCalling:
    @pytest.mark.covers("SN-PLAY-2")
    def test_first(self): ...
"""
    answer = report(snap, tests)
    assert answer["missing"] == ["SN-OPT-1"]
    assert (answer["covered"], answer["scenarios_run"]) == (2, 1)


def test_marks_on_parameters_cover(snap: Snap) -> None:
    tests = """
covers = pytest.mark.covers
MORE = [pytest.param(3, marks=[covers("SN-OPT-1")])]
SCENARIOS = [pytest.param(1, marks=covers("SN-EX-1")), *MORE]

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.covers("SN-PLAY-1"))])
def test_one(x): ...

@pytest.mark.parametrize("scenario", SCENARIOS)
def test_scenarios(scenario): ...
"""
    answer = report(snap, tests)
    assert answer["missing"] == ["SN-PLAY-2"]
    assert answer["scenarios_run"] == 1


@pytest.mark.parametrize(
    "tests",
    [
        '@pytest.mark.covers("SN-PLAY-1")\ndef helper(): ...',
        '@pytest.mark.covers("SN-PLAY-1")\n@pytest.mark.skip\ndef test_it(): ...',
        '@pytest.mark.covers("SN-PLAY-1")\n@pytest.mark.xfail(strict=True)\ndef test_it(): ...',
        'UNUSED = [pytest.param(1, marks=pytest.mark.covers("SN-PLAY-1"))]\ndef test_it(): ...',
        '@pytest.mark.parametrize("x", [pytest.param(1, marks=[pytest.mark.skip, '
        'pytest.mark.covers("SN-PLAY-1")])])\ndef test_it(x): ...',
        '# @pytest.mark.covers("SN-PLAY-1")\ndef test_it(): ...',
    ],
    ids=["no test", "skipped", "may fail", "unused table", "skipped parameter", "comment"],
)
def test_what_does_not_run_covers_nothing(snap: Snap, tests: str) -> None:
    assert "SN-PLAY-1" in report(snap, tests)["missing"]


def test_only_test_files_count(snap: Snap) -> None:
    tests = '@pytest.mark.covers("SN-PLAY-1")\ndef test_it(): ...'
    assert report(snap, tests, file="table.py")["covered"] == 0
    assert report(snap, tests, file="snap_test.py")["covered"] == 1


def test_an_unknown_id_is_an_error(snap: Snap) -> None:
    done = snap('@pytest.mark.covers("SN-PLAY-3")\ndef test_it(): ...', "snap")
    assert done.returncode == 1
    assert "test_snap.py:2: covers SN-PLAY-3, which is in no rules.md" in done.stderr


def test_an_unknown_game_gets_a_sentence(snap: Snap) -> None:
    done = snap("", "bridge")
    assert done.returncode == 2
    assert done.stderr == "There is no game 'bridge' with rules; there is snap.\n"


def test_a_test_file_that_cannot_be_read_gets_a_sentence(snap: Snap) -> None:
    done = snap("def test_it(:", "snap")
    assert done.returncode == 1
    assert "test_snap.py:2: " in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_game_all_are_listed(snap: Snap) -> None:
    assert [each["game"] for each in json.loads(snap("", "--json").stdout)] == ["snap"]


def test_in_words_what_is_missing_is_named(snap: Snap) -> None:
    lines = snap('@pytest.mark.covers("SN-PLAY-1", "SN-EX-1")\ndef test_it(): ...').stdout
    assert lines.splitlines() == [
        "game  statements  scenarios",
        "snap         1/3        1/2",
        "snap has no test for SN-PLAY-2, SN-OPT-1, SN-EX-2",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_statement_of_a_finished_game_has_a_test(game: str) -> None:
    done = tool(game, "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["statements"] > 0
    assert answer["missing"] == []
    assert answer["scenarios_run"] == answer["scenarios"] > 0
