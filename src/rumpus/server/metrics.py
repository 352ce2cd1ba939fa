"""Figures about the room, in Prometheus' text format."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from rumpus.store import unsaved

from .room import Room
from .thinking import ANALYSES, BOTS, HINTS

HELP = {
    "actions": "Actions that were carried out.",
    "refused": "Commands that were refused.",
    "received": "Messages from clients.",
    "sent": "Messages to clients.",
    "tables": "Tables that were made or loaded.",
    "requests": "HTTP requests.",
    "limited": "Messages and requests above a limit.",
    "faults": "Faults that stand in the log.",
}
FAILING, READY = "processes_failing", "processes_ready"
BOARD_SECONDS = 0.25
"""How old the figures of other processes may be."""


def memory_bytes() -> int:
    """The memory that the process takes now, as far as the platform says."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read().split()[1]) * 4096
    except OSError:
        pass
    if sys.platform == "win32":
        return 0
    import resource  # noqa: PLC0415

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def count_of(name: str, room: Room) -> int:
    """How often something has happened."""
    count: int = getattr(room.counts, name)
    return count


class Figure(NamedTuple):
    """Something that is known about a process, and what it makes for all of them."""

    name: str
    kind: str
    help: str
    read: Callable[[Room], float]
    of_all: Callable[[tuple[float, ...]], float] = sum


FIGURES = (
    *(
        Figure(f"{name}_total", "counter", text, partial(count_of, name))
        for name, text in HELP.items()
    ),
    Figure("commits_total", "counter", "Commits to disk.", lambda room: room.store.commits),
    Figure("writes_total", "counter", "Changes on disk.", lambda room: room.store.written),
    Figure(
        "thoughts_total", "counter", "Thoughts of bots, hints and slices of analyses.",
        lambda room: room.thinkers.finished,
    ),
    Figure(
        "thoughts_waiting", "gauge", "Bots, hints and analyses that wait for their turn to think.",
        lambda room: room.thinkers.waiting(BOTS, HINTS, ANALYSES),
    ),
    Figure(
        "store_fault", "gauge", "Why nothing can be saved: SQLite's code; 0 while everything can.",
        lambda room: room.store.fault_code, max,
    ),
    Figure(
        FAILING, "gauge", "Processes that cannot be opened and are tried again.", lambda _: 0,
    ),
    Figure(
        READY, "gauge", "Processes that have built their games and are not being closed.",
        lambda room: room.is_warm and not room.is_closing,
    ),
    Figure("live_tables", "gauge", "Tables in memory.", lambda room: len(room.tables)),
    Figure("connections", "gauge", "Open sockets.", lambda room: room.connections),
    Figure("memory_bytes", "gauge", "Memory that is taken.", lambda _: memory_bytes()),
    Figure(
        "open_seconds", "gauge", "How long the room has been open.",
        lambda room: room.now() - room.opened, max,
    ),
)  # fmt: skip


def row_without(*, is_failing: bool) -> list[float]:
    """The figures of a process that is not there."""
    return [float(is_failing and figure.name == FAILING) for figure in FIGURES]


def fault_of(room: Room, figures: dict[str, float]) -> str:
    """What is wrong anywhere in the room, in a sentence; nothing if all is well."""
    failing, processes = int(figures[FAILING]), room.share.processes
    cannot = f"{failing} of the room's {processes} processes cannot be opened now."
    return str(unsaved(int(figures["store_fault"])) or (cannot if failing else ""))


def unready(room: Room, figures: dict[str, float]) -> str:
    """Why nobody should be sent here now, in a sentence; nothing if the room is ready."""
    ready, processes = int(figures[READY]), room.share.processes
    if room.is_closing:
        return "The room is being closed."
    if fault := fault_of(room, figures):
        return fault
    if not room.is_warm:
        return "The games are still being built."
    return "" if ready == processes else f"{ready} of the room's {processes} processes are ready."


def figures_of(room: Room) -> dict[str, float]:
    """Every figure, for all processes together; what others wrote may be a moment old."""
    board = room.share.write([figure.read(room) for figure in FIGURES])
    return {figure.name: figure.of_all(all_) for figure, all_ in zip(FIGURES, board, strict=True)}


async def keep_board(room: Room) -> None:
    """Let other processes know this one's figures."""
    while True:
        figures_of(room)
        await asyncio.sleep(BOARD_SECONDS)


def metrics_text(room: Room) -> str:
    """All figures."""
    lines = []
    for (name, kind, text, *_), value in zip(FIGURES, figures_of(room).values(), strict=True):
        lines.append(f"# HELP rumpus_{name} {text}")
        lines.append(f"# TYPE rumpus_{name} {kind}")
        lines.append(f"rumpus_{name} {value:.15g}")
    return "\n".join(lines) + "\n"
