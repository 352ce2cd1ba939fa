"""Many games: in one process or several, with or without the extra packages."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.lab.keep import GAMES_FILE, read_games
from rumpus.lab.plan import LadderPlan, make_plan
from rumpus.lab.play import main, play_ladder, with_progress

from .conftest import BOTS
from .test_keep import results, run

Make = Callable[..., LadderPlan]
SOURCE = Path(__file__).parents[2] / "src"
DYING = """
import os
class Dying:
    def choose(self, view):
        os._exit(3)
"""
PATIENCE = 400
"""How often a worker is looked for that should have ended."""
SLEEPING = """
import time
class Sleeping:
    def choose(self, view):
        time.sleep(60)
"""


def test_several_processes_play_the_same_games(plan: Make) -> None:
    made = plan("easy,random,Sound", players=3)
    assert results(run(made, 6, jobs=2)) == results(run(made, 6))


def test_a_process_that_dies_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "dying.py").write_text(DYING, encoding="utf-8")
    made = make_plan("mantis", 2, [], 0, f"easy,{tmp_path / 'dying.py'}:Dying")
    with pytest.raises(ValueError, match=r"^A worker process ended during a game; "):
        run(made, 4, jobs=2)


def test_it_plays_with_nothing_installed(tmp_path: Path) -> None:
    command = [sys.executable, "-S", "-m", "rumpus.lab.play", "mantis", "--players", "3"]
    options = ["--set", "target=5", "--bots", f"easy,{BOTS}:Sound", "--games", "3", "--jobs", "2"]
    done = subprocess.run(
        [*command, *options, "--seed", "3", "--out", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("mantis with 3 players, target=5, seed 3: 6 games are in ")
    made = make_plan("mantis", 3, ["target=5"], 3, f"easy,{BOTS}:Sound")
    kept = sorted(read_games(tmp_path / GAMES_FILE)[1], key=lambda played: played.match)
    assert results(kept) == sorted(results(run(made, 3)))


@pytest.mark.skipif(not Path("/proc").exists(), reason="it looks for processes in /proc")
def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    (tmp_path / "sleeping.py").write_text(SLEEPING, encoding="utf-8")
    bots = f"easy,{tmp_path / 'sleeping.py'}:Sleeping"
    command = [sys.executable, "-m", "rumpus.lab.play", "mantis", "--bots", bots, "--jobs", "2"]
    master = subprocess.Popen([*command, "--games", "4", "--out", str(tmp_path)])
    try:
        while len(workers := children(master.pid)) < 2:
            assert master.poll() is None
            time.sleep(0.05)
    finally:
        master.send_signal(signal.SIGKILL)
        master.wait()
    left = workers
    for _ in range(PATIENCE):
        left = [worker for worker in left if Path(f"/proc/{worker}").exists()]
        time.sleep(0.05)
        if not left:
            return
    for worker in left:
        os.kill(worker, signal.SIGKILL)
    pytest.fail("Workers went on when nobody waited for them.")


def children(process: int) -> list[int]:
    """The workers among the processes that a process has started."""
    started = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    return [
        int(child)
        for child in started
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "rumpus: There is no game 'chess'; there is "),
        (["mantis", "--games", "0"], "rumpus: Every pair has to play at least one game."),
        (["mantis", "--bots", "easy"], "rumpus: A ladder needs at least two bots"),
        (["mantis", "--pairs", "x:y"], "rumpus: 'x' is not in this ladder"),
    ],
)
def test_wrong_input_gets_a_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.startswith(sentence)
    assert not (tmp_path / "out").exists()


def test_an_interruption_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rumpus.lab.play.play_match", interrupted)
    assert main(["mantis", "--bots", "easy,random", "--out", str(tmp_path)]) == 130
    assert capsys.readouterr().err == "Stopped; run the same command again to continue.\n"


def test_a_bar_is_drawn_on_a_terminal_only(
    plan: Make, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rumpus.lab.play.LONG", -1.0)
    made = plan()
    play_ladder(made, [], 2)
    run(made, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    run(made, 2)
    told = capsys.readouterr()
    assert told.err.endswith(f"[{'#' * 30}] 2 of 2, 0 s left \n") and told.out == ""


def test_a_bar_shows_how_far_the_games_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rumpus.lab.play.LONG", -1)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert list(with_progress(iter([1_000, 3_000]), 4_000, int)) == [1_000, 3_000]
    first, second = capsys.readouterr().err.removeprefix("\r").split("\r")
    assert first.startswith("[#######.......................] 1,000 of 4,000, ")
    assert second.startswith(f"[{'#' * 30}] 4,000 of 4,000, 0 s left ") and second.endswith("\n")
    assert list(with_progress(iter("ab"), 2, words=lambda _: "so far")) == ["a", "b"]
    assert "] so far " in capsys.readouterr().err
