"""Compile the rules of every game for every kind of machine into `build/prebuilt`.

    python tools/release/build_rules.py

One compiler does all of them: `zig cc`, from the PyPI package `ziglang`. Libraries that are already
built from the same rules are kept. The wheel includes that folder.
"""

from __future__ import annotations

import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

from rumpus.games import GAMES, find  # noqa: E402
from rumpus.language.c.build import (  # noqa: E402
    group_hashes,
    library_name,
    make_library,
    read_library,
)
from rumpus.language.ruleset import RuleSet  # noqa: E402
from rumpus.table.backends import table_rules  # noqa: E402

FOLDER = ROOT / "build" / "prebuilt"
FLAGS = ("-O3", "-std=c11", "-shared", "-fvisibility=hidden", "-s", "-Wno-unused")
ALONE = ("-nostdlib",)
"""Nothing is linked: what C wants (memcpy, memset) every process on Linux has, be it of the GNU or
the musl kind."""

TARGETS = {
    "linux-x86_64": ("-target", "x86_64-linux-musl", "-fPIC", *ALONE),
    "linux-arm64": ("-target", "aarch64-linux-musl", "-fPIC", *ALONE),
    "macos-x86_64": ("-target", "x86_64-macos.11.0", "-fPIC"),
    "macos-arm64": ("-target", "aarch64-macos.11.0", "-fPIC"),
    "windows-x86_64": ("-target", "x86_64-windows-gnu", *ALONE, "-rtlib=compiler-rt"),
    "windows-arm64": ("-target", "aarch64-windows-gnu", *ALONE, "-rtlib=compiler-rt"),
}
"""The kinds of machine, as rumpus.language.c.platforms and as the compiler name them."""

WINDOWS = """
int DllMainCRTStartup(void *library, unsigned reason, void *reserved) { return 1; }
"""
"""What Windows calls when it loads a library."""


def library_of(game: str, platform: str) -> Path:
    """The path of a game's library for a kind of machine."""
    return FOLDER / platform / library_name(game, group_hashes(rules_of(game)), platform)


@cache
def rules_of(game: str) -> RuleSet:
    """The rules that are compiled."""
    return table_rules(find(game))


def libraries() -> dict[Path, tuple[str, str]]:
    """Every library that should exist, with its game and kind of machine."""
    return {library_of(game, kind): (game, kind) for game in GAMES for kind in TARGETS}


def is_built() -> bool:
    """Whether the compiled rules are up to date, for all machines."""
    return all(read_library(library) is not None for library in libraries())


def compile_for(library: Path, game: str, platform: str) -> None:
    """Compile a game for one kind of machine."""
    rules, flags = rules_of(game), (*FLAGS, *TARGETS[platform])
    added = WINDOWS if platform.startswith("windows") else ""
    using = [sys.executable, "-m", "ziglang", "cc"]
    make_library(library, rules, group_hashes(rules), flags, using, added)
    library.with_suffix(".c").unlink()
    print(f"{platform:<16} {library.name}  {library.stat().st_size / 1e3:.0f} kB", flush=True)


def main() -> None:
    """Compile what is missing, in parallel, and remove libraries of other rules."""
    wanted = libraries()
    missing = {library: of for library, of in wanted.items() if read_library(library) is None}
    for game in {game for game, _ in missing.values()}:
        _ = rules_of(game).program  # checked once, before the threads need it
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(compile_for, library, *of) for library, of in missing.items()]
        for job in jobs:
            job.result()
    keep = {file for library in wanted for file in (library, library.with_suffix(".json"))}
    for file in FOLDER.glob("*/*"):
        if file not in keep:
            shutil.rmtree(file) if file.is_dir() else file.unlink()


if __name__ == "__main__":
    main()
