"""The clock: how long each seat may still think. It is told the time and never asks for it."""

from __future__ import annotations

from collections.abc import Mapping


class Clock:
    """A limit for every decision, kept for each seat that is waited for."""

    def __init__(self) -> None:
        self.limits: Mapping[int, float] = {}
        self.ends: dict[int, float] = {}
        self.stopped: float | None = None

    def wait_for(
        self, limits: Mapping[int, float], now: float, *, acted: int | None = None
    ) -> None:
        """Watch these seats, with the seconds each has; 0 is no limit.

        Who was waited for as long already keeps their time, all others get it.
        """
        started = self.stopped if self.stopped is not None else now
        kept = {
            seat: end
            for seat, end in self.ends.items()
            if seat != acted and self.limits.get(seat) == limits.get(seat)
        }
        self.ends = {
            seat: kept.get(seat, started + limit) for seat, limit in limits.items() if limit
        }
        self.limits = dict(limits)

    def stop(self, now: float) -> None:
        """Let no time pass from now on."""
        if self.stopped is None:
            self.stopped = now

    def go_on(self, now: float) -> None:
        """Let time pass again."""
        if self.stopped is not None:
            pause = now - self.stopped
            self.ends = {seat: end + pause for seat, end in self.ends.items()}
            self.stopped = None

    def due(self) -> float | None:
        """When the next seat's time is up."""
        return min(self.ends.values(), default=None) if self.stopped is None else None

    def expired(self, now: float) -> list[int]:
        """The seats whose time is up."""
        if self.stopped is not None:
            return []
        return sorted(seat for seat, end in self.ends.items() if end <= now)

    def limit(self) -> float:
        """How many seconds whoever has least was given."""
        return self.limits[min(self.ends, key=lambda seat: self.ends[seat])] if self.ends else 0.0

    def left(self, now: float) -> float | None:
        """The seconds that are left to whoever has least."""
        if not self.ends:
            return None
        at = self.stopped if self.stopped is not None else now
        return max(0.0, min(self.ends.values()) - at)
