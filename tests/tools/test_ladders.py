"""The ladders of docs/bots.md can be played, and each game has its place on the page."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import ladders  # noqa: E402
from rumpus.games import GAMES, find  # noqa: E402
from rumpus.lab.report import cell  # noqa: E402
from rumpus.players import LEVELS  # noqa: E402
from rumpus.rulekit.options import Setting  # noqa: E402
from rumpus.rulekit.race import REACTIONS  # noqa: E402

PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
EVERY = ladders.every_ladder()


@pytest.mark.parametrize("ladder", EVERY, ids=lambda ladder: ladder.name)
def test_a_ladder_can_be_planned(ladder: ladders.Ladder) -> None:
    for step in ladders.STEPS:
        plan = ladder.plan(step)
        assert plan.players == ladder.players and plan.settings == ladder.settings


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_players_and_every_preset_is_measured(name: str) -> None:
    game, mine = find(name), [ladder for ladder in EVERY if ladder.game == name]
    measured = {tuple(game.fields(one.players, dict(one.settings)).items()) for one in mine}
    wanted: list[tuple[Mapping[str, Setting], int]] = [({}, players) for players in game.players]
    wanted += [(preset, ladders.usual_number(game, preset)) for preset in game.presets.values()]
    for settings, players in wanted:
        assert tuple(game.fields(players, settings).items()) in measured
    assert len(measured) == len(mine) == len({ladder.name for ladder in mine})


def test_a_game_in_real_time_is_measured_live_and_without_a_clock() -> None:
    for game in map(find, GAMES):
        live = [one.plan(ladders.STEPS[0]).is_live for one in EVERY if one.game == game.name]
        assert any(live) == bool(game.untimed)
        assert live.count(True) == live.count(False) or not game.untimed


def test_neighbouring_levels_meet() -> None:
    levels = [level.level for level in LEVELS]
    met = {(step.upper, step.lower) for step in ladders.STEPS}
    assert met >= set(zip(levels[1:], levels[:-1], strict=True)) | {("normal", "easy")}
    clear = ladders.Step("hard", "normal", clear=True)
    assert clear.bar(2) == 0.55 and clear.bar(4) == 1.25 / 4
    assert ladders.Step("gentle", "easy", clear=False).bar(4) == 0.25


def test_every_place_is_a_games() -> None:
    assert re.findall(r"^<!-- (?!end)(\S+) -->$", PAGE, re.MULTILINE) == list(GAMES)
    assert PAGE.count("<!-- end -->") == len(GAMES)


SMALL = ["--only", "mantis-2-players", "--pairs", "easy:random,normal:easy"]


def meetings(folder: Path) -> list[ladders.Meeting]:
    return ladders.meetings(folder, SMALL[1], SMALL[3])


def test_what_was_stopped_goes_on_and_ends_when_the_bar_is_clear(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = ladders.Meeting.play
    monkeypatch.setattr(ladders, "ROUNDS", (120, 240, 480, 960))

    def interrupted(meeting: ladders.Meeting, games: int, jobs: int) -> None:
        if meeting.step.upper == "normal":
            raise KeyboardInterrupt
        real(meeting, games, jobs)

    with monkeypatch.context() as patch:
        patch.setattr(ladders.Meeting, "play", interrupted)
        assert ladders.main(["play", str(tmp_path), *SMALL]) == 0
    told = capsys.readouterr()
    assert "Stopped; the same command goes on from here." in told.err
    assert "Open: 1" in told.out and "normal over easy not played" in told.out
    easy, normal = meetings(tmp_path)
    assert easy.cell is not None and normal.cell is None
    before = easy.cell.games
    assert ladders.main(["play", str(tmp_path), *SMALL]) == 0
    assert "Missed: 0\n\nOpen: 0\n" in capsys.readouterr().out
    easy, normal = meetings(tmp_path)
    assert easy.cell is not None and easy.cell.games == before
    assert normal.cell is not None and normal.cell.low >= normal.bar == 0.55


@pytest.mark.parametrize(
    ("share", "games", "verdict"),
    [(0.8, 60, "yes"), (0.3, 60, "no"), (0.56, 60, "open"), (0.56, 200, "about"),
     (0.54, 200, "hardly")],
)  # fmt: skip
def test_a_verdict_says_how_the_interval_lies(
    tmp_path: Path, share: float, games: int, verdict: str
) -> None:
    meeting = meetings(tmp_path)[1]
    assert meeting.verdict(200) == "open"
    won = round(share * games)
    meeting.cell = cell([1.0] * won + [0.0] * (games - won))
    assert meeting.verdict(200) == verdict


def test_other_bots_have_other_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    easy, normal = meetings(tmp_path)
    monkeypatch.setitem(REACTIONS, "random", REACTIONS["random"]._replace(median=5000))
    changed, same = meetings(tmp_path)
    assert changed.folder != easy.folder and same.folder == normal.folder


def test_tables_are_written_in_their_place(tmp_path: Path) -> None:
    met = meetings(tmp_path)
    met[0].play(4, 1)
    page = "Before\n<!-- mantis -->\nold\n<!-- end -->\nAfter\n"
    written = ladders.write(met, page, 60)
    assert "| 2 players " in written and "not played" in written and "old" not in written
    assert written.startswith("Before\n") and written.endswith("<!-- end -->\nAfter\n")
    assert ladders.write(met, written, 60) == written
