"""docs/adding-a-game.md: its code is that of the example, and it names all that a game can use."""

from __future__ import annotations

import inspect
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from rumpus.language.declare import is_default, is_rule
from rumpus.language.intrinsics import LOG_ROOM, MOST_ARGUMENTS
from rumpus.rulekit import (
    advising,
    chance,
    contract,
    hands,
    layout,
    offering,
    options,
    piles,
    ranking,
    seats,
    sets,
)
from rumpus.rulekit.words.vocabulary import Vocabulary

from .conftest import TOTTERSTONE, Run

PAGE = (TOTTERSTONE.parents[1] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^\*\*`(\S+)`\*\*\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INTERNAL = {
    "first_around", "first_member", "input_word", "join", "member_after",
    "next_around", "next_block", "quarter_round", "under_in", "way_of", "word",
}  # fmt: skip
"""Rules that only other rules of the library call."""


# --------------------------------------------------------------------------------- the code
def shown_files() -> dict[str, str]:
    """The files of the page; the parts of one are two blank lines apart."""
    parts: dict[str, list[str]] = defaultdict(list)
    for path, text in BLOCK.findall(PAGE):
        parts[path].append(text)
    return {path: "\n\n".join(texts) for path, texts in parts.items()}


def example_files() -> dict[str, str]:
    """The files of the package that hold something."""
    written = (file for file in TOTTERSTONE.rglob("*") if file.suffix in {".py", ".md", ".toml"})
    return {
        file.relative_to(TOTTERSTONE).as_posix(): file.read_text(encoding="utf-8")
        for file in written
    }


def test_every_file_is_on_the_page() -> None:
    assert set(shown_files()) == set(example_files())


@pytest.mark.parametrize("path", sorted(example_files()))
def test_the_page_shows_a_file_as_it_is(path: str) -> None:
    assert shown_files()[path] == example_files()[path]


def simulations() -> list[str]:
    """The simulations that the page shows, but for those whose bots think long."""
    lines = [line.partition("#")[0].strip() for block in SHELL.findall(PAGE)
             for line in block.splitlines()]  # fmt: skip
    return [line for line in lines if line.startswith("rumpus simulate") and "hard" not in line]


def test_there_are_simulations() -> None:
    assert len(simulations()) == 3


@pytest.mark.parametrize("command", simulations())
def test_a_simulation_runs_as_it_is_shown(command: str, run: Run) -> None:
    _, *arguments = command.split()
    said = run("-c", "from rumpus.terminal.main import main; main()", *arguments)
    assert "games of totterstone with 3 players" in said and "seat 3:" in said


# --------------------------------------------------------------------------------- the reference
def own_rules(module: ModuleType) -> Iterator[Callable[..., Any]]:
    """The rules that a module brings to games."""
    for name, thing in vars(module).items():
        if is_rule(thing) and thing.__module__ == module.__name__ and name not in INTERNAL:
            yield thing


def written(function: Callable[..., Any]) -> str:
    """A call as the page writes it."""
    return f"`{function.__name__}({', '.join(inspect.signature(function).parameters)})`"


@pytest.mark.parametrize(
    "module",
    [advising, chance, contract, hands, layout, offering, piles, ranking, seats, sets],
    ids=lambda module: module.__name__,
)
def test_every_helper_is_named_with_its_parameters(module: ModuleType) -> None:
    assert [written(rule) for rule in own_rules(module) if written(rule) not in PAGE] == []


@pytest.mark.parametrize("rule", contract.CONTRACT, ids=lambda rule: rule.__name__)
def test_the_contract_says_which_rules_are_needed(rule: Callable[..., Any]) -> None:
    returns = inspect.signature(rule).return_annotation
    needed = "no: " if is_default(rule) else "yes |"
    assert f"| {written(rule)} | `{returns}` | {needed}" in PAGE


@pytest.mark.parametrize(
    "name", [name for name in vars(options) if name in {"Option", "switch", "starter",
                                                       "time_limit", "grouped"}]
)  # fmt: skip
def test_every_maker_of_options_is_named(name: str) -> None:
    assert f"| `{name}(" in PAGE


@pytest.mark.parametrize(
    "name", ["cards", "zone", "fact", "stage", "task", "mark", "amount", "verb", "event"]
)
def test_every_declaration_is_named(name: str) -> None:
    assert callable(getattr(Vocabulary, name)) and f"| `V.{name}(" in PAGE


def test_the_limits_are_those_of_the_code() -> None:
    assert f"| events of one action | {LOG_ROOM} |" in PAGE
    assert f"| kinds of event, numbers of an event | 64, {MOST_ARGUMENTS} |" in PAGE
    assert f"| cards and zones of `Piles` | {hands.MOST_CARDS} each |" in PAGE
    assert f"| members of a set | 0 to {sets.LARGEST} |" in PAGE


def test_the_account_of_passed_cards_is_one_that_is_tested() -> None:
    tested = (TOTTERSTONE.parents[1] / "tests" / "rulekit" / "slips.py").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(    def shown.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 1 and blocks[0] in tested
