"""The native back end: builds that are kept, shared, damaged, impossible or shipped."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from rumpus.language.c import build
from rumpus.language.c.build import (
    CannotBuild,
    NoCompiler,
    build_hash,
    cached_library,
    compile_into,
    compiler,
)
from rumpus.language.c.platforms import suffix_of, this_platform
from rumpus.language.ruleset import EntryPoints
from rumpus.rulekit.piles import pile
from rumpus.running.batches import batch
from rumpus.running.entries import rules_of
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import Native, fastest
from tests.trials import trial_helpers, trials

ROOT = Path(__file__).parents[2]
FAST = ("-O0", *build.FLAGS[1:])
game = trials.game.with_rules(apply=trials.apply_nothing)
"""A small game, since many are built here."""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder (not even there yet)."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("RUMPUS_CACHE", str(folder))
    return folder


@pytest.fixture
def kept(cache: Path) -> Path:
    """A library that was built before."""
    return cached_library(rules_of(game), FAST).path


def break_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """From now on every call of the compiler fails."""
    script = tmp_path / "broken-cc"
    script.write_text("#!/bin/sh\necho the compiler was called >&2\nexit 1\n")
    script.chmod(0o755)
    monkeypatch.setenv("CC", str(script))


def remove_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a compiler."""
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)


def plays(backend: Native) -> bool:
    """Whether a library works."""
    return backend.asks(backend.start(2)) == (0,)


# --------------------------------------------------------------------------------- keeping
def test_a_kept_library_is_loaded_without_a_compiler(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_compiler(monkeypatch, tmp_path)
    backend = Native(game, flags=FAST)
    assert backend.path == kept and plays(backend)
    with pytest.raises(CannotBuild, match="the compiler was called"):
        Native(game, flags=(*FAST, "-g"))


def test_a_library_with_more_entry_points_serves(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = EntryPoints((trial_helpers.square,))
    built = cached_library(rules_of(game, more), FAST)
    break_compiler(monkeypatch, tmp_path)
    backend = Native(game, flags=FAST)
    assert backend.path == built.path and plays(backend) and "square" not in backend.entries
    with pytest.raises(LookupError, match="no entry point 'square'; pass the group it belongs to"):
        backend.run("square", 3)
    assert Native(game, more, flags=FAST).run("square", 3) == 9
    with pytest.raises(CannotBuild, match="the compiler was called"):
        Native(game, EntryPoints((trial_helpers.half,)), flags=FAST)


def test_a_library_lies_beside_its_c_and_its_entries(kept: Path) -> None:
    assert sorted(file.suffix for file in kept.parent.iterdir()) == [
        ".c",
        ".json",
        suffix_of(this_platform()),
    ]
    assert "/* Trials: generated from its rules" in kept.with_suffix(".c").read_text("utf-8")


def test_the_hash_is_of_all_that_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = [
        build_hash(rules_of(game), FAST),
        build_hash(rules_of(game), (*FAST, "-g")),
        build_hash(rules_of(trials.game), FAST),
        build_hash(rules_of(game.with_rules(legal=trials.legal_past_the_end)), FAST),
    ]
    changes = (
        (trials, "NULL", 8),
        (trials, "SQUARES", (1, 2, 3, 4, 5)),
        (trials, "TRIALS", trials.TRIALS[::-1]),
        (trials, "odd_places", pile),
        (trial_helpers, "LIMIT", 7),
    )
    for module, name, thing in changes:
        monkeypatch.setattr(module, name, thing)
        hashes.append(build_hash(rules_of(trials.game), FAST))
    assert len(set(hashes)) == len(hashes)
    monkeypatch.undo()
    assert build_hash(rules_of(game), FAST) == hashes[0]


def test_processes_building_at_once_do_no_harm(cache: Path) -> None:
    code = (
        "from tests.running.test_native import FAST, Native, game, plays\n"
        "assert plays(Native(game, flags=FAST))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    running = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, cwd=ROOT) for _ in range(3)
    ]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert sorted(file.suffix for file in cache.glob("*/*")) == [
        ".c",
        ".json",
        suffix_of(this_platform()),
    ]


@pytest.mark.parametrize("below", ["", "folder", "deep/folder"])
def test_a_cache_folder_that_cannot_be_written_does_no_harm(
    below: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even an administrator cannot write into a folder that is a file."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RUMPUS_CACHE", str(tmp_path / "file" / below))
    backend = Native(game, flags=FAST)
    assert plays(backend) and tmp_path not in backend.path.parents


def test_a_folder_from_which_nothing_can_be_loaded_does_no_harm(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(path: str) -> ctypes.CDLL:
        if path == str(kept):
            raise OSError("failed to map segment from shared object")
        return open_library(path)

    open_library = ctypes.CDLL
    monkeypatch.setattr(ctypes, "CDLL", load)
    backend = Native(game, flags=FAST)
    assert plays(backend) and backend.path != kept


@pytest.mark.parametrize("damage", ["cut off", "garbage", "no entries", "wrong entries", "empty"])
def test_a_damaged_library_is_built_again(damage: str, kept: Path) -> None:
    entries = kept.with_suffix(".json")
    match damage:
        case "cut off":
            kept.write_bytes(kept.read_bytes()[:5000])
        case "garbage":
            kept.write_bytes(b"\x7fELF" + b"?" * 3000)
        case "no entries":
            entries.unlink()
        case "wrong entries":
            entries.write_text('{"library": 3, "entries": [[1]]}')
        case "empty":
            entries.write_text("")
    backend = Native(game, flags=FAST)
    assert backend.path == kept and plays(backend)


# --------------------------------------------------------------------------------- shipping
@pytest.fixture
def shipped(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library that came with the package, on a machine whose compiler is broken."""
    monkeypatch.setattr(build, "PREBUILT", tmp_path / "prebuilt")
    made = compile_into(tmp_path / "prebuilt" / this_platform(), rules_of(game), FAST).path
    break_compiler(monkeypatch, tmp_path)
    return made


def refused(because: str) -> None:
    """The shipped library is not used, and that is said before the compiler is called."""
    said = f"compiled rules of Trials that came with Rumpus are not used: {because}"
    with pytest.warns(UserWarning, match=said), pytest.raises(CannotBuild, match="was called"):
        Native(game, flags=FAST)


def test_a_shipped_library_is_found_first(shipped: Path, cache: Path) -> None:
    backend = Native(game, flags=FAST)
    assert backend.path == shipped and plays(backend) and not cache.exists()


def test_a_shipped_library_that_is_damaged_is_named(shipped: Path) -> None:
    shipped.write_bytes(shipped.read_bytes()[:5000])
    refused(f"{shipped.name} is damaged.")


def test_a_shipped_library_of_other_rules_is_named(shipped: Path) -> None:
    other = shipped.with_name(f"{game.name}-0123456789{shipped.suffix}")
    shipped.rename(other)
    refused(f"{other.name} was made from other rules.")


def test_a_kind_of_machine_without_shipped_libraries_is_named(shipped: Path) -> None:
    shipped.parent.rename(shipped.parent.with_name("beos-sparc"))
    refused(f"there are none for {this_platform()}.")


def test_a_shipped_library_that_cannot_be_loaded_is_named(shipped: Path) -> None:
    shipped.write_bytes(b"no library")
    entries = json.loads(shipped.with_suffix(".json").read_text())
    entries["library"] = hashlib.sha256(b"no library").hexdigest()
    shipped.with_suffix(".json").write_text(json.dumps(entries))
    refused(f"{shipped.name} cannot be loaded")


def test_a_game_that_is_not_shipped_is_built_without_a_word(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "PREBUILT", tmp_path / "prebuilt")
    other = tmp_path / "prebuilt" / this_platform() / "another-game-0123456789.json"
    other.parent.mkdir(parents=True)
    other.write_text("{}")
    assert cache in Native(game, flags=FAST).path.parents


# --------------------------------------------------------------------------------- compilers
def test_without_a_compiler_the_rules_run_interpreted(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_compilers(monkeypatch)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        backend = fastest(game)
    assert isinstance(backend, Interpreted)
    assert [str(warning.message) for warning in caught] == [
        "The rules of Trials run interpreted, about a hundred times slower: no C compiler was "
        "found; install cc, clang or gcc, or `pip install ziglang`."
    ]
    assert caught[0].filename == __file__


def test_without_a_compiler_there_are_no_batches(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_compilers(monkeypatch)
    with pytest.raises(NoCompiler, match="no C compiler was found; install cc"):
        batch(game, 1)


def test_a_compiler_that_fails_is_no_compiler(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_compiler(monkeypatch, tmp_path)
    with pytest.warns(UserWarning, match="the compiler was called"):
        assert isinstance(fastest(game), Interpreted)
    assert list(cache.glob("*/*")) == []


def test_the_compiler_that_was_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    break_compiler(monkeypatch, tmp_path)
    own = str(tmp_path / "broken-cc")
    assert compiler() == [own]
    monkeypatch.setenv("CC", f"'{own}' -pipe")
    assert compiler() == [own, "-pipe"]
    monkeypatch.setenv("CC", "no-such-compiler")
    assert Path(compiler()[0]).name in ("cc", "clang", "gcc")


def test_ziglang_where_it_is_the_only_one(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package of that name that passes everything on to the local compiler."""
    package = tmp_path / "packages" / "ziglang"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(
        "import subprocess, sys\n"
        "assert sys.argv[1] == 'cc'\n"
        f"sys.exit(subprocess.run([{compiler()[0]!r}, *sys.argv[2:]]).returncode)\n"
    )
    monkeypatch.syspath_prepend(package.parent)
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert compiler()[:4] == [sys.executable, "-m", "ziglang", "cc"]
    assert plays(Native(game, flags=FAST))


# --------------------------------------------------------------------------------- calling
def test_wrong_calls_are_errors_and_no_crashes(kept: Path) -> None:
    backend = Native(game, flags=FAST)
    s = backend.start(2)
    with pytest.raises(TypeError):
        backend.run("legal", s)
    with pytest.raises(ctypes.ArgumentError):
        backend.run("legal", b"no state", 0, backend.row(3))
    with pytest.raises(ctypes.ArgumentError):
        backend.run("legal", s, 0, [0, 0])


def test_bytes_of_another_size_are_no_state(kept: Path) -> None:
    size = trials.State.layout.size  # type: ignore[attr-defined]
    for backend in (Native(game, flags=FAST), Interpreted(game)):
        for data in (bytes(size - 1), bytes(size + 8)):
            with pytest.raises(ValueError, match=f"A state of Trials has {size} bytes, not"):
                backend.load(data)


def test_fields_of_every_shape(kept: Path) -> None:
    backend, reference = Native(game, flags=FAST), Interpreted(game)
    s = reference.start(2)
    s.cube[1][0][1], s.table[2][3], s.a = -70_000, 300, -(2**60)
    t = backend.load(reference.pack(s))
    for slot in reference.layout.slots:
        assert backend.field(t, slot.name) == reference.field(s, slot.name)
    twin = backend.copy(t)
    backend.run("setup", twin)
    assert backend.pack(t) == reference.pack(s) != backend.pack(twin)
