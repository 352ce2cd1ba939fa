"""The example packages as if they were installed."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rumpus.games import installed_games

TOTTERSTONE = Path(__file__).parents[2] / "examples" / "rumpus-totterstone"
Run = Callable[..., str]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the metadata that pip would write for Totterstone."""
    project = tomllib.loads((TOTTERSTONE / "pyproject.toml").read_text())["project"]
    folder = tmp_path_factory.mktemp("site")
    made = folder / f"rumpus_totterstone-{project['version']}.dist-info"
    made.mkdir()
    (made / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    (made / "entry_points.txt").write_text(
        "".join(
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
            for group, entries in project["entry-points"].items()
        )
    )
    return folder


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Totterstone is installed in this process."""
    monkeypatch.syspath_prepend(site)
    monkeypatch.syspath_prepend(TOTTERSTONE / "src")
    installed_games.cache_clear()
    yield
    installed_games.cache_clear()


@pytest.fixture
def run(site: Path) -> Run:
    """Run Python in the example's folder with Totterstone installed; what it prints."""

    def python(*arguments: str) -> str:
        path = os.pathsep.join(map(str, (site, TOTTERSTONE / "src")))
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=TOTTERSTONE,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return python
