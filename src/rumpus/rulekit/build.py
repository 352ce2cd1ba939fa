"""Building a game's C into a library, once: kept in the user's cache folder under a hash.

The hash is of everything that could change the C: rulekit's files, the files of the game's rules,
the constants they name, the state's layout and the flags. So a kept library is found without
writing or compiling any C. It is the same for all Pythons and machines; libraries of each kind of
machine lie in a folder of their own.
"""

from __future__ import annotations

import atexit
import hashlib
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from .declare import Each, is_rule
from .emit import Entry, Parameter, emit
from .entries import ENTRIES
from .game import Game
from .interpret import Binder
from .kinds import is_rule_table, table_type
from .platforms import suffix_of, this_platform

FLAGS = ("-O3", "-std=c11", "-fPIC", "-shared", "-fvisibility=hidden", "-Wall", "-Wno-unused")
ALONE = ("-nostdlib",) if sys.platform == "linux" else ()
"""The rules link to nothing, so zig need not compile the C library that it brings as source."""
PREBUILT = Path(__file__).parent.parent / "prebuilt"
"""Where a wheel has its libraries: a folder for each kind of machine."""


class CannotBuild(RuntimeError):
    """A game's C could not be compiled."""


class NoCompiler(CannotBuild):
    """There is nothing to compile C with."""


# --------------------------------------------------------------------------------- the compiler
def compiler() -> list[str]:
    """The C compiler's command: `$CC`, the system's own, or the one in the package ziglang."""
    for command in (shlex.split(os.environ.get("CC", "")), ["cc"], ["clang"], ["gcc"]):
        found = shutil.which(command[0]) if command else None
        if found:
            return [str(Path(found).absolute()), *command[1:]]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc", *ALONE]
    raise NoCompiler("no C compiler was found; install cc, clang or gcc, or `pip install ziglang`.")


def compile_c(
    folder: Path, source: str, target: str, flags: tuple[str, ...], using: Sequence[str] = ()
) -> None:
    """Compile one C file inside a folder, with this machine's compiler if no other is named."""
    command = [*(using or compiler()), *flags, source, "-o", target]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise CannotBuild(f"{command[0]} cannot be run: {error.strerror}.") from None
    if done.returncode:
        raise CannotBuild(f"{' '.join(command)} failed:\n{done.stderr}")


# --------------------------------------------------------------------------------- the hash
@cache
def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def ingredients(game: Game) -> Iterator[str]:
    """Everything that a game's C is written from: layout, files, and what their names stand for."""
    binder = Binder(game.hooks)
    for entry in ENTRIES:
        binder.rule(entry)
    spaces = [vars(parts) for parts in binder.modules.values()]
    for rule, bound in binder.rules.items():
        known = bound.__globals__
        spaces.append({n: known[n] for n in rule.__code__.co_names if n in known})
    described = {(name, _described(thing)) for space in spaces for name, thing in space.items()}
    files = {Path(rule.__code__.co_filename) for rule in binder.rules}
    files.update(Path(__file__).parent.glob("*.py"))
    yield repr(game.state.layout)
    yield from sorted(f"{name} = {text}" for name, text in described if text)
    yield from sorted(map(_digest, files))


def _described(thing: Any) -> str:
    """What a name in a rule stands for, as far as it can change the C."""
    if is_rule(thing):
        return f"{thing.__module__}.{thing.__name__}"
    if isinstance(thing, Each):
        return f"{_described(thing.first)}, {_described(thing.following)}"
    if is_rule_table(thing):
        return ", ".join(map(_described, thing))
    return repr(thing) if isinstance(thing, int) or table_type(thing) else ""


def build_hash(game: Game, flags: tuple[str, ...] = FLAGS) -> str:
    """What a library of this game is kept under."""
    parts = [*ingredients(game), *flags]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]


# --------------------------------------------------------------------------------- the library
def source(game: Game) -> tuple[str, list[Entry]]:
    """A game's C, and its entry points."""
    return emit(game.program, game.title)


def is_built(game: Game, flags: tuple[str, ...] = FLAGS) -> bool:
    """Whether nothing has to be compiled for a game."""
    name = library_name(game, flags)
    places = (PREBUILT / this_platform(), cache_folder() / this_platform())
    return any(read_entries(place / name) is not None for place in places)


def shipped_library(game: Game, flags: tuple[str, ...] = FLAGS) -> Path | None:
    """The library that came with the package. If there should be one and is not, it says so."""
    found = PREBUILT / this_platform() / library_name(game, flags)
    if read_entries(found) is not None:
        return found
    others = sorted(file.name for file in found.parent.glob(f"{game.name}-*{found.suffix}"))
    if found.exists():
        warn_of_shipped(game, f"{found.name} is damaged")
    elif others:
        warn_of_shipped(game, f"{others[0]} was made from other rules")
    elif any(PREBUILT.glob(f"*/{game.name}-*.json")):
        warn_of_shipped(game, f"there are none for {this_platform()}")
    return None


def warn_of_shipped(game: Game, reason: str) -> None:
    """Say why a library that came with the package is not used."""
    warnings.warn(
        f"The compiled rules of {game.title} that came with Rumpus are not used: {reason}.",
        stacklevel=2,
    )


def kept_library(game: Game, flags: tuple[str, ...] = FLAGS) -> Path:
    """The library of this machine: kept from before, or built now."""
    folder = cache_folder() / this_platform()
    kept = folder / library_name(game, flags)
    if read_entries(kept) is not None:
        return kept
    try:
        return compile_into(folder, game, flags)
    except OSError:
        return build_privately(game, flags)


def library_name(game: Game, flags: tuple[str, ...] = FLAGS, platform: str = "") -> str:
    """The file's name says which game it is and what it was built from."""
    return f"{game.name}-{build_hash(game, flags)}{suffix_of(platform or this_platform())}"


def compile_into(folder: Path, game: Game, flags: tuple[str, ...] = FLAGS) -> Path:
    """Write a game's C and compile it."""
    text, entries = source(game)
    library = folder / library_name(game, flags)
    make_library(library, text, entries, flags)
    return library


def make_library(
    library: Path,
    text: str,
    entries: list[Entry],
    flags: tuple[str, ...],
    using: Sequence[str] = (),
) -> None:
    """Compile a C text; the finished library appears under its name all at once.

    Beside it lie the C and a table of its entry points, with the library's hash: whoever finds
    the two at odds takes the library for unfinished or damaged.
    """
    library.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=library.parent, prefix=".build-") as scratch:
        c_file, built, table = (
            Path(scratch) / f"rules{suffix}" for suffix in (".c", library.suffix, ".json")
        )
        c_file.write_text(text, encoding="utf-8")
        compile_c(Path(scratch), c_file.name, built.name, flags, using)
        contents = {"library": hashlib.sha256(built.read_bytes()).hexdigest(), "entries": entries}
        table.write_text(json.dumps(contents), encoding="utf-8")
        for file in (table, c_file, built):
            file.replace(library.with_suffix(file.suffix))


def build_privately(game: Game, flags: tuple[str, ...] = FLAGS) -> Path:
    """Build into a folder of this process alone, where the cache folder is of no use."""
    return compile_into(_private_folder(), game, flags)


def read_entries(library: Path) -> list[Entry] | None:
    """The entry points of a built library; None if it is missing, unfinished or damaged."""
    try:
        contents = json.loads(library.with_suffix(".json").read_text(encoding="utf-8"))
        if contents["library"] != hashlib.sha256(library.read_bytes()).hexdigest():
            return None
        return [
            Entry(name, tuple(Parameter(*parameter) for parameter in parameters), has_result)
            for name, parameters, has_result in contents["entries"]
        ]
    except (OSError, ValueError, KeyError, TypeError):
        return None


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
def _private_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="rumpus-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
