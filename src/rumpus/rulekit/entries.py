"""The rules that other code may call, in every back end."""

from __future__ import annotations

from .beats import beats
from .chance import seed_key
from .contract import CONTRACT
from .engine import (
    allowed,
    clone,
    is_legal,
    legal_now,
    playout,
    seat_asked,
    seed_dice,
    simulate,
    start,
    step,
    throw,
    trace,
    view,
)
from .search import forecast, plant, report, search
from .spell import looks

ENTRIES = (
    *CONTRACT, start, seat_asked, legal_now, allowed, is_legal, seed_dice, throw, playout, trace,
    simulate, step, view, looks, beats, clone, seed_key, plant, search, report, forecast,
)  # fmt: skip
