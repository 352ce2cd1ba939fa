"""Games are compiled before the room opens, and that is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from rumpus.games import find
from rumpus.rulekit.build import kept_library
from rumpus.rulekit.sentence import Sentence
from rumpus.server import preparing
from rumpus.server.preparing import prepare


@pytest.fixture(autouse=True)
def _empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUMPUS_CACHE", str(tmp_path))


def test_what_is_not_compiled_is_compiled_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Sentence] = []
    built: list[str] = []
    monkeypatch.setattr(preparing, "fastest", lambda game: built.append(game.name))
    prepare([find("mantis"), find("ruckus"), find("tuckit")], told.append)
    said = [str(sentence) for sentence in told]
    assert sorted(built) == ["mantis", "ruckus", "tuckit"]
    assert said[0] == "Compiling the rules of Mantis, Ruckus and Tuck It, this once."
    assert [line.split()[0] for line in said[1:]] == [
        "[####........]",
        "[########....]",
        "[############]",
    ]
    assert sorted(line.split("] ")[1] for line in said[1:]) == [
        "Mantis is ready.",
        "Ruckus is ready.",
        "Tuck It is ready.",
    ]


def test_what_is_compiled_is_not_mentioned() -> None:
    kept_library(find("mantis"))
    said: list[Sentence] = []
    prepare([find("mantis")], said.append)
    assert said == []


def test_a_game_that_cannot_be_compiled_is_no_reason_to_stay_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CC", "false")
    said: list[Sentence] = []
    with pytest.warns(UserWarning, match="run interpreted"):
        prepare([find("mantis")], said.append)
    assert [str(one) for one in said] == [
        "Compiling the rules of Mantis, this once.",
        "[############] Mantis is ready.",
    ]
