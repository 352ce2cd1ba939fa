"""Building a game's C into a library, once: kept in the user's cache folder under a hash.

The hash is of everything that could change the result: the game's files, rulekit's files, the flags
and the kind of machine. So a kept library is found without writing or compiling any C.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from .emit import Entry, Parameter, emit
from .game import Game

FLAGS = ("-O3", "-std=c11", "-fPIC", "-shared", "-fvisibility=hidden", "-Wall", "-Wno-unused")
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
PREBUILT = Path(__file__).parent.parent / "prebuilt"


class NoCompiler(RuntimeError):
    """There is nothing to compile C with."""


def compiler() -> list[str]:
    """The C compiler's command: `$CC`, the system's own, or the one in the package ziglang."""
    for name in (os.environ.get("CC", ""), "cc", "clang", "gcc"):
        if name and shutil.which(name.split()[0]):
            return name.split()
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc"]
    raise NoCompiler(
        "No C compiler was found, so the rules run interpreted, about a hundred times slower; "
        "install cc, clang or gcc, or `pip install ziglang`."
    )


def cache_folder() -> Path:
    """Where built libraries are kept: `$RUMPUS_CACHE`, or the platform's cache folder."""
    if chosen := os.environ.get("RUMPUS_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "rumpus"


@cache
def _digest(folder: Path, suffixes: tuple[str, ...]) -> str:
    total = hashlib.sha256()
    for file in sorted(folder.iterdir()):
        if file.suffix in suffixes:
            total.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return total.hexdigest()


def _rule_digest(name: str, thing: Any) -> str:
    """A rule of the game, which may come from a file outside the game's folder."""
    if not callable(thing):
        return f"{name}={thing}"
    file = Path(thing.__code__.co_filename)
    where = hashlib.sha256(file.read_bytes()).hexdigest()
    return f"{name}={thing.__qualname__} {where}"


def build_hash(game: Game, flags: tuple[str, ...] = FLAGS) -> str:
    """What a library of this game is kept under."""
    parts = [
        _digest(Path(__file__).parent, (".py",)),
        _digest(game.folder, (".py", ".json", ".toml", ".csv", ".txt")),
        *(_rule_digest(name, thing) for name, thing in sorted(game.hooks.items())),
        *flags,
        sys.platform,
        platform.machine(),
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]


def source(game: Game) -> tuple[str, list[Entry]]:
    """A game's C, and its entry points."""
    return emit(game.program, game.title)


def compile_into(folder: Path, game: Game, flags: tuple[str, ...] = FLAGS) -> Path:
    """Write and compile a game's C; the finished library appears under its name all at once."""
    name = f"{game.name}-{build_hash(game, flags)}"
    library = folder / f"{name}{SUFFIX}"
    text, entries = source(game)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".build-") as scratch:
        c_file, built = Path(scratch) / f"{game.name}.c", Path(scratch) / f"built{SUFFIX}"
        c_file.write_text(text, encoding="utf-8")
        command = [*compiler(), *flags, str(c_file), "-o", str(built)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{command[0]} could not compile {game.title}:\n{done.stderr}")
        table = Path(scratch) / "entries.json"
        table.write_text(json.dumps([_entry_as_data(entry) for entry in entries]))
        table.replace(library.with_suffix(".json"))
        c_file.replace(library.with_suffix(".c"))
        built.replace(library)
    return library


def _entry_as_data(entry: Entry) -> dict[str, Any]:
    parameters = [[p.name, p.kind] for p in entry.parameters]
    return {"name": entry.name, "parameters": parameters, "has_result": entry.has_result}


def read_entries(library: Path) -> list[Entry]:
    """The entry points of a built library."""
    table = json.loads(library.with_suffix(".json").read_text())
    return [
        Entry(e["name"], [Parameter(*p) for p in e["parameters"]], e["has_result"]) for e in table
    ]


def library(game: Game, flags: tuple[str, ...] = FLAGS) -> Path:
    """A game's library: shipped with the package, kept from before, or built now."""
    name = f"{game.name}-{build_hash(game, flags)}{SUFFIX}"
    folder = cache_folder()
    for place in (PREBUILT, folder):
        if (place / name).exists():
            return place / name
    try:
        return compile_into(folder, game, flags)
    except OSError:
        return compile_into(_private_folder(), game, flags)


@cache
def _private_folder() -> Path:
    """A folder for this process alone, where the cache folder cannot be written."""
    import atexit  # noqa: PLC0415

    folder = Path(tempfile.mkdtemp(prefix="rumpus-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
