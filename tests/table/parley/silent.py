"""Parley in which a card is turned over without a word: a trap for the undo policy."""

from __future__ import annotations

from rumpus.rulekit import rule

from .rules import State
from .words import AIM, SHOW


@rule
def turn_over_silently(s: State, seat: int, action: int) -> None:
    """Aim, or turn the aimed card over; nothing is told."""
    if action == SHOW:
        s.is_open[seat][s.aimed] = 1
    else:
        s.aimed = action - AIM
