"""Scenarios as the terminal shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rumpus.rulekit.layout import read_table
from rumpus.rulekit.words.captions import Scene
from rumpus.running.backend import Backend
from rumpus.table.showing.plain import blocks


def scene(backend: Backend, s: Any, viewer: int, names: Sequence[str]) -> Scene:
    """What a viewer is shown."""
    laid = read_table(backend.show(s, viewer))
    facts = dict(zip(backend.game.words.fact_names, laid.facts, strict=True))
    return Scene(facts, laid.zones, viewer, names)


def in_words(backend: Backend, s: Any, viewer: int, names: Sequence[str], **how: Any) -> str:
    """The whole table as one text."""
    seen = scene(backend, s, viewer, names)
    found = blocks(seen, backend.asks(s), backend.game, 200, **how)
    return "\n".join(line for block in found for line in block)


def choices(backend: Backend, s: Any, seat: int, names: Sequence[str]) -> dict[str, str]:
    """A seat's choices in words, by their notation."""
    words, seen = backend.game.words, scene(backend, s, seat, names)
    return {
        words.notation(action, seat, len(names)): words.say_choice(action, seen)[0]
        for action in backend.legal(s, seat)
    }
