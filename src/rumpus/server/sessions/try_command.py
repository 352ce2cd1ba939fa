"""The command `try`: what some actions would lead to. It changes and stores nothing."""

from __future__ import annotations

import time
from collections.abc import Collection

import msgspec

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say
from rumpus.server.protocol import messages as m
from rumpus.server.room.thinking_pool import BudgetExceeded, is_spent
from rumpus.server.tables.connection import Connection, check_held, check_seated
from rumpus.server.tables.encoding import answer_frame, message_frame
from rumpus.table.showing.trying import Prospect, prospect
from rumpus.table.table import Table


def answer_try(
    table: Table, client: Connection, message: m.DoTry, forbidden: Collection[int], now: float
) -> bytes:
    """The outcome of the actions, or why they cannot be tried."""
    try:
        tried = _tried(table, client, message, forbidden, now)
    except Complaint as error:
        return answer_frame(message.command, error.sentence)
    return message_frame(m.TriedMessage(command=message.command, **msgspec.structs.asdict(tried)))


def _tried(
    table: Table, client: Connection, message: m.DoTry, forbidden: Collection[int], now: float
) -> Prospect:
    check_seated(client)
    check_held(client, message.seat)
    if is_spent(client.tries, now):
        raise BudgetExceeded(say("You have tried a lot lately; wait a moment."))
    begun = time.thread_time()
    try:
        return prospect(table, message.seat, message.actions, forbidden)
    finally:
        client.tries.spend(time.thread_time() - begun, now)
