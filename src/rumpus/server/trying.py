"""The command `try`: what somebody's actions would lead to. It changes nothing and is not kept."""

from __future__ import annotations

import time
from collections.abc import Collection

import msgspec

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say
from rumpus.table.table import Table
from rumpus.table.trying import Prospect, prospect

from . import messages as m
from .connection import Connection, check_held, check_seated
from .thinking import TooMuch, is_spent
from .writing import answered, write


def answer_try(
    table: Table, at: Connection, message: m.DoTry, forbidden: Collection[int], now: float
) -> bytes:
    """What the actions lead to, or a sentence why they cannot be tried."""
    try:
        tried = _tried(table, at, message, forbidden, now)
    except Complaint as error:
        return answered(message.command, error.sentence)
    return write(m.TriedMessage(command=message.command, **msgspec.structs.asdict(tried)))


def _tried(
    table: Table, at: Connection, message: m.DoTry, forbidden: Collection[int], now: float
) -> Prospect:
    check_seated(at)
    check_held(at, message.seat)
    if is_spent(at.tries, now):
        raise TooMuch(say("You have tried a lot lately; wait a moment."))
    begun = time.thread_time()
    try:
        return prospect(table, message.seat, message.actions, forbidden)
    finally:
        at.tries.spend(time.thread_time() - begun, now)
