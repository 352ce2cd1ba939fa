"""Public class names are unique, and folders stay small."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "rumpus"
SAME_IN_EVERY_GAME = {"State"}
MOST_FILES = 16
"""A folder with more files side by side should explain them with sub-folders."""
GENERATED = {"__pycache__", "static", "prebuilt", ".peers"}


def public_classes() -> Iterator[tuple[str, str]]:
    for file in SOURCES.rglob("*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name, str(file.relative_to(SOURCES))


def test_no_two_public_classes_share_a_name() -> None:
    places = defaultdict(list)
    for name, place in public_classes():
        places[name].append(place)
    shared = {name: found for name, found in places.items() if len(found) > 1}
    assert {name: shared[name] for name in shared.keys() - SAME_IN_EVERY_GAME} == {}


def test_no_folder_has_too_many_files_side_by_side() -> None:
    folders = [SOURCES, *(ROOT / name for name in ("web/src", "tests", "tools", "benchmarks"))]
    folders += [inner for folder in folders for inner in folder.rglob("*") if inner.is_dir()]
    crowded = {}
    for folder in folders:
        if GENERATED & set(folder.parts):
            continue
        files = [file for file in folder.iterdir() if file.is_file() and file.stem != "__init__"]
        if len(files) > MOST_FILES:
            crowded[str(folder.relative_to(ROOT))] = len(files)
    assert crowded == {}
