"""The ladders of docs/bots.md can be played, and each game has its place on the page."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import ladders  # noqa: E402
from rumpus.games import GAMES, find  # noqa: E402
from rumpus.players import LEVELS  # noqa: E402
from rumpus.rulekit.optional.race import REACTIONS  # noqa: E402
from rumpus.rulekit.options import Setting  # noqa: E402

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


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where games are kept."""
    return tmp_path / "ladders.tsv"


def meetings(file: Path) -> list[ladders.Meeting]:
    return ladders.meetings(file, SMALL[1], SMALL[3])


def test_what_was_stopped_goes_on_and_ends_when_the_bar_is_clear(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = ladders.Meeting.play
    monkeypatch.setattr(ladders, "ROUNDS", (120, 240, 480, 960))

    def interrupted(meeting: ladders.Meeting, games: int, jobs: int) -> Iterator[None]:
        for n, _ in enumerate(real(meeting, games, jobs)):
            if meeting.step.upper == "normal" and n == 5:
                raise KeyboardInterrupt
            yield

    with monkeypatch.context() as patch:
        patch.setattr(ladders.Meeting, "play", interrupted)
        assert ladders.main(["play", "--file", str(file), *SMALL]) == 0
    told = capsys.readouterr()
    assert "Stopped; run the same command again to continue." in told.err
    assert "Open: 1" in told.out and "normal over easy" in told.out
    easy, normal = (meeting.games for meeting in meetings(file))
    assert len(easy) >= 120 and len(normal) == 5
    assert ladders.main(["play", "--file", str(file), "--jobs", "2", *SMALL]) == 0
    assert "Missed: 0\n\nOpen: 0\n" in capsys.readouterr().out
    before, after = meetings(file)
    assert before.games == easy and after.games.startswith(normal)
    assert after.cell is not None and after.cell.low >= after.bar == 0.55


@pytest.mark.parametrize(
    ("share", "games", "verdict"),
    [(0.8, 60, "yes"), (0.3, 60, "no"), (0.56, 60, "open"), (0.56, 200, "about"),
     (0.54, 200, "hardly")],
)  # fmt: skip
def test_a_verdict_says_how_the_interval_lies(
    file: Path, share: float, games: int, verdict: str
) -> None:
    meeting = meetings(file)[1]
    assert meeting.verdict(200) == "open"
    won = round(share * games)
    meeting.games = "1" * won + "0" * (games - won) + ladders.UNFINISHED
    assert meeting.verdict(200) == verdict


def test_a_shared_win_counts_in_part(file: Path) -> None:
    meeting = meetings(file)[0]
    meeting.games = "1023-"
    assert meeting.cell is not None
    assert meeting.cell.games == 4 and meeting.cell.share == pytest.approx((1 + 1 / 2 + 1 / 3) / 4)


def test_other_bots_have_other_games(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    met = meetings(file)
    for meeting in met:
        meeting.games = "10"
    ladders.keep(file, met)
    monkeypatch.setitem(REACTIONS, "random", REACTIONS["random"]._replace(median=5000))
    changed, same = meetings(file)
    assert changed.games == "" and same.games == "10"
    changed.games = "0"
    ladders.keep(file, [changed])
    assert sorted(ladders.read(file).values()) == ["0", "10"]


def test_tables_are_written_in_their_place(file: Path) -> None:
    met = meetings(file)
    met[0].games = "1011"
    page = "Before\n<!-- mantis -->\nold\n<!-- end -->\nAfter\n"
    written = ladders.write(met, page, 60)
    assert "| 2 players " in written and "not played" in written and "old" not in written
    assert written.startswith("Before\n") and written.endswith("<!-- end -->\nAfter\n")
    assert ladders.write(met, written, 60) == written
