"""Metrics of the room in the Prometheus text format."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from rumpus.server.room.room import Room
from rumpus.server.room.thinking_pool import ANALYSES, BOTS, HINTS
from rumpus.store import unsaved

HELP = {
    "actions": "Actions carried out.",
    "refused": "Commands refused.",
    "received": "Messages from clients.",
    "sent": "Messages to clients.",
    "tables": "Tables created or loaded.",
    "requests": "HTTP requests.",
    "limited": "Messages and requests over a limit.",
    "faults": "Faults in the log.",
}
FAILING, READY = "processes_failing", "processes_ready"
PUBLISH_SECONDS = 0.25
"""How old the metrics of other processes may be."""


def memory_bytes() -> int:
    """The memory used by this process; 0 where the platform does not tell."""
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
    """The value of an event counter."""
    count: int = getattr(room.counts, name)
    return count


class Metric(NamedTuple):
    """A metric of one process, and how to combine it over all processes."""

    name: str
    kind: str
    help: str
    read: Callable[[Room], float]
    combine: Callable[[tuple[float, ...]], float] = sum


METRICS = (
    *(
        Metric(f"{name}_total", "counter", text, partial(count_of, name))
        for name, text in HELP.items()
    ),
    Metric("commits_total", "counter", "Commits to disk.", lambda room: room.store.commits),
    Metric("writes_total", "counter", "Changes written to disk.", lambda room: room.store.written),
    Metric(
        "thoughts_total", "counter", "Slices of thinking by bots, hints and analyses.",
        lambda room: room.thinking_pool.finished,
    ),
    Metric(
        "thoughts_waiting", "gauge", "Queued bots, hints and analyses.",
        lambda room: room.thinking_pool.waiting(BOTS, HINTS, ANALYSES),
    ),
    Metric(
        "store_fault", "gauge",
        "The error code while nothing can be saved: SQLite's, or 1000 if the database cannot be"
        " reached; otherwise 0.",
        lambda room: room.store.fault_code, max,
    ),
    Metric(
        FAILING, "gauge", "Processes that fail to open and are being retried.", lambda _: 0,
    ),
    Metric(
        READY, "gauge", "Processes that have built their games and are not being closed.",
        lambda room: room.is_warm and not room.is_closing,
    ),
    Metric("live_tables", "gauge", "Open tables.", lambda room: len(room.tables)),
    Metric(
        "resting_tables", "gauge", "Open tables that are put away until somebody does something.",
        lambda room: room.resting,
    ),
    Metric("connections", "gauge", "Open sockets.", lambda room: room.connections),
    Metric("memory_bytes", "gauge", "Memory used.", lambda _: memory_bytes()),
    Metric(
        "open_seconds", "gauge", "How long the room has been open.",
        lambda room: room.now() - room.opened, max,
    ),
)  # fmt: skip


def absent_row(*, is_failing: bool) -> list[float]:
    """The metrics of a process that is not running."""
    return [float(is_failing and metric.name == FAILING) for metric in METRICS]


def fault_of(room: Room, values: dict[str, float]) -> str:
    """What is wrong in any process, as a sentence; empty if all is well."""
    failing, processes = int(values[FAILING]), room.shard.processes
    cannot = f"{failing} of the room's {processes} processes cannot be opened now."
    return str(unsaved(int(values["store_fault"])) or (cannot if failing else ""))


def unready_reason(room: Room, values: dict[str, float]) -> str:
    """Why the room is not ready, as a sentence; empty if it is."""
    ready, processes = int(values[READY]), room.shard.processes
    if room.is_closing:
        return "The room is being closed."
    if fault := fault_of(room, values):
        return fault
    if not room.is_warm:
        return "The games are still being built."
    return "" if ready == processes else f"{ready} of the room's {processes} processes are ready."


def metric_values(room: Room) -> dict[str, float]:
    """Every metric, combined over all processes; other processes' values may be slightly old."""
    board = room.shard.publish([metric.read(room) for metric in METRICS])
    return {metric.name: metric.combine(row) for metric, row in zip(METRICS, board, strict=True)}


async def publish_periodically(room: Room) -> None:
    """Publish this process's metrics to the others."""
    while True:
        metric_values(room)
        await asyncio.sleep(PUBLISH_SECONDS)


def metrics_text(room: Room) -> str:
    """All metrics as text."""
    lines = []
    for (name, kind, text, *_), value in zip(METRICS, metric_values(room).values(), strict=True):
        lines.append(f"# HELP rumpus_{name} {text}")
        lines.append(f"# TYPE rumpus_{name} {kind}")
        lines.append(f"rumpus_{name} {value:.15g}")
    return "\n".join(lines) + "\n"
