"""Only the public interface of other packages is used: no private names, classes or methods."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("src", "tools", "tests", "examples", "benchmarks")
FILES = sorted(
    file for name in FOLDERS for file in (ROOT / name).rglob("*.py") if ".peers" not in file.parts
)
OWN = {"rumpus", "tests", *(file.stem for file in FILES)}
FOR_EVERYBODY = {"_replace", "_asdict", "_fields", "_make", "_flags_", "_exit"}
"""Names that are documented in spite of their look: of named tuples, ctypes and os."""
SUBCLASSED = {
    "click.Group": "https://click.palletsprojects.com/en/stable/api/#click.Group",
    "hatchling.builders.hooks.plugin.interface.BuildHookInterface": (
        "https://hatch.pypa.io/latest/plugins/build-hook/reference/"
    ),
    "hatchling.metadata.plugin.interface.MetadataHookInterface": (
        "https://hatch.pypa.io/latest/plugins/metadata-hook/reference/"
    ),
    "hypothesis.stateful.RuleBasedStateMachine": (
        "https://hypothesis.readthedocs.io/en/latest/stateful.html"
    ),
    "msgspec.Struct": "https://jcristharif.com/msgspec/structs.html",
    "uvicorn.Server": "https://www.uvicorn.org/#config-and-server-instances",
}
"""Classes of other packages that are built upon, and where they are documented."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in FOR_EVERYBODY


@cache
def parts_of(source: str) -> list[ast.AST]:
    """All imports, names behind a dot and classes of a file."""
    kinds = (ast.Import, ast.ImportFrom, ast.Attribute, ast.ClassDef)
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]


def imported(parts: Sequence[ast.AST]) -> dict[str, str]:
    """What the names that a file imports refer to."""
    found: dict[str, str] = {}
    for node in parts:
        if isinstance(node, ast.Import):
            for one in node.names:
                top = one.name.partition(".")[0]
                found[one.asname or top] = one.name if one.asname else top
                found[one.name] = one.name
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for one in node.names:
                found[one.asname or one.name] = f"{node.module}.{one.name}"
    return {name: full for name, full in found.items() if full.partition(".")[0] not in OWN}


def named(node: ast.AST, names: dict[str, str]) -> str:
    """The full name of something from another package; empty if it is not."""
    if isinstance(node, ast.Name):
        return names.get(node.id, "")
    if isinstance(node, ast.Attribute) and (of := named(node.value, names)):
        return f"{of}.{node.attr}"
    return ""


def bases(parts: Sequence[ast.AST], names: dict[str, str]) -> Iterator[tuple[ast.ClassDef, str]]:
    """The classes that inherit from a class of another package, and from which."""
    for node in parts:
        if isinstance(node, ast.ClassDef):
            for base in node.bases:
                full = named(base, names)
                if full and full.partition(".")[0] not in sys.stdlib_module_names:
                    yield node, full


def overridden(made: ast.ClassDef, base: Any) -> set[str]:
    """The private names of a class that a subclass overrides, perhaps by accident."""
    methods = (ast.FunctionDef, ast.AsyncFunctionDef)
    own = {node.name for node in made.body if isinstance(node, methods)}
    own |= {
        node.attr
        for node in ast.walk(made)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    return {name for name in own if is_private(name) and hasattr(base, name)}


def found_class(full: str) -> Any:
    module, _, name = full.rpartition(".")
    return getattr(importlib.import_module(module), name)


def faults_in(source: str) -> list[str]:
    """The private names of other packages that a file uses."""
    parts = parts_of(source)
    names = imported(parts)
    faults = [
        f"imports {full}" for full in set(names.values()) if any(map(is_private, full.split(".")))
    ]
    faults += [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in parts
        if isinstance(node, ast.Attribute) and is_private(node.attr) and named(node.value, names)
    ]
    for made, full in bases(parts, names):
        if full not in SUBCLASSED:
            faults.append(f"{made.name} is built upon {full}, which is not known as documented")
        elif taken := overridden(made, found_class(full)):
            faults.append(f"{made.name} replaces {sorted(taken)} of {full}")
    return faults


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_private_of_another_package_is_used(folder: str) -> None:
    files = [file for file in FILES if file.is_relative_to(ROOT / folder)]
    assert files
    found = {str(file): faults_in(file.read_text(encoding="utf-8")) for file in files}
    assert {file: faults for file, faults in found.items() if faults} == {}


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("from _pytest.runner import main", "imports _pytest.runner.main"),
        ("import uvicorn.protocols._x as x", "imports uvicorn.protocols._x"),
        ("from click import _compat", "imports click._compat"),
        ("import click\nclick.core._x()", "line 2: click.core._x"),
        ("from uvicorn import Server as S\nS._serve", "line 2: S._serve"),
        ("import uvicorn\nclass A(uvicorn.Config): ...", "A is built upon uvicorn.Config, which"),
        ("import uvicorn\nclass A(uvicorn.Server):\n def _serve(self): ...", "A replaces ['_serve"),
    ],
)
def test_it_would_be_noticed(source: str, fault: str) -> None:
    (found,) = faults_in(source)
    assert found.startswith(fault)


def test_all_that_is_listed_is_built_upon_somewhere() -> None:
    files = [parts_of(file.read_text(encoding="utf-8")) for file in FILES]
    used = {full for parts in files for _, full in bases(parts, imported(parts))}
    assert used == set(SUBCLASSED)
