"""Figures about the room, in Prometheus' text format."""

from __future__ import annotations

import sys
from dataclasses import asdict

from .room import Room

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


def metrics_text(room: Room) -> str:
    """All figures."""
    lines = []

    def add(name: str, kind: str, help_text: str, value: float) -> None:
        lines.append(f"# HELP rumpus_{name} {help_text}")
        lines.append(f"# TYPE rumpus_{name} {kind}")
        lines.append(f"rumpus_{name} {value}")

    for name, value in asdict(room.counts).items():
        add(f"{name}_total", "counter", HELP[name], value)
    add("commits_total", "counter", "Commits to the store.", room.store.commits)
    add("writes_total", "counter", "Changes that were written.", room.store.written)
    add("live_tables", "gauge", "Tables in memory.", len(room.tables))
    people = sum(len(live.connections) for live in room.tables.values())
    add("connections", "gauge", "Open sockets.", people)
    add("memory_bytes", "gauge", "Memory of the process.", memory_bytes())
    add("open_seconds", "gauge", "How long the room has been open.", room.now() - room.opened)
    return "\n".join(lines) + "\n"
