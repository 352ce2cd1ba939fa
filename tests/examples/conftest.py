"""The example packages as if they were installed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder

from rumpus.games import installed_games

TOTTERSTONE = Path(__file__).parents[2] / "examples" / "rumpus-totterstone"
Run = Callable[..., str]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel of Totterstone is installed."""
    folder = tmp_path_factory.mktemp("site")
    wheels = tmp_path_factory.mktemp("wheels")
    for wheel in WheelBuilder(str(TOTTERSTONE)).build(directory=str(wheels), versions=["standard"]):
        with ZipFile(wheel) as file:
            file.extractall(folder)
    return folder


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Totterstone is installed in this process."""
    monkeypatch.syspath_prepend(site)
    installed_games.cache_clear()
    yield
    installed_games.cache_clear()


@pytest.fixture
def run(site: Path) -> Run:
    """Run Python in the example's folder with Totterstone installed; what it prints."""

    def python(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=TOTTERSTONE,
            env={**os.environ, "PYTHONPATH": str(site)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return python
