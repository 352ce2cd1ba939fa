"""Tests of the tests: one line of the rules is changed at a time, and some test must notice.

Each mutation names the file of tests that is meant to notice; its tests run interpreted, in this
process, against a copy of the game's folder with the changed line.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from inspect import signature
from itertools import product
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from rumpus.games.stakbots import game
from rumpus.running.interpreted import Interpreted

from ..table import Table, lay_out

FOLDER = Path(str(game.folder))


class Mutation(NamedTuple):
    """A piece of the rules, what is written instead, and the tests that must notice."""

    file: str
    noticed_by: str
    old: str
    new: str


def read_mutations(text: str) -> Iterator[Mutation]:
    """The mutations of a file: blocks of a head, lines taken away and lines put there."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for block in "\n".join(lines).strip().split("\n\n"):
        head, *changes = block.splitlines()
        file, noticed_by = head.split()
        old, new = (
            "\n".join(line[2:] for line in changes if line.startswith(sign)) for sign in "-+"
        )
        yield Mutation(file, noticed_by, old, new)


MUTATIONS = tuple(read_mutations(Path(__file__).with_name("mutations.txt").read_text("utf-8")))


# --------------------------------------------------------------------------------- mutants
def mutant(mutation: Mutation, number: int, folder: Path) -> Interpreted:
    """The game with one line changed, interpreted."""
    name = f"stakbots_mutant_{number}"
    shutil.copytree(FOLDER, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / name / mutation.file
    text = file.read_text(encoding="utf-8")
    assert text.count(mutation.old) == 1, (
        f"{mutation.old!r} stands {text.count(mutation.old)} times"
    )
    file.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")
    return Interpreted(import_module(name).game)


def calls(test: Callable[..., Any]) -> Iterator[dict[str, Any]]:
    """The arguments of a test, for every combination that it is parametrised over."""
    axes: list[list[dict[str, Any]]] = []
    for mark in getattr(test, "pytestmark", []):
        if mark.name == "parametrize":
            names = mark.args[0]
            names = [n.strip() for n in names.split(",")] if isinstance(names, str) else list(names)
            values = [v if len(names) > 1 else (v,) for v in mark.args[1]]
            axes.append([dict(zip(names, value, strict=True)) for value in values])
    for chosen in product(*axes):
        yield {name: value for part in chosen for name, value in part.items()}


def notices(tests: ModuleType, backend: Interpreted) -> str:
    """The name of the first test that fails, or nothing."""

    def deal(players: int = 3, *, seed: int = 1, **settings: Any) -> Table:
        s, events = backend.deal(players, settings, Random(seed).randbytes(32))
        return Table(backend, s, events, game.words.letters)

    ways = {"table": partial(lay_out, backend), "deal": deal}
    for name, test in vars(tests).items():
        if name.startswith("test_") and ways.keys() & signature(test).parameters.keys():
            given = {key: way for key, way in ways.items() if key in signature(test).parameters}
            for more in calls(test):
                try:
                    test(**given, **more)
                except Exception:
                    return name
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(MUTATIONS)), ids=lambda n: MUTATIONS[n].old.strip())
def test_a_changed_line_is_noticed(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutation = MUTATIONS[number]
    monkeypatch.syspath_prepend(str(tmp_path))
    tests = import_module(f"tests.games.stakbots.{mutation.noticed_by}")
    assert notices(tests, mutant(mutation, number, tmp_path)), mutation
    for name in [name for name in sys.modules if name.startswith("stakbots_mutant")]:
        del sys.modules[name]


@pytest.mark.parametrize("bot", ["core", "bash", "trip"])
def test_nothing_is_noticed_in_the_game_as_it_is(bot: str) -> None:
    tests = import_module(f"tests.games.stakbots.rules.bots.test_{bot}")
    assert notices(tests, Interpreted(game)) == ""


def test_there_are_enough_mutations() -> None:
    assert len(set(MUTATIONS)) >= 40
