"""What the tests of rulekit share: their own cache, written modules, the trials."""

from __future__ import annotations

import importlib.util
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rumpus.running.backend import Backend
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import Native
from tests.trials import trials

BackEnds = tuple[Backend, Backend, Backend]
NUMBERS = itertools.count()


@pytest.fixture(scope="session", autouse=True)
def build_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Builds of the tests are kept apart from the user's."""
    folder = tmp_path_factory.mktemp("builds")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RUMPUS_CACHE", str(folder))
        yield folder


@pytest.fixture(scope="session")
def back_ends() -> BackEnds:
    """The trials interpreted, checked and native."""
    game = trials.game
    return Interpreted(game), Interpreted(game, checked=True), Native(game)


def run_trial(backend: Backend, name: str, data: bytes) -> trials.State:
    """The state after a trial."""
    s = backend.load(data)
    backend.run("apply", s, 0, trials.NAMES.index(name))
    return unpacked(backend.pack(s))


def dealt(**fields: Any) -> trials.State:
    """The trials' state after its setup, with some fields set."""
    s = trials.State()
    s.n_players = 2
    trials.setup(s)
    for name, value in fields.items():
        setattr(s, name, value)
    return s


def unpacked(data: bytes) -> trials.State:
    """The trials' state from its bytes."""
    s = trials.State()
    s.unpack(data)  # type: ignore[attr-defined]
    return s


def packed(s: trials.State) -> bytes:
    """The bytes of the trials' state."""
    data: bytes = s.pack()  # type: ignore[attr-defined]
    return data


def write_module(folder: Path, text: str, name: str = "") -> ModuleType:
    """Write Python code to a file and import it."""
    name = name or f"written_{next(NUMBERS)}"
    file = folder / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec and spec.loader
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
