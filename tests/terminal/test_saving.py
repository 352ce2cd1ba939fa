"""Saved games: stopped, continued, replayed and verified."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rumpus.games import find
from rumpus.table.backends import table_backend
from rumpus.terminal.main import main
from rumpus.terminal.play import saving
from rumpus.terminal.play.answers import OfferedChoice

from .player import by_chance, first, played, run

MANTIS = ("mantis", "--players", "3", "--seed", "5", "--name", "Ann")


def begun(file: Path, typed: str = "1\n1\nq\n") -> Result:
    return run(*MANTIS, "--record", str(file), typed=typed)


def go_on(file: Path, *arguments: str, typed: str = "") -> Result:
    return run(*arguments, "--record", str(file), typed=typed)


def command(name: str, file: Path) -> Result:
    return CliRunner().invoke(main, (name, str(file)), input="q\n")


def test_a_game_is_stopped_and_continued(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    stopped = begun(file)
    assert stopped.exit_code == 0
    assert f"Bye! To continue: rumpus play --record {file}" in " ".join(stopped.output.split())
    kept = file.read_text()
    again = go_on(file, typed="t\nq\n").output
    assert "The game continues after" in again and "You are Ann" in again
    table = stopped.output[stopped.output.rindex("Whoever has") :].split("\n\n")[0]
    assert table in again
    assert file.read_text() == kept
    over = go_on(file, typed="1\n" * 300).output
    assert "The result:" in over
    assert "was not saved" in run("mantis", typed="q\n").output


@pytest.mark.parametrize("name", ["tuckit", "stakbots", "ruckus"])
def test_a_game_in_a_file_is_the_same_game(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was left is dealt and played again to the last byte."""
    file, chance, asked = tmp_path / "game.json", by_chance(4), 0

    def choose(offered: Sequence[OfferedChoice], prompt: str) -> str:
        nonlocal asked
        asked += 1
        return "quit" if asked > 9 else chance(offered, prompt)

    played(monkeypatch, choose, name, "--seed", "2", "--bots", "random", "--record", str(file))
    table = saving.set_up(saving.load(file), table_backend(find(name)))
    saving.save(table, tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == file.read_bytes()
    assert len(saving.load(file).actions) > 9
    assert "The game continues after" in go_on(file, typed="quit\n").output


def test_a_finished_game_is_a_record_like_any_other(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert "The result:" in begun(file, "1\n" * 300).output
    assert command("replay", file).exit_code == 0
    verified = command("verify", file)
    assert verified.exit_code == 0 and "All agrees" in verified.output
    again = go_on(file)
    assert again.exit_code == 2 and "is over; `rumpus replay`" in again.stderr


def test_a_game_that_is_not_over_can_be_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    begun(file)
    replayed = command("replay", file)
    assert replayed.exit_code == 0 and "The deal" in replayed.output


def test_a_replay_shows_no_bots_cards_before_the_end(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    begun(file)
    seats = [CliRunner().invoke(main, ("replay", str(file), "--seat", n)) for n in "012"]
    assert [seat.exit_code for seat in seats] == [0, 0, 2]
    assert "what a bot sees is not shown" in seats[2].stderr
    begun(tmp_path / "over.json", "1\n" * 300)
    over = ("replay", str(tmp_path / "over.json"), "--seat", "2")
    assert CliRunner().invoke(main, over).exit_code == 0


@pytest.mark.parametrize("between", [False, True])
def test_a_series_continues_with_its_points(
    between: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, games = tmp_path / "series.json", 0

    def choose(offered: Sequence[OfferedChoice], prompt: str) -> str:
        nonlocal games
        if "next game" in prompt:
            games += 1
            return "quit" if between else ""
        return "quit" if games else first(offered, prompt)

    settings = ("--set", "tournament=on", "--set", "tournament_target=100", "--players", "2")
    left = played(monkeypatch, choose, "tuckit", *settings, "--seed", "3", "--record", str(file))
    saved = saving.load(file)
    assert saved.series == 2 - between and bool(saved.before) != between
    said = played(monkeypatch, first, "--record", str(file))
    standings = left[left.index("after 1 game:") :].splitlines()[1:3]
    assert ("after 1 game:" in said) == between and "after 2 games:" in said
    total = int(standings[0].split()[-1]) + int(standings[1].split()[-1])
    last = said[said.index("after 2 games:") :].splitlines()[1:3]
    assert sum(int(line.split()[-1]) for line in last) > total


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("tuckit",), "holds a game of Mantis, not of Tuck It."),
        (("chess",), "There is no game 'chess'"),
        (("--players", "4"), "has 3 players, not 4."),
        (("--set", "target=12"), "has target=10, not 12."),
        (("--set", "nothing=1"), "There is no option 'nothing'"),
        (("--bots", "hard"), "The bots in "),
        (("--name", "Bo"), "is Ann's; leave --name out."),
        (("--seed", "5"), "has already been dealt; --seed is for a new game."),
    ],
)
def test_another_game_than_the_one_in_the_file_gets_a_sentence(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    begun(file)
    kept = file.read_bytes()
    result = go_on(file, *arguments)
    assert result.exit_code == 2 and sentence in result.stderr
    assert file.read_bytes() == kept


def test_the_same_wishes_as_in_the_file_are_welcome(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    begun(file)
    same = ("mantis", "--players", "3", "--set", "target=10", "--bots", "normal", "--name", "Ann")
    assert go_on(file, *same, typed="q\n").exit_code == 0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"version": 99}, "by version 99 of its rules"),
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"secret": ""}, "does not say how it was dealt"),
        ({"actions": [[0, 6, "stop"]]}, "Action 1 of the record cannot be done"),
        ({"actions": [[9, 0, "score"]]}, "Action 1 of the record cannot be done"),
        ({"seats": [{"name": n, "kind": "person"} for n in "ABC"]}, "has several people"),
        ({"format": 7}, "The record has format 7"),
        ({"players": "three"}, "This is not a record of a game"),
        ({"before": 3}, "This is not a record of a game"),
    ],
)
def test_a_record_that_cannot_be_continued_is_refused_with_a_sentence(
    change: dict[str, object], sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    begun(file)
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    result = go_on(file)
    assert result.exit_code == 2 and sentence in result.stderr, result.stderr
    assert "Traceback" not in result.output


def test_without_a_game_a_file_is_needed(tmp_path: Path) -> None:
    for arguments in ((), ("--record", str(tmp_path / "none.json"))):
        result = run(*arguments)
        assert (
            result.exit_code == 2 and "Name a game, or a saved game with --record" in result.stderr
        )


def test_a_file_that_cannot_be_written_gets_a_sentence(tmp_path: Path) -> None:
    result = begun(tmp_path / "nowhere" / "game.json")
    assert result.exit_code == 2 and "cannot be written" in result.stderr


def test_an_empty_file_takes_a_new_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.touch()
    assert begun(file).exit_code == 0 and saving.load(file).players == 3


def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    begun(file)
    kept = file.read_bytes()
    table = saving.set_up(saving.load(file), table_backend(find("mantis")))
    you = table.game_on().asked()[0]
    table.act(you, 0, 0.0)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(saving.CannotSave, match="No space left"):
        saving.save(table, file)
    assert file.read_bytes() == kept
    assert list(tmp_path.iterdir()) == [file]


def test_what_is_done_is_in_the_file_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever pulls the plug at a prompt loses nothing."""
    file = tmp_path / "game.json"
    kept: list[int] = []

    def choose(offered: Sequence[OfferedChoice], prompt: str) -> str:
        kept.append(len(saving.load(file).actions))
        return "quit" if len(kept) > 3 else "score"

    played(monkeypatch, choose, *MANTIS, "--record", str(file))
    assert kept == sorted(set(kept)) and kept[0] >= 0
    assert len(saving.load(file).actions) == kept[-1]
