"""Kinds of machine that a game's library is built for, by name: `linux-x86_64`, `macos-arm64`."""

from __future__ import annotations

import os
import sys
import sysconfig
from functools import cache

SUFFIXES = {"linux": ".so", "macos": ".dylib", "windows": ".dll"}
SYSTEMS = {"darwin": "macos", "win32": "windows"}
MACHINES = {"amd64": "x86_64", "aarch64": "arm64", "win32": "x86"}


@cache
def this_platform() -> str:
    """The kind of machine that this process runs on; under emulation, the emulated one."""
    system = SYSTEMS.get(sys.platform, sys.platform)
    machine = sysconfig.get_platform().removeprefix("win-")
    if sys.platform != "win32":
        machine = os.uname().machine.lower()
    narrow = "" if sys.maxsize > 2**32 or machine == "win32" else "-32"
    return f"{system}-{MACHINES.get(machine, machine)}{narrow}"


def suffix_of(platform: str) -> str:
    """How the name of a library ends there."""
    return SUFFIXES.get(platform.partition("-")[0], ".so")
