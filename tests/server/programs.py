"""Rooms as programs of their own, with one process or two."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from subprocess import Popen
from typing import IO, Any

import pytest

from rumpus.server.room.shard import process_for
from tests.server.client import make


@contextmanager
def room(folder: Path, *options: str, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A room in its own process, and its first line."""
    command = [sys.executable, "-m", "rumpus.server", "--no-browser", "--no-limits"]
    with subprocess.Popen(
        [*command, "--data", str(folder), "--port", str(port), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout
        try:
            yield process, first_line(process.stdout)
        finally:
            if process.poll() is None:
                process.kill()


def first_line(said: IO[str]) -> str:
    """The first line that a room prints, after those about compiling games."""
    return next((line.strip() for line in said if not line.startswith(("Compiling", "["))), "")


def address(line: str) -> str:
    assert line.startswith("Rumpus is open at http://127.0.0.1:")
    return line.removeprefix("Rumpus is open at ")


async def make_mantis(base: str, seats: str, pace: str = "instant", **more: Any) -> dict[str, Any]:
    return await make(base, seats, game="mantis", settings={"pace": pace}, **more)


needs_proc = pytest.mark.skipif(not Path("/proc").exists(), reason="no /proc to find processes in")


@asynccontextmanager
async def cluster(folder: Path) -> AsyncIterator[tuple[Popen[str], str]]:
    """A room of two processes, and its address."""
    with room(folder, "--processes", "2") as (process, line):
        yield process, address(line)


async def tables_of_both(base: str, seats: str = "yo") -> list[dict[str, Any]]:
    """A table of each process."""
    found: dict[int, dict[str, Any]] = {}
    while len(found) < 2:
        made = await make(base, seats, game="mantis", settings={"pace": "instant", "absence": 0})
        found[process_for(made["table"], 2)] = made
    return [found[number] for number in sorted(found)]


def children_of(pid: int) -> list[int]:
    """The worker processes that a process has spawned."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        child = int(stat.parent.name)
        try:
            parent = int(stat.read_text(encoding="ascii").rpartition(")")[2].split()[1])
            command = (stat.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == pid and b"spawn_main" in command:
            found.append(child)
    return sorted(found)


EXAMPLE = Path(__file__).parents[2] / "examples" / "remote_bot.py"


OPENS_SECONDS = 300.0
"""A room that is not open by then never will be."""


async def open_room(folder: Path, port: int) -> asyncio.subprocess.Process:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "rumpus.server", "--no-browser", "--no-limits",
        "--data", str(folder), "--port", str(port),
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout
    line = await asyncio.wait_for(process.stdout.readline(), OPENS_SECONDS)
    assert line.decode().startswith("Rumpus is open at"), line
    return process
