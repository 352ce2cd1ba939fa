"""The ladders of docs/bots.md can be played, and each has its place on the page."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import ladders  # noqa: E402
from rumpus.lab.plan import make_plan  # noqa: E402
from rumpus.lab.play import main as play  # noqa: E402

PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("ladder", ladders.LADDERS, ids=lambda ladder: ladder.name)
def test_a_ladder_can_be_planned_and_has_a_place(ladder: ladders.Ladder) -> None:
    make_plan(ladder.game, ladder.players, ladder.settings, ladders.SEED, "easy,random")
    assert len(re.findall(f"^<!-- {ladder.name} -->$", PAGE, re.MULTILINE)) == 1


def test_every_place_is_a_ladders() -> None:
    places = re.findall(r"^<!-- (?!end)(\S+) -->$", PAGE, re.MULTILINE)
    assert places == [ladder.name for ladder in ladders.LADDERS]
    assert PAGE.count("<!-- end -->") == len(places)


def test_tables_are_written_in_their_place(tmp_path: Path) -> None:
    ladder = ladders.Ladder("mantis", 2)
    out = ["--out", str(tmp_path / ladder.name), "--bots", "easy,random,normal"]
    assert play([*ladder.arguments, *out, "--games", "4"]) == 0
    assert play([*ladder.arguments, *out, "--games", "6", "--pairs", "normal:random"]) == 0
    page = "Before\n<!-- mantis-2 -->\nold\n<!-- end -->\nAfter\n"
    written = ladders.write(tmp_path, page)
    commands = [line.strip() for line in written.splitlines() if line.startswith("    ")]
    assert commands == [
        "rumpus ladder mantis --players 2 --seed 1 --games 4",
        "rumpus ladder mantis --players 2 --seed 1 --pairs random:normal --games 6",
    ]
    assert "| easy " in written and "old" not in written
    assert written.startswith("Before\n") and written.endswith("<!-- end -->\nAfter\n")
    assert ladders.write(tmp_path, written) == written
