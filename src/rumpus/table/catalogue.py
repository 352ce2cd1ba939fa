"""What a game's events are called in its own rules: `STOLE` there is "stole" for clients."""

from __future__ import annotations

import sys
from functools import lru_cache
from types import ModuleType

from rumpus.rulekit.game import Game


@lru_cache(maxsize=64)
def event_names(game: Game) -> tuple[str, ...]:
    """The name of every kind of event."""
    events = game.words.events
    names = tuple(getattr(event, "name", "") for event in events)
    if all(names):
        return names
    for module in (sys.modules[game.state.__module__], *game.modules):
        if found := _numbered(module, len(events)):
            return found
    return tuple(f"event {event.code}" for event in events)


def _numbered(module: ModuleType, count: int) -> tuple[str, ...]:
    """The constants that a module numbers from 0 to count - 1 in one go, as words."""
    run: list[str] = []
    for name, value in vars(module).items():
        is_next = type(value) is int and name.isupper() and value == len(run)
        if not is_next:
            run = []
        if is_next or (type(value) is int and name.isupper() and value == 0):
            run.append(name.lower().replace("_", " "))
        if len(run) == count:
            return tuple(run)
    return ()
