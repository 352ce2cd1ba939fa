"""The lock file: every requirement, within its bounds, on every platform."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCK = (ROOT / "requirements" / "dev.lock").read_text()
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKED = [Requirement(line) for line in LOCK.splitlines() if not line.startswith("#")]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = ("linux", "darwin", "win32")


def grouped(name: str) -> Iterator[Requirement]:
    """The requirements of a group, with the groups that it includes."""
    for line in PROJECT["dependency-groups"][name]:
        if isinstance(line, str):
            yield Requirement(line)
        else:
            yield from grouped(line["include-group"])


def asked() -> list[Requirement]:
    """All requirements in pyproject.toml, except the compiler, which few machines need."""
    project = PROJECT["project"]
    extras = project["optional-dependencies"]
    lines = [*project["dependencies"], *extras["lab"], *extras["testing"]]
    return [*map(Requirement, lines), *grouped("dev")]


def is_for(requirement: Requirement, machine: dict[str, str]) -> bool:
    return requirement.marker is None or requirement.marker.evaluate(machine)


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_lock_names_one_version_of_everything_asked_for(python: str, system: str) -> None:
    machine = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": system,
        "platform_python_implementation": "CPython",
    }
    locked: dict[str, list[str]] = {}
    for one in LOCKED:
        if is_for(one, machine):
            (pin,) = one.specifier
            assert pin.operator == "=="
            locked.setdefault(canonicalize_name(one.name), []).append(pin.version)
    assert all(len(versions) == 1 for versions in locked.values())
    for wanted in asked():
        if is_for(wanted, machine):
            (version,) = locked[canonicalize_name(wanted.name)]
            assert wanted.specifier.contains(version), wanted


def test_what_runs_and_tests_the_room_has_a_lower_bound() -> None:
    tested = [*map(Requirement, PROJECT["project"]["dependencies"]), *grouped("test")]
    for wanted in tested:
        assert [bound.operator for bound in wanted.specifier] == [">="], wanted


@pytest.mark.parametrize("file", ["requirements/dev.lock", "web/package-lock.json"])
def test_a_lock_names_no_place_to_fetch_from(file: str) -> None:
    text = (ROOT / file).read_text()
    assert not re.search(r'^\s*(-|--\S+|\S+ @ )|"resolved"|file:|index-url', text, re.MULTILINE)
