"""The package as a whole: light to import, and able to carry compiled rules in its wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from rumpus.games import GAMES

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


@pytest.mark.parametrize("module", ["rumpus", "rumpus.games", "rumpus.rulekit.native"])
def test_import_is_light(module: str) -> None:
    loaded = python(f"import sys, {module}; print('numpy' in sys.modules, 'click' in sys.modules)")
    assert loaded.split() == ["False", "False"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_without_numpy(name: str) -> None:
    code = f"""
import sys
from rumpus.games import find
from rumpus.rulekit.native import fastest
table = fastest(find({name!r}))
state, events = table.deal(find({name!r}).common)
table.apply(state, table.asks(state)[0], table.legal(state, table.asks(state)[0])[0])
print('numpy' in sys.modules)
"""
    assert python(code).strip() == "False"


@pytest.mark.slow
def test_a_wheel_can_carry_compiled_rules(tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    command = [sys.executable, "-m", "pip", "wheel", str(ROOT), "--no-deps", "-w", str(wheels)]
    subprocess.run(
        [*command, "--no-build-isolation", "--quiet", "--disable-pip-version-check"],
        check=True,
        env={**os.environ, "RUMPUS_PREBUILT": "1"},
    )
    (wheel,) = wheels.glob("rumpus-*.whl")
    assert not wheel.name.endswith("-none-any.whl")
    installed = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(installed)
    code = "\n".join(
        [
            "from rumpus.games import GAMES, find",
            "from rumpus.rulekit.native import Native",
            "for name in GAMES: print(Native(find(name)).path)",
        ]
    )
    no_compiler = {"PATH": "", "CC": "", "RUMPUS_CACHE": str(tmp_path / "cache")}
    for path in python(code, PYTHONPATH=str(installed), **no_compiler).split():
        assert Path(path).is_relative_to(installed / "rumpus" / "prebuilt")
