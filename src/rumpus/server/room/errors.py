"""The one place where an exception becomes an answer: a status and a sentence.

Our own refusals are sent as they are. Any other exception is a fault: it is logged, and the client
learns only its id in the log.
"""

from __future__ import annotations

from starlette.requests import ClientDisconnect

from rumpus.languages import UnknownLanguage
from rumpus.rulekit.errors import Complaint, UnknownGame
from rumpus.rulekit.sentence import Sentence, say
from rumpus.server.network.hostnames import UnknownHost
from rumpus.server.network.passing_on import NOT_REACHED, NotReached, TableElsewhere
from rumpus.store import DiskFault, WriteLost
from rumpus.table.errors import NotNow, NotThere, NotYours
from rumpus.table.input.reading import TooLong

from .room import NeedsNewer, Room
from .thinking_pool import BudgetExceeded, PoolClosed

FAULT = 500
STATUS = (
    (NotThere, 404), (UnknownGame, 404), (UnknownLanguage, 404), (NotYours, 403),
    (NotNow, 409), (TooLong, 413), (UnknownHost, 421), (BudgetExceeded, 429), (DiskFault, 503),
    (PoolClosed, 503), (NotReached, 503), (NeedsNewer, 503),
)  # fmt: skip


def error_answer(room: Room, error: Exception) -> tuple[int, Sentence]:
    """The status and the sentence that answer an exception."""
    if isinstance(error, ClientDisconnect):
        return 400, say("The request was cut off.")
    if isinstance(error, WriteLost | TableElsewhere):
        return 503, NOT_REACHED
    if isinstance(error, Complaint):
        code = next((code for kind, code in STATUS if isinstance(error, kind)), 400)
        return code, error.sentence
    number = room.report(error)
    return FAULT, say("Something went wrong here (fault {number}).", number=number)
