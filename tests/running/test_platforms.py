"""The names of the kinds of machine, and a build hash that does not depend on them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import SimpleNamespace

import pytest

from rumpus.games import GAMES, find
from rumpus.language.c.build import build_hash, group_hashes, library_name
from rumpus.language.c.platforms import suffix_of, this_platform
from rumpus.running.entries import rules_of

SOURCES = Path(__file__).parents[2] / "src"
KINDS = [
    ("linux", "linux-x86_64", "x86_64", "linux-x86_64"),
    ("linux", "linux-aarch64", "aarch64", "linux-arm64"),
    ("darwin", "macosx-11.0-universal2", "arm64", "macos-arm64"),
    ("darwin", "macosx-10.9-x86_64", "x86_64", "macos-x86_64"),
    ("win32", "win-amd64", "", "windows-x86_64"),
    ("win32", "win-arm64", "", "windows-arm64"),
    ("win32", "win32", "", "windows-x86"),
    ("freebsd14", "freebsd-14.1-release-amd64", "amd64", "freebsd14-x86_64"),
]


@pytest.fixture(autouse=True)
def _nothing_known() -> None:
    this_platform.cache_clear()


def pretend(monkeypatch: pytest.MonkeyPatch, system: str, platform: str, machine: str) -> None:
    this_platform.cache_clear()
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(sysconfig, "get_platform", lambda: platform)
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine=machine), raising=False)


@pytest.mark.parametrize(("system", "platform", "machine", "name"), KINDS)
def test_every_kind_of_machine_has_a_name(
    system: str, platform: str, machine: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, system, platform, machine)
    assert this_platform() == name


def test_a_narrow_python_is_another_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, "linux", "linux-x86_64", "x86_64")
    monkeypatch.setattr(sys, "maxsize", 2**31 - 1)
    assert this_platform() == "linux-x86_64-32"


def test_libraries_are_named_as_each_system_wants() -> None:
    names = ("linux-arm64", "macos-arm64", "windows-x86_64", "freebsd14-x86_64")
    assert [suffix_of(name) for name in names] == [".so", ".dylib", ".dll", ".so"]


def test_the_hash_is_the_same_on_all_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = {build_hash(rules_of(find("mantis")))}
    for system, platform, machine, _ in KINDS:
        pretend(monkeypatch, system, platform, machine)
        hashes.add(build_hash(rules_of(find("mantis"))))
        name = library_name("mantis", group_hashes(rules_of(find("mantis"))))
        assert hashes == {name.split("-")[1].partition(".")[0]}


def other_pythons() -> list[str]:
    """Every other Python of this machine that the package may be used with."""
    found = [shutil.which(f"python3.{minor}") for minor in range(11, 15)]
    found += [
        str(python) for python in Path("~/.pyenv/versions").expanduser().glob("3.*/bin/python")
    ]
    return [python for python in found if python and is_new_enough(python)]


def is_new_enough(python: str) -> bool:
    code = "import sys; sys.exit(sys.version_info < (3, 11))"
    return subprocess.run([python, "-c", code], capture_output=True, check=False).returncode == 0


def test_the_hash_is_the_same_on_all_pythons() -> None:
    """The rules need nothing but Python, so every installed version can compute the hash."""
    code = (
        "from rumpus.games import GAMES, find\n"
        "from rumpus.language.c.build import build_hash\n"
        "from rumpus.running.entries import rules_of\n"
        "print([build_hash(rules_of(find(name))) for name in GAMES])"
    )
    environment = {"PYTHONPATH": str(SOURCES), "PYTHONDONTWRITEBYTECODE": "1"}
    said = {
        subprocess.run(
            [python, "-c", code], env=environment, capture_output=True, text=True, check=True
        ).stdout.strip()
        for python in {sys.executable, *other_pythons()}
    }
    assert said == {str([build_hash(rules_of(find(name))) for name in GAMES])}
