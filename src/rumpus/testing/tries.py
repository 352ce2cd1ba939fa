"""Check trying out against what then happens: whatever was certain comes true, and a seat that
cannot tell two tables apart gets the same answer at both."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rumpus.rulekit.errors import IllegalAction
from rumpus.running.backend import Backend
from rumpus.running.trying import Heard, Tried, carry_out, try_out

from .saying import acted_as, broken, told_as

TRIED = 0.03
"""How often an action is tried out before it is taken, in a checked game."""


def tries_keep_their_word(
    backend: Backend, s: Any, seat: int, action: int, other: Any, random: Random
) -> None:
    """Try an action, together with one that could follow, here and in another world."""
    tried = _tried(backend, s, seat, [action], other)
    if tried.choices:
        _tried(backend, s, seat, [action, random.choice(tried.choices)], other)


def _tried(backend: Backend, s: Any, seat: int, actions: Sequence[int], other: Any) -> Tried:
    before = backend.pack(s)
    tried = try_out(backend, backend.redacted(s, seat), seat, actions)
    if backend.pack(s) != before:
        broken("trying", "what was tried has changed the table")
    if try_out(backend, backend.redacted(other, seat), seat, actions) != tried:
        broken("leak in a try", f"in another world actions {actions} are answered differently")
    comes_true(backend, s, seat, actions, tried)
    return tried


def comes_true(backend: Backend, s: Any, seat: int, actions: Sequence[int], tried: Tried) -> None:
    """What is certain happens, in this order, when the actions are taken at the real table."""
    sure = [Heard(line.event, line.unless) for line in tried.lines if line.sure]
    try:
        real = carry_out(backend, backend.copy(s), seat, actions)
    except IllegalAction:  # the next action was possible in all imagined worlds, but is not here
        real = carry_out(backend, backend.copy(s), seat, actions[:1])
    coming = iter(real.heard)
    for line in sure:
        if line not in coming:  # continues from its last position
            acted = ", ".join(acted_as(backend, s, seat, action) for action in actions)
            told = told_as(backend, line.event)
            broken("trying", f"after {acted}: {told} was certain and did not happen")
