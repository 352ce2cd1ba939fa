"""Games are compiled before the room opens, with progress."""

from __future__ import annotations

from pathlib import Path

import pytest

from rumpus.games import find
from rumpus.language.c.build import cached_library
from rumpus.rulekit.sentence import Sentence
from rumpus.server.operations import prepare as preparing
from rumpus.server.operations.prepare import prepare
from rumpus.table.backends import table_rules


@pytest.fixture(autouse=True)
def _empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUMPUS_CACHE", str(tmp_path))


def test_missing_games_are_compiled_with_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Sentence] = []
    built: list[str] = []
    monkeypatch.setattr(preparing, "table_backend", lambda game: built.append(game.name))
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


def test_compiled_games_are_not_mentioned() -> None:
    cached_library(table_rules(find("mantis")))
    said: list[Sentence] = []
    prepare([find("mantis")], said.append)
    assert said == []


def test_the_room_opens_even_if_a_game_cannot_be_compiled(
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
