"""The clock: how long each seat may still think. It is told the time and never asks for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple


class Time(NamedTuple):
    """A seat's time: the seconds that are left of how many, and whether they pass."""

    left: float
    of: float
    runs: bool


class Clock:
    """A limit for every decision, kept for each seat that is waited for."""

    def __init__(self) -> None:
        self.limits: Mapping[int, float] = {}
        self.ends: dict[int, float] = {}  # of the seats whose time passes
        self.held: dict[int, float] = {}  # the seconds left of those whose time stands still

    def wait_for(
        self,
        limits: Mapping[int, float],
        now: float,
        *,
        running: Collection[int],
        acted: int | None = None,
    ) -> None:
        """Watch these seats, with the seconds each has; 0 is no limit.

        Seats that are already being timed keep their remaining time; it passes for the running.
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
        """Go on from the seconds that were left to some seats, and of how many."""
        self.limits = {seat: of for seat, (_, of) in times.items()}
        self.held = {seat: left for seat, (left, _) in times.items()}
        self.ends = {}

    def left(self, seat: int, now: float) -> float:
        """The seconds that are left to a seat."""
        return self.held[seat] if seat in self.held else max(0.0, self.ends[seat] - now)

    def times(self, now: float) -> dict[int, Time]:
        """Everybody's time."""
        return {
            seat: Time(self.left(seat, now), limit, seat in self.ends)
            for seat, limit in self.limits.items()
            if limit
        }

    def due(self) -> float | None:
        """When the next seat's time is up."""
        return min(self.ends.values(), default=None)

    def expired(self, now: float) -> list[int]:
        """The seats whose time is up."""
        return sorted(seat for seat, end in self.ends.items() if end <= now)


class Patience(Clock):
    """How long each seat may be waited for where nothing limits its time.

    Whoever was waited for longer is idle, once that was noticed.
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
        """Watch these seats; whoever acted or is not waited for any more is not idle."""
        super().wait_for(limits, now, running=running, acted=acted)
        if self.idle:
            self.idle &= frozenset(self.expired(now))

    def begin_anew(self, seats: Collection[int]) -> None:
        """These seats show that they are there: they have the whole time again."""
        self.limits = {seat: limit for seat, limit in self.limits.items() if seat not in seats}

    def notice(self, now: float) -> bool:
        """See who is idle; whether that is news."""
        before, self.idle = self.idle, frozenset(self.expired(now))
        return before != self.idle

    def due(self) -> float | None:
        """When the next seat will be idle."""
        return min((end for seat, end in self.ends.items() if seat not in self.idle), default=None)
