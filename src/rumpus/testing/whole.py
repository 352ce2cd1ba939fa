"""Whole games, watched at every decision for what reaches whom.

They run in the fastest back end, so that every action of a long game can be held against other
worlds; seats that need not act do so now and then.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rumpus.rulekit.backend import Backend

from .account import Account, Fields, Move
from .properties import Step, glimpse, same_knowledge, viewers
from .tries import TRIED, tries_keep_their_word
from .worlds import exchanged, imagined


def watch_step(
    backend: Backend, s: Any, seat: int, action: int, account: Account, random: Random
) -> Account:
    """Carry an action out, and see that it tells one of the viewers nothing too much; now and then
    it is tried out before."""
    before = backend.copy(s)
    if seat < backend.players(s) and random.random() < TRIED:
        other = exchanged(backend, s, account.secrets(Fields(backend, s), seat), random)
        tries_keep_their_word(backend, s, seat, action, other, random)
    told = backend.apply(s, seat, action)
    move = Move(Fields(backend, before), seat, action, told, Fields(backend, s))
    later = account.after(move)
    step = Step(backend, before, seat, action, told, s)
    viewer = random.choice(viewers(backend, s))
    known = glimpse(backend, s, viewer)
    world = exchanged(backend, s, later.secrets(move.after, viewer), random)
    same_knowledge("leak in a state", backend, viewer, known, glimpse(backend, world, viewer))
    world = exchanged(backend, before, account.lasting(move, later, viewer), random)
    step.must_keep(viewer, known, world, glimpse, inert=account.inert)
    step.must_be_fair(viewer, known, imagined(backend, before, viewer, random), glimpse)
    return later
