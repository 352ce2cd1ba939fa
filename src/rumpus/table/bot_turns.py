"""When bots answer: each that is asked has a time of its own, whoever else is asked meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Collection

FOLLOWING = 0.15
"""The part of its time that a bot takes for what it is asked next while others are asked as well:
six cards of a layout take it not even twice as long as one decision."""


class BotTurns:
    """The bots that are asked. They are told the time and never ask for it."""

    def __init__(self) -> None:
        self.due: dict[int, float] = {}
        self.thinking: set[int] = set()
        self.begun: set[int] = set()  # have answered, and were asked again at once

    def ask(
        self, seats: Collection[int], now: float, wait: Callable[[], float], *, together: bool
    ) -> None:
        """These seats are asked now, maybe together with others; whoever was already keeps its
        time."""
        self.begun.intersection_update(seats)
        self.due = {seat: at for seat, at in self.due.items() if seat in seats}
        for seat in seats:
            if seat not in self.due and seat not in self.thinking:
                part = FOLLOWING if together and seat in self.begun else 1.0
                self.due[seat] = now + part * wait()

    def next(self) -> float | None:
        """When the next one begins to think."""
        return min(self.due.values(), default=None)

    def begin(self, now: float) -> list[int]:
        """The seats whose bots begin to think."""
        ripe = [seat for seat, at in self.due.items() if at <= now]
        for seat in ripe:
            del self.due[seat]
        self.thinking.update(ripe)
        return ripe

    def answered(self, seat: int) -> None:
        """A bot's answer was carried out."""
        self.thinking.discard(seat)
        self.begun.add(seat)

    def missed(self, seat: int, now: float) -> None:
        """A bot's answer came too late for what it was asked; if it still is, it thinks again."""
        self.thinking.discard(seat)
        self.due[seat] = now
