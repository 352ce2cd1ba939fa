"""The package as a whole: light to import, and what its wheel and source distribution contain."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from rumpus.games import GAMES
from rumpus.new_game import NAME, files_of

ROOT = Path(__file__).parent.parent


def python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("module", ["rumpus", "rumpus.games", "rumpus.running.native"])
def test_import_is_light(module: str) -> None:
    loaded = python(f"import sys, {module}; print('numpy' in sys.modules, 'click' in sys.modules)")
    assert loaded.split() == ["False", "False"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_without_numpy(name: str) -> None:
    code = f"""
import sys
from rumpus.games import find
from rumpus.running import fastest
table = fastest(find({name!r}))
state, events = table.deal(find({name!r}).common)
table.apply(state, table.asks(state)[0], table.legal(state, table.asks(state)[0])[0])
print('numpy' in sys.modules)
"""
    assert python(code).strip() == "False"


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A stand-in for the compiled rules."""
    monkeypatch.syspath_prepend(ROOT / "tools" / "release")
    rules = importlib.import_module("build_rules")
    library = tmp_path / "prebuilt" / "linux-x86_64" / "mantis-0123456789.so"
    library.parent.mkdir(parents=True)
    library.write_bytes(b"rules")
    monkeypatch.setattr(rules, "FOLDER", tmp_path / "prebuilt")
    monkeypatch.setattr(rules, "is_built", lambda: True)
    return "linux-x86_64/mantis-0123456789.so"


def template_files() -> set[str]:
    """What `rumpus new-game` copies."""
    return {f"rumpus-{NAME}/{place}" for place, _ in files_of(NAME)}


@pytest.mark.slow
def test_a_wheel_for_all_machines_carries_the_page_and_the_rules(
    compiled: str, tmp_path: Path
) -> None:
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    inside = zipfile.ZipFile(wheel).namelist()
    assert wheel.endswith("-py3-none-any.whl")
    assert "rumpus/server/static/index.html" in inside
    assert f"rumpus/prebuilt/{compiled}" in inside
    assert "rumpus/locale/de.po" in inside
    assert template_files() <= {name.partition("rumpus/new_game/")[2] for name in inside}


@pytest.mark.slow
def test_a_source_distribution_carries_what_was_built_and_what_from(
    compiled: str, tmp_path: Path
) -> None:
    (source,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(source) as files:
        inside = {name.partition("/")[2] for name in files.getnames()}
    assert {f"build/prebuilt/{compiled}", "src/rumpus/server/static/.built-from"} <= inside
    assert {"web/package-lock.json", "Makefile", "requirements/dev.lock"} <= inside
    assert not any("node_modules" in name for name in inside)


@pytest.mark.slow
def test_a_wheel_without_compiled_rules_works_too(
    compiled: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("build_rules.is_built", lambda: False)
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    inside = zipfile.ZipFile(wheel).namelist()
    assert "rumpus/server/static/index.html" in inside
    assert not any("prebuilt" in name for name in inside)
    assert "The rules are not compiled" in capsys.readouterr().err


def test_the_description_has_no_picture_that_an_index_cannot_show(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ROOT / "tools" / "release")
    shown = importlib.import_module("hatch_readme").shown
    here, elsewhere = "![A table](docs/room.webp)\n\n", "![A table](https://games.example/a.png)\n"
    assert shown(f"# Rumpus\n\n{here}Words.\n\n{elsewhere}") == f"# Rumpus\n\nWords.\n\n{elsewhere}"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "(docs/room.webp)" in readme and "(docs/room.webp)" not in shown(readme)
