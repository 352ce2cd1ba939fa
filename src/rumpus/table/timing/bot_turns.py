"""When bots act: each has its own thinking time, whoever else is to act."""

from __future__ import annotations

from collections.abc import Callable, Collection

FOLLOWING = 0.15
"""The share of its usual time that a bot takes for a follow-up decision while others decide too, so
that laying out six cards takes less than twice as long as one decision."""


class BotTurns:
    """The schedule of bots. It never reads a clock: the time is passed in."""

    def __init__(self) -> None:
        self.due: dict[int, float] = {}
        self.thinking: set[int] = set()
        self.begun: set[int] = set()  # acted, and have to act again at once

    def ask(
        self, seats: Collection[int], now: float, wait: Callable[[], float], *, together: bool
    ) -> None:
        """Schedule these seats; those already scheduled keep their time.

        `together`: other seats decide at the same time.
        """
        self.begun.intersection_update(seats)
        self.due = {seat: at for seat, at in self.due.items() if seat in seats}
        for seat in seats:
            if seat not in self.due and seat not in self.thinking:
                part = FOLLOWING if together and seat in self.begun else 1.0
                self.due[seat] = now + part * wait()

    def next(self) -> float | None:
        """When the next bot starts to think."""
        return min(self.due.values(), default=None)

    def begin(self, now: float) -> list[int]:
        """Take the seats whose bots start to think now."""
        ripe = [seat for seat, at in self.due.items() if at <= now]
        for seat in ripe:
            del self.due[seat]
        self.thinking.update(ripe)
        return ripe

    def answered(self, seat: int) -> None:
        """A bot's action was carried out."""
        self.thinking.discard(seat)
        self.begun.add(seat)

    def missed(self, seat: int, now: float) -> None:
        """A bot's action came too late; it thinks again if it is still to act."""
        self.thinking.discard(seat)
        self.due[seat] = now
