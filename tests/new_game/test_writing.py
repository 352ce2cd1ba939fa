"""`rumpus new-game`: what it writes, and what it refuses."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rumpus.new_game import files_of, write_game
from rumpus.terminal.main import main


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ("new-game", *arguments))


def test_a_game_is_written_under_its_name(here: Path) -> None:
    said = run("lucky_seven")
    assert said.exit_code == 0, said.output
    folder = here / "rumpus-lucky_seven"
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    assert project["name"] == "rumpus-lucky_seven"
    assert project["entry-points"]["rumpus.games"] == {"lucky_seven": "rumpus_lucky_seven:game"}
    assert {file.name for file in (folder / "src" / "rumpus_lucky_seven").iterdir()} == {
        "__init__.py", "advice.py", "cards.py", "guide.md", "options.py", "py.typed", "rules.py",
        "view.py", "words.py",
    }  # fmt: skip
    assert (folder / "src/rumpus_lucky_seven/guide.md").read_text().startswith("# Lucky Seven\n")
    for place, text in files_of("lucky_seven"):
        assert (folder / place).read_text(encoding="utf-8") == text
        assert "magpie" not in f"{place}{text}".lower()


def test_it_says_what_to_do_next() -> None:
    said = run("lucky").output
    for step in ("cd rumpus-lucky", 'pip install -e ".[test]"', "rumpus play lucky", "pytest"):
        assert f"\n  {step}  " in said
    assert "'two words'" in run("lucky", "--folder", "two words").output


def test_an_empty_folder_will_do(here: Path) -> None:
    (here / "mine").mkdir()
    assert run("lucky", "--folder", "mine").exit_code == 0
    assert (here / "mine" / "pyproject.toml").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("Lucky",), "'Lucky' cannot be the name of a game; use lower-case letters and digits,"),
        (("7up",), "'7up' cannot be the name of a game;"),
        (("lucky-seven",), "'lucky-seven' cannot be the name of a game;"),
        (("lucky_",), "'lucky_' cannot be the name of a game;"),
        (("_lucky",), "'_lucky' cannot be the name of a game;"),
        (("glück",), "cannot be the name of a game;"),
        (("",), "'' cannot be the name of a game;"),
        (("../lucky",), "'../lucky' cannot be the name of a game;"),
        (("x" * 31,), "30 at most"),
        (("class",), "'class' is a keyword of Python; choose another name."),
        (("mantis",), "There is a game 'mantis' already; choose another name."),
        (("lucky", "--folder", "full"), "full is not empty; choose another folder."),
        (("lucky", "--folder", "full/file"), "full/file is a file; choose another folder."),
        (("lucky", "--folder", "full/file/x"), "The game cannot be written into full/file/x: "),
    ],
)
def test_what_cannot_be_written_gets_a_sentence(
    here: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    (here / "full").mkdir()
    (here / "full" / "file").write_text("mine")
    said = run(*arguments)
    assert said.exit_code == 2 and sentence in said.stderr
    assert [file.name for file in here.rglob("*")] == ["full", "file"]
    assert (here / "full" / "file").read_text() == "mine"


@pytest.mark.parametrize("name", ["x", "x" * 30])
def test_the_code_is_tidy_however_long_the_name_is(here: Path, name: str) -> None:
    write_game(name, here / name)
    for command in (("check",), ("format", "--check")):
        looked = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--no-cache", name],
            capture_output=True,
            text=True,
            check=False,
        )
        assert looked.returncode == 0, looked.stdout
