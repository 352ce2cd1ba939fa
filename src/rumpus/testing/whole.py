"""Whole games, checked at every decision for what reaches whom.

They run in the fastest back end, so that every action of a long game can be compared with other
worlds; seats that need not act sometimes do.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rumpus.rulekit.log import Told
from rumpus.running.backend import Backend

from .account import Account, Fields, ObservedMove, Secret
from .properties import Step, beat, glimpse, same_knowledge, viewers
from .tries import TRIED, tries_keep_their_word
from .worlds import exchanged, imagined


def watch_step(
    backend: Backend, s: Any, seat: int, action: int, account: Account, random: Random
) -> Account:
    """Carry out an action, and check that it tells one of the viewers nothing it should not;
    sometimes try it out first."""
    before = backend.copy(s)
    if seat < backend.players(s) and random.random() < TRIED:
        other = exchanged(backend, s, account.secrets(Fields(backend, s), seat), random)
        tries_keep_their_word(backend, s, seat, action, other, random)
    told = backend.apply_in(s, seat, action)
    move = ObservedMove(Fields(backend, before), seat, action, told.events, Fields(backend, s))
    later = account.after(move)
    step = Step(backend, before, seat, action, told, s)
    viewer = random.choice(viewers(backend, s))
    known = glimpse(backend, s, viewer)
    world = exchanged(backend, s, later.secrets(move.after, viewer), random)
    same_knowledge("leak in a state", backend, viewer, known, glimpse(backend, world, viewer))
    world = exchanged(backend, before, account.lasting(move, later, viewer), random)
    step.must_keep(viewer, known, world, glimpse, inert=account.inert)
    step.must_be_fair(viewer, known, imagined(backend, before, viewer, random), glimpse)
    watch_a_beat(backend, told, move, account, viewer, random)
    return later


def both_secret(some: Sequence[Secret], others: Sequence[Secret]) -> list[Secret]:
    """What is secret in two accounts, as described by the second."""
    places = {(secret.field, secret.place) for secret in some}
    return [secret for secret in others if (secret.field, secret.place) in places]


def watch_a_beat(
    backend: Backend, told: Told, move: ObservedMove, account: Account, viewer: int, random: Random
) -> None:
    """Check that what is secret before and after an action does not show at one of its events."""
    later = account.after(move).secrets(move.after, viewer)
    kept = both_secret(account.secrets(move.before, viewer), later)
    if places := [n for n, event in enumerate(told.events, 1) if event.is_for(viewer)]:
        n = random.choice(places)
        s = backend.states_of(told)[n]
        now = move._replace(told=told.events[:n], after=Fields(backend, s))
        secrets = both_secret(kept, account.after(now).secrets(now.after, viewer))
        world = exchanged(backend, s, secrets, random)
        here, there = (beat(backend, state, viewer) for state in (s, world))
        same_knowledge("leak in a beat", backend, viewer, here, there)
