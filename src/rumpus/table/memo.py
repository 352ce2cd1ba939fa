"""A memo: what was worked out lately and will be asked for again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

MOST = 512
T = TypeVar("T")


class Memo:
    """Keeps results by what they were made from; when it is full it starts afresh."""

    __slots__ = ("kept",)

    def __init__(self) -> None:
        self.kept: dict[Hashable, Any] = {}

    def recall(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was kept under a key, or what is made now."""
        found: T | None = self.kept.get(key)
        if found is None:
            if len(self.kept) >= MOST:
                self.kept.clear()
            found = self.kept[key] = make()
        return found
