"""Clocks: how long each seat may still think. They never read the time: it is passed in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple


class TimeLeft(NamedTuple):
    """The seconds left, the limit, and whether the time is running."""

    left: float
    of: float
    runs: bool


class Clock:
    """A time limit per decision, for every seat that is to act."""

    def __init__(self) -> None:
        self.limits: Mapping[int, float] = {}
        self.ends: dict[int, float] = {}  # of the seats whose time is running
        self.held: dict[int, float] = {}  # the seconds left for seats whose time is stopped

    def wait_for(
        self,
        limits: Mapping[int, float],
        now: float,
        *,
        running: Collection[int],
        acted: int | None = None,
    ) -> None:
        """Time these seats, each with a limit in seconds; 0 means no limit.

        Seats that are already being timed keep their remaining time. Only the time of `running`
        seats passes.
        """
        ends: dict[int, float] = {}
        held: dict[int, float] = {}
        for seat, limit in limits.items():
            if not limit:
                continue
            keeps = seat != acted and self.limits.get(seat) == limit
            if seat not in running:
                held[seat] = self.left(seat, now) if keeps else limit
            elif keeps and seat in self.ends:
                ends[seat] = self.ends[seat]
            else:
                ends[seat] = now + (self.held[seat] if keeps else limit)
        self.limits, self.ends, self.held = dict(limits), ends, held

    def restore(self, times: Mapping[int, tuple[float, float]]) -> None:
        """Continue with the seconds left and the limit of each seat."""
        self.limits = {seat: of for seat, (_, of) in times.items()}
        self.held = {seat: left for seat, (left, _) in times.items()}
        self.ends = {}

    def left(self, seat: int, now: float) -> float:
        """The seconds a seat has left."""
        return self.held[seat] if seat in self.held else max(0.0, self.ends[seat] - now)

    def times(self, now: float) -> dict[int, TimeLeft]:
        """The time left for every seat with a limit."""
        return {
            seat: TimeLeft(self.left(seat, now), limit, seat in self.ends)
            for seat, limit in self.limits.items()
            if limit
        }

    def due(self) -> float | None:
        """When the next seat's time is up."""
        return min(self.ends.values(), default=None)

    def expired(self, now: float) -> list[int]:
        """The seats whose time is up."""
        return sorted(seat for seat, end in self.ends.items() if end <= now)


class IdleClock(Clock):
    """How long the table waits for seats without a time limit.

    A seat that takes longer is idle, from the next call of `notice` on.
    """

    def __init__(self) -> None:
        super().__init__()
        self.idle: frozenset[int] = frozenset()

    def wait_for(
        self,
        limits: Mapping[int, float],
        now: float,
        *,
        running: Collection[int],
        acted: int | None = None,
    ) -> None:
        """Time these seats; a seat that acted, or is no longer to act, is not idle."""
        super().wait_for(limits, now, running=running, acted=acted)
        if self.idle:
            self.idle &= frozenset(self.expired(now))

    def begin_anew(self, seats: Collection[int]) -> None:
        """Give these seats their full time again: they have shown that they are there."""
        self.limits = {seat: limit for seat, limit in self.limits.items() if seat not in seats}

    def notice(self, now: float) -> bool:
        """Update who is idle; returns whether that changed."""
        before, self.idle = self.idle, frozenset(self.expired(now))
        return before != self.idle

    def due(self) -> float | None:
        """When the next seat becomes idle."""
        return min((end for seat, end in self.ends.items() if seat not in self.idle), default=None)
