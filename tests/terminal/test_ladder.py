"""`rumpus ladder`, as users see it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rumpus.lab import rating
from rumpus.lab.match import PlayedMatch
from rumpus.lab.plan import LadderPair, LadderPlan
from rumpus.players import LEVELS
from rumpus.terminal.main import main

ROOT = Path(__file__).parents[2]
MY_BOT = ROOT / "examples" / "my_bot.py"
SMALL = ("mantis", "--players", "2", "--set", "target=5", "--bots", "easy,random", "--games", "4")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ("ladder", *arguments))


def data(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def without_time(found: dict[str, Any]) -> dict[str, Any]:
    for bot in found["bots"]:
        bot["seconds"] = bot["longest"] = 0
    return found


def test_it_prints_one_object() -> None:
    found = data(*SMALL, "--seed", "6")
    assert found["game"] == "mantis" and found["players"] == 2 and found["games"] == 4
    assert found["options"] == {"target": "5"} and found["seed"] == 6
    assert {bot["name"] for bot in found["bots"]} == {"easy", "random"}
    for bot in found["bots"]:
        assert bot["low"] < bot["rating"] < bot["high"] and bot["seconds"] > 0
    cell = found["matrix"]["easy"]["random"]
    assert cell["games"] == 4
    assert cell["share"] + found["matrix"]["random"]["easy"]["share"] == 1


def test_the_same_command_gives_the_same_result() -> None:
    assert without_time(data(*SMALL)) == without_time(data(*SMALL))
    assert without_time(data(*SMALL)) == without_time(data(*SMALL, "--jobs", "2"))


def test_kept_games_give_the_same_report(tmp_path: Path) -> None:
    found = data(*SMALL, "--out", str(tmp_path))
    assert {path.name for path in tmp_path.iterdir()} == {
        "games.jsonl",
        "games.parquet",
        "index.html",
    }
    again = data("--from", str(tmp_path / "games.jsonl"), "--out", str(tmp_path / "again"))
    assert again == found
    page = (tmp_path / "index.html").read_bytes()
    assert (tmp_path / "again" / "index.html").read_bytes() == page


def test_words_and_tables() -> None:
    words = run(*SMALL).stdout
    assert words.startswith("mantis with 2 players, target=5, seed 0: 4 games.\n")
    tables = run(*SMALL, "--markdown").stdout
    assert tables.startswith("| bot ") and "equal players have 50.0." in tables


def test_all_levels_play_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    planned: list[tuple[LadderPlan, list[LadderPair]]] = []

    def note(
        plan: LadderPlan, pairs: list[LadderPair], games: int, **_: object
    ) -> list[PlayedMatch]:
        planned.append((plan, pairs))
        return []

    monkeypatch.setattr("rumpus.lab.play.play_ladder", note)
    run("mantis", "--players", "2")
    ((plan, pairs),) = planned
    assert [bot.name for bot in plan.bots] == [level.level for level in LEVELS]
    assert len(pairs) == len(LEVELS) * (len(LEVELS) - 1) // 2


def test_the_bot_of_the_example_plays_every_move() -> None:
    found = data("mantis", "--players", "2", "--bots", f"{MY_BOT}:MyBot,random", "--games", "4")
    (mine,) = (bot for bot in found["bots"] if bot["name"] == "MyBot")
    assert mine["moves"] > 0 and mine["faults"] == 0
    assert len(MY_BOT.read_text(encoding="utf-8").splitlines()) <= 30


def test_lost_moves_are_reported() -> None:
    bots = ROOT / "tests" / "lab" / "bots.py"
    result = run("mantis", "--players", "2", "--bots", f"easy,{bots}:Failing", "--games", "2")
    assert " moves. First: Failing failed: RuntimeError: no idea at all." in result.stdout


def test_an_interruption_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rumpus.lab.play.play_match", interrupted)
    result = run(*SMALL, "--out", str(tmp_path))
    assert result.exit_code == 130
    assert result.stderr == "\nStopped. Run the same command again to continue.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Name a game to play, or saved games with --from FILE."),
        (("mantis", "--from", "x"), "Name a game to play, or saved games with --from"),
        (("--from", "x", "--players", "2"), "--from reports on saved games"),
        (("--from", "nowhere"), "There are no games of a ladder in nowhere."),
        (("chess",), "There is no game 'chess'; there is "),
        (("mantis", "--players", "9"), "Mantis is for 2 to 6 players, not 9."),
        (("mantis", "--set", "goal=3"), "There is no option 'goal'; there is target,"),
        (("mantis", "--bots", "easy,deep"), "There is no level 'deep'; choose "),
        (("mantis", "--pairs", "easy:deep"), "'deep' is not in this ladder; choose "),
        (("mantis", "--games", "0"), "0 is not in the range"),
        (("mantis", "--jobs", "0"), "0 is not in the range"),
    ],
)
def test_wrong_input_gets_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert "Traceback" not in result.output


def test_without_the_extra_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(rating, "NEEDED", ("openskill", "no_such_package"))
    result = run(*SMALL, "--out", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "Ladders need no_such_package: pip install 'rumpus[lab]'." in result.stderr
    assert not (tmp_path / "out").exists()
