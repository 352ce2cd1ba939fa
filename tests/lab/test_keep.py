"""Saved games: nothing is played twice, and ladders are not mixed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rumpus.lab import play
from rumpus.lab.keep import GAMES_FILE, open_games, read_games, read_several
from rumpus.lab.match import PlayedMatch, play_match
from rumpus.lab.plan import LadderMatch, LadderPlan, every_pair, make_plan
from rumpus.lab.play import play_ladder
from rumpus.players import levels

from .conftest import BOTS

Make = Callable[..., LadderPlan]


def results(games: list[PlayedMatch]) -> list[tuple[Any, ...]]:
    return [(played.match, played.places, played.scores, played.decisions) for played in games]


def run(plan: LadderPlan, games: int, out: Path | None = None, jobs: int = 1) -> list[PlayedMatch]:
    return play_ladder(plan, every_pair(plan), games, jobs=jobs, out=out)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[LadderMatch]:
    """The matches that are really played."""
    matches: list[LadderMatch] = []
    real = play_match

    def counting(plan: LadderPlan, match: LadderMatch) -> PlayedMatch:
        matches.append(match)
        return real(plan, match)

    monkeypatch.setattr(play, "play_match", counting)
    return matches


def test_kept_games_are_read_as_they_were_played(plan: Make, tmp_path: Path) -> None:
    played = run(plan("easy,Failing", players=3), 6, tmp_path)
    found, games = read_games(tmp_path / GAMES_FILE)
    assert games == played
    assert found.bots[1].source == "bots.py"
    assert str(BOTS.parent) not in (tmp_path / GAMES_FILE).read_text(encoding="utf-8")


def test_a_second_run_plays_what_is_missing(
    plan: Make, tmp_path: Path, counted: list[LadderMatch]
) -> None:
    run(plan(), 4, tmp_path)
    assert len(counted) == 4
    more = run(plan(), 10, tmp_path)
    assert len(counted) == 10 == len(set(counted))
    assert results(more) == results(run(plan(), 10))


def test_an_interrupted_run_can_be_continued(
    plan: Make, tmp_path: Path, counted: list[LadderMatch], monkeypatch: pytest.MonkeyPatch
) -> None:
    counting: Callable[[LadderPlan, LadderMatch], PlayedMatch] = vars(play)["play_match"]

    def interrupted(plan: LadderPlan, match: LadderMatch) -> PlayedMatch:
        if len(counted) == 3:
            raise KeyboardInterrupt
        return counting(plan, match)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(play, "play_match", interrupted)
        run(plan(), 8, tmp_path)
    with (tmp_path / GAMES_FILE).open("a", encoding="utf-8") as file:
        file.write('{"deal": 1, "lone": "ea')
    assert len(read_games(tmp_path / GAMES_FILE)[1]) == 3
    counted.clear()
    whole = run(plan(), 8, tmp_path)
    assert len(counted) == 5
    assert results(whole) == results(run(plan(), 8))
    assert len(read_games(tmp_path / GAMES_FILE)[1]) == 8


def test_another_bot_joins(plan: Make, tmp_path: Path, counted: list[LadderMatch]) -> None:
    run(plan(), 4, tmp_path)
    run(plan("easy,random,Sound"), 4, tmp_path)
    assert len(counted) == 3 * 4
    found, games = read_games(tmp_path / GAMES_FILE)
    assert [bot.name for bot in found.bots] == ["easy", "random", "Sound"] and len(games) == 12
    run(plan(), 4, tmp_path)
    assert len((tmp_path / GAMES_FILE).read_text(encoding="utf-8").splitlines()) == 12 + 2


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (
            {"seed": 4},
            "belongs to another ladder: it has mantis with 2 players, target=5, seed 3, not",
        ),
        ({"players": 3}, "not mantis with 3 players, target=5, seed 3."),
    ],
)
def test_another_ladder_is_not_mixed_in(
    plan: Make, tmp_path: Path, other: dict[str, int], sentence: str
) -> None:
    run(plan(), 2, tmp_path)
    before = (tmp_path / GAMES_FILE).read_bytes()
    with pytest.raises(ValueError) as refused:
        run(plan(**other), 2, tmp_path)
    assert sentence in str(refused.value)
    assert (tmp_path / GAMES_FILE).read_bytes() == before


def test_a_bot_that_was_changed_is_another(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    shutil.copy(BOTS, file)
    run(make_plan("mantis", 2, [], 0, f"easy,{file}:Sound"), 2, tmp_path)
    file.write_text(file.read_text(encoding="utf-8") + "# better\n", encoding="utf-8")
    with pytest.raises(
        ValueError, match=r"^Sound has changed since .* was written; use another folder\.$"
    ):
        run(make_plan("mantis", 2, [], 0, f"easy,{file}:Sound"), 2, tmp_path)


def test_games_by_other_rules_are_another_ladder(plan: Make, tmp_path: Path) -> None:
    run(plan(), 2, tmp_path)
    with pytest.raises(ValueError, match=r" was played with other rules; use another folder\.$"):
        run(replace(plan(), rules="other"), 2, tmp_path)


def test_a_level_that_was_changed_is_another(
    plan: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(plan(), 2, tmp_path)
    easy = levels.level_of("easy")
    monkeypatch.setitem(vars(levels)["_BY_NAME"], "easy", replace(easy, help="Errs."))
    run(plan(), 2, tmp_path)
    monkeypatch.setitem(vars(levels)["_BY_NAME"], "easy", replace(easy, overlooks=0.3))
    with pytest.raises(ValueError, match=r"^easy has changed since "):
        run(plan(), 2, tmp_path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There are no games of a ladder in "),
        ("hello\n", "Line 1 of "),
        ("[]\n", "Line 1 of "),
        ('{"game": "mantis", "bots": []}\n', "Line 1 of "),
    ],
)
def test_a_file_without_games(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / GAMES_FILE).write_text(text, encoding="utf-8")
    with pytest.raises(ValueError) as refused:
        read_games(tmp_path / GAMES_FILE)
    assert str(refused.value).startswith(sentence)


def test_a_folder_that_cannot_be_written(plan: Make, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match=r"^Nothing can be written into "):
        run(plan(), 2, tmp_path / "taken" / "here")


def test_a_ladder_without_a_game_has_nothing_to_report(plan: Make, tmp_path: Path) -> None:
    open_games(tmp_path, plan())[0].close()
    with pytest.raises(ValueError, match=r"^This ladder has no finished games yet: mantis with 2 "):
        read_several([tmp_path / GAMES_FILE])


def test_several_files_are_one_ladder(plan: Make, tmp_path: Path) -> None:
    run(plan(), 4, tmp_path / "a")
    run(plan("easy,Sound"), 6, tmp_path / "b")
    run(plan(), 6, tmp_path / "c")
    found, games = read_several([tmp_path / name / GAMES_FILE for name in "abc"])
    assert [bot.name for bot in found.bots] == ["easy", "random", "Sound"]
    assert len(games) == 12
