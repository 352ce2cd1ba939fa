"""Compile a rule set's C into a library once, and keep it in the user's cache under a hash.

The hash covers everything that could change the C: the files of this package and of the rules, the
constants they name, the state's layout and the flags. So a library is found without generating or
compiling any C. The hash is the same for every Python and machine; each kind of machine has its own
folder of libraries.

Every group of entry points has a hash. A library with more groups than needed will do, so a
simulation runs on the library that was built for the room.
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
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rumpus.language.declare import Each, is_rule
from rumpus.language.interpret import Binder
from rumpus.language.kinds import is_rule_table, table_type
from rumpus.language.ruleset import EntryPoints, RuleSet

from .emit import EntryPoint, Parameter, emit
from .platforms import suffix_of, this_platform

FLAGS = ("-O3", "-std=c11", "-fPIC", "-shared", "-fvisibility=hidden", "-Wall", "-Wno-unused")
ALONE = ("-nostdlib",) if sys.platform == "linux" else ()
"""The rules link to nothing, so zig need not compile the C library that it ships as source."""
LANGUAGE = Path(__file__).parents[1]
PREBUILT = LANGUAGE.parent / "prebuilt"
"""The libraries in a wheel: one folder for each kind of machine."""


class CannotBuild(RuntimeError):
    """A game's C could not be compiled."""


class NoCompiler(CannotBuild):
    """No C compiler was found."""


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
    """Compile one C file in a folder, by default with this machine's compiler."""
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


def ingredients(rules: RuleSet, group: EntryPoints) -> Iterator[str]:
    """Everything that the C of some entry points depends on: layout, files, and the values of the
    names they use."""
    binder = Binder(rules.hooks)
    for entry in group.rules:
        binder.rule(entry)
    spaces = [vars(parts) for parts in binder.modules.values()]
    for rule, bound in binder.rules.items():
        known = bound.__globals__
        spaces.append({n: known[n] for n in rule.__code__.co_names if n in known})
    described = {(name, _described(thing)) for space in spaces for name, thing in space.items()}
    files = {Path(rule.__code__.co_filename) for rule in binder.rules}
    files.update(LANGUAGE.rglob("*.py"))
    yield repr(rules.state.layout)
    yield from (entry.__name__ for entry in group.rules)
    yield from sorted(f"{name} = {text}" for name, text in described if text)
    yield from sorted(map(_digest, files))


def _described(thing: Any) -> str:
    """The value of a name in a rule, as far as it affects the C."""
    if is_rule(thing):
        return f"{thing.__module__}.{thing.__name__}"
    if isinstance(thing, Each):
        return f"{_described(thing.first)}, {_described(thing.following)}"
    if is_rule_table(thing):
        return ", ".join(map(_described, thing))
    return repr(thing) if isinstance(thing, int) or table_type(thing) else ""


def group_hashes(rules: RuleSet, flags: tuple[str, ...] = FLAGS) -> tuple[str, ...]:
    """A hash for each group of entry points."""
    return tuple(_hash(*ingredients(rules, group), *flags) for group in rules.groups)


def build_hash(rules: RuleSet, flags: tuple[str, ...] = FLAGS) -> str:
    """The hash under which a library of these rules is stored."""
    return joint_hash(group_hashes(rules, flags))


def joint_hash(groups: Sequence[str]) -> str:
    """The hash of several groups together."""
    return _hash(*sorted(groups))


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]


# --------------------------------------------------------------------------------- the library
class Library(NamedTuple):
    """A compiled library: its path, its entry points and the hashes of their groups."""

    path: Path
    entries: tuple[EntryPoint, ...]
    groups: frozenset[str]


def library_name(name: str, groups: Sequence[str], platform: str = "") -> str:
    """The file name says which game it is and what it was built from."""
    return f"{name}-{joint_hash(groups)}{suffix_of(platform or this_platform())}"


def find_library(folder: Path, name: str, groups: Sequence[str]) -> Library | None:
    """A library that has these groups of entry points, and perhaps more; None if there is none."""
    exact = folder / library_name(name, groups)
    others = sorted(folder.glob(f"{name}-*.json"))
    for path in (exact, *(table.with_suffix(exact.suffix) for table in others)):
        library = read_library(path, groups)
        if library:
            return library
    return None


def is_built(rules: RuleSet, flags: tuple[str, ...] = FLAGS) -> bool:
    """Whether nothing has to be compiled."""
    groups = group_hashes(rules, flags)
    folders = (PREBUILT / this_platform(), cache_folder() / this_platform())
    return any(find_library(folder, rules.name, groups) for folder in folders)


def shipped_library(rules: RuleSet, flags: tuple[str, ...] = FLAGS) -> Library | None:
    """The library that came with the package; warns if there should be one and is not."""
    folder, groups = PREBUILT / this_platform(), group_hashes(rules, flags)
    if found := find_library(folder, rules.name, groups):
        return found
    exact = folder / library_name(rules.name, groups)
    others = sorted(file.name for file in folder.glob(f"{rules.name}-*{exact.suffix}"))
    if exact.exists():
        warn_of_shipped(rules, f"{exact.name} is damaged")
    elif others:
        warn_of_shipped(rules, f"{others[0]} was made from other rules")
    elif any(PREBUILT.glob(f"*/{rules.name}-*.json")):
        warn_of_shipped(rules, f"there are none for {this_platform()}")
    return None


def warn_of_shipped(rules: RuleSet, reason: str) -> None:
    """Warn that a library that came with the package is not used, and why."""
    warnings.warn(
        f"The compiled rules of {rules.title} that came with Rumpus are not used: {reason}.",
        stacklevel=2,
    )


def cached_library(rules: RuleSet, flags: tuple[str, ...] = FLAGS) -> Library:
    """The library of this machine: from the cache folder, or built now."""
    folder = cache_folder() / this_platform()
    if found := find_library(folder, rules.name, group_hashes(rules, flags)):
        return found
    try:
        return compile_into(folder, rules, flags)
    except OSError:
        return build_privately(rules, flags)


def compile_into(folder: Path, rules: RuleSet, flags: tuple[str, ...] = FLAGS) -> Library:
    """Write the rules as C and compile them."""
    groups = group_hashes(rules, flags)
    return make_library(folder / library_name(rules.name, groups), rules, groups, flags)


def make_library(
    path: Path,
    rules: RuleSet,
    groups: Sequence[str],
    flags: tuple[str, ...],
    using: Sequence[str] = (),
    more_c: str = "",
) -> Library:
    """Compile rules; the finished library appears under its name atomically.

    Next to it are the C and a table of its entry points with the library's hash. If the hash does
    not match, the library is treated as unfinished or damaged.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    text, entries = emit(rules.program, rules.title)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".build-") as scratch:
        c_file, built, table = (
            Path(scratch) / f"rules{suffix}" for suffix in (".c", path.suffix, ".json")
        )
        c_file.write_text(text + more_c, encoding="utf-8")
        compile_c(Path(scratch), c_file.name, built.name, flags, using)
        contents = {
            "library": hashlib.sha256(built.read_bytes()).hexdigest(),
            "entries": entries,
            "groups": groups,
        }
        table.write_text(json.dumps(contents), encoding="utf-8")
        for file in (table, c_file, built):
            file.replace(path.with_suffix(file.suffix))
    return Library(path, tuple(entries), frozenset(groups))


def build_privately(rules: RuleSet, flags: tuple[str, ...] = FLAGS) -> Library:
    """Build into a folder private to this process, when the cache folder cannot be used."""
    return compile_into(_private_folder(), rules, flags)


def read_library(path: Path, groups: Collection[str] = ()) -> Library | None:
    """A library with its table; None if it is missing, unfinished or damaged, or lacks a group."""
    try:
        contents = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        found = frozenset(contents["groups"])
        if not found.issuperset(groups):
            return None
        if contents["library"] != hashlib.sha256(path.read_bytes()).hexdigest():
            return None
        entries = tuple(
            EntryPoint(name, tuple(Parameter(*parameter) for parameter in parameters), has_result)
            for name, parameters, has_result in contents["entries"]
        )
        return Library(path, entries, found)
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
