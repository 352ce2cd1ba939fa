"""Check everything that a release consists of: `make release-check`.

    python tools/release/check_release.py [contents] [source] [again] [index]

- contents: the wheel is small enough and has the page and a library of every game for every kind
  of machine, each of the right format, with all entry points, needing nothing that may be missing;
- source: the source distribution gives the same wheel without node;
- again: a second build of the same commit, in a fresh clone, is the same byte for byte;
- index: a package index would accept both files.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lief

import build_rules
from rumpus.games import GAMES

lief.logging.disable()
ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
UV = str(Path(sys.executable).parent / "uv")
LARGEST = 6e6
MACHINES = {
    "linux-x86_64": ("ELF", "X86_64"),
    "linux-arm64": ("ELF", "AARCH64"),
    "macos-x86_64": ("MACHO", "X86_64"),
    "macos-arm64": ("MACHO", "ARM64"),
    "windows-x86_64": ("PE", "AMD64"),
    "windows-arm64": ("PE", "ARM64"),
}
ALWAYS_THERE = {"memcpy", "memset", "bzero", "memset_pattern16", "dyld_stub_binder"}
SYSTEM = {"/usr/lib/libSystem.B.dylib"}


class Unfit(Exception):
    """Why this cannot be released, in a sentence."""


def expect(holds: bool, otherwise: str) -> None:
    """Stop with a sentence unless something is true."""
    if not holds:
        raise Unfit(otherwise)


def the_wheel(folder: Path = DIST) -> Path:
    """The one wheel in a folder."""
    (wheel,) = folder.glob("rumpus-*.whl")
    return wheel


# --------------------------------------------------------------------------------- what is inside
def check_contents() -> str:
    """The wheel has everything, and is not too large."""
    wheel = the_wheel()
    expect(wheel.name.endswith("-py3-none-any.whl"), f"{wheel.name} is for one kind of machine.")
    size = wheel.stat().st_size
    expect(size < LARGEST, f"The wheel has {size / 1e6:.1f} MB.")
    files = zipfile.ZipFile(wheel)
    names = set(files.namelist())
    expect("rumpus/server/static/index.html" in names, "The page is not in the wheel.")
    libraries = 0
    for library, (game, platform) in build_rules.libraries().items():
        inside = f"rumpus/prebuilt/{platform}/{library.name}"
        table = f"{inside.removesuffix(library.suffix)}.json"
        expect({inside, table} <= names, f"{game} for {platform} is not in the wheel.")
        entries = [entry[0] for entry in json.loads(files.read(table))["entries"]]
        check_library(files.read(inside), platform, f"{game} for {platform}", entries)
        libraries += 1
    expect(libraries == len(GAMES) * len(MACHINES), f"There are {libraries} libraries.")
    return f"{libraries} libraries and the page, {size / 1e6:.2f} MB"


def check_library(data: bytes, platform: str, what: str, entries: list[str]) -> None:
    """A library is for the machine of its folder, has its entry points, and needs nothing else."""
    binary: Any = lief.parse(list(data))
    form, machine = MACHINES[platform]
    found = binary.format.name
    expect(found == form, f"{what} is of the form {found}, not {form}.")
    made_for = machine_of(binary)
    expect(made_for == machine, f"{what} is made for {made_for}, not {machine}.")
    exported = {function.name.removeprefix("_") for function in binary.exported_functions}
    missing = {f"rumpus_{entry}" for entry in entries} - exported
    expect(not missing, f"{what} lacks {sorted(missing)}.")
    others = {name for name in exported if not name.startswith(("rumpus_", "_"))}
    expect(not others, f"{what} exports {sorted(others)} too.")
    wanted = {name.lstrip("_") for name in imports_of(binary)}
    expect(wanted <= ALWAYS_THERE, f"{what} wants {sorted(wanted - ALWAYS_THERE)}.")
    libraries = libraries_of(binary)
    expect(libraries <= SYSTEM, f"{what} needs {sorted(libraries - SYSTEM)}.")
    if platform == "macos-arm64":
        expect(binary.has_code_signature, f"{what} is not signed, so such a Mac would not load it.")


def machine_of(binary: Any) -> str:
    """The machine that a library is for, in the words of its format."""
    header = binary.header
    for field in ("machine_type", "machine", "cpu_type"):
        if hasattr(header, field):
            return str(getattr(header, field).name)
    raise Unfit("A library does not say what it runs on.")


def imports_of(binary: Any) -> set[str]:
    """The functions that a library imports."""
    if binary.format.name == "ELF":
        return {symbol.name for symbol in binary.imported_symbols if symbol.name}
    return {function.name for function in binary.imported_functions}


def libraries_of(binary: Any) -> set[str]:
    """The other libraries that a library needs; on a Mac the first is its own name."""
    if binary.format.name == "MACHO":
        return {library.name for library in list(binary.libraries)[1:]}
    return set(map(str, binary.libraries))


# --------------------------------------------------------------------------------- built again
def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> None:
    """Run a command; its output is shown if it fails."""
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    said = f"{done.stdout}\n{done.stderr}".strip()
    expect(done.returncode == 0, f"{' '.join(map(str, command))} failed:\n{said}")


def check_source() -> str:
    """The source distribution builds the same wheel on a machine without node."""
    (source,) = DIST.glob("rumpus-*.tar.gz")
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bin"
        bare.mkdir()
        (bare / "python").symlink_to(sys.executable)
        expect(shutil.which("node", path=str(bare)) is None, "There is a node.")
        wheel = [
            UV,
            "build",
            "--wheel",
            "--no-build-isolation",
            "--quiet",
            "--python",
            sys.executable,
        ]
        run(*wheel, "--out-dir", folder, source, PATH=str(bare))
        same_bytes(the_wheel(Path(folder)), the_wheel())
    return f"{source.name} gives the same wheel without node"


def check_again() -> str:
    """Another build of the same commit is the same."""
    changed = subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    expect(not changed, f"Only a commit can be built again; there are changes:\n{changed}")
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        run("git", "clone", "--quiet", ROOT, clone)
        fresh = {"ZIG_GLOBAL_CACHE_DIR": f"{folder}/zig", "RUMPUS_CACHE": f"{folder}/cache"}
        run(sys.executable, "tools/build_web.py", cwd=clone, **fresh)
        run(sys.executable, "tools/release/build_rules.py", cwd=clone, **fresh)
        run(sys.executable, "-m", "build", "--no-isolation", cwd=clone, **fresh)
        for built in sorted(DIST.iterdir()):
            same_bytes(clone / "dist" / built.name, built)
    return "a second build of the commit is the same byte for byte"


def same_bytes(one: Path, other: Path) -> None:
    """Two files are equal; if not, say which parts differ."""
    if one.read_bytes() == other.read_bytes():
        return
    ours, theirs = parts_of(one), parts_of(other)
    differ = [n for n in sorted({*ours, *theirs}) if ours.get(n) != theirs.get(n)]
    raise Unfit(f"{one.name} is not the same: {', '.join(differ[:8]) or 'in its form'}.")


def parts_of(package: Path) -> dict[str, bytes]:
    """The files in a wheel or a source distribution."""
    if package.suffix == ".whl":
        files = zipfile.ZipFile(package)
        return {name: files.read(name) for name in files.namelist()}
    with tarfile.open(package) as archive:
        opened = ((part.name, archive.extractfile(part)) for part in archive)
        return {name: file.read() for name, file in opened if file}


def check_index() -> str:
    """An index would accept the files and show the description."""
    run(sys.executable, "-m", "twine", "check", "--strict", *sorted(DIST.iterdir()))
    return "twine check --strict has nothing to say"


CHECKS: dict[str, Callable[[], str]] = {
    "contents": check_contents,
    "source": check_source,
    "again": check_again,
    "index": check_index,
}


def main() -> None:
    """Run the named checks, or all, with a line for each."""
    for name in sys.argv[1:] or CHECKS:
        try:
            print(f"ok: {CHECKS[name]()}", flush=True)
        except Unfit as reason:
            sys.exit(f"no release: {reason}")


if __name__ == "__main__":
    main()
