"""The clock: how long each seat may still think. It is told the time and never asks for it."""

from __future__ import annotations

from collections.abc import Collection


class Clock:
    """A limit for every decision, kept for each seat that is waited for; 0 is no limit."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.ends: dict[int, float] = {}
        self.stopped: float | None = None

    def wait_for(self, seats: Collection[int], now: float, *, acted: int | None = None) -> None:
        """Watch these seats: who was waited for already keeps their time, all others get it."""
        started = self.stopped if self.stopped is not None else now
        self.ends = {
            seat: self.ends[seat] if seat in self.ends and seat != acted else started + self.limit
            for seat in (seats if self.limit else ())
        }

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

    def left(self, now: float) -> float | None:
        """The seconds that are left to whoever has least."""
        if not self.ends:
            return None
        at = self.stopped if self.stopped is not None else now
        return max(0.0, min(self.ends.values()) - at)
