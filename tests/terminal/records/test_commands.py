"""The commands on records: export, replay, verify."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rumpus.store import SqliteStore, add_entry, save_table
from rumpus.table.data.table_data import LogEntry
from rumpus.terminal.main import main
from rumpus.terminal.records.commands import export, replay, verify
from tests.table.setting import make, play_out


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    """A room's data with one finished game and one that goes on."""
    store = SqliteStore(tmp_path)
    table = make("ppb", game="mantis")
    play_out(table)
    acts = enumerate(table.game_on().acts)
    await store.write(
        save_table(table.data),
        *(add_entry(table.id, n, LogEntry(*act), 0.0) for n, act in acts),
    )
    going = make("pb", game="mantis")
    going.data.id, going.data.created = "jade-yak-bbbbbbbbbbbbbbbb", 5.0
    await store.write(save_table(going.data))
    store.close()
    return tmp_path


def run(command: Any, *words: str, **more: Any) -> Any:
    return CliRunner().invoke(command, words, **more)


@pytest.fixture
def record(folder: Path) -> Path:
    done = run(export, "plum-otter-aaaaaaaaaaaaaaaa", "--data", str(folder))
    assert done.exit_code == 0
    file = folder / "game.json"
    file.write_text(done.stdout)
    return file


def test_export_lists_and_prints(folder: Path) -> None:
    lines = run(export, "--data", str(folder)).stdout.splitlines()
    assert [line.split()[2] for line in lines] == ["playing", "over"]
    last = json.loads(run(export, "last", "--data", str(folder)).stdout)
    assert (last["secret"], last["result"]) == ("", None)
    link = "http://127.0.0.1:4210/t/plum-otter-aaaaaaaaaaaaaaaa/"
    over = json.loads(run(export, link, "--data", str(folder)).stdout)
    assert over["format"] == 1
    assert over["actions"][0][2] == "score"
    assert over["result"]["places"]


def test_export_of_nothing_is_a_sentence(folder: Path, tmp_path: Path) -> None:
    missing = run(export, "nobody", "--data", str(folder))
    assert "There is no table 'nobody' here" in str(missing.exception)
    empty = run(export, "--data", str(tmp_path / "empty"))
    assert "There are no tables in" in str(empty.exception)


def test_verify_agrees_with_an_honest_record(record: Path) -> None:
    done = run(verify, str(record))
    assert done.exit_code == 0
    assert done.stdout.startswith("All agrees")


def test_verify_finds_a_lie_and_says_which(record: Path) -> None:
    data = json.loads(record.read_text())
    data["commitment"] = "00" * 32
    record.write_text(json.dumps(data))
    done = run(verify, str(record))
    assert done.exit_code == 1
    assert done.stdout == "The secret is not the one whose hash was published before the deal.\n"


def test_verify_of_an_unfinished_game_says_so(folder: Path) -> None:
    file = folder / "going.json"
    file.write_text(run(export, "last", "--data", str(folder)).stdout)
    done = run(verify, str(file))
    assert (done.exit_code, "not over" in done.stdout) == (1, True)


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record["seats"][0].update(name="Eve"),
        lambda record: record["seats"][2].update(level="expert"),
        lambda record: record["options"].update(turn_timer=record["options"]["turn_timer"] + 30),
        lambda record: record.update(created=1),
    ],
    ids=["name", "level", "setting", "date"],
)
def test_verify_notices_what_the_deal_does_not_prove(record: Path, change: Any) -> None:
    told = json.loads(record.read_text())
    assert "Its digest matches: nothing was changed" in run(verify, str(record)).stdout
    change(told)
    record.write_text(json.dumps(told))
    done = run(verify, str(record))
    assert done.exit_code == 1 and "its digest does not fit" in done.stdout
    del told["digest"]
    record.write_text(json.dumps(told))
    done = run(verify, str(record))
    assert done.exit_code == 0
    assert "no digest, so a changed name, level or date would not show" in done.stdout


def test_replay_goes_on_back_and_ends(record: Path) -> None:
    done = run(replay, str(record), input="\n\nb\nq\n")
    assert done.exit_code == 0
    titles = re.findall(r"^(The deal|\d+)(?:\. .*)?$", done.stdout, re.MULTILINE)
    assert titles == ["The deal", "1", "2", "1"]
    assert "Draw Pile" in done.stdout


def test_replay_to_the_end_shows_the_places(record: Path) -> None:
    actions = len(json.loads(record.read_text())["actions"])
    done = run(replay, str(record), "--seat", "1", input="\n" * (actions + 5))
    assert done.exit_code == 0
    assert "Places: Ann0" in done.stdout


def test_replay_stops_where_the_input_does(record: Path) -> None:
    assert run(replay, str(record), input="").exit_code == 0


@pytest.mark.parametrize("seat", [-1, 4, 9, 99])
def test_replay_has_a_sentence_for_a_seat_that_is_not_there(record: Path, seat: int) -> None:
    done = CliRunner().invoke(main, ["replay", str(record), "--seat", str(seat)])
    assert done.exit_code == 2 and isinstance(done.exception, SystemExit)
    assert done.output == f"rumpus: There is no seat {seat} at a table of 3.\n"


def test_what_is_no_record_is_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text("[]")
    assert "This is not a record of a game" in str(run(verify, str(file)).exception)


BINARY = bytes(range(256)) * 10


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "This is not a record of a game: "),
        (BINARY, "This is not a record of a game: "),
        (b"[" * 100_000, "This is not a record of a game: "),
        (b'{"later":' + b"[" * 100_000, "This is not a record of a game: it is nested too deeply."),
        (b" " * 2_000_000, "A record has at most 1,048,576 bytes."),
    ],
    ids=["empty", "binary", "array", "deep", "long"],
)
def test_a_hostile_file_is_a_sentence(
    tmp_path: Path, command: str, text: bytes, sentence: str
) -> None:
    (tmp_path / "x.json").write_bytes(text)
    done = CliRunner().invoke(main, [command, str(tmp_path / "x.json")])
    assert done.exit_code == 2 and isinstance(done.exception, SystemExit)
    assert done.output.startswith(f"rumpus: {sentence}")


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", [{"name": "\x1b]0;owned\x07", "kind": "person"}] * 3),
        ("seats", [{"name": "x" * 100_000, "kind": "person"}] * 3),
        ("result", {"places": [1], "scores": [1]}),
        ("players", 10**30),
        ("players", 0),
        ("created", -(10**12)),
        ("actions", [[0, 2**31, "x"]]),
        ("actions", [[-1, -1, "\x1b[2J"]]),
        ("actions", [[0, 0, "x" * 1000]]),
        ("secret", "ab" * 1000),
        ("options", {"target": 2**70}),
        ("game", "chess"),
    ],
)
def test_a_hostile_record_is_a_sentence(
    record: Path, command: str, field: str, value: object
) -> None:
    record.write_text(json.dumps({**json.loads(record.read_text()), field: value}))
    done = CliRunner().invoke(main, [command, str(record)])
    assert done.exit_code in (1, 2) and isinstance(done.exception, SystemExit)
    assert len(done.output) < 1000 and done.output.replace("\n", "").isprintable()
